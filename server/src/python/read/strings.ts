/** String literals that stand side by side, and what is interpolated into them. */
import type { Str } from "../syntax";
import { unescape } from "../text-literals";
import { Cursor } from "./cursor";
import { expressions, yielded } from "./expressions";
import { END, STRING, tokenise, Unread } from "./tokens";

export function stringAt(c: Cursor): Str {
  const { start } = c;
  const parts: Str["parts"][number][] = [];
  const pieces: { start: number; end: number }[] = [];
  while (c.kind === STRING) {
    pieces.push({ start: c.start, end: c.to + c.shift });
    readLiteral(c, parts);
    c.advance();
  }
  return { kind: "string", start, end: c.end, parts, pieces };
}

function readLiteral(c: Cursor, parts: Str["parts"][number][]): void {
  const { text, from, to } = c;
  let open = from;
  while (text[open] !== '"' && text[open] !== "'") open++;
  const prefix = text.slice(from, open).toLowerCase();
  const isRaw = prefix.includes("r");
  const quotes = text.startsWith((text[open] ?? "").repeat(3), open) && to - open >= 6 ? 3 : 1;
  const [first, last] = [open + quotes, to - quotes];
  if (!prefix.includes("f")) {
    if (last > first) parts.push(unescape(text.slice(first, last), isRaw, false));
    return;
  }
  let at = first;
  for (let place = first; place < last;) {
    const char = text[place];
    if (char === "\\") {
      // `\N{…}` is a name and no interpolation, `\{` is read in two ways.
      if (/[N{}]/.test(text[place + 1] ?? "")) throw new Unread();
      place += 2;
    } else if (char === "{" && text[place + 1] !== "{") {
      if (place > at) parts.push(unescape(text.slice(at, place), isRaw, true));
      at = place = interpolation(c, place, parts);
    } else place += char === "{" || char === "}" ? 2 : 1;
  }
  if (last > at) parts.push(unescape(text.slice(at, last), isRaw, true));
}

/** `{value!r:>10}`; answers with the offset behind it. */
function interpolation(c: Cursor, open: number, parts: Str["parts"][number][]): number {
  const { text } = c;
  const end = endOfValue(text, open + 1);
  const inner = new Cursor(text, tokenise(text, open + 1, end, true), c.shift);
  const value = inner.is("yield") ? yielded(inner) : expressions(inner);
  if (inner.kind !== END) throw new Unread();
  let at = end;
  if (text[at] === "=") at++;
  while (text[at] === " ") at++;
  const conversion = /^![rsa]/.exec(text.slice(at, at + 2))?.[0] ?? "";
  at += conversion.length;
  const start = at;
  if (text[at] === ":") at = endOfFormat(text, at + 1);
  if (text[at] !== "}") throw new Unread();
  parts.push({ value, format: conversion + text.slice(start, at) });
  return at + 1;
}

/** Where the expression of an interpolation ends: before `=`, `!r`, `:` or `}`. */
function endOfValue(text: string, from: number): number {
  let depth = 0;
  for (let at = from; at < text.length; at++) {
    const char = text[at] ?? "";
    if (char === '"' || char === "'") {
      const close = text.indexOf(char, at + 1);
      if (close < 0 || text.startsWith(char.repeat(3), at)) throw new Unread();
      at = close;
    } else if (char === "#" || char === "\\") throw new Unread();
    else if (char === "(" || char === "[" || char === "{") depth++;
    else if (depth > 0 && (char === ")" || char === "]" || char === "}")) depth--;
    else if (depth > 0) continue;
    else if (char === "}" || char === ":") return at;
    else if (char === "!" && text[at + 1] !== "=") return at;
    else if (char === "=" && text[at + 1] !== "=" && !/[=!<>]/.test(text[at - 1] ?? "")) return at;
  }
  throw new Unread();
}

function endOfFormat(text: string, from: number): number {
  let depth = 0;
  for (let at = from; at < text.length; at++) {
    const char = text[at];
    if (char === "\n" || char === "\r" || char === "\\") throw new Unread();
    if (char === "{") depth++;
    else if (char === "}" && depth-- === 0) return at;
  }
  throw new Unread();
}
