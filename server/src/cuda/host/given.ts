/** What calls in a file give to the parameters of its functions. */
import { firstTokenAt, placesWhere, type Code } from "../body/code";
import type { FunctionBody } from "../body/functions";
import type { Range } from "./statements";
import { isCountOf, speaksOfCounts } from "./written";

/** Asks whether all calls of a function in its file give a count to this parameter. */
export function countsGiven(
  code: Code,
  functions: readonly FunctionBody[],
): (owner: FunctionBody, index: number) => boolean {
  if (!speaksOfCounts(code)) return () => false;
  const known = new Map<string, boolean>();
  return (owner, index) => {
    const key = `${owner.open} ${index}`;
    const answer = known.get(key) ?? isGivenCounts(code, functions, owner, index);
    known.set(key, answer);
    return answer;
  };
}

/** Only of a free function without overloads: whose `init` is meant in `s.init(n)` cannot be told by its name. */
function isGivenCounts(
  code: Code,
  functions: readonly FunctionBody[],
  owner: FunctionBody,
  index: number,
): boolean {
  const { tokens, partners } = code;
  const { name } = owner;
  if (functions.some((other) => other !== owner && other.name.split("::").at(-1) === name)) return false;
  const defined = firstTokenAt(tokens, owner.nameSpan.start);
  if (name === "" || tokens[defined]?.text !== name || isInClass(code, defined)) return false;
  const listed = listOf(code, defined + 1);
  let calls = 0;
  for (const at of placesWhere(code, (text) => text === name)) {
    const before = tokens[at - 1];
    if (at === defined || before?.text === "." || before?.text === "->") continue;
    const close = tokens[at + 1]?.text === "(" ? (partners[at + 1] ?? -1) : -1;
    // handed over, or with a template's arguments: who knows what it is given there
    if (close < 0) return false;
    if (declares(before?.kind === "name" ? before.text : null, before?.text ?? "")) {
      if (isInClass(code, at) || listOf(code, at + 1) !== listed) return false;
      continue;
    }
    const given = argumentsOf(code, at + 1)[index];
    if (given === undefined || !isCountOf(code, given)) return false;
    if (before?.text !== "::") calls++;
  }
  return calls > 0;
}

/** `void f(`, `Ver* f(`. */
function declares(name: string | null, before: string): boolean {
  if (name !== null) return !/^(?:return|else|do|throw|case|and|or|not|co_return|co_await)$/.test(name);
  return before === "*" || before === "&" || before === ">";
}

function listOf({ tokens, partners }: Code, open: number): string {
  return tokens
    .slice(open, partners[open] ?? open)
    .map(({ text }) => text)
    .join(" ");
}

function argumentsOf({ tokens, partners }: Code, open: number): Range[] {
  const close = partners[open] ?? open;
  const found: Range[] = [];
  let from = open + 1;
  for (let at = from; at <= close; at++) {
    if (at === close || tokens[at]?.text === ",") {
      found.push({ from, to: at });
      from = at + 1;
    }
    at = Math.max(at, partners[at] ?? -1);
  }
  return found;
}

/** Whether the braces around hold the members of a class. */
function isInClass({ tokens, partners }: Code, place: number): boolean {
  let at = place - 1;
  for (; at >= 0 && tokens[at]?.text !== "{"; at--) {
    const partner = partners[at] ?? -1;
    if (partner >= 0 && partner < at) at = partner;
  }
  for (at--; at >= 0 && !/^[;{}]$/.test(tokens[at]?.text ?? ""); at--)
    if (/^(?:class|struct|union)$/.test(tokens[at]?.text ?? "")) return true;
  return false;
}
