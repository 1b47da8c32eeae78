/**
 * Decision diagrams: functions from a compile pass and the values of unknown macros to anything ("leaves").
 *
 * A diagram is reduced, ordered and shared: equal functions are the same node, so that the same residual is
 * recognised as the same and `A` and `not A` exclude each other. The pass is the first variable, then the unknown
 * macros, the latest met on top: what a file's next condition adds to what is known goes on top of it. Such a macro is
 * a variable with two kinds of value, "not defined" and the integers, of which only the intervals that matter are
 * kept: `M >= 3` and `M >= 5` are one variable with two cuts.
 */
import { ALL_PASSES, PASS_COUNT } from "../arch/passes";
import type { PassMask } from "../arch/passes";
import { Budget, TooLarge } from "./budget";

interface Shared {
  readonly id: number;
  /** The most unknown symbols on any way down. */
  readonly height: number;
}

export interface Leaf<T> extends Shared {
  readonly kind: "leaf";
  readonly value: T;
}

export interface PassNode<T> extends Shared {
  readonly kind: "passes";
  /** A partition of all passes, ordered by each part's lowest bit. */
  readonly parts: readonly { readonly mask: PassMask; readonly node: Node<T> }[];
}

export interface SymbolNode<T> extends Shared {
  readonly kind: "symbol";
  readonly symbol: UnknownSymbol;
  /** Where the macro is not defined. */
  readonly undefinedCase: Node<T>;
  /** `cases[i]` holds for values from `cuts[i - 1]` on and below `cuts[i]`. */
  readonly cuts: readonly bigint[];
  readonly cases: readonly Node<T>[];
}

export type Node<T> = Leaf<T> | PassNode<T> | SymbolNode<T>;

/** A macro no seen text defines, or an expression over such that cannot be taken apart. */
export interface UnknownSymbol {
  /** The macro's name, or the expression as text. */
  readonly text: string;
  /** False for expressions: these always have a value. */
  readonly mayBeUndefined: boolean;
  /** Its place in the order in which symbols were met, from 1. */
  readonly level: number;
}

export type Condition = Node<boolean>;

/** More nodes than any session has: two ids fit in one exact number. */
const ID_LIMIT = 2 ** 26;

/** Past these a diagram is no answer to anybody: unknown macros in one condition, values of one macro told apart. */
const MOST_SYMBOLS = 128;
const MOST_CUTS = 400;

export class Diagrams {
  /** Operations on diagrams throw `TooLarge` where it runs out. */
  readonly budget = new Budget();
  private readonly nodes = new Map<string, Node<unknown>>();
  private readonly symbols = new Map<string, UnknownSymbol>();
  /** Results of `choose`: by the condition's id, then by those of both sides in one number. */
  private readonly chosen = new Map<number, Map<number, Node<unknown>>>();
  private nextId = 0;

  readonly always: Condition = this.leaf("true", true);
  readonly never: Condition = this.leaf("false", false);

  /** How many nodes there are; the owner starts anew when there are too many. */
  get size(): number {
    return this.nextId;
  }

  /** The leaf with this key; `value` must be the same whenever the key is. */
  leaf<T>(key: string, value: T): Node<T> {
    return this.share(`=${key}`, (id) => ({ kind: "leaf", id, height: 0, value }));
  }

  symbol(text: string, mayBeUndefined: boolean): UnknownSymbol {
    let symbol = this.symbols.get(text);
    if (symbol === undefined) {
      symbol = { text, mayBeUndefined, level: this.symbols.size + 1 };
      this.symbols.set(text, symbol);
    }
    return symbol;
  }

  /** What `valueOf` answers for each pass. */
  byPass<T>(valueOf: (pass: number) => Node<T>): Node<T> {
    const parts: { mask: PassMask; node: Node<T> }[] = [];
    for (let pass = 0; pass < PASS_COUNT; pass++) parts.push({ mask: 1 << pass, node: valueOf(pass) });
    return this.passes(parts);
  }

