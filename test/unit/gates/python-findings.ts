/** What tests of Python's findings share: the findings of one module, and what its text is after each fix. */
import { expect } from "vitest";
import { applyEdits } from "../../../server/src/gates/edits";
import type { JudgedGate } from "../../../server/src/gates/judgement";
import { createService } from "../../../server/src/service";
import { memoryFiles, neverCancelled } from "../../../server/src/text/files";
import { makeSource } from "../../../server/src/text/source";
import { pythonParser } from "../python/parser";
import { settingsFrom } from "../support/markers";

export interface Found {
  readonly findings: readonly JudgedGate[];
  /** What the text is after each of the fixes. */
  readonly fixed: readonly string[];
  /** The same of conditions that are no finding, an arm of a ladder for instance. */
  readonly fixedElsewhere: () => readonly string[];
}

export async function find(text: string, target = "sm_120"): Promise<Found> {
  const service = createService({ python: await pythonParser() });
  const files = memoryFiles({});
  const settings = settingsFrom({ target });
  const source = makeSource("/pkg/module.py", text);
  const report = service.analyse(source, "python", settings, files, neverCancelled);
  expect(report.fault).toBeNull();
  const findings = report.gates.filter(({ rule }) => rule !== null);
  const fixed = (gates: readonly JudgedGate[]): string[] =>
    gates
      .flatMap((gate) => service.fixes(report, gate, settings, files))
      .map(({ edits }) => applyEdits(text, edits));
  const others = report.gates.filter(({ rule }) => rule === null);
  return { findings, fixed: fixed(findings), fixedElsewhere: () => fixed(others) };
}

export const rulesOf = ({ findings }: Found): (string | null)[] => findings.map(({ rule }) => rule);
/** A module's beginning: the capability as a pair, as major and minor, and as a number. */
export const CAP =
  "import torch\n\ncc = torch.cuda.get_device_capability()\nmajor, minor = cc\nsm = major * 10 + minor\n\n";
