import { TARGETS } from "../../arch/targets";
import { conditionSpan } from "../../cuda/why";
import { ALL_TARGETS, maskWhere } from "../../logic/sets";
import type { Mask } from "../../logic/sets";
import { sliceOf } from "../../text/source";
import type { TextEdit } from "../edits";
import type { FixKind, FixRequest } from "./fix-kind";
import { connectives, guardShapeOf } from "./guard-syntax";

const FAMILY_MACRO = "__CUDA_ARCH_FAMILY_SPECIFIC__";

/** `c` becomes `c && (targets that have the instructions)`: the others take whatever stands in the branch's place. */
export const guardNarrow: FixKind = {
  kind: "narrow",
  layers: ["cuda-preprocessor"],
  propose(request) {
    const shape = guardShapeOf(request.gate);
    const { admits } = request.gate.admission;
    if (shape === null || shape.arms.length > 1 || (admits & request.asked) === 0) return [];
    const missing = request.gate.instructions.filter(
      (use) => !use.approximate && (use.targets & request.asked) === 0,
    );
    const [first] = missing;
    if (first === undefined) return [];
    const able = missing.reduce((mask, use) => mask & use.targets, ALL_TARGETS);
    const words = connectives(sliceOf(request.source, conditionSpan(shape.branch)));
    const test = testFor(able, words);
    const edits = test === null ? [] : conjoin(request, test, words.and);
    if (test === null || edits.length === 0) return [];
    return [
      {
        kind: "narrow",
        title: `Narrow to the targets that have ${first.name}: '${words.and} ${test}'`,
        edits,
        mayChange: ALL_TARGETS & ~able & ~request.gate.admission.excludes,
      },
    ];
  },
};

/** An expression that is true for exactly these targets, or null where the specific macros cannot tell them. */
function testFor(able: Mask, { and, or }: { readonly and: string; readonly or: string }): string | null {
  const terms: string[] = [];
  let rest = able;
  for (const major of new Set(TARGETS.map((target) => Math.floor(target.capability / 10)))) {
    const specific = maskWhere(
      TARGETS,
      (one) => Math.floor(one.capability / 10) === major && one.suffix !== "",
    );
    const families = TARGETS.some((one, index) => (specific >> index) & 1 && one.suffix === "f");
    if (!families || (specific & able) !== specific) continue;
    terms.push(`(defined(${FAMILY_MACRO}) ${and} ${FAMILY_MACRO} / 100 == ${major})`);
    rest &= ~specific;
  }
  for (const [index, target] of TARGETS.entries()) {
    if (((rest >> index) & 1) === 0) continue;
    if (target.suffix !== "a") return null;
    terms.push(`defined(__CUDA_ARCH_FEAT_SM${target.capability}_ALL)`);
  }
  if (terms.length === 0) return null;
  const text = terms.join(` ${or} `);
  return terms.length > 1 ? `(${text})` : text;
}

function conjoin(request: FixRequest, test: string, and: string): TextEdit[] {
  const branch = guardShapeOf(request.gate)?.branch;
  const name = branch?.tokens[0];
  if (branch === undefined || name === undefined) return [];
  const span = conditionSpan(branch);
  if (branch.kind === "if" || branch.kind === "elif") {
    const text = sliceOf(request.source, span);
    const loose = /\|\||\bor\b|\?|,/.test(text);
    return [
      ...(loose ? [{ span: { start: span.start, end: span.start }, newText: "(" }] : []),
      { span: { start: span.end, end: span.end }, newText: `${loose ? ")" : ""} ${and} ${test}` },
    ];
  }
  if (branch.kind === "else") return [];
  const not = branch.kind.endsWith("ndef") ? "!" : "";
  return [
    { span: branch.directive.keywordSpan, newText: branch.kind.startsWith("el") ? "elif" : "if" },
    { span: { start: name.start, end: name.end }, newText: `${not}defined(${name.text}) ${and} ${test}` },
  ];
}
