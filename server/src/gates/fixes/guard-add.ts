import { variantMask } from "../../logic/sets";
import { sliceOf } from "../../text/source";
import type { TextEdit } from "../edits";
import type { FixKind, FixRequest, Proposal } from "./fix-kind";
import type { Operand, TargetFamily } from "./guard-syntax";
import {
  comparedName,
  connectives,
  excludingOperandOf,
  familyOf,
  guardShapeOf,
  isEqualityList,
} from "./guard-syntax";
import { conditionSpan } from "../../cuda/why";

const ARCH = "__CUDA_ARCH__";
const FAMILY_MACRO = "__CUDA_ARCH_FAMILY_SPECIFIC__";
const SPECIFIC = /__CUDA_ARCH_(?:FEAT_SM\d+_ALL|SPECIFIC__|FAMILY_SPECIFIC__)/;

/** Adds the target's whole family as an alternative. */
export const guardAddFamily: FixKind = {
  kind: "add-family",
  layers: ["cuda-preprocessor"],
  propose: (request) =>
    withFamily(request, (family) => proposeAlternative(request, "add-family", family, true)),
};

/** Adds the one target as an alternative. */
export const guardAddTarget: FixKind = {
  kind: "add-target",
  layers: ["cuda-preprocessor"],
  propose: (request) =>
    withFamily(request, (family) => proposeAlternative(request, "add-target", family, false)),
};

function withFamily(
  request: FixRequest,
  propose: (family: TargetFamily) => readonly Proposal[],
): readonly Proposal[] {
  const family = familyOf(request.target);
  return family === null ? [] : propose(family);
}

/** The family's values of which no target gets in yet. */
function missingValues(request: FixRequest, family: TargetFamily): number[] {
  return family.values.filter(
    (value) => (variantMask(`sm_${value / 10}`) & request.gate.admission.admits) === 0,
  );
}

function proposeAlternative(
  request: FixRequest,
  kind: string,
  family: TargetFamily,
  whole: boolean,
): Proposal[] {
  const shape = guardShapeOf(request.gate);
  if (shape === null || shape.arms.length > 1) return [];
  const { branch } = shape;
  if (branch.kind === "else") return [];
  const text = sliceOf(request.source, conditionSpan(branch));
  const operand = excludingOperandOf(request);
  const tested = operand === null ? text : sliceOf(request.source, operand.expression);
  const words = connectives(text);
  const missing = missingValues(request, family);
  const test = alternative(tested, operand, { ...family, values: missing }, whole, words);
  if (test === null) return [];
  const edits =
    operand === null ? convertIfdef(request, words.or, test) : addTo(request, operand, words.or, test);
  if (edits.length === 0) return [];
  return [
    {
      kind,
      title: `Add ${whole ? `the family ${family.name}` : request.target}: '${words.or} ${test}'`,
      edits,
      mayChange: whole ? family.mask : variantMask(`sm_${family.arch / 10}`),
    },
  ];
}

/** The test to add, in terms of what the operand tests. */
function alternative(
  tested: string,
  operand: Operand | null,
  family: TargetFamily,
  whole: boolean,
  { and, or }: { readonly and: string; readonly or: string },
): string | null {
  if (SPECIFIC.test(tested)) {
    // sm_120f defines no feature macro: the family macro is what all specific builds have in common.
    const value = whole ? `${FAMILY_MACRO} / 100 == ${family.major}` : `${FAMILY_MACRO} == ${family.arch}`;
    return `(defined(${FAMILY_MACRO}) ${and} ${value})`;
  }
  const name = (operand === null ? null : comparedName(operand.expression)) ?? ARCH;
  if (!whole) return `${name} == ${family.arch}`;
  if (operand !== null && isEqualityList(operand.expression) && family.values.length <= 2) {
    return family.values.map((value) => `${name} == ${value}`).join(` ${or} `);
  }
  return `(${name} >= ${family.from} ${and} ${name} < ${family.to})`;
}

function addTo(request: FixRequest, operand: Operand, or: string, test: string): TextEdit[] {
  const { expression, around } = operand;
  const text = sliceOf(request.source, expression);
  const at = (offset: number, newText: string): TextEdit => ({
    span: { start: offset, end: offset },
    newText,
  });
  const parent = around[around.length - 1];
  const isSum = expression.kind === "binary" && expression.operator === "||";
  const simple =
    expression.kind !== "binary" || (expression.operator !== "&&" && expression.operator !== "?");
  if (isParenthesised(text) && (isSum || simple)) return [at(expression.end - 1, ` ${or} ${test}`)];
  if (parent === undefined && (isSum || simple || isParenthesised(text)))
    return [at(expression.end, ` ${or} ${test}`)];
  if (parent === undefined) return [at(expression.start, "("), at(expression.end, `) ${or} ${test}`)];
  const inner = simple || isSum ? ["(", ""] : ["((", ")"];
  return [at(expression.start, inner[0] ?? "("), at(expression.end, `${inner[1] ?? ""} ${or} ${test})`)];
}

/** One pair of parentheses from the first character to the last. */
function isParenthesised(text: string): boolean {
  if (!text.startsWith("(") || !text.endsWith(")")) return false;
  let depth = 0;
  for (let i = 0; i < text.length; i++) {
    if (text[i] === "(") depth++;
    else if (text[i] === ")" && --depth === 0) return i === text.length - 1;
  }
  return false;
}

/** `#ifdef X` becomes `#if defined(X) || …`. */
function convertIfdef(request: FixRequest, or: string, test: string): TextEdit[] {
  const branch = guardShapeOf(request.gate)?.branch;
  const name = branch?.tokens[0];
  if (branch === undefined || name === undefined || !/^(?:el)?ifn?def$/.test(branch.kind)) return [];
  const keyword = branch.kind.startsWith("el") ? "elif" : "if";
  const not = branch.kind.endsWith("ndef") ? "!" : "";
  return [
    { span: branch.directive.keywordSpan, newText: keyword },
    { span: { start: name.start, end: name.end }, newText: `${not}defined(${name.text}) ${or} ${test}` },
  ];
}
