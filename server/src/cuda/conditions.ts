/**
 * Evaluates a condition as it stands at one place of a file, for all passes and all values of unknown macros at once.
 * Where a macro has several definitions, each under its condition, every one of them that can be met here is tried.
 */
import { TooLarge } from "../logic/budget";
import type { Condition, Diagrams, Node } from "../logic/diagram";
import { Evaluator, numberOf } from "./evaluate";
import type { Numbers } from "./evaluate";
import type { Verdict } from "./branch";
import { expand } from "./expand";
import type { BindingOf } from "./expand";
import { HAS_OPERATORS, TOO_DEEP, isOperatorName, parseExpression, spell } from "./expression";
import type { Expression } from "./expression";
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

/** The numbers a name stands for show in what the preprocessor makes of it: they have to be told apart beforehand. */
interface NumbersShow {
  readonly kind: "numbers show";
}
const NUMBERS_SHOW: NumbersShow = { kind: "numbers show" };

/** `numbers`: names that are left as they are, to be told apart by the evaluation alone. */
type Decide<T> = (
  bindings: ReadonlyMap<string, Binding>,
  numbers: Numbers,
) => Node<T> | Missing | NumbersShow;

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
  /** By the id of a name's bindings. */
  private readonly numbers = new Map<number, boolean>();

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
      (bindings, numbers) => this.decide(tokens, bindings, numbers),
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
      (bindings, numbers) => {
        if (numbers.size > 0) return NUMBERS_SHOW;
        const expanded = this.expanded(tokens, bindings, numbers);
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
    decide: Decide<T>,
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
      const other = [...open].find(([, node]) => !this.isNumber(node));
      const answer = other === undefined ? decide(bindings, open) : NUMBERS_SHOW;
      if (answer.kind === "missing") {
        const [first, ...others] = answer.names;
        // What came after the first may look otherwise once that is settled, so it must not tell cases apart.
        const sure = others.filter((name) => this.within(lookup(name), here).kind === "leaf");
        for (const name of [first, ...sure]) pasted.add(name);
        return settle(bindings, [...open.keys()], here);
      }
      if (answer.kind !== "numbers show") return this.whereMet(answer, open, here, unmet);
      // Only when all others are settled are cases told apart, so that they share what they have in common.
      for (const [name, node] of other === undefined ? open : [other]) {
        const others = [...open.keys()].filter((one) => one !== name);
        return this.tryEach(name, node, { bindings, rest: others, here, unmet, settle });
      }
      // Where no number is left none shows.
      return unmet;
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

  /** Whether the name that stands for these is at most a number everywhere. */
  private isNumber(node: Node<Binding>): boolean {
    let answer = this.numbers.get(node.id);
    if (answer === undefined) {
      const leaves = this.diagrams.leavesOf(node);
      answer = leaves.every((binding) => binding.kind !== "defined" || numberOf(binding) !== null);
      this.numbers.set(node.id, answer);
    }
    return answer;
  }

  /** `node` where the numbers can be what it takes them for; elsewhere nobody looks. */
  private whereMet<T>(node: Node<T>, numbers: Numbers, here: Condition, unmet: Node<T>): Node<T> {
    const { diagrams } = this;
    if (here === diagrams.always) return node;
    let met = node;
    for (const bindings of numbers.values()) {
      if (bindings.kind === "passes")
        met = diagrams.choose(diagrams.inPasses(diagrams.possibleIn(here)), met, unmet);
      const can = this.bindingsMet(bindings, here);
      if (can.size < diagrams.leavesOf(bindings).length)
        met = diagrams.choose(
          diagrams.where(bindings, (binding) => can.has(binding)),
          met,
          unmet,
        );
    }
    return met;
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

  private decide(
    tokens: readonly Token[],
    bindings: ReadonlyMap<string, Binding>,
    numbers: Numbers,
  ): Node<Verdict> | Missing | NumbersShow {
    const expanded = this.expanded(tokens, bindings, numbers);
    if ("kind" in expanded) return expanded;
    const unsettled = new Unsettled(bindings);
    let numberIsCalled = false;
    const mayCall = (name: string): boolean => {
      if (numbers.has(name)) numberIsCalled = true;
      const { kind } = unsettled.bindingOf(name);
      return kind === "external" || kind === "unseen";
    };
    const expression = parseExpression(expanded, mayCall);
    if ("fault" in expression && expression.fault === TOO_DEEP) throw new TooLarge();
    if (numberIsCalled || (!("fault" in expression) && callsWith(expression, numbers))) return NUMBERS_SHOW;
    const verdict =
      "fault" in expression
        ? this.faultVerdict(expression.fault)
        : new Evaluator(this.diagrams, unsettled.bindingOf, numbers).truth(expression);
    return unsettled.missing() ?? verdict;
  }

  private expanded(
    tokens: readonly Token[],
    bindings: ReadonlyMap<string, Binding>,
    numbers: Numbers,
  ): readonly Token[] | Missing | NumbersShow {
    const unsettled = new Unsettled(bindings);
    const { budget } = this.diagrams;
    const expanded = expand(tokens, unsettled.bindingOf, budget, (name) => numbers.has(name));
    return unsettled.missing() ?? expanded ?? NUMBERS_SHOW;
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

/** Whether a call that is one unknown has such a name among its arguments: it is another unknown for each number. */
function callsWith(expression: Expression, numbers: Numbers): boolean {
  if (numbers.size === 0) return false;
  switch (expression.kind) {
    case "call":
      return [...numbers.keys()].some((name) => expression.text.includes(name));
    case "unary":
      return callsWith(expression.operand, numbers);
    case "binary":
      return callsWith(expression.left, numbers) || callsWith(expression.right, numbers);
    case "conditional":
      return [expression.condition, expression.then, expression.otherwise].some((part) =>
        callsWith(part, numbers),
      );
    default:
      return false;
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
