/** The report of one CUDA text, read alone. */
import { createService } from "../../../server/src/service";
import type { FileReport, Settings } from "../../../server/src/service";
import { memoryFiles, neverCancelled } from "../../../server/src/text/files";
import { makeSource } from "../../../server/src/text/source";

const service = createService({ python: null });

export function settingsFor(target: string): Settings {
  return {
    target,
    macros: new Map(),
    assumeUndefined: false,
    followIncludes: true,
    root: "/w",
    severities: new Map(),
  };
}

export function cudaReport(text: string, target = "sm_120", others: Record<string, string> = {}): FileReport {
  const source = makeSource("/w/kernel.cuh", text);
  return service.analyse(source, "cuda", settingsFor(target), memoryFiles(others), neverCancelled);
}
