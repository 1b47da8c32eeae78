import { TARGETS } from "../../arch/targets";
import type { Expression } from "../../cuda/expression";
import type { GuardShape } from "../../cuda/guards";
import { conditionSpan } from "../../cuda/why";
import { maskWhere, variantMask } from "../../logic/sets";
import type { Mask } from "../../logic/sets";
import { sliceOf } from "../../text/source";
import type { TextEdit } from "../edits";
import type { Gate } from "../gate";
import type { FixKind, FixRequest, Proposal } from "./fix-kind";
import { placesFor, type Place } from "./guard-places";
import type { TargetFamily } from "./guard-syntax";
import {
  calledWith,
  comparedName,
  connectives,
  familyOf,
  guardShapeOf,
  isEqualityList,
} from "./guard-syntax";

const ARCH = "__CUDA_ARCH__";
const FAMILY_MACRO = "__CUDA_ARCH_FAMILY_SPECIFIC__";
const SPECIFIC = /__CUDA_ARCH_(?:FEAT_SM\d+_ALL|SPECIFIC__|FAMILY_SPECIFIC__)/;

/** Adds the target's whole family as an alternative. */
export const guardAddFamily: FixKind = {
  kind: "add-family",
  layers: ["cuda-preprocessor"],
  propose: (request) => proposeAlternatives(request, "add-family", true),
};

/** Adds the one target as an alternative. */
export const guardAddTarget: FixKind = {
  kind: "add-target",
  layers: ["cuda-preprocessor"],
  propose: (request) => proposeAlternatives(request, "add-target", false),
};

/** One proposal for each place where the alternative could stand; the first that does its work is the one. */
function proposeAlternatives(request: FixRequest, kind: string, whole: boolean): Proposal[] {
  const shape = guardShapeOf(request.gate);
  const family = familyOf(request.target);
  if (shape === null || family === null || shape.arms.length > 1) return [];
  const { branch } = shape;
  const { admits, excludes } = request.gate.admission;
  if (branch.kind === "else" || excludes === 0) return [];
  // Who is let in to a trap is not to be joined by others.
  if ((request.gate.refusalOf?.(request.asked & admits) ?? null) !== null) return [];
  const words = connectives(sliceOf(request.source, conditionSpan(branch)));
  const missing = { ...family, values: missingValues(request, family) };
  const title = `Add ${whole ? `the family ${family.name}` : request.target}`;
  const mayChange = whole ? family.mask : variantMask(`sm_${family.arch / 10}`);
  const made = (edits: TextEdit[], test: string): Proposal[] =>
    edits.length === 0
      ? []
      : [{ kind, title: `${title}: '${words.or} ${test}'`, edits, mayChange, oneOf: kind }];
  const tested = sliceOf(request.source, conditionSpan(branch));
  const specific = SPECIFIC.test(tested) || asksForSuffix(request.gate) || needsSuffix(request, mayChange);
  if (branch.kind !== "if" && branch.kind !== "elif") {
    const test = alternative([], specific, missing, whole, words);
    return made(convertIfdef(shape, words.or, test), test);
  }
  const wanted = excludes & mayChange & (specific ? SUFFIXED : -1);
  return placesFor(shape, wanted === 0 ? mayChange : wanted).flatMap((place) => {
    const test = alternative(place.parts, specific, missing, whole, words);
    return made(addTo(request, place, words.or, test), test);
  });
}

const HOPPER = 90;
const SUFFIXED = maskWhere(TARGETS, ({ suffix }) => suffix !== "");
const PLAIN = maskWhere(TARGETS, ({ capability, suffix }) => capability >= HOPPER && suffix === "");

/** Whether a condition by other names lets in architecture- and family-specific builds alone. */
function asksForSuffix({ admission: { admits, depends } }: Gate): boolean {
  const possible = depends.reduce((mask, dependent) => mask | dependent.mask, admits);
  return (possible & SUFFIXED) !== 0 && (possible & PLAIN) === 0;
}

