/** Finds the functions of a file by their braces, without a grammar: what stands before a brace says what it opens. */
import type { Token } from "../lexer";
import type { Span } from "../../text/source";
import type { Code } from "./code";

export type FunctionKind = "kernel" | "function" | "lambda";

export interface FunctionBody {
  readonly kind: FunctionKind;
  /** `ns::f`, `operator()`; "" for a lambda. */
  readonly name: string;
  /** The name, or for a lambda its capture list. */
  readonly nameSpan: Span;
  /** Where its header begins: its template, its attributes. */
  readonly start: number;
  /** Between the braces. */
  readonly body: Span;
  /** Token indices of the braces. */
  readonly open: number;
  readonly close: number;
  /** False where the header says `void`. */
  readonly returnsValue: boolean;
  /** The function that this lambda stands in, else null. */
  readonly outer: FunctionBody | null;
}

/** What its body is the body of, as a gate tells it. */
export function bodyKind({ kind, returnsValue }: FunctionBody): "kernel" | "value" | "function" {
  return kind === "kernel" ? "kernel" : returnsValue ? "value" : "function";
}

/** What a parenthesis after one of these words holds is no parameter list. */
const NOT_A_FUNCTION = new Set(
  (
    "if for while switch catch constexpr return sizeof alignof alignas decltype noexcept requires explicit throw new " +
    "__attribute__ __attribute __declspec __align__ __launch_bounds__ __cluster_dims__ __block_size__ __maxnreg__ " +
    "static_assert asm __asm__ defined"
  ).split(" "),
);

/** May stand between a parameter list and the brace. */
const AFTER_PARAMETERS = new Set("const volatile noexcept override final mutable & && try".split(" "));

/** A header longer than this is not looked through: it keeps the work linear on text that is no C++. */
export const MAX_HEADER = 2000;

/** Every function and lambda with a body, in source order; nested ones come after those around them. */
export function functionsOf(code: Code): FunctionBody[] {
  const functions: FunctionBody[] = [];
  let outerClose = -1;
  let around: FunctionBody | null = null;
  const { tokens, partners } = code;
  for (let open = 0; open < tokens.length; open++) {
    const close = partners[open] ?? -1;
    if (close <= open || tokens[open]?.text !== "{") continue;
    const found = functionAt(code, open, close, open < outerClose);
    if (found === null) continue;
    while (around !== null && around.close < open) around = around.outer;
    around = { ...found, outer: around };
    functions.push(around);
    outerClose = Math.max(outerClose, close);
  }
  return functions;
}

function functionAt(code: Code, open: number, close: number, nested: boolean): FunctionBody | null {
  const { tokens, partners } = code;
  const lambda = lambdaAt(code, open);
  if (lambda !== null) return { ...make(code, "lambda", "", lambda, open, close, true), start: lambda.start };
  if (nested) return null;
  const from = headerStart(code, open);
  for (let index = from; index < open; index++) {
    if (tokens[index]?.text !== "(") continue;
    const end = partners[index] ?? -1;
    if (end < 0 || end >= open) return null;
    const name = functionName(tokens, index, from);
    if (name !== null && continuesToBody(code, end + 1, open)) {
      const header = tokens.slice(from, name.first);
      const kernel = header.some((token) => /^(?:__global__|\w+_GLOBAL)$/.test(token.text));
      const returnsValue = !returnsVoid(header);
      const found = make(
        code,
        kernel ? "kernel" : "function",
        name.text,
        name.span,
        open,
        close,
        returnsValue,
      );
      return { ...found, start: tokens[from]?.start ?? found.start };
    }
    index = end;
  }
  return null;
}

function make(
  code: Code,
  kind: FunctionKind,
  name: string,
  nameSpan: Span,
  open: number,
  close: number,
  returnsValue: boolean,
): FunctionBody {
  const body = { start: code.tokens[open]?.end ?? 0, end: code.tokens[close]?.start ?? 0 };
  return { kind, name, nameSpan, start: nameSpan.start, body, open, close, returnsValue, outer: null };
}

/** `void`, but not `void*`. */
function returnsVoid(header: readonly Token[]): boolean {
  const at = header.findIndex((token) => token.text === "void");
  return at >= 0 && header[at + 1]?.text !== "*" && header[at - 1]?.text !== "<";
}

