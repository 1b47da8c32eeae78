import type { Expression } from "../../cuda/expression";
import type { Branch } from "../../cuda/branch";
import type { GuardShape } from "../../cuda/guards";
import { conditionSpan, sourceExpression } from "../../cuda/why";
import { variantMask } from "../../logic/sets";
import { sliceOf } from "../../text/source";
import type { TextEdit } from "../edits";
import type { FixKind, FixRequest, Proposal } from "./fix-kind";
import { conjuncts } from "./guard-places";
import {
  comparedName,
  connectives,
  familyOf,
  guardShapeOf,
  isEqualityList,
  lowerBounds,
  type LowerBound,
  type TargetFamily,
} from "./guard-syntax";

const ARCH = "__CUDA_ARCH__";

/** Spares the target's family what a guard holds that only turns targets away: `c` becomes `c && !(family)`. */
export const guardSpareFamily: FixKind = {
  kind: "spare-family",
  layers: ["cuda-preprocessor"],
  propose: (request) => propose(request, "spare-family", true),
};

export const guardSpareTarget: FixKind = {
  kind: "spare-target",
  layers: ["cuda-preprocessor"],
  propose: (request) => propose(request, "spare-target", false),
};

function propose(request: FixRequest, kind: string, whole: boolean): Proposal[] {
  const { gate } = request;
  const shape = guardShapeOf(gate);
  const family = familyOf(request.target);
  const admitted = request.asked & gate.admission.admits;
  if (shape === null || family === null) return [];
  // Where variants pass, the build that gets past is the answer.
  const isRefused = admitted === request.asked && (gate.refusalOf?.(admitted) ?? null) !== null;
  const taking = isRefused ? shape.branch : takenBefore(shape, request);
  const root = taking === null ? null : sourceExpression(taking);
  if (root === null || taking === null) return [];
  const mayChange = whole ? family.mask : variantMask(`sm_${family.arch / 10}`);
  const whom = whole ? `the family ${family.name}` : request.target;
  const made = exception(request, root, conditionSpan(taking), family, whole);
  return [
    ...(whole ? lowerBounds(root).map((bound) => raised(bound, family)) : []),
    { title: `Spare ${whom}: '${made.text}'`, edits: made.edits },
  ].map((one) => ({ ...one, kind, mayChange, oneOf: kind }));
}

/** The one branch that takes the asked before an `#else` does, which holds what they miss. */
function takenBefore({ branch }: GuardShape, { gate, asked }: FixRequest): Branch | null {
  const [first, ...others] = branch.chain.branches;
  const isElse = branch.kind === "else" && others.length === 1 && (gate.admission.excludes & asked) === asked;
  return isElse ? (first ?? null) : null;
}

/** `x >= 1200` in a guard that turns away: raised, it lets the family pass. */
function raised({ operator, bound }: LowerBound, family: TargetFamily): Pick<Proposal, "title" | "edits"> {
  const value = String(operator === ">=" ? family.to : family.to - 1);
  const span = { start: bound.start, end: bound.end };
  return { title: `Raise the lower bound to '${operator} ${value}'`, edits: [{ span, newText: value }] };
}

interface Exception {
  readonly text: string;
  readonly edits: readonly TextEdit[];
}

function exception(
  { source }: FixRequest,
  root: Expression,
  span: Expression | { readonly start: number; readonly end: number },
  family: TargetFamily,
  whole: boolean,
): Exception {
  const text = sliceOf(source, span);
  const { and, or } = connectives(text);
  const values = whole ? family.values : [family.arch];
  const at = (offset: number, newText: string): TextEdit => ({
    span: { start: offset, end: offset },
    newText,
  });
  const listed = listIn(root);
  if (listed !== null) {
    const added = values.map((value) => `${or} ${comparedName(listed) ?? ARCH} == ${value}`).join(" ");
    return { text: added, edits: [at(listed.end - (isClosed(text, listed, span) ? 1 : 0), ` ${added}`)] };
  }
  const sides = conjuncts(root);
  const unequal = sides.find((side) => side.kind === "binary" && side.operator === "!=");
  const name = (unequal === undefined ? null : comparedName(unequal)) ?? ARCH;
  const tests =
    unequal !== undefined || !whole
      ? values.map((value) => `${name} != ${value}`).join(` ${and} `)
      : `!(${ARCH} >= ${family.from} ${and} ${ARCH} < ${family.to})`;
  const loose = root.kind === "conditional" || (root.kind === "binary" && root.operator === "||");
  const closed = root.start < firstOf(root);
  const edits =
    loose && !closed
      ? [at(span.start, "("), at(span.end, `) ${and} ${tests}`)]
      : [at(span.end, ` ${and} ${tests}`)];
  return { text: `${and} ${tests}`, edits };
}

/** The list in `!(x == 900 || x == 1000)`. */
function listIn(root: Expression): Expression | null {
  const negated = conjuncts(root).find((side) => side.kind === "unary" && side.operator === "!");
  return negated?.kind === "unary" && isEqualityList(negated.operand) ? negated.operand : null;
}

function isClosed(text: string, { start, end }: Expression, span: { readonly start: number }): boolean {
  return text[start - span.start] === "(" && text[end - 1 - span.start] === ")";
}

/** Where the first operand of an expression starts: behind its parenthesis, if it has one. */
function firstOf(root: Expression): number {
  if (root.kind === "binary") return root.left.start;
  return root.kind === "conditional" ? root.condition.start : root.start;
}
