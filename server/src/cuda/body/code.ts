/** The code of a file with its directives taken out: tokens, macros, and which bracket closes which. */
import { toLogical, tokenise } from "../lexer";
import type { LogicalText, Token } from "../lexer";
import type { Directive, DirectiveScan } from "../directives";
import type { TextMacro, TextMacros } from "../ptx/literals";
import { partnersOf } from "./brackets";
import type { Span } from "../../text/source";

export interface Code {
  readonly logical: LogicalText;
  readonly directives: readonly Directive[];
  /** All tokens outside directives, of every branch. */
  readonly tokens: readonly Token[];
  /** Macros with one definition in this file; a name defined in several ways stands for none of them. */
  readonly macros: TextMacros;
  /** For each token: the index of the bracket that closes or opens it, else -1. */
  readonly partners: Int32Array;
}

export function codeOf(scan: DirectiveScan): Code {
  const { logical, directives } = scan;
  const tokens: Token[] = [];
  let from = 0;
  const readTo = (to: number): void => {
    for (const token of tokenise(logical, from, to)) tokens.push(token);
  };
  for (const directive of directives) {
    readTo(toLogical(logical, directive.start));
    from = toLogical(logical, directive.lineEnd);
  }
  readTo(logical.text.length);
  return {
    logical,
    directives,
    tokens,
    macros: macrosOf(directives),
    partners: partnersOf(tokens, directives),
  };
}

function macrosOf(directives: readonly Directive[]): Map<string, TextMacro> {
  const macros = new Map<string, TextMacro>();
  const several = new Set<string>();
  for (const directive of directives) {
    const macro = directive.keyword === "define" ? readDefinition(directive.tokens) : null;
    if (macro === null) continue;
    const earlier = macros.get(macro.name);
    if (earlier !== undefined && spelling(earlier) !== spelling(macro)) several.add(macro.name);
    macros.set(macro.name, macro);
  }
  for (const name of several) macros.delete(name);
  return macros;
}

function spelling(macro: TextMacro): string {
  return `${macro.parameters?.join() ?? ""}|${macro.body.map((token) => token.text).join(" ")}`;
}

export function readDefinition(tokens: readonly Token[]): TextMacro | null {
  const name = tokens[0];
  if (name?.kind !== "name") return null;
  const open = tokens[1];
  if (open?.text !== "(" || open.spaced) return { name: name.text, parameters: null, body: tokens.slice(1) };
  const close = tokens.findIndex((token) => token.text === ")");
  if (close < 0) return null;
  const parameters = tokens.slice(2, close).filter((token) => token.text !== ",");
  return {
    name: name.text,
    parameters: parameters.map((token) => (token.text === "..." ? "__VA_ARGS__" : token.text)),
    body: tokens.slice(close + 1),
  };
}

/** Where each name stands, and each `=`, as token indices in source order. */
export type Words = ReadonlyMap<string, readonly number[]>;

const wordsByCode = new WeakMap<Code, Words>();

/** Made when it is first asked for: whoever looks for some names in a file asks this, and does not go through it all. */
export function wordsOf(code: Code): Words {
  let words = wordsByCode.get(code);
  if (words === undefined) wordsByCode.set(code, (words = wordsIn(code.tokens)));
  return words;
}

function wordsIn(tokens: readonly Token[]): Words {
  const words = new Map<string, number[]>();
  for (let at = 0; at < tokens.length; at++) {
    const token = tokens[at];
    if (token === undefined || (token.kind !== "name" && token.text !== "=")) continue;
    const places = words.get(token.text);
    if (places === undefined) words.set(token.text, [at]);
    else places.push(at);
  }
  return words;
}

/** Where a name or `=` stands, as token indices. */
export function placesOf(code: Code, text: string): readonly number[] {
  return wordsOf(code).get(text) ?? [];
}

/** Where the names stand that pass a test, as token indices in source order. */
export function placesWhere(code: Code, test: (name: string) => boolean): number[] {
  const places: number[] = [];
  for (const [name, all] of wordsOf(code)) if (test(name)) for (const at of all) places.push(at);
  return places.sort((a, b) => a - b);
}

/** The index of the first token that starts at or after `offset`. */
export function firstTokenAt(tokens: readonly Token[], offset: number): number {
  return firstStartingAt(tokens, offset);
}

/** The directives that start in the span. */
export function directivesIn(code: Code, span: Span): readonly Directive[] {
  const { directives } = code;
  return directives.slice(firstStartingAt(directives, span.start), firstStartingAt(directives, span.end));
}

/** The index of the first that starts at or after `offset`; items in source order. */
export function firstStartingAt(items: readonly Span[], offset: number): number {
  let low = 0;
  let high = items.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((items[middle]?.start ?? 0) < offset) low = middle + 1;
    else high = middle;
  }
  return low;
}
