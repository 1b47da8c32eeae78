import type { Mask } from "../../logic/sets";
import type { SourceText } from "../../text/source";
import type { TextEdit } from "../edits";
import type { Gate, Layer } from "../gate";

export interface FixRequest {
  readonly source: SourceText;
  readonly gate: Gate;
  /** The target's name as the user has it: `sm_120`. */
  readonly target: string;
  /** What was asked about: all variants of the target, or its device. */
  readonly asked: Mask;
}

/** An edit not yet verified. `verify` analyses the edited text and drops what does not do what it says. */
export interface Proposal {
  readonly kind: string;
  /** What the edit does, without its effect: `Drop the upper bound '< 1200'`; verification appends `(adds …)`. */
  readonly title: string;
  readonly edits: readonly TextEdit[];
  /**
   * Targets or devices that the edit may add or take away: those the title speaks of. An edit that changes any
   * other one's answer is not offered.
   */
  readonly mayChange: Mask;
  /** Of the gates beside it, those that must not lose anybody: an edit of one arm may take from another. */
  readonly keeps?: (other: Gate) => boolean;
  /** Of proposals with the same word here, which differ in where the edit is made, the first that holds is enough. */
  readonly oneOf?: string;
  /** Where the edits take the condition away: edits that say the same and leave it in its place, to be analysed again. */
  readonly measuredBy?: readonly TextEdit[];
  /** Where the gate starts in the edited text, where it stands at the last of several statements and the edit adds one. */
  readonly movesTo?: number;
  /** The gate itself is the fault: the edit is right when nothing of its form stands there any more. */
  readonly endsGate?: boolean;
  /** Of an edit that ends the gate: who gets in then, where no other gate around tells. */
  readonly opensTo?: Mask;
}

/** One kind of edit, in its own file: a pure function from a gate to edits. */
export interface FixKind {
  readonly kind: string;
  readonly layers: readonly Layer[];
  propose(request: FixRequest): readonly Proposal[];
}
