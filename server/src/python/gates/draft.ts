import { DEVICES } from "../../arch/devices";
import type { Claim, Consequence, Evidence, Gate } from "../../gates/gate";
import type { Mask } from "../../logic/sets";
import { lineAt, sliceOf, type SourceText, type Span } from "../../text/source";
import { admissionOf } from "../values/logic";
import type { Module } from "../modules/module";
import type { PythonShape } from "../shape";
import type { Expr, Stmt } from "../syntax/syntax";
import { at, truth, type Vec } from "../values/values";

/** A gate while it is put together. */
export interface Draft {
  readonly form: string;
  readonly span: Span;
  readonly text?: string;
  /** Who gets in, as a condition per device. */
  readonly admission: Vec;
  readonly consequence: Consequence | null;
  readonly remarks?: readonly Evidence[];
  readonly definedAt?: Gate["definedAt"];
  readonly listedAt?: Gate["listedAt"];
  readonly exempt?: (excluded: Mask) => string | null;
  readonly operand?: (excluded: Mask) => Span | null;
  readonly claim?: Claim | null;
  readonly instructions?: Gate["instructions"];
  /** Where names may say for whom that is which the gate opens. */
  readonly code?: readonly Span[];
  readonly shape: PythonShape;
  readonly exact?: readonly string[] | null;
}

const LONGEST_TEXT = 300;

export function finish(draft: Draft, source: SourceText): Gate {
  const text = draft.text ?? sliceOf(source, draft.span);
  const { shape } = draft;
  const intoArm = shape.kind === "condition" && shape.want && shape.place !== "ladder";
  return {
    layer: "python",
    form: draft.form,
    span: draft.span,
    text: text.length > LONGEST_TEXT ? `${text.slice(0, LONGEST_TEXT)}…` : text,
    domain: "devices",
    admission: admissionOf(draft.admission),
    exact: draft.exact ?? null,
    host: null,
    operandFor: draft.operand ?? (() => null),
    consequence: draft.consequence,
    instructions: draft.instructions ?? [],
    remarks: draft.remarks ?? [],
    definedAt: draft.definedAt ?? null,
    ...(draft.listedAt === undefined ? {} : { listedAt: draft.listedAt }),
    ...(intoArm ? { intoArm } : {}),
    exemptFor: draft.exempt ?? (() => null),
    claim: draft.claim ?? null,
    shape,
  };
}

/** The devices for which the value is not false: those that may get there. */
export function possible(vec: Vec): Mask {
  return DEVICES.reduce((mask, _, i) => (truth(at(vec, i)) === false ? mask : mask | (1 << i)), 0);
}

export function certain(vec: Vec): Mask {
  return DEVICES.reduce((mask, _, i) => (truth(at(vec, i)) === true ? mask | (1 << i) : mask), 0);
}

const LINES_ABOVE = 12;

/**
 * Comments above and beside the place, those above the statement that it stands in, and the messages in the code that
 * a refused device gets: what may say that it is meant to be so.
 */
export function remarksAt(
  module: Module,
  span: Span,
  refusing: readonly Stmt[],
  statement: number | null,
): Evidence[] {
  const { source } = module;
  const firstLine = lineAt(source, span.start);
  const lastLine = lineAt(source, refusing[0]?.end ?? span.end);
  const attached = [...above(module, firstLine), ...within(module, firstLine, lastLine)];
  if (statement !== null) {
    const line = lineAt(source, statement);
    if (line < firstLine) attached.unshift(...above(module, line).filter((one) => !attached.includes(one)));
  }
  const messages = refusing.flatMap((one) => stringsIn(one)).map((place) => textAt(source, place));
  return [...sentences(source, attached), ...messages];
}

function textAt(source: SourceText, { start, end }: Span): Evidence {
  return { span: { start, end }, text: sliceOf(source, { start, end }) };
}

