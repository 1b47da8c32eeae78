import { directiveText } from "../display/region-answer";
import { compiledFor, targetsInAnswer } from "../display/region-line";
import { readCounts, readInWords } from "../display/summary";
import { codeSpan, escaped } from "../display/words";
import type { ExitCode, Io } from "./io";
import { regionJson, SCHEMA_VERSION } from "./json";
import { missingLines, MissingHeaders } from "./scan/missing-headers";
import type { MissingHeader } from "./scan/scan-report";
import type { NamedAnalysis } from "./session";
import { openSession } from "./session";
import type { AnalysisOptions } from "./settings";

export interface RegionsOptions extends AnalysisOptions {
  readonly format: "text" | "json" | "markdown";
  readonly showMissing?: boolean;
}

type Render = (named: NamedAnalysis, shown: string, missing: readonly MissingHeader[]) => string;

export async function regionsCommand(io: Io, file: string, options: RegionsOptions): Promise<ExitCode> {
  const session = await openSession(io, options, [file]);
  const named = await session.analyseNamed(file);
  const shown = session.show(named.path);
  const missing = new MissingHeaders();
  missing.add(named.report.missing, shown);
  io.out(RENDERERS[options.format](named, shown, missing.all()));
  if (options.showMissing === true && options.format === "text") io.out(missingLines(missing.all()));
  return named.report.fault !== null || session.misread() ? 2 : 0;
}

const RENDERERS: Readonly<Record<RegionsOptions["format"], Render>> = {
  text({ report }, shown) {
    if (report.regions.length === 0) return `${noBranch(report, shown)}\n`;
    return report.regions
      .map((region) => `${shown}:${region.line + 1}: ${targetsInAnswer(region)}${assuming(region.assumed)}\n`)
      .join("");
  },
  json({ report }, shown, missing) {
    const regions = report.regions.map((region) => regionJson(report, region));
    const result = { schemaVersion: SCHEMA_VERSION, file: shown, regions, missingIncludes: missing };
    return `${JSON.stringify(result, null, 2)}\n`;
  },
  markdown({ report }, shown) {
    if (report.regions.length === 0) return `${escaped(noBranch(report, shown))}\n`;
    const rows = report.regions.map((region) => {
      const cells = [
        codeSpan(directiveText(region)),
        escaped(`${compiledFor(region)}${assuming(region.assumed)}`),
      ].map(inCell);
      return `| ${region.line + 1} | ${cells.join(" | ")} |\n`;
    });
    return `# ${codeSpan(shown)}\n\n| line | branch | compiled for |\n| --: | --- | --- |\n${rows.join("")}`;
  },
};

function noBranch(report: NamedAnalysis["report"], shown: string): string {
  return `no conditional branch in ${shown}: ${readInWords(readCounts(report), report.language)}`;
}

function assuming(macros: readonly string[]): string {
  return macros.length === 0 ? "" : `; assuming ${macros.join(", ")}`;
}

/** In a table of Markdown a bar ends the cell, in code too. */
function inCell(text: string): string {
  return text.replace(/(?<!\\)\|/g, "\\|");
}
