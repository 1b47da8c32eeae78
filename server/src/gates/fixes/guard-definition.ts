import { parseExpression, type Expression } from "../../cuda/expression";
import type { GuardShape } from "../../cuda/guards";
import type { Token } from "../../cuda/lexer";
import { sliceOf } from "../../text/source";
import type { Span } from "../../text/source";
import type { TextEdit } from "../edits";
import type { FixKind, FixRequest, Proposal } from "./fix-kind";
import {
  comparedName,
  connectives,
  excludingOperandOf,
  familyOf,
  guardShapeOf,
  isEqualityList,
  type TargetFamily,
  upperBoundOf,
} from "./guard-syntax";

/**
 * A guard that asks by a macro's name, `#if HAS_TMA`, is opened where the macro is defined, once for all its uses:
 * `#define HAS_TMA (x >= 900 && x < 1200)`. Of a call, `#if IN_RANGE(900, 1200)`, it is the argument that is raised.
 */
export const guardDefinition: FixKind = {
  kind: "edit-definition",
  layers: ["cuda-preprocessor"],
  propose(request) {
    const shape = guardShapeOf(request.gate);
    const family = familyOf(request.target);
    const operand = excludingOperandOf(request)?.expression;
    if (shape === null || family === null || operand === undefined) return [];
    if (operand.kind === "call") return raisedArguments(request, shape, operand, family);
    const name = operand.kind === "name" ? operand.name : null;
    const body = name === null ? null : bodyOf(shape, name);
    if (name === null || body === null) return [];
    return editsOf(request, body, family).map(({ title, edits }) => ({
      kind: "edit-definition",
      title: `In the definition of ${name}: ${title}`,
      edits,
      mayChange: request.gate.admission.excludes,
    }));
  },
};

/** The last definition of an object-like macro ahead of the guard, in the file itself. */
function bodyOf({ file, branch }: GuardShape, name: string): Expression | null {
  const definition = file.scan.directives.findLast(
    ({ keyword, start, tokens }) =>
      keyword === "define" && start < branch.directive.start && tokens[0]?.text === name,
  );
  if (definition === undefined || hasParameters(definition.tokens)) return null;
  const body = parseExpression(definition.tokens.slice(1));
  return "fault" in body ? null : body;
}

function hasParameters([name, next]: readonly Token[]): boolean {
  return name !== undefined && next?.text === "(" && next.start === name.end;
}

type Edit = Pick<Proposal, "title" | "edits">;

function editsOf({ source }: FixRequest, body: Expression, family: TargetFamily): Edit[] {
  const found: Edit[] = [];
  const visit = (at: Expression, parent: Expression | null): void => {
    const upper = upperBoundOf(at);
    if (upper !== null) {
      const dropped = spanToDrop(at, parent);
      const written = sliceOf(source, at);
      if (dropped !== null)
        found.push({ title: `drop the upper bound '${written}'`, edits: [{ span: dropped, newText: "" }] });
      const value = String(upper.operator === "<" ? family.to : family.to - 1);
      found.push({
        title: `raise the upper bound to '${upper.operator} ${value}'`,
        edits: [{ span: bare(upper.bound), newText: value }],
      });
    } else if (at.kind === "binary" && !isEqualityList(at)) {
      visit(at.left, at);
      visit(at.right, at);
    } else if (isEqualityList(at)) found.push(longer(source, at, family));
  };
  visit(body, null);
  return found;
}

function spanToDrop(operand: Expression, parent: Expression | null): Span | null {
  if (parent?.kind !== "binary" || parent.operator !== "&&") return null;
  return parent.right === operand
    ? { start: parent.left.end, end: operand.end }
    : { start: operand.start, end: parent.right.start };
}

/** `x == 900 || x == 1000`, with the family's values behind. */
function longer(source: FixRequest["source"], list: Expression, family: TargetFamily): Edit {
  const text = sliceOf(source, list);
  const { or } = connectives(text);
  const name = comparedName(list) ?? "__CUDA_ARCH__";
  const added = family.values.map((value) => `${or} ${name} == ${value}`).join(" ");
  const closed = text.startsWith("(") && text.endsWith(")");
  const [open, close] = closed ? ["", ""] : ["(", ")"];
  const at = (offset: number, newText: string): TextEdit => ({
    span: { start: offset, end: offset },
    newText,
  });
  const edits = [at(list.end - (closed ? 1 : 0), ` ${added}${close}`)];
  return { title: `add '${added}'`, edits: open === "" ? edits : [at(list.start, open), ...edits] };
}

/** `IN_RANGE(900, 1200)` made `IN_RANGE(900, 1300)`: which argument is the bound shows when it is tried. */
function raisedArguments(
  { source, gate }: FixRequest,
  { branch }: GuardShape,
  call: Expression & { kind: "call" },
  family: TargetFamily,
): Proposal[] {
  const inside = branch.tokens.filter(({ start, end }) => start >= call.start && end <= call.end);
  return inside
    .filter(({ kind, text }) => kind === "number" && /^\d{3,4}$/.test(text) && Number(text) <= family.arch)
    .map(({ start, end, text }) => {
      const value = String(Number(text) % 10 === 9 ? family.to - 1 : family.to);
      return {
        kind: "edit-definition",
        title: `Raise ${text} to ${value} in '${sliceOf(source, bare(call))}'`,
        edits: [{ span: { start, end }, newText: value }],
        mayChange: gate.admission.excludes,
      };
    });
}

function bare({ start, end }: Span): Span {
  return { start, end };
}
