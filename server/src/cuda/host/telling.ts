/**
 * Where a condition can tell devices apart at all. Most conditions of a file cannot: nothing in them leads to the
 * device. Knowing that from their tokens alone saves parsing and evaluating them on every device. It errs on one side
 * only: what is said to tell nothing does not.
 */
import { remembered } from "../../text/own-text";
import { placesWhere, wordsOf, type Code, type Words } from "../body/code";
import type { Token } from "../lexer";
import { archInName, DEVICE_CODE_MACRO, unitOfTextName } from "./names";
import type { Range } from "./statements";

/** A name given what stands in a range: a variable's value, a function's body. */
export interface Meaning {
  readonly name: string;
  readonly from: number;
  readonly to: number;
}

export interface Telling {
  /** Whether anything in the tokens of the range may differ from device to device. */
  in(range: Range): boolean;
}

/** Names are followed no deeper than this by those who evaluate them. */
const DEEPEST = 10;

/** Parts without which no name leads to the device, nor stands for an architecture. */
const TELLING_PART = /sm|arch|cc|cap|major|minor|is_same|is_match|is_compatible/gi;
/** A name that a splice cuts in two is not seen by looking at the text. */
const SPLICED_NAME = /\w\\[ \t]*\r?\n\w/;

/** Whether any name in a text leads to the device by itself; where none does, nothing does. */
export function asksForDevice(text: string): boolean {
  TELLING_PART.lastIndex = 0;
  for (let hit = TELLING_PART.exec(text); hit !== null; hit = TELLING_PART.exec(text)) {
    let from = hit.index;
    let to = TELLING_PART.lastIndex;
    while (from > 0 && isWordCode(text.charCodeAt(from - 1))) from--;
    while (to < text.length && isWordCode(text.charCodeAt(to))) to++;
    TELLING_PART.lastIndex = to;
    const name = text.slice(from, to);
    const tells =
      (tellsByItself(name) && !text.startsWith("::", to)) ||
      (isArchitecture(name) && hasTraitNear(text, from));
    if (tells && mayBeCode(text, from)) return true;
  }
  return SPLICED_NAME.test(text);
}

/** Characters within which the whole of `is_same<…>::value` is looked for; it is at most 64 tokens long. */
const NEAR = 2000;
const TRAIT = /(?:::|->|\.)\s*value\b|is_same_v/;

/** In the same statement, and the two beside it: there may be a semicolon in a comment. */
function hasTraitNear(text: string, at: number): boolean {
  const before = text.slice(Math.max(0, at - NEAR), at);
  const after = text.slice(at, at + NEAR);
  const start = before.lastIndexOf(";", before.lastIndexOf(";") - 1);
  const stop = after.indexOf(";", after.indexOf(";") + 1);
  return TRAIT.test(before.slice(Math.max(0, start)) + (stop < 0 ? after : after.slice(0, stop)));
}

/** A condition or an include, or behind `//`: no code, unless a quote before makes it doubtful. */
const NO_CODE = /^\s*#\s*(?!define)[a-z]+\b|^[^"'\n]*\/\//;

/** Longer lines are not looked at: it keeps the work linear. */
const LONGEST_LINE = 2000;

function mayBeCode(text: string, at: number): boolean {
  const before = text.slice(Math.max(0, at - LONGEST_LINE), at);
  const lineStart = before.lastIndexOf("\n") + 1;
  return (lineStart === 0 && at > LONGEST_LINE) || !NO_CODE.test(before.slice(lineStart));
}

function isWordCode(code: number): boolean {
  const letter = code | 32;
  return (
    (letter >= 97 && letter <= 122) ||
    (code >= 48 && code <= 57) ||
    code === 95 ||
    code === 36 ||
    code >= 0x80
  );
}

/** @param queried variables that calls write the device's capability to. */
export function tellingIn(code: Code, queried: Iterable<string>, meanings: readonly Meaning[]): Telling {
  const { tokens } = code;
  const words = wordsOf(code);
  /** Ascending. */
  let places: Int32Array = Int32Array.from(placesWhere(code, mayTell).filter((at) => tellsAt(tokens, at)));
  const holds = ({ from, to }: Range): boolean => (places[firstFrom(places, from)] ?? to) < to;
  const names = new Set<string>();
  let fresh = [...queried];
  let unmet = meanings;
  const macros = [...code.macros.values()];
  for (let depth = 0; depth < DEEPEST; depth++) {
    for (const name of fresh) names.add(name);
    if (fresh.length > 0) places = withPlacesOf(places, fresh, words);
    const found = new Set(unmet.filter(holds).map(({ name }) => name));
    for (const { name, body } of macros)
      if (body.some((part, at) => names.has(part.text) || tellsAt(body, at))) found.add(name);
    fresh = [...found].filter((name) => !names.has(name));
    if (fresh.length === 0) break;
    unmet = unmet.filter(({ name }) => !found.has(name));
  }
  return { in: holds };
}

function withPlacesOf(places: Int32Array, names: readonly string[], words: Words): Int32Array {
  const more = names.flatMap((name) => words.get(name) ?? []);
  const all = new Int32Array(places.length + more.length);
  all.set(places);
  all.set(more, places.length);
  return all.sort();
}

/** The index of the first place from `at` on. */
function firstFrom(places: Int32Array, at: number): number {
  let low = 0;
  let high = places.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((places[middle] ?? 0) < at) low = middle + 1;
    else high = middle;
  }
  return low;
}

/** Tokens that a template's arguments may have, and a few around them. */
const LONGEST_TRAIT = 72;

/** Whether a name may tell something wherever it stands. */
function mayTell(name: string): boolean {
  return name === "value" || name === "is_same_v" || tellsByItself(name);
}

function tellsAt(tokens: readonly Token[], at: number): boolean {
  const token = tokens[at];
  if (token?.kind !== "name") return false;
  const { text } = token;
  // What only qualifies another name (`cutlass::arch::`) says nothing.
  if (tokens[at + 1]?.text === "::") return false;
  if (text === "value") return namesArchitecture(tokens, at - LONGEST_TRAIT, at);
  if (text === "is_same_v") return namesArchitecture(tokens, at, at + LONGEST_TRAIT);
  return tellsByItself(text);
}

function namesArchitecture(tokens: readonly Token[], from: number, to: number): boolean {
  for (let at = Math.max(0, from); at < to; at++) {
    const token = tokens[at];
    if (token?.kind === "name" && isArchitecture(token.text)) return true;
  }
  return false;
}

const tellsByItself = remembered(
  (name) =>
    name === "major" ||
    name === "minor" ||
    name === DEVICE_CODE_MACRO ||
    /^is_(?:major|match|compatible)_v$/.test(name) ||
    unitOfTextName(name) !== null ||
    /compute_?capability/i.test(name),
);

const isArchitecture = remembered((name) => archInName(name) !== null);
