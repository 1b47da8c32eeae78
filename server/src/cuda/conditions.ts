/**
 * Evaluates a condition as it stands at one place of a file, for all passes and all values of unknown macros at once.
 * Where a macro has several definitions, each under its condition, every one of them that can be met here is tried.
 */
import { TooLarge } from "../logic/budget";
import type { Condition, Diagrams, Node } from "../logic/diagram";
import { Evaluator } from "./evaluate";
import type { Verdict } from "./branch";
import { expand } from "./expand";
import type { BindingOf } from "./expand";
import { HAS_OPERATORS, TOO_DEEP, isOperatorName, parseExpression, spell } from "./expression";
import type { Token } from "./lexer";
import type { Binding, MacroTable } from "./macros";

export interface Reading {
  readonly verdict: Node<Verdict>;
  /** Every macro name that was looked up, in order. */
  readonly names: readonly string[];
}

interface Remembered {
  readonly context: number;
  readonly bindings: readonly number[];
  readonly reading: Reading;
}

type Settle<T> = (bound: ReadonlyMap<string, Binding>, queue: readonly string[], here: Condition) => Node<T>;

/** Names that have to be settled first: those that `##` has put together. */
interface Missing {
  readonly kind: "missing";
  readonly names: readonly [string, ...string[]];
}

/** What is settled so far while the bindings of one more name are tried. */
interface Trial<T> {
  readonly bindings: ReadonlyMap<string, Binding>;
  readonly rest: readonly string[];
  readonly here: Condition;
  readonly unmet: Node<T>;
  readonly settle: Settle<T>;
}

/** Stands for all bindings of a name where the condition is not looked at. */
const UNMET: Binding = { kind: "undefined" };

export class ConditionReader {
  private readonly diagrams: Diagrams;
  private readonly remembered: Map<string, Remembered[]>;
  /** By the verdict's id. */
  private readonly holding = new Map<number, Condition>();

  /** `remembered` may be shared by all readers of the same diagrams. */
  constructor(diagrams: Diagrams, remembered: Map<string, Remembered[]> = new Map<string, Remembered[]>()) {
    this.diagrams = diagrams;
    this.remembered = remembered;
  }

  /**
   * The verdict of `tokens` just before the directive with number `at`. Only right where `context` holds: elsewhere
   * the preprocessor never looks.
   */
  read(tokens: readonly Token[], table: MacroTable, context: Condition, at: number): Reading {
    const text = spell(tokens);
    const known = this.remembered.get(text) ?? [];
    for (const entry of known) {
      if (entry.context !== context.id) continue;
      const same = entry.reading.names.every(
        (name, index) => table.lookup(name, at).id === entry.bindings[index],
      );
      if (same) return entry.reading;
    }
    const reading = this.evaluate(tokens, table, context, at);
    const bindings = reading.names.map((name) => table.lookup(name, at).id);
    if (known.length >= 32) known.shift();
    known.push({ context: context.id, bindings, reading });
    this.remembered.set(text, known);
    return reading;
  }

  /** Where a verdict is true. */
  holds(verdict: Node<Verdict>): Condition {
    let holds = this.holding.get(verdict.id);
    if (holds === undefined) {
      holds = this.diagrams.where(verdict, (outcome) => outcome === true);
      this.holding.set(verdict.id, holds);
    }
    return holds;
  }

  private evaluate(tokens: readonly Token[], table: MacroTable, context: Condition, at: number): Reading {
    const names = new Set<string>();
    const verdict = this.settleEach<Verdict>(
      tokens,
      (name) => {
        names.add(name);
        return table.lookup(name, at);
      },
      context,
      this.diagrams.never,
      (bindings) => this.decide(tokens, bindings),
    );
    return { verdict, names: [...names] };
  }

  /** What `of` makes of the expansion of `tokens`, after all that the table holds so far. */
  expandEach<T>(
    tokens: readonly Token[],
    table: MacroTable,
    context: Condition,
    of: (expanded: readonly Token[]) => Node<T>,
  ): Node<T> {
    return this.settleEach<T>(
      tokens,
      (name) => table.lookup(name),
      context,
      of([]),
      (bindings) => {
        const expanded = this.expanded(tokens, bindings);
        return "kind" in expanded ? expanded : of(expanded);
      },
    );
  }

  /**
   * Asks `decide` once for every set of bindings that can be met. `decide` may answer names that have to be settled
   * first, those that it met before it could go on as well as it can without. `unmet` stands where the bindings cannot
   * be met.
   */
  private settleEach<T>(
    tokens: readonly Token[],
    lookup: (name: string) => Node<Binding>,
    context: Condition,
    unmet: Node<T>,
    decide: (bindings: ReadonlyMap<string, Binding>) => Node<T> | Missing,
  ): Node<T> {
    // Names put together in one case are likely to be in the next: asked for at once they cost no further attempt.
    const pasted = new Set<string>();
    const settle: Settle<T> = (bound, queue, here) => {
      this.diagrams.budget.spend(bound.size + queue.length);
      const bindings = new Map(bound);
      const open = new Map<string, Node<Binding>>();
      const rest = [...queue, ...pasted];
      for (let name = rest.pop(); name !== undefined; name = rest.pop()) {
        this.diagrams.budget.spend();
        if (bindings.has(name) || open.has(name)) continue;
        const node = this.within(lookup(name), here);
        if (node.kind === "leaf") {
          bindings.set(name, node.value);
          rest.push(...namesIn(node.value));
        } else open.set(name, node);
      }
      // Only when all others are settled are cases told apart, so that they share what they have in common.
      for (const [name, node] of open) {
        const others = [...open.keys()].filter((other) => other !== name);
        return this.tryEach(name, node, { bindings, rest: others, here, unmet, settle });
      }
      const decided = decide(bindings);
      if (decided.kind !== "missing") return decided;
      const [first, ...others] = decided.names;
      // What came after the first may look otherwise once that is settled, so it must not tell cases apart.
      const sure = others.filter((name) => this.within(lookup(name), here).kind === "leaf");
      for (const name of [first, ...sure]) pasted.add(name);
      return settle(bindings, [], here);
    };
    return settle(new Map(), macroNames(tokens), context);
  }

