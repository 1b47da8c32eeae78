/** Run-time checks of the device in host code, as gates. */
import type { Gate } from "../../gates/gate";
import type { SourceText } from "../../text/source";
import type { Code } from "../body/code";
import { commentsOf } from "../body/remarks";
import { branchGates } from "./branches";
import { assertionGates, checkGates, checksOf, definitionGates, returnGates } from "./checks";
import { Evaluator } from "./evaluate";
import { guardsOf } from "./guards";
import type { HostReader } from "./reader";
import { scopeOf } from "./scope";
import { switchGates } from "./switches";

/** Every place in host code that decides by the device's capability, in source order. */
export function analyseHost(source: SourceText, code: Code): Gate[] {
  if (!mayHoldHostGates(source.text)) return [];
  const reader: HostReader = {
    source,
    code,
    evaluator: new Evaluator(scopeOf(code)),
    comments: commentsOf(code.logical),
    guards: guardsOf(code),
  };
  const checks = checksOf(reader);
  const gates = [
    ...branchGates(reader, checks),
    ...checkGates(reader, checks),
    ...assertionGates(reader),
    ...returnGates(reader),
    ...definitionGates(reader, checks),
    ...switchGates(reader),
  ];
  return gates.sort((a, b) => a.span.start - b.span.start || a.span.end - b.span.end);
}

const NAME = "(?:[sS][mM]|SM|[aA]rch|ARCH|cc|CC|[cC]apability|[mM]ajor)";
/** A telling name compared, divided or switched over; a query of the device; a tag's type. */
const TELLING = new RegExp(
  [
    `${NAME}\\w*(?:\\(\\w*\\))?\\)?\\s*(?:[=!<>]=|[<>]\\s*\\w*\\d|/\\s*10|\\*\\s*10)`,
    `\\d\\s*[=!<>]=?\\s*\\w*${NAME}`,
    `switch\\s*\\([^)\\n]*${NAME}`,
    `(?:[sS][mM]|[aA]rch|[cC]apability)_?(?:[vV]er|[nN]um|[aA]rch)\\w*\\(`,
    "ComputeCapabilityM|COMPUTE_CAPABILITY_M",
    `is_same\\w*\\s*<[^;{}\\n]{0,120}[sS][mM]_?\\d`,
  ].join("|"),
);

/** Cheap test whether a file can hold such a place at all. */
export function mayHoldHostGates(text: string): boolean {
  return TELLING.test(text);
}
