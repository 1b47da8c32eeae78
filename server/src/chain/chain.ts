/** A chain: the gates on the way from an entry to the code it ends in, in the order in which they are met. */
import type { JudgedGate } from "../gates/judgement";
import type { Span } from "../text/source";

/** How a step is come by; "none" of them says anything about the target. */
export type Via =
  | "entry"
  | "sets" // gives a setting its value that a later step reads
  | "decides" // lets the caller go on, or not
  | "calls"
  | "builds" // describes an extension that is compiled at run time
  | "prebuilt" // puts the extension into a list of those that are compiled ahead
  | "source"
  | "includes"
  | "names" // gives a template the architecture that its code is written for
  | "launches" // in a function or kernel of the way
  | "same module"; // compiled with it, though nothing on this way calls it

export interface Step {
  readonly path: string;
  readonly span: Span;
  readonly title: string;
  readonly via: Via;
  readonly judged: JudgedGate | null;
  /** The extension that the step belongs to; null before any. */
  readonly module: string | null;
  /** Set where only other targets come by: an arm that is theirs leads here, or the source is compiled for them alone. */
  readonly isOthers?: true;
  /** Set where the function that it stands in may never come by it. */
  readonly isPerhaps?: true;
  /** Set where it is asked for one of several backends alone, or a condition decides whether it is come by. */
  readonly isOneOf?: true;
  /** Set where what it raises is caught on the way, and the way goes on. */
  readonly caught?: Caught;
  /** Set where what is raised on the way to it may be caught. */
  readonly isTried?: true;
}

/** Where a refusal is caught: the handler. */
export interface Caught {
  readonly path: string;
  readonly span: Span;
  /** On what it depends whether the way goes on; null: it does. */
  readonly when: string | null;
}

/** What of a step tells its state. */
type Stated = Pick<Step, "judged" | "isOthers" | "caught">;

export interface Chain {
  readonly entry: string;
  readonly target: string;
  readonly steps: readonly Step[];
  /** Index of the first step that shuts the target out; null: none does, or another way is open. */
  readonly firstClosed: number | null;
  /** An outer gate that lets the target in, and an inner one that then leaves its code out. */
  readonly halfOpen: readonly (readonly [number, number])[];
  readonly noGate: boolean;
  /** What the target comes to from the entry past no closed gate, by name; none is named where it is not known. */
  readonly openWays: readonly string[];
  /** What could not be followed, in words. */
  readonly unknown: readonly string[];
}

export type StepState = "admits" | "excludes" | "depends" | "none";

export function stateOf({ judged, caught }: Pick<Step, "judged" | "caught">): StepState {
  if (judged === null) return "none";
  if (caught !== undefined && caught.when !== null) return "depends";
  if (judged.excludesTarget === true) return "excludes";
  return judged.excludesTarget === false ? "admits" : "depends";
}

/**
 * Whether the step shuts the target out, and that matters: another arm serving it does not, nor what only others come by,
 * nor a refusal that is caught.
 */
export function isClosed({ judged, isOthers, caught }: Stated): boolean {
  if (isOthers === true || caught !== undefined) return false;
  if (judged?.excludesTarget !== true || judged.consequence === "other arm") return false;
  return judged.rule !== null || judged.gate.definedAt !== null;
}

/** Whether what the step leaves out for the target is missing at run time, and nothing says so. */
export function leavesNothing({ judged, isOthers }: Pick<Step, "judged" | "isOthers">): boolean {
  if (isOthers === true) return false;
  if (judged?.excludesTarget !== true || judged.rule === null) return false;
  // Where it is told as no more than information the code may be other targets' own, and never come by.
  if (judged.severity !== "error" && judged.severity !== "warning") return false;
  if (judged.gate.layer !== "cuda-preprocessor") return false;
  const silent = judged.consequence === "empty" || judged.consequence === "skipped";
  return silent && judged.reason?.kind !== "hardware";
}

export function asOthers(step: Step): Step {
  return { ...step, isOthers: true };
}

/** Without steps on ways of other targets, or on ways that are only tried, that the target comes by otherwise as well. */
export function withoutRepeats(steps: readonly Step[]): Step[] {
  const own = steps.filter((step) => !isAside(step));
  const judged = new Set(own.flatMap((step) => step.judged ?? []));
  const plain = new Set(own.map(placeOf));
  return steps.filter(
    (step) => !isAside(step) || !(step.judged === null ? plain.has(placeOf(step)) : judged.has(step.judged)),
  );
}

function isAside({ isOthers, isTried }: Step): boolean {
  return isOthers === true || isTried === true;
}

function placeOf({ path, span, title, module }: Step): string {
  return `${path}\n${span.start}\n${title}\n${module ?? ""}`;
}

export function chainOf(
  entry: string,
  target: string,
  steps: readonly Step[],
  unknown: readonly string[],
  openWays: readonly string[] = [],
): Chain {
  // What nothing on this way calls may be closed, and the way is not.
  const closed = (step: Step): boolean => step.via !== "same module" && isClosed(step);
  // Where a way from the entry is open, what is closed behind it belongs to other ways.
  const end = openWays.length === 0 ? -1 : steps.findIndex(({ via }) => via === "entry");
  const firstClosed = (end < 0 ? steps : steps.slice(0, end)).findIndex(closed);
  return {
    entry,
    target,
    steps,
    firstClosed: firstClosed < 0 ? null : firstClosed,
    halfOpen: halfOpenPairs(steps),
    noGate: steps.every(({ judged }) => judged === null),
    openWays,
    unknown,
  };
}

/** The gate that decides whether a module is built for the target comes last before its code. */
function halfOpenPairs(steps: readonly Step[]): [number, number][] {
  const pairs: [number, number][] = [];
  steps.forEach((step, inner) => {
    if (step.module === null || !leavesNothing(step)) return;
    const outer = steps.findLastIndex(
      (other, index) =>
        index < inner && other.module === step.module && other.via === "builds" && other.judged !== null,
    );
    const gate = steps[outer];
    if (gate !== undefined && stateOf(gate) === "admits") pairs.push([outer, inner]);
  });
  return pairs;
}
