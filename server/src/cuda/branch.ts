/** One conditional branch of a file as it was decided, and the chain of siblings it belongs to. */
import type { Condition, Node } from "../logic/diagram";
import type { Span } from "../text/source";
import type { Directive } from "./directives";
import type { Token } from "./lexer";

export type BranchKind = "if" | "ifdef" | "ifndef" | "elif" | "elifdef" | "elifndef" | "else";

/**
 * What a condition comes to: true, false, or the syntax error for which a preprocessor takes it as false. Whatever
 * else g++ complains of (a division by zero, a wrong digit) it passes over with some value.
 */
export type Verdict = boolean | { readonly error: string };

export interface Branch {
  readonly kind: BranchKind;
  /** The number of its directive. */
  readonly at: number;
  readonly directive: Directive;
  /** The condition's tokens; none for #else. */
  readonly tokens: readonly Token[];
  readonly chain: Chain;
  readonly parent: Branch | null;
  /** Where the branch is looked at: its parent is compiled and no earlier branch of the chain was. */
  readonly context: Condition;
  /** Where it is compiled. */
  readonly presence: Condition;
  /** What its own condition comes to where it is looked at; null for #else. */
  readonly verdict: Node<Verdict> | null;
  /** Where the own condition is true; everywhere for #else. */
  readonly holds: Condition;
  /** Macro names that the condition looked up. */
  readonly names: readonly string[];
  readonly error: string | null;
  /** The branch's lines: from the end of its directive to the next directive of its chain. */
  body: Span;
}

/** An `#if` with all its siblings up to the `#endif`. */
export interface Chain {
  readonly parent: Branch | null;
  readonly branches: Branch[];
  /** The `#endif`; null when the file ends first. */
  end: Directive | null;
}