  /** Holds in the passes of `mask`. */
  inPasses(mask: PassMask): Condition {
    return this.within(mask, this.always);
  }

  /** `condition` in the passes of `mask`, and never elsewhere. */
  within(mask: PassMask, condition: Condition): Condition {
    return this.passes([
      { mask: mask & ALL_PASSES, node: condition },
      { mask: ~mask & ALL_PASSES, node: this.never },
    ]);
  }

  /** One node a case; `undefinedCase` is ignored for symbols that always have a value. */
  bySymbol<T>(
    symbol: UnknownSymbol,
    undefinedCase: Node<T>,
    cuts: readonly bigint[],
    cases: readonly Node<T>[],
  ): Node<T> {
    const keptCuts: bigint[] = [];
    const first = cases[0] ?? undefinedCase;
    const keptCases = [first];
    for (let i = 0; i < cuts.length; i++) {
      const next = cases[i + 1] ?? first;
      if (next === keptCases[keptCases.length - 1]) continue;
      keptCuts.push(cuts[i] ?? 0n);
      keptCases.push(next);
    }
    const absent = symbol.mayBeUndefined ? undefinedCase : first;
    if (keptCases.length === 1 && absent === first) return first;
    const height = 1 + Math.max(absent.height, ...keptCases.map((node) => node.height));
    if (height > MOST_SYMBOLS || keptCuts.length > MOST_CUTS) throw new TooLarge();
    const key = `s${symbol.level}:${absent.id}:${keptCuts.join(",")}:${keptCases.map((node) => node.id).join(",")}`;
    return this.share(key, (id) => ({
      kind: "symbol",
      id,
      height,
      symbol,
      undefinedCase: absent,
      cuts: keptCuts,
      cases: keptCases,
    }));
  }

  /** True or false, nobody knows which: the same under the same name. */
  unknown(text: string): Condition {
    const { always, never } = this;
    return this.bySymbol(this.symbol(text, false), never, [0n, 1n], [always, never, always]);
  }

  /** `condition ? a : b`, the operation all others are made of. */
  choose<T>(condition: Condition, a: Node<T>, b: Node<T>): Node<T> {
    if (condition === this.always || a === b) return a;
    if (condition === this.never) return b;
    if (a === (this.always as Node<unknown>) && b === (this.never as Node<unknown>))
      return condition as Node<unknown> as Node<T>;
    let chosen = this.chosen.get(condition.id);
    if (chosen === undefined) {
      chosen = new Map();
      this.chosen.set(condition.id, chosen);
    }
    const key = a.id * ID_LIMIT + b.id;
    const known = chosen.get(key);
    if (known !== undefined) return known as Node<T>;
    this.budget.spend();
    const result = this.chooseByTop(condition, a, b);
    chosen.set(key, result);
    return result;
  }

  and(a: Condition, b: Condition): Condition {
    return this.choose(a, b, this.never);
  }

  or(a: Condition, b: Condition): Condition {
    return this.choose(a, this.always, b);
  }

  not(a: Condition): Condition {
    return this.choose(a, this.never, this.always);
  }

  /** Replaces every leaf by the diagram that `next` gives for its value. */
  bind<T, U>(node: Node<T>, next: (value: T) => Node<U>): Node<U> {
    const done = new Map<number, Node<U>>();
    const visit = (at: Node<T>): Node<U> => {
      const known = done.get(at.id);
      if (known !== undefined) return known;
      this.budget.spend();
      const result = this.bindOne(at, visit, next);
      done.set(at.id, result);
      return result;
    };
    return visit(node);
  }

  /** Where `node`'s leaf passes `test`. */
  where<T>(node: Node<T>, test: (value: T) => boolean): Condition {
    return this.bind(node, (value) => (test(value) ? this.always : this.never));
  }

  /** `node` in one pass. */
  inPass<T>(node: Node<T>, pass: number): Node<T> {
    if (node.kind !== "passes") return node;
    for (const part of node.parts) if ((part.mask >> pass) & 1) return part.node;
    return node;
  }

