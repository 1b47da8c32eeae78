/**
 * A condition that is left once the pass is fixed, as text: a valid `#if` expression over the unknown macros. It is
 * true for exactly the definitions for which the condition holds.
 */
import type { Condition, Node, SymbolNode } from "./diagram";
import { listed } from "./names";

/** Past this length a residual is of no use to a reader; what it depends on is named instead. */
const LONGEST = 2000;

/** It stays too long whatever stands beside it. */
const TOO_LONG = LONGEST + 1;

/** So it is over more macros than these. */
const MOST_SYMBOLS = 100;

/** Of what it depends on, so many are named. */
const MOST_NAMED = 12;

/** `true`, `false`, or the text of what it depends on. `condition` must not depend on the pass. */
export function residualOf(condition: Condition): boolean | string {
  if (condition.kind === "leaf") return condition.value;
  const known = printed.get(condition);
  if (known !== undefined) return known;
  const symbols = symbolsBelow(condition);
  const text = symbols.length > MOST_SYMBOLS ? null : new Printer().print(condition).text;
  const residual =
    text !== null && text.length <= LONGEST
      ? text
      : `(too long to show; depends on ${listed(symbols, MOST_NAMED)})`;
  printed.set(condition, residual);
  return residual;
}

/** Many regions are compiled under the same condition, which is the same node. */
const printed = new WeakMap<Condition, string>();

/** The macros that a condition depends on, its first ones first; past the most that can be shown, no further. */
function symbolsBelow(condition: Condition): string[] {
  const symbols = new Set<string>();
  const seen = new Set<number>();
  const waiting: Node<boolean>[] = [condition];
  for (let node = waiting.pop(); node !== undefined && symbols.size <= MOST_SYMBOLS; node = waiting.pop()) {
    if (node.kind !== "symbol" || seen.has(node.id)) continue;
    seen.add(node.id);
    symbols.add(node.symbol.text);
    waiting.push(...node.cases, node.undefinedCase);
  }
  return [...symbols];
}

interface Printed {
  readonly text: string;
  readonly binding: "or" | "and" | "atom";
}

class Printer {
  private readonly done = new Map<number, Printed>();
  private length = 0;

  print(node: Node<boolean>): Printed {
    if (node.kind === "leaf") return { text: node.value ? "1" : "0", binding: "atom" };
    const known = this.done.get(node.id);
    if (known !== undefined) {
      this.length += known.text.length;
      return known;
    }
    const whole = node.kind === "symbol" ? this.printSymbol(node) : { text: "0", binding: "atom" as const };
    // A part that stands in two others doubles with each level: what is too long already gets no longer.
    const result = whole.text.length > TOO_LONG ? { ...whole, text: whole.text.slice(0, TOO_LONG) } : whole;
    this.done.set(node.id, result);
    this.length += result.text.length;
    return result;
  }

  private printSymbol(node: SymbolNode<boolean>): Printed {
    if (this.length > 8 * LONGEST) return { text: node.symbol.text, binding: "atom" };
    const children = [...new Set([node.undefinedCase, ...node.cases])];
    const always = children.find((child) => child.kind === "leaf" && child.value);
    const never = children.find((child) => child.kind === "leaf" && !child.value);
    const others = children.filter((child) => child !== always && child !== never);
    const only = others[0];
    // `rest || test` and `rest && test` read better than a sum of cases; what was met first comes first.
    if (others.length === 1 && only !== undefined && (always === undefined) !== (never === undefined)) {
      if (always !== undefined) return either([this.print(only), membership(node, always)]);
      return both(this.print(only), membership(node, only));
    }
    const terms = others.map((child) => both(this.print(child), membership(node, child)));
    if (always !== undefined) terms.push(membership(node, always));
    return either(terms);
  }
}

function either(terms: readonly Printed[]): Printed {
  const only = terms[0];
  if (terms.length === 1 && only !== undefined) return only;
  return { text: terms.map((term) => wrap(term, "and")).join(" || "), binding: "or" };
}

function both(a: Printed, b: Printed): Printed {
  return { text: `${wrap(a, "or")} && ${wrap(b, "or")}`, binding: "and" };
}

/** Puts parentheses round what binds no tighter than its surroundings; gcc warns of `a || b && c`, so that too. */
function wrap(term: Printed, around: "or" | "and"): string {
  const loose = term.binding === "or" || (term.binding === "and" && around === "and");
  return loose ? `(${term.text})` : term.text;
}

/** For which values of the node's macro `child` is what is left. */
function membership(node: SymbolNode<boolean>, child: Node<boolean>): Printed {
  const { symbol, cuts, cases } = node;
  const inCase = cases.map((one) => one === child);
  const values = valueTest(symbol.text, cuts, inCase);
  if (!symbol.mayBeUndefined) return values ?? { text: "1", binding: "atom" };
  const absent = node.undefinedCase === child;
  const defined: Printed = { text: `${absent ? "!" : ""}defined(${symbol.text})`, binding: "atom" };
  if (values === null) return inCase[0] === absent ? { text: "1", binding: "atom" } : defined;
  // A macro that is not defined reads 0: where 0 is treated alike, no more need be said.
  const zero = inCase[cuts.filter((cut) => cut <= 0n).length] ?? false;
  if (zero === absent) return values;
  return absent ? either([defined, values]) : both(defined, values);
}

/** Null where the cases do not differ. */
function valueTest(name: string, cuts: readonly bigint[], inCase: readonly boolean[]): Printed | null {
  if (inCase.every((one) => one === inCase[0])) return null;
  const zeroOnly = cuts.length === 2 && cuts[0] === 0n && cuts[1] === 1n && inCase[0] === inCase[2];
  if (zeroOnly)
    return {
      text: inCase[1] === true ? `!${operand(name)}` : name,
      binding: /^\w+$/.test(name) ? "atom" : "or",
    };
  const ranges: Printed[] = [];
  for (let i = 0; i < inCase.length; i++) {
    if (inCase[i] !== true) continue;
    const from = cuts[i - 1];
    while (inCase[i + 1] === true) i++;
    ranges.push(range(operand(name), from, cuts[i]));
  }
  const holes = complementOfOne(operand(name), cuts, inCase);
  return holes ?? either(ranges);
}

/** All values but one read best as `!=`. */
function complementOfOne(name: string, cuts: readonly bigint[], inCase: readonly boolean[]): Printed | null {
  const [low, high] = cuts;
  const one =
    cuts.length === 2 && low !== undefined && high === low + 1n && inCase[0] === true && inCase[2] === true;
  return one ? { text: `${name} != ${low}`, binding: "atom" } : null;
}

function range(name: string, from: bigint | undefined, to: bigint | undefined): Printed {
  if (from === undefined) return { text: `${name} < ${to ?? 0n}`, binding: "atom" };
  if (to === undefined) return { text: `${name} >= ${from}`, binding: "atom" };
  if (to === from + 1n) return { text: `${name} == ${from}`, binding: "atom" };
  return both({ text: `${name} >= ${from}`, binding: "atom" }, { text: `${name} < ${to}`, binding: "atom" });
}

function operand(name: string): string {
  return /^[A-Za-z_]\w*(?:\([^()]*\))?$/.test(name) ? name : `(${name})`;
}
