/**
 * Evaluates a condition as it stands at one place of a file, for all passes and all values of unknown macros at once.
 * Where a macro has several definitions, each under its condition, every one of them that can be met here is tried.
 */
import { TooLarge } from "../logic/budget";
import type { Condition, Diagrams, Node } from "../logic/diagram";
import type { Verdict } from "./branch";
import { Cases, NUMBERS_SHOW, canBeMacro } from "./cases";
import type { Missing, NumbersShow } from "./cases";
import { Evaluator } from "./evaluate";
import type { Numbers } from "./evaluate";
import { expand } from "./expand";
import type { BindingOf } from "./expand";
import { TOO_DEEP, parseExpression, spell } from "./expression";
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

export class ConditionReader {
  private readonly diagrams: Diagrams;
  private readonly remembered: Map<string, Remembered[]>;
  /** By the verdict's id. */
  private readonly holding = new Map<number, Condition>();
  private readonly cases: Cases;

  /** `remembered` may be shared by all readers of the same diagrams. */
  constructor(diagrams: Diagrams, remembered: Map<string, Remembered[]> = new Map<string, Remembered[]>()) {
    this.diagrams = diagrams;
    this.remembered = remembered;
    this.cases = new Cases(diagrams);
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
    const verdict = this.cases.each<Verdict>(
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
    return this.cases.each<T>(
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

  private decide(
    tokens: readonly Token[],
    bindings: ReadonlyMap<string, Binding>,
    numbers: Numbers,
  ): Node<Verdict> | Missing | NumbersShow {
    const expanded = this.expanded(tokens, bindings, numbers);
    if ("kind" in expanded) return expanded;
    if (areCalled(numbers, expanded)) return NUMBERS_SHOW;
    const unsettled = new Unsettled(bindings);
    const mayCall = (name: string): boolean => {
      const { kind } = unsettled.bindingOf(name);
      return kind === "external" || kind === "unseen";
    };
    const expression = parseExpression(expanded, mayCall);
    if ("fault" in expression && expression.fault === TOO_DEEP) throw new TooLarge();
    if (!("fault" in expression) && callsWith(expression, numbers)) return NUMBERS_SHOW;
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
    return binding ?? { kind: "undefined" };
  };

  missing(): Missing | null {
    const [first, ...others] = this.names;
    return first === undefined ? null : { kind: "missing", names: [first, ...others] };
  }
}

/** `X(…)`: no call where X is a number, and maybe one where it is a name that nobody defines. */
function areCalled(numbers: Numbers, tokens: readonly Token[]): boolean {
  return tokens.some((token, index) => numbers.has(token.text) && tokens[index + 1]?.text === "(");
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
