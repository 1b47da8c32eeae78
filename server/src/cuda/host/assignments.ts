/** Where names are given values: declarations with one, and assignments. */
import type { Code } from "../body/code";
import type { FunctionBody } from "../body/functions";

/** A name given a value once, at one place. */
export interface Binding {
  readonly name: string;
  /** Token index of the name. */
  readonly at: number;
  /** Token indices of the value; the end is exclusive. */
  readonly from: number;
  readonly to: number;
  /** The function whose body holds it; null at file or class level. */
  readonly inside: FunctionBody | null;
  /** Whether it is declared `const` or `constexpr`. */
  readonly constant: boolean;
}

export interface Assignment extends Binding {
  readonly declares: boolean;
  /** What is done with the value: `=` for a declaration too. */
  readonly operator: string;
}

const ASSIGNS = new Set(["=", "+=", "-=", "*=", "/=", "|=", "&=", "%=", "^=", "<<=", ">>="]);

/** By name, in source order. */
export function assignments(
  code: Code,
  owners: readonly (FunctionBody | undefined)[],
): Map<string, Assignment[]> {
  const found = new Map<string, Assignment[]>();
  const { tokens } = code;
  let listEnd = -1;
  for (let at = 0; at < tokens.length; at++) {
    const name = tokens[at];
    const next = tokens[at + 1];
    // Outside of all bodies brackets hold parameters; what a default says of one, a call need not.
    if (name?.text === "(" && owners[at] === undefined) listEnd = Math.max(listEnd, code.partners[at] ?? -1);
    if (name?.kind !== "name" || next === undefined || at < listEnd || isMember(code, at)) continue;
    const sized = next.text === "[" && isDeclarator(code, at) ? valueOfArray(code, at + 1) : null;
    const typed = tokens[at - 1]?.kind === "name" || tokens[at - 1]?.text === ">";
    const braced = next.text === "{" && isDeclarator(code, at) && typed;
    const isCalled = next.text === "(" && owners[at] !== undefined && isConstructed(code, at);
    const isBracketed = braced || isCalled;
    if (!ASSIGNS.has(next.text) && !isBracketed && sized === null) continue;
    const declares = next.text !== "=" ? isBracketed || sized !== null : isDeclarator(code, at);
    const from = sized ?? at + 2;
    const to = isBracketed ? (code.partners[at + 1] ?? from) : endOfValue(code, from);
    const one = {
      name: name.text,
      at,
      from,
      to,
      inside: owners[at] ?? null,
      declares,
      constant: declares && isConstant(code, at),
      operator: ASSIGNS.has(next.text) ? next.text : "=",
    };
    const list = found.get(name.text);
    if (list === undefined) found.set(name.text, [one]);
    else list.push(one);
  }
  return found;
}

/** `x` of `p.x`, which is none of the names around; of `this->x` it is. */
function isMember({ tokens }: Code, at: number): boolean {
  return /^(?:\.|->)$/.test(tokens[at - 1]?.text ?? "") && tokens[at - 2]?.text !== "this";
}

/** Types that make a number or a truth value of what stands in brackets behind a name. */
export const PLAIN_TYPE =
  /^(?:bool|int|unsigned|signed|long|short|char|auto|float|double|size_t|u?int(?:8|16|32|64)_t)$/;

/** `bool ok(sm == 90);`, and no declaration of a function: `bool ok(int sm);` */
function isConstructed({ tokens, partners }: Code, at: number): boolean {
  const close = partners[at + 1] ?? -1;
  if (!PLAIN_TYPE.test(tokens[at - 1]?.text ?? "") || close < at + 3) return false;
  if (!/^[;,]$/.test(tokens[close + 1]?.text ?? "")) return false;
  const [first, second] = [tokens[at + 2], tokens[at + 3]];
  if (first?.kind !== "name") return true;
  // `int(x)` makes a number, `int x` and `Props p` declare what a function is given
  if (PLAIN_TYPE.test(first.text)) return second?.text === "(";
  return first.text !== "const" && second?.kind !== "name" && !/^[*&]$/.test(second?.text ?? "");
}

/** Behind `[n] =`; null where no value follows. */
function valueOfArray({ tokens, partners }: Code, open: number): number | null {
  const equals = (partners[open] ?? -2) + 1;
  return tokens[equals]?.text === "=" ? equals + 1 : null;
}

/** `int x`, `T<U> x`, `T* x`, `auto& x`, and `, x` of a declaration with several. */
function isDeclarator(code: Code, at: number): boolean {
  const before = code.tokens[at - 1];
  if (before === undefined) return false;
  if (before.kind === "name") return !/^(?:return|else|do|case|goto|throw|new)$/.test(before.text);
  if (before.text === ",") return declaresSeveral(code, at);
  const type = code.tokens[at - 2]?.kind;
  // `std::array<int, 3> x`
  return (
    /^(?:\*|&|&&|>)$/.test(before.text) && (type === "name" || (before.text === ">" && type === "number"))
  );
}

/** Whether the statement around `, x = …` starts like a declaration. */
function declaresSeveral(code: Code, at: number): boolean {
  for (let back = at - 1; back >= 0 && at - back < 60; back--) {
    const text = code.tokens[back]?.text ?? "";
    if (text === ")" || text === "]") {
      const partner = code.partners[back] ?? -1;
      if (partner < 0) return false;
      back = partner;
    } else if (text === ";" || text === "{" || text === "}") {
      return code.tokens[back + 1]?.kind === "name" && code.tokens[back + 2]?.kind === "name";
    } else if (text === "(") return false;
  }
  return false;
}

/** Whether the declaration of the name at `at` says `const`. */
function isConstant(code: Code, at: number): boolean {
  for (let back = at - 1; back >= 0 && at - back < 12; back--) {
    const text = code.tokens[back]?.text ?? "";
    if (text === "const" || text === "constexpr" || text === "constinit") return true;
    if (/^[;{}()]$/.test(text)) return false;
  }
  return false;
}

function endOfValue(code: Code, from: number): number {
  let at = from;
  while (at < code.tokens.length && at - from < 400) {
    const text = code.tokens[at]?.text ?? "";
    if (text === ";" || text === "," || text === ")" || text === "}" || text === "]") return at;
    const partner = code.partners[at] ?? -1;
    at = partner > at ? partner + 1 : at + 1;
  }
  return at;
}

/** How far back, in assignments of one name, a value is looked for: it keeps the work linear. */
const NEAREST = 32;

/** The last of them ahead of a token, in source order. */
export function nearestBefore(assigned: readonly Assignment[], at: number): Assignment[] {
  let low = 0;
  let high = assigned.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((assigned[middle]?.at ?? 0) < at) low = middle + 1;
    else high = middle;
  }
  return assigned.slice(Math.max(0, low - NEAREST), low);
}
