import type { TextEdit } from "./edits";
import type { Consequence, Evidence, Gate, Reason } from "./gate";
import type { Mask } from "../logic/sets";
import type { Span } from "../text/source";

export type Severity = "error" | "warning" | "information" | "hint";

/** A gate seen from the user's target. */
export interface JudgedGate {
  readonly gate: Gate;
  /** The targets or devices that were asked about (a base has up to three variants). */
  readonly asked: Mask;
  /** True: none of the asked gets in. "depends": some get in under a condition that is not known. */
  readonly excludesTarget: boolean | "depends";
  readonly consequence: Consequence | null;
  readonly reason: Reason | null;
  /** The operand to underline; null: the whole gate. */
  readonly operand: Span | null;
  /** The rule that calls it a finding; null: no finding. */
  readonly rule: string | null;
  readonly severity: Severity | null;
  /** The rule whose finding at another place of the file speaks for this gate too; null: none does. */
  readonly toldWith: string | null;
  /** For people: which targets get in, what the target gets instead, and why. Never empty. */
  readonly message: string;
  /** What to look at before the target is let in, where the code behind the gate was not read; else null. */
  readonly checkFirst: string | null;
  readonly related: readonly Evidence[];
  /** The target that a fix should let in: the asked one, or a sibling that was forgotten. */
  readonly fixFor: string;
}

/** An edit that was analysed again: it does what its title says. */
export interface Fix {
  readonly kind: string;
  readonly title: string;
  readonly preferred: boolean;
  readonly edits: readonly TextEdit[];
  /**
   * Names of all targets that get in after the edit; of devices also those that get in under a condition that is not known,
   * for hardly a run-time check asks for the device alone.
   */
  readonly admitsAfter: readonly string[];
}
