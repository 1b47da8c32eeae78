/** Decides one branch of a chain where it stands: what its condition comes to, and what is left for its siblings. */
import { isOperatorName } from "./expression";
import type { Condition, Diagrams, Node } from "../logic/diagram";
import type { ConditionReader, Reading } from "./conditions";
import type { Directive } from "./directives";
import type { BranchKind, Verdict } from "./branch";
import type { Token } from "./lexer";
import type { MacroTable } from "./macros";

export interface Decision {
  /** What the branch's own condition comes to where it is looked at; null for #else. */
  readonly verdict: Node<Verdict> | null;
  /** Where that is true; everywhere for #else. */
  readonly holds: Condition;
  /** Where the branch is compiled. */
  readonly presence: Condition;
  /** Where neither it nor any branch before it is. */
  readonly left: Condition;
  /** Macro names that the condition looked up. */
  readonly names: readonly string[];
  readonly error: string | null;
}

const TOO_LARGE = "too long, or on too many unknown macros, to be decided: it counts as one unknown";

/** Whether SM Lens gave the condition up: nothing is wrong with it, and what it comes to is not known. */
export function isGivenUp({ error }: { readonly error: string | null }): boolean {
  return error === TOO_LARGE;
}

export class BranchDecider {
  private readonly diagrams: Diagrams;
  private readonly reader: ConditionReader;
  private readonly table: MacroTable;

  constructor(diagrams: Diagrams, reader: ConditionReader, table: MacroTable) {
    this.diagrams = diagrams;
    this.reader = reader;
    this.table = table;
  }

  /** `line` counts from 1; `since` is the place in the order of directives at which macros are looked up. */
  decide(directive: Directive, context: Condition, since: number, line: number): Decision {
    const kind = directive.keyword as BranchKind;
    const exact = this.diagrams.budget.attempt(
      () => this.exactly(kind, directive, context, since),
      directive.tokens.length,
    );
    return exact ?? this.roughly(context, line);
  }

  private exactly(kind: BranchKind, directive: Directive, context: Condition, since: number): Decision {
    const { diagrams } = this;
    const { verdict, names } = this.readCondition(kind, directive, context, since);
    const holds = verdict === null ? diagrams.always : this.reader.holds(verdict);
    return {
      verdict,
      holds,
      presence: diagrams.and(context, holds),
      left: diagrams.and(context, diagrams.not(holds)),
      names,
      // Where nothing is wrong the verdict is itself the condition under which it is true.
      error: verdict === null || verdict === holds ? null : this.errorOf(verdict, context),
    };
  }

  /** One unknown of its own, in the passes that get here: what else is known of those is let go. */
  private roughly(context: Condition, line: number): Decision {
    const { diagrams } = this;
    const holds = diagrams.unknown(`condition_in_line_${line}`);
    const reached = diagrams.inPasses(diagrams.possibleIn(context));
    return {
      verdict: holds,
      holds,
      presence: diagrams.and(reached, holds),
      left: diagrams.and(reached, diagrams.not(holds)),
      names: [],
      error: TOO_LARGE,
    };
  }

  private readCondition(
    kind: BranchKind,
    directive: Directive,
    context: Condition,
    since: number,
  ): { verdict: Node<Verdict> | null; names: readonly string[] } {
    if (kind === "else") return { verdict: null, names: [] };
    // In a skipped group nothing is evaluated, so nothing can be wrong with it either.
    if (context === this.diagrams.never) return { verdict: this.diagrams.never, names: [] };
    if (kind === "if" || kind === "elif") return this.read(directive.tokens, context, since);
    const name = directive.tokens[0];
    if (name?.kind !== "name" || isOperatorName(name.text)) {
      const error =
        name === undefined ? `no macro name given in #${kind} directive` : "macro names must be identifiers";
      return { verdict: this.diagrams.leaf<Verdict>(`fault ${error}`, { error }), names: [] };
    }
    const reading = this.read(definedTokens(name), context, since);
    const negated = kind.endsWith("ndef");
    return { verdict: negated ? this.negate(reading.verdict) : reading.verdict, names: reading.names };
  }

  private read(tokens: readonly Token[], context: Condition, since: number): Reading {
    return this.reader.read(tokens, this.table, context, since);
  }

  private negate(verdict: Node<Verdict>): Node<Verdict> {
    // What cannot be read is false either way.
    return this.diagrams.bind<Verdict, Verdict>(verdict, (value) => {
      if (typeof value !== "boolean") return this.diagrams.leaf<Verdict>(`fault ${value.error}`, value);
      return value ? this.diagrams.never : this.diagrams.always;
    });
  }

  private errorOf(verdict: Node<Verdict>, context: Condition): string | null {
    for (const value of this.diagrams.leavesOf(verdict)) {
      if (typeof value === "boolean") continue;
      const met = this.diagrams.and(
        context,
        this.diagrams.where(verdict, (other) => other === value),
      );
      if (met !== this.diagrams.never) return value.error;
    }
    return null;
  }
}

function definedTokens(name: Token): Token[] {
  return [
    { ...name, kind: "name", text: "defined" },
    { ...name, spaced: true },
  ];
}
