/** What macros can stand for at one place, in every combination that can be met there. */
import type { Condition, Diagrams, Node } from "../logic/diagram";
import { numberOf } from "./evaluate";
import type { Numbers } from "./evaluate";
import { HAS_OPERATORS, isOperatorName } from "./expression";
import type { Token } from "./lexer";
import type { Binding, MacroDefinition } from "./macros";

/** The numbers a name stands for show in what the preprocessor makes of it: they have to be told apart beforehand. */
export interface NumbersShow {
  readonly kind: "numbers show";
}
export const NUMBERS_SHOW: NumbersShow = { kind: "numbers show" };

/** `numbers`: names that are left as they are, to be told apart by the evaluation alone. */
export type Decide<T> = (
  bindings: ReadonlyMap<string, Binding>,
  numbers: Numbers,
) => Node<T> | Missing | NumbersShow;

type Settle<T> = (bound: ReadonlyMap<string, Binding>, queue: readonly string[], here: Condition) => Node<T>;

/** Names that have to be settled first: those that `##` has put together. */
export interface Missing {
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

export class Cases {
  private readonly diagrams: Diagrams;
  /** By the id of a name's bindings. */
  private readonly numbers = new Map<number, boolean>();

  constructor(diagrams: Diagrams) {
    this.diagrams = diagrams;
  }

  /**
   * Asks `decide` once for every set of bindings that can be met. `decide` may answer names that have to be settled
   * first, those that it met before it could go on as well as it can without. `unmet` stands where the bindings cannot
   * be met.
   */
  each<T>(
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

export function canBeMacro(name: string): boolean {
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

const NO_NAMES: readonly string[] = [];
/** One definition is met by many conditions. */
const namesOfBodies = new WeakMap<MacroDefinition, readonly string[]>();

/** The names that a definition brings in, but for those that its `##` may put together. */
function namesIn(binding: Binding): readonly string[] {
  if (binding.kind !== "defined") return NO_NAMES;
  const known = namesOfBodies.get(binding.macro) ?? macroNames(binding.macro.body);
  namesOfBodies.set(binding.macro, known);
  return known;
}
