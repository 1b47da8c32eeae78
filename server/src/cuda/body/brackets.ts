/**
 * Which bracket closes which, in code whose branches need not balance: every branch of an `#if` starts from what was
 * open before it, and what stays open after `#endif` is what the first branch left.
 */
import type { Directive } from "../directives";
import type { Token } from "../lexer";

interface Open {
  readonly index: number;
  readonly closer: string;
  readonly outer: Open | null;
  /** The innermost open brace: this one or one further out. */
  readonly brace: Open | null;
}

interface Conditional {
  readonly before: Open | null;
  /** What the first branch left open; undefined while it is being read. */
  afterFirst: Open | null | undefined;
}

const CLOSER_OF: Readonly<Record<string, string>> = { "(": ")", "[": "]", "{": "}" };

/** For each token the index of its partner, or -1. */
export function partnersOf(tokens: readonly Token[], directives: readonly Directive[]): Int32Array {
  const partners = new Int32Array(tokens.length).fill(-1);
  const conditionals: Conditional[] = [];
  let open: Open | null = null;
  let next = 0;
  tokens.forEach((token, index) => {
    for (let directive = directives[next]; directive !== undefined; directive = directives[next]) {
      if (directive.start > token.start) break;
      open = across(directive.keyword, open, conditionals);
      next++;
    }
    if (token.kind !== "punctuator") return;
    const closer = CLOSER_OF[token.text];
    if (closer !== undefined) open = opened(index, closer, open);
    else if (token.text === ")" || token.text === "]" || token.text === "}") {
      const opener = openerOf(open, token.text);
      if (opener === null) return;
      // The first closer is the one that counts: later branches may close the same bracket again.
      if (partners[opener.index] === -1) partners[opener.index] = index;
      partners[index] = opener.index;
      open = opener.outer;
    }
  });
  return partners;
}

function opened(index: number, closer: string, outer: Open | null): Open {
  const open: { -readonly [K in keyof Open]: Open[K] } = {
    index,
    closer,
    outer,
    brace: outer?.brace ?? null,
  };
  if (closer === "}") open.brace = open;
  return open;
}

/** Only a brace may step over unclosed brackets inside it. */
function openerOf(open: Open | null, closer: string): Open | null {
  if (closer !== "}") return open?.closer === closer ? open : null;
  return open?.brace ?? null;
}

function across(keyword: string, open: Open | null, conditionals: Conditional[]): Open | null {
  if (keyword === "if" || keyword === "ifdef" || keyword === "ifndef") {
    conditionals.push({ before: open, afterFirst: undefined });
    return open;
  }
  const current = conditionals[conditionals.length - 1];
  if (current === undefined) return open;
  if (keyword === "elif" || keyword === "else" || keyword === "elifdef" || keyword === "elifndef") {
    if (current.afterFirst === undefined) current.afterFirst = open;
    return current.before;
  }
  if (keyword !== "endif") return open;
  conditionals.pop();
  return current.afterFirst === undefined ? open : current.afterFirst;
}
