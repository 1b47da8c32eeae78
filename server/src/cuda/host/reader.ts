/** What the finders of gates share: the file, its scope and its comments. */
import type { Claim, Evidence, Gate } from "../../gates/gate";
import type { Mask } from "../../logic/sets";
import type { SourceText, Span } from "../../text/source";
import type { Code } from "../body/code";
import { remarksOf } from "../body/remarks";
import type { Behind } from "./behind";
import { claimOfMessage, devicesNamedBy, MOST_FOLDERS, nearestNaming } from "./claims";
import { readComparison, readCondition, type Condition } from "./condition";
import { TRANSPARENT } from "./called";
import type { Evaluator } from "./evaluate";
import type { Guards } from "./guards";
import type { Binding } from "./assignments";
import { bare, parseExpression, pathOf, type Expression } from "./expression";
import { membershipIn } from "./lists";
import type { HostConditionShape } from "./shape";
import { isPredicateName } from "./claims";
import type { Range } from "./statements";
import { decides } from "./values";

export interface HostReader {
  readonly source: SourceText;
  readonly code: Code;
  readonly evaluator: Evaluator;
  readonly comments: readonly Evidence[];
  readonly guards: Guards;
  readonly behind: Behind;
  /** For each token the brace that opens the block around it. */
  readonly blocks: Int32Array;
}

export function conditionIn(reader: HostReader, range: Range): Condition | null {
  return readCondition(reader.evaluator, range);
}

/** Two values compared with each other, as a macro's arguments are. */
export function comparisonIn(
  reader: HostReader,
  left: Range,
  operator: string,
  right: Range,
): Condition | null {
  return readComparison(reader.evaluator, left, operator, right);
}

/** The texts of messages in a refusal, whatever throws them; literals side by side are one text. */
export function messagesIn(code: Code, range: Range): Evidence[] {
  const found: Evidence[] = [];
  for (let at = range.from; at < range.to && found.length < MOST_MESSAGES; at++) {
    const first = code.tokens[at];
    if (first?.kind !== "string") continue;
    let text = unquoted(first.text);
    let last = first;
    for (
      let next = code.tokens[at + 1];
      next?.kind === "string" && at + 1 < range.to;
      next = code.tokens[at + 1]
    ) {
      text += unquoted(next.text);
      last = next;
      at++;
    }
    found.push({ span: { start: first.start, end: last.end }, text });
  }
  return found;
}

function unquoted(literal: string): string {
  return literal.replace(/^\w*"|"\w*$/g, "");
}

const MOST_MESSAGES = 6;

/** From one token's start to another's end. */
export function spanOf(code: Code, from: number, to: number): Span {
  return { start: code.tokens[from]?.start ?? 0, end: code.tokens[Math.max(from, to - 1)]?.end ?? 0 };
}

export function remarksFor(reader: HostReader, span: Span): Evidence[] {
  return remarksOf(reader.code, reader.comments, span);
}

/** The promise of a message among the tokens. */
export function claimIn(code: Code, range: Range): Claim | null {
  for (let at = range.from; at < range.to; at++) {
    const token = code.tokens[at];
    const claim = token?.kind === "string" ? claimOfMessage(token) : null;
    if (claim !== null) return claim;
  }
  return null;
}

export function shapeOf(
  reader: HostReader,
  condition: Condition,
  negated: boolean,
  inLadder: boolean,
): HostConditionShape {
  const { scope } = reader.evaluator;
  return {
    kind: "host condition",
    expression: condition.expression,
    negated,
    macro: null,
    inLadder,
    decides: (part) => decides(reader.evaluator.evaluate(part, condition.at)),
    definitionOf: (name) => {
      const binding = scope.bindingOf(name, condition.at);
      return binding === null ? null : parseExpression(scope.code.tokens, binding.from, binding.to);
    },
    constantFor: (model, capability) => constantLike(reader, model, capability, condition.at),
  };
}

/** `kArch120` for `kArch90`, if the file has it. */
export function constantLike(
  { evaluator: { scope } }: HostReader,
  model: string,
  capability: number,
  at: number,
): string | null {
  const name = model.replace(/\d{2,3}(?=[af]?$)/, String(capability));
  const known =
    scope.bindingOf(name, at) !== null || scope.enumeratorOf(name) !== null || scope.code.macros.has(name);
  return name !== model && known ? name : null;
}

/**
 * The definition that a condition merely uses, where that one carries the finding: `if (use_fast_path)`. What several
 * come to together is told where they meet, and so is a name that those it holds for are refused by: `if (bad) throw`.
 */
export function definitionOf(reader: HostReader, condition: Condition, negated: boolean): Gate["definedAt"] {
  const [only, ...others] = decidingLeaves(reader, condition, condition.expression, negated);
  const span = only === undefined || others.length > 0 ? null : definitionOfLeaf(reader, condition.at, only);
  return span === null ? null : { file: reader.source.path, span };
}