/** What is said over several lines, each right below the other, is said in one: up to a line that ends a sentence. */
function sentences(source: SourceText, lines: readonly Span[]): Evidence[] {
  const found: Evidence[] = [];
  let last: Span | null = null;
  for (const line of lines) {
    const text = sliceOf(source, line);
    const before = found.at(-1);
    const goesOn =
      last !== null &&
      lineAt(source, last.start) + 1 === lineAt(source, line.start) &&
      !/[.!?:]\s*$/.test(sliceOf(source, last));
    if (before !== undefined && goesOn) {
      found[found.length - 1] = {
        span: { start: before.span.start, end: line.end },
        text: `${before.text} ${text.replace(/^#\s*/, "")}`,
      };
    } else found.push({ span: { start: line.start, end: line.end }, text });
    last = line;
  }
  return found.flatMap(({ span, text }) =>
    text.split(/(?<=[.!?])\s+(?=[A-Z])/).map((sentence) => ({ span, text: sentence })),
  );
}

const LONGEST_DOCSTRING = 1500;

/** The lines of the text that a function begins with, sentence by sentence. */
export function docstringOf({ source }: Module, from: number, to: number): Evidence[] {
  const head = source.text.slice(from, Math.min(to, from + LONGEST_DOCSTRING));
  const quoted = /:[ \t]*(?:#[^\n]*)?\n\s*[rRuU]?("""|''')([\s\S]*?)\1/.exec(head);
  if (quoted === null || /\n\s*(?:return|if|for|def|self\.|\w+ =)/.test(head.slice(0, quoted.index)))
    return [];
  const start = from + quoted.index + quoted[0].length - 3 - (quoted[2] ?? "").length;
  const lines: Span[] = [];
  let at = start;
  for (const line of (quoted[2] ?? "").split("\n")) {
    const text = line.trim();
    const begin = at + line.indexOf(text);
    if (text !== "") lines.push({ start: begin, end: begin + text.length });
    at += line.length + 1;
  }
  return sentences(source, lines);
}

function within({ source, comments }: Module, first: number, last: number): Span[] {
  return between(comments, source.lineStarts[first] ?? 0, source.lineStarts[last + 1] ?? source.text.length);
}

/** Comments, each right above the next, that end right above the line. */
function above({ source, comments }: Module, line: number): Span[] {
  const from = source.lineStarts[Math.max(0, line - LINES_ABOVE)] ?? 0;
  const attached: Span[] = [];
  let expected = line;
  for (const comment of between(comments, from, source.lineStarts[line] ?? 0).reverse()) {
    if (lineAt(source, comment.start) !== expected - 1) break;
    attached.unshift(comment);
    expected--;
  }
  return attached;
}

/** Comments stand in order: those that begin in [from, to). */
function between(comments: readonly Span[], from: number, to: number): Span[] {
  let low = 0;
  let high = comments.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((comments[middle]?.start ?? 0) < from) low = middle + 1;
    else high = middle;
  }
  const found: Span[] = [];
  for (let i = low; (comments[i]?.start ?? Infinity) < to; i++) {
    const comment = comments[i];
    if (comment !== undefined) found.push(comment);
  }
  return found;
}

function stringsIn(statement: Stmt): Span[] {
  switch (statement.kind) {
    case "expression":
    case "return":
    case "raise":
    case "assign":
      return statement.value === null ? [] : strings(statement.value);
    case "assert":
      return statement.message === null ? [] : strings(statement.message);
    case "if":
      return statement.arms.flatMap((arm) => arm.body.flatMap(stringsIn));
    default:
      return [];
  }
}

function strings(node: Expr): Span[] {
  switch (node.kind) {
    case "string":
      return [node];
    case "call":
      return [...node.args, ...node.keywords.map(({ value }) => value)].flatMap(strings);
    case "tuple":
    case "list":
      return node.items.flatMap(strings);
    case "binary":
      return [...strings(node.left), ...strings(node.right)];
    case "conditional":
      return [...strings(node.then), ...strings(node.otherwise)];
    default:
      return [];
  }
}
