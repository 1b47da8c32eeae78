/** A scan in one sentence. */
import { nothingFound, readInWords } from "../display/summary";
import { counted } from "../logic/names";
import type { ScanReport } from "./scan-report";

/** For findings whose code stands elsewhere and was not read. */
export const CHECK_FIRST = "before you open a check or a list, see that what it opens builds and runs there";

/** What was found and read, for people who have the findings before them. */
export function scanInWords(report: ScanReport): string {
  const { findings, filesWithFindings, filesScanned, target, counts, language } = report;
  const where = `${counted(findings, "finding")} in ${filesWithFindings} of ${counted(filesScanned, "file")}`;
  return `${where} for ${target}: ${readInWords(counts, language)}${knownInWords(report)}`;
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
    return `nothing new excludes ${target} in ${place}${inFiles}: ${readInWords(counts, language)}${knownInWords(report)}`;
  return nothingFound(target, place + inFiles, counts, language);
}

function knownInWords({ known }: ScanReport): string {
  return known === null ? "" : `; ${counted(known, "finding")} of the baseline left out`;
}