  /** The passes in which `condition` can hold, for some values of the unknown macros. */
  possibleIn(condition: Condition): PassMask {
    let mask = 0;
    for (const part of this.partsOf(condition)) if (part.node !== this.never) mask |= part.mask;
    return mask;
  }

  /** The passes in which `condition` can hold while no unknown macro is defined. */
  possibleUndefined(condition: Condition): PassMask {
    const seen = new Set<number>();
    const canHold = (at: Condition): boolean => {
      if (at.kind === "leaf") return at.value;
      if (at.kind === "passes" || seen.has(at.id)) return false;
      if (at.symbol.mayBeUndefined) return canHold(at.undefinedCase);
      seen.add(at.id);
      return at.cases.some(canHold);
    };
    let mask = 0;
    for (const part of this.partsOf(condition)) {
      seen.clear();
      if (canHold(part.node)) mask |= part.mask;
    }
    return mask;
  }

  /** The passes grouped by what is left of `node` in them. */
  partsOf<T>(node: Node<T>): readonly { readonly mask: PassMask; readonly node: Node<T> }[] {
    return node.kind === "passes" ? node.parts : [{ mask: ALL_PASSES, node }];
  }

  /** All leaf values that `node` can come to. */
  leavesOf<T>(node: Node<T>): T[] {
    const seen = new Set<number>();
    const values: T[] = [];
    const visit = (at: Node<T>): void => {
      if (seen.has(at.id)) return;
      seen.add(at.id);
      if (at.kind === "leaf") values.push(at.value);
      else if (at.kind === "passes") at.parts.forEach((part) => visit(part.node));
      else [at.undefinedCase, ...at.cases].forEach(visit);
    };
    visit(node);
    return values;
  }

  /** The unknown symbols that `node` depends on, in the order in which they were met. */
  symbolsOf(node: Node<unknown>): UnknownSymbol[] {
    const seen = new Set<number>();
    const symbols = new Set<UnknownSymbol>();
    const visit = (at: Node<unknown>): void => {
      if (seen.has(at.id) || at.kind === "leaf") return;
      seen.add(at.id);
      if (at.kind === "passes") at.parts.forEach((part) => visit(part.node));
      else {
        symbols.add(at.symbol);
        [at.undefinedCase, ...at.cases].forEach(visit);
      }
    };
    visit(node);
    return [...symbols].sort((a, b) => a.level - b.level);
  }

  private share<T>(key: string, make: (id: number) => Node<T>): Node<T> {
    const known = this.nodes.get(key);
    if (known !== undefined) return known as Node<T>;
    const node = make(this.nextId++);
    this.nodes.set(key, node);
    return node;
  }

  /**
   * One node for each part of all passes, which the masks partition. Parts may hold pass nodes themselves: these count
   * within their part's mask only.
   */
  passes<T>(given: readonly { readonly mask: PassMask; readonly node: Node<T> }[]): Node<T> {
    const masks = new Map<Node<T>, PassMask>();
    for (const { mask, node } of given) {
      for (const part of this.partsOf(node)) {
        const common = mask & part.mask;
        if (common !== 0) masks.set(part.node, (masks.get(part.node) ?? 0) | common);
      }
    }
    const parts = [...masks].map(([node, mask]) => ({ mask, node }));
    const only = parts[0];
    if (parts.length === 1 && only !== undefined) return only.node;
    parts.sort((a, b) => (a.mask & -a.mask) - (b.mask & -b.mask));
    const height = Math.max(...parts.map((part) => part.node.height));
    const key = `p${parts.map((part) => `${part.mask}:${part.node.id}`).join(",")}`;
    return this.share(key, (id) => ({ kind: "passes", id, height, parts }));
  }

