import type { Layer, Gate } from "../gate";
import type { Severity } from "../judgement";
import type { Evidence, Reason, Consequence } from "../gate";
import type { Mask } from "../../logic/sets";

/** What a rule sees: a gate, and how it answers for the user's target. */
export interface RuleView {
  readonly gate: Gate;
  readonly target: string;
  readonly asked: Mask;
  readonly admitted: Mask;
  readonly excluded: Mask;
  /** The admitted whom the code behind the gate only turns away: the opposite of a guard around work. */
  readonly refused: Mask;
  readonly excludesTarget: boolean | "depends";
  readonly consequence: Consequence | null;
  readonly reason: Reason | null;
  /** Names in the code behind the gate that say it is made for other architectures. */
  readonly madeForOthers: readonly Evidence[];
}

export interface Finding {
  readonly severity: Severity;
  readonly message: string;
  readonly related?: readonly Evidence[];
  /** What to look at before the target is let in, where the code behind the gate was not read. */
  readonly checkFirst?: string;
  /** The target that a fix should let in, where that is not the asked one but its sibling. */
  readonly fixFor?: string;
  /** What is left out, where that is not the asked. */
  readonly about?: Mask;
}

/** What is told of a rule: each has a page of its name under docs/rules/. */
export interface RuleInfo {
  readonly id: string;
  readonly title: string;
  readonly layers: readonly Layer[];
  /** Of its worst finding; "off": silent unless the user sets a severity. */
  readonly defaultSeverity: Severity | "off";
  readonly fixable: boolean;
}

/** One rule about a gate, in its own file. */
export interface Rule extends RuleInfo {
  /** Null when the rule has nothing to say of this gate. The first rule of the registry that speaks is the gate's. */
  check(view: RuleView): Finding | null;
}