  /** Settles the condition for every binding of `name` that can be met, pass by pass where passes tell them apart. */
  private tryEach<T>(name: string, node: Node<Binding>, trial: Trial<T>): Node<T> {
    const { bindings, rest, here, unmet, settle } = trial;
    if (node.kind === "passes") {
      const parts = node.parts.map(({ mask, node: part }) => {
        const met = this.diagrams.within(mask, here);
        if (met === this.diagrams.never) return { mask, node: unmet };
        if (part.kind !== "leaf") return { mask, node: this.tryEach(name, part, { ...trial, here: met }) };
        const bound = new Map(bindings).set(name, part.value);
        return { mask, node: settle(bound, [...rest, ...namesIn(part.value)], met) };
      });
      return this.diagrams.passes(parts);
    }
    return this.diagrams.bind(node, (binding) => {
      const met = this.diagrams.and(
        here,
        this.diagrams.where(node, (other) => other === binding),
      );
      if (met === this.diagrams.never) return unmet;
      return settle(new Map(bindings).set(name, binding), [...rest, ...namesIn(binding)], met);
    });
  }

  /** `node` with what cannot be met under `context` left out, where that makes it simpler. */
  private within(node: Node<Binding>, context: Condition): Node<Binding> {
    if (node.kind === "leaf" || context === this.diagrams.always) return node;
    const [only, ...others] = this.bindingsMet(node, context);
    return only === undefined || others.length > 0 ? node : leafOf(node, only);
  }

  /** What `node` can come to under `context`, each binding once. */
  private bindingsMet(node: Node<Binding>, context: Condition): Set<Binding> {
    const { diagrams } = this;
    const met = new Set<Binding>();
    for (const here of diagrams.partsOf(context)) {
      if (here.node === diagrams.never) continue;
      for (const part of diagrams.partsOf(node)) {
        if ((here.mask & part.mask) === 0) continue;
        if (part.node.kind === "leaf") met.add(part.node.value);
        else {
          const unmet = diagrams.leaf<Binding>("never looked at", UNMET);
          diagrams.leavesOf(diagrams.choose(here.node, part.node, unmet)).forEach((one) => met.add(one));
        }
      }
    }
    met.delete(UNMET);
    return met;
  }

  private decide(tokens: readonly Token[], bindings: ReadonlyMap<string, Binding>): Node<Verdict> | Missing {
    const expanded = this.expanded(tokens, bindings);
    if ("kind" in expanded) return expanded;
    const unsettled = new Unsettled(bindings);
    const mayCall = (name: string): boolean => {
      const { kind } = unsettled.bindingOf(name);
      return kind === "external" || kind === "unseen";
    };
    const expression = parseExpression(expanded, mayCall);
    if ("fault" in expression && expression.fault === TOO_DEEP) throw new TooLarge();
    const verdict =
      "fault" in expression
        ? this.faultVerdict(expression.fault)
        : new Evaluator(this.diagrams, unsettled.bindingOf).truth(expression);
    return unsettled.missing() ?? verdict;
  }

  private expanded(
    tokens: readonly Token[],
    bindings: ReadonlyMap<string, Binding>,
  ): readonly Token[] | Missing {
    const unsettled = new Unsettled(bindings);
    const expanded = expand(tokens, unsettled.bindingOf, this.diagrams.budget);
    return unsettled.missing() ?? expanded;
  }

  private faultVerdict(error: string): Node<Verdict> {
    return this.diagrams.leaf<Verdict>(`fault ${error}`, { error });
  }
}

/** The leaf of `node` that holds `value`. */
function leafOf<T>(node: Node<T>, value: T): Node<T> {
  const pending: Node<T>[] = [node];
  for (let at = pending.pop(); at !== undefined; at = pending.pop()) {
    if (at.kind === "leaf") {
      if (at.value === value) return at;
    } else if (at.kind === "passes") pending.push(...at.parts.map((part) => part.node));
    else pending.push(at.undefinedCase, ...at.cases);
  }
  return node;
}

/** Bindings as they are asked for, and the names asked for that have none. */
class Unsettled {
  private readonly bindings: ReadonlyMap<string, Binding>;
  private readonly names = new Set<string>();

  constructor(bindings: ReadonlyMap<string, Binding>) {
    this.bindings = bindings;
  }

  readonly bindingOf: BindingOf = (name) => {
    const binding = this.bindings.get(name);
    if (binding === undefined && canBeMacro(name)) this.names.add(name);
    return binding ?? UNMET;
  };

  missing(): Missing | null {
    const [first, ...others] = this.names;
    return first === undefined ? null : { kind: "missing", names: [first, ...others] };
  }
}

function canBeMacro(name: string): boolean {
  return name !== "defined" && !isOperatorName(name);
}

function macroNames(tokens: readonly Token[]): string[] {
  const names: string[] = [];
  for (const token of tokens) {
    if (token.kind === "name" && canBeMacro(token.text) && !HAS_OPERATORS.has(token.text))
      names.push(token.text);
  }
  return names;
}

/** The names that a definition brings in, but for those that its `##` may put together. */
function namesIn(binding: Binding): string[] {
  return binding.kind === "defined" ? macroNames(binding.macro.body) : [];
}