  private chooseByTop<T>(condition: Condition, a: Node<T>, b: Node<T>): Node<T> {
    if (condition.kind === "passes" || a.kind === "passes" || b.kind === "passes") {
      const parts: { mask: PassMask; node: Node<T> }[] = [];
      for (const c of this.partsOf(condition)) {
        for (const x of this.partsOf(a)) {
          const two = c.mask & x.mask;
          if (two === 0) continue;
          for (const y of this.partsOf(b)) {
            const mask = two & y.mask;
            if (mask !== 0) parts.push({ mask, node: this.choose(c.node, x.node, y.node) });
          }
        }
      }
      return this.passes(parts);
    }
    const symbol = topSymbol(condition, a, b);
    const cuts = mergedCuts(symbol, condition, a, b);
    this.budget.spend(cuts.length);
    const cases: Node<T>[] = [];
    for (let i = 0; i <= cuts.length; i++) {
      const value = i === 0 ? null : (cuts[i - 1] ?? 0n);
      cases.push(
        this.choose(caseAt(condition, symbol, value), caseAt(a, symbol, value), caseAt(b, symbol, value)),
      );
    }
    const absent = this.choose(
      undefinedCaseOf(condition, symbol),
      undefinedCaseOf(a, symbol),
      undefinedCaseOf(b, symbol),
    );
    return this.bySymbol(symbol, absent, cuts, cases);
  }

  private bindOne<T, U>(
    at: Node<T>,
    visit: (node: Node<T>) => Node<U>,
    next: (value: T) => Node<U>,
  ): Node<U> {
    if (at.kind === "leaf") return next(at.value);
    if (at.kind === "passes") {
      return this.passes(at.parts.map((part) => ({ mask: part.mask, node: visit(part.node) })));
    }
    const absent = visit(at.undefinedCase);
    const cases = at.cases.map(visit);
    if ([absent, ...cases].every((node) => levelOf(node) < at.symbol.level)) {
      return this.bySymbol(at.symbol, absent, at.cuts, cases);
    }
    // What the leaves became speaks of variables that stand above this one: put the cases together one by one.
    let result = absent;
    cases.forEach((node, index) => {
      const marks = at.cases.map((_, other) => (other === index ? this.always : this.never));
      result = this.choose(this.bySymbol(at.symbol, this.never, at.cuts, marks), node, result);
    });
    return result;
  }
}

/** How high a node may stand: passes above all symbols, of those the latest met on top. */
function levelOf(node: Node<unknown>): number {
  if (node.kind === "passes") return Number.POSITIVE_INFINITY;
  return node.kind === "symbol" ? node.symbol.level : 0;
}

function topSymbol(...nodes: readonly Node<unknown>[]): UnknownSymbol {
  let top: UnknownSymbol | undefined;
  for (const node of nodes) {
    if (node.kind === "symbol" && (top === undefined || node.symbol.level > top.level)) top = node.symbol;
  }
  if (top === undefined) throw new Error("a choice between leaves has no variable");
  return top;
}

function mergedCuts(symbol: UnknownSymbol, ...nodes: readonly Node<unknown>[]): bigint[] {
  const cuts = new Set<bigint>();
  for (const node of nodes) {
    if (node.kind === "symbol" && node.symbol === symbol) node.cuts.forEach((cut) => cuts.add(cut));
  }
  return [...cuts].sort((a, b) => (a < b ? -1 : a > b ? 1 : 0));
}

/** The case for values right from `value` on; null: below every cut. */
function caseAt<T>(node: Node<T>, symbol: UnknownSymbol, value: bigint | null): Node<T> {
  if (node.kind !== "symbol" || node.symbol !== symbol) return node;
  let index = 0;
  if (value !== null) while (index < node.cuts.length && (node.cuts[index] ?? 0n) <= value) index++;
  return node.cases[index] ?? node;
}

function undefinedCaseOf<T>(node: Node<T>, symbol: UnknownSymbol): Node<T> {
  return node.kind === "symbol" && node.symbol === symbol ? node.undefinedCase : node;
}