/** The first token of what stands before the brace: after the last `;`, `{` or `}` outside its brackets. */
function headerStart(code: Code, open: number): number {
  const { tokens, partners } = code;
  let at = open - 1;
  while (at >= 0 && open - at < MAX_HEADER) {
    const text = tokens[at]?.text;
    if (text === ";" || text === "{") break;
    if (text === "}" && !endsMemberInitialiser(code, at)) break;
    const partner = partners[at] ?? -1;
    at = partner >= 0 && partner < at ? partner - 1 : at - 1;
  }
  return at + 1;
}

/** `: a{1}, b{2} {`: the braces of a constructor's initialisers belong to its header. */
function endsMemberInitialiser(code: Code, close: number): boolean {
  const open = code.partners[close] ?? -1;
  if (open < 2 || code.tokens[open - 1]?.kind !== "name") return false;
  const before = code.tokens[open - 2]?.text;
  return before === ":" || before === ",";
}

interface FunctionName {
  readonly text: string;
  readonly span: Span;
  /** Index of its first token. */
  readonly first: number;
}

/** The name before the parenthesis at `open`, with its qualifiers. */
function functionName(tokens: readonly Token[], open: number, from: number): FunctionName | null {
  let at = open - 1;
  const last = tokens[at];
  if (last === undefined || at < from) return null;
  if (last.kind !== "name") {
    // operator+, operator() and the like: at most three tokens back.
    while (at >= from && at > open - 4 && tokens[at]?.text !== "operator") at--;
    if (tokens[at]?.text !== "operator") return null;
    if (at === open - 1) return null;
  } else if (last.text === "operator" || NOT_A_FUNCTION.has(last.text)) return null;
  while (at - 2 >= from && tokens[at - 1]?.text === "::" && tokens[at - 2]?.kind === "name") at -= 2;
  if (tokens[at - 1]?.text === "~") at--;
  const first = tokens[at];
  if (first === undefined || at < from) return null;
  const text = tokens
    .slice(at, open)
    .map((token) => token.text)
    .join("");
  return { text, span: { start: first.start, end: last.end }, first: at };
}

/** Whether nothing but what may follow a parameter list stands between it and the brace. */
function continuesToBody(code: Code, from: number, open: number): boolean {
  const { tokens, partners } = code;
  let at = from;
  while (at < open) {
    const token = tokens[at];
    if (token === undefined) return false;
    if (token.text === ":" || token.text === "->" || token.text === "requires") return true;
    const attribute = token.kind === "name" || token.text === "(" || token.text === "[";
    if (!attribute && !AFTER_PARAMETERS.has(token.text)) return false;
    const partner = partners[at] ?? -1;
    at = partner > at ? partner + 1 : at + 1;
  }
  return true;
}

/** The capture list of a lambda whose body opens here. */
function lambdaAt(code: Code, open: number): Span | null {
  const { tokens, partners } = code;
  let at = open - 1;
  for (let steps = 0; steps < 40 && at >= 0; steps++) {
    const text = tokens[at]?.text;
    if (text === "]") return captureList(code, at);
    if (text === ")") {
      const before = (partners[at] ?? 0) - 1;
      if (tokens[before]?.text === "]") return captureList(code, before);
      // `[&](int x) __device__ (…)`, `[] __device__ (int x)`: attributes may stand on either side.
      at = before;
    } else if (tokens[at]?.kind === "name" || text === "->" || text === "::" || text === "*" || text === "&")
      at--;
    else return null;
  }
  return null;
}

function captureList(code: Code, close: number): Span | null {
  const open = code.partners[close] ?? -1;
  const first = code.tokens[open];
  const last = code.tokens[close];
  const before = code.tokens[open - 1];
  if (first === undefined || last === undefined) return null;
  // After a name or a closing bracket it is a subscript; `return [` and `co_await [` are not.
  const subscript =
    before?.text === ")" || before?.text === "]" || (before?.kind === "name" && before.text !== "return");
  return subscript ? null : { start: first.start, end: last.end };
}

/** The innermost body that holds the span, or null. `bodies` in source order, as `functionsOf` and `typesOf` give them. */
export function innermostAround<T extends { readonly body: Span; readonly outer: T | null }>(
  bodies: readonly T[],
  span: Span,
): T | null {
  let low = 0;
  let high = bodies.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((bodies[middle]?.body.start ?? 0) <= span.start) low = middle + 1;
    else high = middle;
  }
  // Bodies nest: the last to start before the span holds it, or one of those around that one does.
  for (let at: T | null = bodies[low - 1] ?? null; at !== null; at = at.outer)
    if (at.body.end >= span.end) return at;
  return null;
}
