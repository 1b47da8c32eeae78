/** Reads PTX as it stands in inline assembly: statements in, instructions out. */
import type { Span } from "../../text/source";

/** Stands in a PTX text where the source has something that cannot be read as text (an unknown macro). */
export const HOLE = "\uFFFC";

/** One instruction; offsets are of the PTX text. */
export interface PtxInstruction extends Span {
  /** The first word: `cp`. */
  readonly opcode: string;
  /** The words after it, without dots: `async`, `bulk`, `shared::cluster`. */
  readonly modifiers: readonly string[];
  /** As written, split at commas outside brackets. */
  readonly operands: readonly string[];
  /** True when part of the opcode or its modifiers is not known (`HOLE`). */
  readonly open: boolean;
}

// Comments first; then what may stand before an instruction; then the instruction up to its semicolon.
const SKIPPED = /(?:\s+|\/\/[^\n]*|\/\*[\s\S]*?(?:\*\/|$)|[;{}])+/y;
const LABEL = /(?:%=|[%$\w\uFFFC])+\s*:(?!:)/y;
const PREDICATE = /@\s*!?\s*[%$\w\uFFFC[\]]+\s*/y;
const WORDS = /[A-Za-z_\uFFFC][\w\uFFFC]*(?:\s*\.\s*(?:::|[\w\uFFFC])+)*/y;

/** Every instruction of the text in order; directives (`.reg`), labels, scopes and comments are left out. */
export function parsePtx(text: string): PtxInstruction[] {
  const instructions: PtxInstruction[] = [];
  let at = 0;
  while ((at = skip(SKIPPED, text, at)) < text.length) {
    const label = skip(LABEL, text, at);
    if (label > at) {
      at = label;
      continue;
    }
    const start = skip(PREDICATE, text, at);
    const wordsEnd = skip(WORDS, text, start);
    const end = endOfStatement(text, Math.max(wordsEnd, start));
    if (wordsEnd > start) {
      const instruction = readInstruction(text, start, wordsEnd, end);
      if (instruction !== null) instructions.push(instruction);
    }
    at = Math.max(end, at + 1);
  }
  return instructions;
}

function skip(pattern: RegExp, text: string, at: number): number {
  pattern.lastIndex = at;
  return pattern.test(text) ? pattern.lastIndex : at;
}

/** The semicolon, or the brace that closes a scope, or the end. Braces inside are those of vectors. */
function endOfStatement(text: string, from: number): number {
  let depth = 0;
  for (let at = from; at < text.length; at++) {
    const character = text[at];
    if (character === ";") return at;
    if (character === "{") depth++;
    else if (character === "}" && depth-- === 0) return at;
  }
  return text.length;
}

function readInstruction(text: string, start: number, wordsEnd: number, end: number): PtxInstruction | null {
  const words = text.slice(start, wordsEnd).replace(/\s+/g, "");
  const [opcode = "", ...modifiers] = words.split(".");
  if (opcode === HOLE && modifiers.length === 0) return null;
  return {
    start,
    end: wordsEnd,
    opcode: opcode.toLowerCase(),
    modifiers: modifiers.filter((modifier) => modifier !== "" && !modifier.includes(HOLE)),
    operands: splitOperands(withoutComments(text.slice(wordsEnd, end))),
    open: words.includes(HOLE),
  };
}

function withoutComments(text: string): string {
  return text.includes("/") ? text.replace(/\/\/[^\n]*|\/\*[\s\S]*?(?:\*\/|$)/g, " ") : text;
}

function splitOperands(text: string): string[] {
  const operands: string[] = [];
  let depth = 0;
  let from = 0;
  for (let at = 0; at <= text.length; at++) {
    const character = text[at];
    if (character === undefined || (character === "," && depth === 0)) {
      const operand = text.slice(from, at).trim();
      if (operand !== "") operands.push(operand);
      from = at + 1;
    } else if (character === "{" || character === "[" || character === "(") depth++;
    else if (character === "}" || character === "]" || character === ")") depth--;
  }
  return operands;
}

/** The instruction's words as a person would say them: `wgmma.fence.sync.aligned`. */
export function nameOf(instruction: PtxInstruction): string {
  const name = [instruction.opcode, ...instruction.modifiers].join(".").replaceAll(HOLE, "…");
  return instruction.open && !name.includes("…") ? `${name}…` : name;
}