interface Leaf {
  readonly expression: Expression;
  /** Whether it must fail for a device to get in. */
  readonly negated: boolean;
}

function decidingLeaves(
  reader: HostReader,
  condition: Condition,
  expression: Expression,
  negated: boolean,
): Leaf[] {
  const inner = bare(expression);
  if (inner.kind === "unary" && inner.operator === "!")
    return decidingLeaves(reader, condition, inner.operand, !negated);
  if (inner.kind === "binary" && (inner.operator === "&&" || inner.operator === "||")) {
    return [
      ...decidingLeaves(reader, condition, inner.left, negated),
      ...decidingLeaves(reader, condition, inner.right, negated),
    ];
  }
  const [given, ...more] = inner.kind === "call" && isTransparent(inner.callee) ? inner.arguments : [];
  if (given !== undefined && more.length === 0) return decidingLeaves(reader, condition, given, negated);
  return decides(reader.evaluator.evaluate(inner, condition.at)) ? [{ expression: inner, negated }] : [];
}

function isTransparent(callee: Expression): boolean {
  return TRANSPARENT.test(pathOf(callee).at(-1) ?? "");
}

function definitionOfLeaf(reader: HostReader, at: number, { expression: leaf, negated }: Leaf): Span | null {
  const { scope } = reader.evaluator;
  const parts = pathOf(leaf.kind === "call" ? leaf.callee : leaf);
  const name = parts.at(-1) ?? "";
  if (isPredicateName(name)) return null;
  const asked = membershipIn(scope, leaf, at);
  if (asked !== null) return asked.negated === negated ? nameSpanOf(reader, asked.list.binding.at) : null;
  const isName = leaf.kind === "path" && parts.length === 1;
  const given = isName ? meantBy(reader, name, at) : null;
  const copied = given === null ? null : copyOf(reader, given, negated);
  if (given !== null && copied !== null) {
    const span = definitionOfLeaf(reader, given.at, copied);
    if (span !== null || !isNegation(reader, given)) return span;
  }
  if (negated) return null;
  if (leaf.kind === "call") {
    const called = scope.shortFunctionOf(name);
    // What tells devices apart only by what it is given is told where that is.
    const byItself = called !== null && decides(reader.evaluator.evaluate(called.result, called.at));
    return byItself ? called.body.nameSpan : null;
  }
  // What a function comes to that is called where it stands is told where it is used.
  return given === null || reader.code.tokens[given.from]?.text === "[" ? null : nameSpanOf(reader, given.at);
}

/** What a name was given that alone tells devices apart; null where several things do, which are told where they meet. */
function meantBy({ evaluator }: HostReader, name: string, at: number): Binding | null {
  const steps = evaluator.scope.stepsTo(name, at);
  if (steps === null) return evaluator.scope.bindingOf(name, at);
  const [first = null, ...others] = steps;
  const isAlone = others.every((one) => one.operator === "&=" && !tellsDevicesApart(evaluator, one));
  return isAlone ? first : null;
}

/** `b` of `a = b`, `a = b()` and `a = !b`, and whether it must fail; null where `a` is given something else. */
function copyOf({ code }: HostReader, { from, to }: Binding, negated: boolean): Leaf | null {
  const expression = parseExpression(code.tokens, from, to);
  const inner = expression === null ? null : bare(expression);
  if (inner?.kind === "path" || inner?.kind === "call") return { expression: inner, negated };
  return inner?.kind === "unary" && inner.operator === "!"
    ? { expression: bare(inner.operand), negated: !negated }
    : null;
}

function isNegation({ code }: HostReader, { from }: Binding): boolean {
  return /^(?:!|not)$/.test(code.tokens[from]?.text ?? "");
}

export function tellsDevicesApart(evaluator: Evaluator, { from, to }: Range): boolean {
  if (!evaluator.scope.telling.in({ from, to })) return false;
  const expression = parseExpression(evaluator.scope.code.tokens, from, to);
  return expression !== null && decides(evaluator.evaluate(expression, from));
}

function nameSpanOf({ code }: HostReader, at: number): Span | null {
  const token = code.tokens[at];
  return token === undefined ? null : { start: token.start, end: token.end };
}

/** Code that carries its devices' name is theirs: a check in `gemm_sm90.cu` or in `sm_90/` that asks for 9.0 shuts nobody out. */
export function ownCode(reader: HostReader, at: number, admitted: Mask, excluded: Mask): string | null {
  const [file = "", ...folders] = reader.source.path.split("/").reverse();
  const owner = reader.evaluator.scope.functionAt(at)?.name ?? "";
  for (const name of [owner, file, nearestNaming(folders.slice(0, MOST_FOLDERS))]) {
    const named = devicesNamedBy(name);
    if (named !== 0 && (named & excluded) === 0 && (admitted & ~named) === 0)
      return `${name} is named for other devices`;
  }
  return null;
}
