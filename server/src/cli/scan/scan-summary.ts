/** A scan in one sentence. */
import { nothingFound, readInWords } from "../../display/summary";
import { counted } from "../../logic/names";
import type { ScanReport } from "./scan-report";

/** For findings whose code stands elsewhere and was not read. */
export const CHECK_FIRST = "before you open a check or a list, see that what it opens builds and runs there";

/** What was found and read, for people who have the findings before them. */
export function scanInWords(report: ScanReport): string {
  const { findings, filesWithFindings, filesScanned, target, counts, language } = report;
  const where = `${counted(findings, "finding")} in ${filesWithFindings} of ${counted(filesScanned, "file")}`;
  return `${where} for ${target}: ${readInWords(counts, language, howToSee(report))}${asidesInWords(report)}`;
}

/** That nothing was found: the answer itself. Null where something was, or where not all could be read. */
export function nothingIn(report: ScanReport): string | null {
  const { findings, problems, filesScanned, given, target, counts, language } = report;
  if (findings > 0 || problems.length > 0) return null;
  if (filesScanned === 0) return `no file to read in ${given.join(", ")}`;
  const [only] = given;
  const files = counted(filesScanned, "file");
  const place = given.length === 1 && only !== undefined ? only : files;
  const inFiles = given.length === 1 && filesScanned !== 1 ? ` (${files})` : "";
  if (report.known !== null && report.known > 0)
    return `nothing new excludes ${target} in ${place}${inFiles}: ${readInWords(counts, language, howToSee(report))}${asidesInWords(report)}`;
  if (report.hidden > 0)
    return `nothing so grave in ${place}${inFiles}: ${readInWords(counts, language, howToSee(report))}${asidesInWords(report)}`;
  const headers = headersInWords(report);
  if (headers === null) return nothingFound(target, place + inFiles, counts, language, howToSee(report));
  const itself = given.length === 1 ? `${place} itself` : `${place} themselves`;
  return `${nothingFound(target, itself, counts, language, howToSee(report))}; ${headers}`;
}

function howToSee({ allGates }: ScanReport): string {
  return allGates ? "" : " (see --all-gates)";
}

function asidesInWords({ known, hidden }: ScanReport): string {
  const left = known === null ? "" : `; ${counted(known, "finding")} of the baseline left out`;
  return hidden === 0 ? left : `${left}; ${counted(hidden, "less grave finding")} not shown`;
}

const MOST_HEADERS = 5;

/** Findings of what the files include, the most first; null where there are none. */
export function headersInWords({ inHeaders, given }: ScanReport): string | null {
  if (inHeaders.length === 0) return null;
  const sorted = [...inHeaders].sort((a, b) => b.findings - a.findings);
  const shown = sorted.slice(0, MOST_HEADERS).map(({ file, findings }) => `${file} (${findings})`);
  const more = inHeaders.length - shown.length;
  const all = inHeaders.reduce((sum, { findings }) => sum + findings, 0);
  const what = given.length === 1 ? "headers that it includes" : "headers that they include";
  return `${what} have ${counted(all, "finding")}: ${shown.join(", ")}${more > 0 ? ` and ${more} more` : ""}`;
}
