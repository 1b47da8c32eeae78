import { targetsInAnswer } from "../display/region-line";
import { readCounts, readInWords } from "../display/summary";
import type { ExitCode, Io } from "./io";
import { regionJson, SCHEMA_VERSION } from "./json";
import { openSession } from "./session";
import type { AnalysisOptions } from "./settings";

export interface RegionsOptions extends AnalysisOptions {
  readonly format: "text" | "json";
}

export async function regionsCommand(io: Io, file: string, options: RegionsOptions): Promise<ExitCode> {
  const session = openSession(io, options, [file]);
  const { report } = await session.analyseNamed(file);
  const shown = session.show(report.source.path);
  if (options.format === "json") {
    const regions = report.regions.map((region) => regionJson(report, region));
    io.out(`${JSON.stringify({ schemaVersion: SCHEMA_VERSION, file: shown, regions }, null, 2)}\n`);
    return 0;
  }
  for (const region of report.regions) io.out(`${shown}:${region.line + 1}: ${targetsInAnswer(region)}\n`);
  if (report.regions.length === 0) {
    io.out(`no conditional branch in ${shown}: ${readInWords(readCounts(report), report.language)}\n`);
  }
  return 0;
}
