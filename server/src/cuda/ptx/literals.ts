/** String literals and the macros that stand for them, as one text in which every character knows its source offset. */
import { toLogical, toSource } from "../lexer";
import type { LogicalText, Token } from "../lexer";
import { HOLE } from "./parse";

/** A macro of the same file. `parameters` is null for one without parentheses. */
export interface TextMacro {
  readonly name: string;
  readonly parameters: readonly string[] | null;
  readonly body: readonly Token[];
}

export type TextMacros = ReadonlyMap<string, TextMacro>;

export interface MappedText {
  readonly text: string;
  /** Source offset of each character; those of an expanded macro all have that of its use. */
  readonly offsets: readonly number[];
}

/** Macros nest; deeper than this they count as unknown. */
const MAX_DEPTH = 8;
/** A text longer than this is cut: macros that double in each other must not blow up. */
const MAX_LENGTH = 1 << 18;

interface Builder {
  readonly logical: LogicalText;
  readonly macros: TextMacros;
  readonly pieces: string[];
  readonly offsets: number[];
}

/** The text that a sequence of literals and macros stands for; what cannot be read becomes a `HOLE`. */
export function textOf(logical: LogicalText, tokens: readonly Token[], macros: TextMacros): MappedText {
  const builder: Builder = { logical, macros, pieces: [], offsets: [] };
  append(builder, tokens, null, 0);
  return { text: builder.pieces.join(""), offsets: builder.offsets };
}

/** `at`: the source offset that all characters get, once inside a macro. */
function append(builder: Builder, tokens: readonly Token[], at: number | null, depth: number): void {
  for (let index = 0; index < tokens.length && builder.offsets.length < MAX_LENGTH; index++) {
    const token = tokens[index];
    if (token === undefined) break;
    if (token.kind === "string") appendLiteral(builder, token, at);
    else if (token.kind === "name") index = appendMacro(builder, tokens, index, at, depth);
    else if (token.text === "#" && tokens[index + 1] !== undefined) index++;
    else if (token.kind !== "punctuator") push(builder, HOLE, at ?? token.start);
  }
}

/** Returns the index of the last token used. */
function appendMacro(
  builder: Builder,
  tokens: readonly Token[],
  index: number,
  at: number | null,
  depth: number,
): number {
  const token = tokens[index];
  if (token === undefined) return index;
  const place = at ?? token.start;
  const macro = builder.macros.get(token.text);
  const call = tokens[index + 1]?.text === "(" ? callArguments(tokens, index + 1) : null;
  const last = call?.last ?? index;
  if (macro === undefined || depth >= MAX_DEPTH) {
    push(builder, HOLE, place);
    return last;
  }
  if (macro.parameters === null) {
    append(builder, macro.body, place, depth + 1);
    return index;
  }
  if (call === null) push(builder, HOLE, place);
  else append(builder, substitute(macro, call.values), place, depth + 1);
  return last;
}

interface Call {
  readonly values: readonly (readonly Token[])[];
  /** Index of the closing parenthesis. */
  readonly last: number;
}

/** The arguments of the call whose parenthesis opens at `open`. */
export function callArguments(tokens: readonly Token[], open: number): Call | null {
  const values: Token[][] = [[]];
  let depth = 0;
  for (let index = open; index < tokens.length; index++) {
    const token = tokens[index];
    if (token === undefined) break;
    const opens = token.text === "(" || token.text === "[" || token.text === "{";
    const closes = token.text === ")" || token.text === "]" || token.text === "}";
    if (closes && --depth === 0) return { values, last: index };
    if (token.text === "," && depth === 1) values.push([]);
    else if (index > open) values[values.length - 1]?.push(token);
    if (opens) depth++;
  }
  return null;
}

function substitute(macro: TextMacro, values: readonly (readonly Token[])[]): Token[] {
  const byName = new Map((macro.parameters ?? []).map((name, index) => [name, values[index] ?? []]));
  const result: Token[] = [];
  for (let index = 0; index < macro.body.length; index++) {
    const token = macro.body[index];
    if (token === undefined) break;
    const next = macro.body[index + 1];
    const spelled = token.text === "#" && next !== undefined ? byName.get(next.text) : undefined;
    if (spelled !== undefined && next !== undefined) {
      result.push(stringised(spelled, next));
      index++;
    } else result.push(...(token.kind === "name" ? (byName.get(token.text) ?? [token]) : [token]));
  }
  return result;
}

function stringised(tokens: readonly Token[], place: Token): Token {
  const text = tokens.map((token, index) => (token.spaced && index > 0 ? " " : "") + token.text).join("");
  return { ...place, kind: "string", text: `"${text.replace(/["\\]/g, "\\$&")}"` };
}

function push(builder: Builder, text: string, offset: number): void {
  builder.pieces.push(text);
  builder.offsets.push(...new Array<number>(text.length).fill(offset));
}

const ESCAPES: Readonly<Record<string, string>> = { n: "\n", t: "\t", r: "\r", "0": "\0", v: "\v", f: "\f" };
const RAW = /^(?:u8|u|U|L)?R"([^ ()\\\t\v\f\r\n"]{0,16})\(([\s\S]*)$/;

function appendLiteral(builder: Builder, token: Token, at: number | null): void {
  const placeOf = at === null ? placesIn(builder.logical, token) : () => at;
  const raw = RAW.exec(token.text);
  if (raw !== null) {
    const closing = `)${raw[1] ?? ""}"`;
    const content = raw[2] ?? "";
    const end = content.endsWith(closing) ? content.length - closing.length : content.length;
    const from = token.text.length - content.length;
    for (let index = 0; index < end; index++) push(builder, content.charAt(index), placeOf(from + index));
    return;
  }
  const { text } = token;
  const end = text.length > 1 && text.endsWith('"') ? text.length - 1 : text.length;
  for (let index = text.indexOf('"') + 1; index < end; index++) {
    const character = text.charAt(index);
    if (character !== "\\") {
      push(builder, character, placeOf(index));
      continue;
    }
    const next = text.charAt(index + 1);
    push(builder, ESCAPES[next] ?? next, placeOf(index));
    index++;
  }
}

function placesIn(logical: LogicalText, token: Token): (index: number) => number {
  if (token.end - token.start === token.text.length) return (index) => token.start + index;
  const start = toLogical(logical, token.start);
  return (index) => toSource(logical, start + index);
}
