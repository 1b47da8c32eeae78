/** Run-time checks of the device in host code, as gates. */
import type { Gate } from "../../gates/gate";
import type { SourceText } from "../../text/source";
import type { Code } from "../body/code";
import { commentsOf } from "../body/remarks";
import { branchGates } from "./branches";
import { assertionGates, checkGates, checksOf, definitionGates, returnGates } from "./checks";
import { Evaluator } from "./evaluate";
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
  };
  const checks = checksOf(reader);
  const gates = [
    ...branchGates(reader, checks),
    ...checkGates(reader, checks),
    ...assertionGates(reader),
    ...returnGates(reader),
    ...definitionGates(reader),
    ...switchGates(reader),
  ];
  return gates.sort((a, b) => a.span.start - b.span.start || a.span.end - b.span.end);
}

const TELLING =
  /[cC]ompute_?[cC]ap|COMPUTE_CAPABILITY|[mM]ajor|\barch|_arch\b|Arch[A-Z_]|\bSM\b|[sS][mM]_?(?:[vV]er|[aA]rch|\d)|(?:\b|[a-z]_?)(?:sm|SM)_?\b|GGML_CUDA_CC|\bcc\b/;
const COMPARED = /(?:[=!<>]=|[<>]|\bcase\b)\s*[\w:<]*\d|is_same\w*\s*<[^;\n]{0,120}\d|[sS][mM]_?\d{2,3}/;

/** Cheap test whether a file can hold such a place at all. */
export function mayHoldHostGates(text: string): boolean {
  return TELLING.test(text) && COMPARED.test(text);
}