/** Whether the code uses what only architecture- and family-specific builds for those to be let in can assemble. */
function needsSuffix({ gate }: FixRequest, added: Mask): boolean {
  return gate.instructions.some(
    ({ approximate, targets }) =>
      !approximate && (targets & added & SUFFIXED) !== 0 && (targets & added & ~SUFFIXED) === 0,
  );
}

/** The family's values of which no target gets in yet. */
function missingValues({ gate }: FixRequest, family: TargetFamily): number[] {
  const { admits, depends } = gate.admission;
  const possible = depends.reduce((mask, dependent) => mask | dependent.mask, admits);
  return family.values.filter((value) => (variantMask(`sm_${value / 10}`) & possible) === 0);
}

/** The test to add, in terms of what the parts beside it test. */
function alternative(
  parts: readonly Expression[],
  specific: boolean,
  family: TargetFamily,
  whole: boolean,
  { and, or }: { readonly and: string; readonly or: string },
): string {
  const values = whole && family.values.length > 0 ? family.values : [family.arch];
  const any = (test: (value: number) => string): string => values.map(test).join(` ${or} `);
  const [only] = parts;
  const compared = parts.length === 1 && only !== undefined ? comparedName(only) : null;
  const called = parts.length === 1 && only !== undefined ? calledWith(only, isArchValue) : null;
  if (called !== null) return any((value) => `${called}(${value})`);
  if (compared === FAMILY_MACRO) return any((value) => `${FAMILY_MACRO} == ${value}`);
  if (specific) {
    // sm_120f defines no feature macro: the family macro is what all specific builds have in common.
    const value = whole ? `${FAMILY_MACRO} / 100 == ${family.major}` : `${FAMILY_MACRO} == ${family.arch}`;
    return `(defined(${FAMILY_MACRO}) ${and} ${value})`;
  }
  const name = compared ?? ARCH;
  if (!whole) return `${name} == ${family.arch}`;
  if (only !== undefined && isEqualityList(only) && family.values.length <= 2)
    return any((value) => `${name} == ${value}`);
  return `(${name} >= ${family.from} ${and} ${name} < ${family.to})`;
}

function isArchValue(value: bigint): boolean {
  return value >= 750n && value < 1400n && value % 10n === 0n;
}

function addTo(request: FixRequest, { span, parts, isWhole }: Place, or: string, test: string): TextEdit[] {
  const text = sliceOf(request.source, span);
  const at = (offset: number, newText: string): TextEdit => ({
    span: { start: offset, end: offset },
    newText,
  });
  const [only] = parts;
  if (only === undefined) return [];
  const alone = parts.length === 1;
  const isSum = alone && only.kind === "binary" && only.operator === "||";
  const isTight =
    alone && only.kind !== "conditional" && !(only.kind === "binary" && LOOSE.has(only.operator));
  const inParentheses = alone && isParenthesised(text);
  if (inParentheses && (isSum || isTight)) return [at(span.end - 1, ` ${or} ${test}`)];
  const [open, close] = isSum || isTight || inParentheses ? ["", ""] : ["(", ")"];
  const [outside, behind] = isWhole ? ["", ""] : ["(", ")"];
  return [
    ...(isWhole && open === "" ? [] : [at(span.start, outside + open)]),
    at(span.end, `${close} ${or} ${test}${behind}`),
  ];
}

/** Operators that bind no closer than `||` does, or that stand beside it only in parentheses. */
const LOOSE = new Set(["&&", ",", "?", ":"]);

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
function convertIfdef({ branch }: GuardShape, or: string, test: string): TextEdit[] {
  const name = branch.tokens[0];
  if (name === undefined || !/^(?:el)?ifn?def$/.test(branch.kind)) return [];
  const keyword = branch.kind.startsWith("el") ? "elif" : "if";
  const not = branch.kind.endsWith("ndef") ? "!" : "";
  return [
    { span: branch.directive.keywordSpan, newText: keyword },
    { span: { start: name.start, end: name.end }, newText: `${not}defined(${name.text}) ${or} ${test}` },
  ];
}
