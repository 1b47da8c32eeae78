/** Opening a whole chain: of each closed gate the edit that fits best, and which gates have to stay as they are. */
import { editsOverlap } from "../gates/edits";
import type { TextEdit } from "../gates/edits";
import type { Fix, JudgedGate } from "../gates/judgement";
import type { Chain, Step } from "./chain";
import { isClosed } from "./chain";
import { shortened } from "./code-steps";
import type { PlacedGate } from "./half-open";

export interface Opened {
  readonly step: Step;
  readonly fix: Fix;
}

export interface LeftClosed {
  readonly step: Step;
  /** Why no edit is made, in words. */
  readonly why: string;
}

export interface Opening {
  readonly opened: readonly Opened[];
  readonly left: readonly LeftClosed[];
}

/** Verified edits for a gate of a file, best first. */
export type FixesOf = (path: string, judged: JudgedGate) => readonly Fix[];

/** Behind a gate, the gates by which what it leads to refuses to be built for the target. */
export type RefusedBehind = (path: string, judged: JudgedGate) => readonly PlacedGate[];

export function opening(chain: Chain, fixesOf: FixesOf, refusedBehind: RefusedBehind = () => []): Opening {
  const opened: Opened[] = [];
  const left: LeftClosed[] = [];
  const isAhead = ({ via }: Step): boolean => via === "prebuilt";
  // What may be built ahead is known when it is known which extensions were opened.
  const order = [...chain.steps.filter((step) => !isAhead(step)), ...chain.steps.filter(isAhead)];
  for (const step of order) {
    const { judged, path } = step;
    if (judged === null || !isClosed(step)) continue;
    if (isDecidedElsewhere(chain, judged)) continue;
    // Several extensions may hang on one condition: it is opened once for all.
    if (opened.some((other) => other.step.path === path && other.step.judged?.gate === judged.gate)) continue;
    const others =
      opensForOthers(step) ??
      needsNoOpening(chain, step) ??
      (isAhead(step) ? staysRefused(refusedBehind(path, judged), opened) : null);
    if (others !== null) {
      if (!left.some((other) => other.step.path === path && other.step.judged?.gate === judged.gate))
        left.push({ step, why: others });
      continue;
    }
    const fixes = fixesOf(path, judged);
    const fix = fixes.find(({ preferred }) => preferred) ?? fixes[0];
    if (fix === undefined) left.push({ step, why: whyNot(judged) });
    else if (opened.some((other) => other.step.path === path && editsOverlap(other.fix.edits, fix.edits)))
      left.push({ step, why: "the edit of another gate stands at the same place" });
    else opened.push({ step, fix });
  }
  const inOrder = (a: { step: Step }, b: { step: Step }): number =>
    chain.steps.indexOf(a.step) - chain.steps.indexOf(b.step);
  return { opened: opened.sort(inOrder), left: left.sort(inOrder) };
}

/** All edits, by file. */
export function editsByPath({ opened }: Opening): Map<string, TextEdit[]> {
  const byPath = new Map<string, TextEdit[]>();
  for (const { step, fix } of opened) byPath.set(step.path, [...(byPath.get(step.path) ?? []), ...fix.edits]);
  return byPath;
}

/** A use of a list that is a step itself: what opens the list opens the use. */
function isDecidedElsewhere(chain: Chain, { gate }: JudgedGate): boolean {
  const at = gate.definedAt;
  if (at === null) return false;
  return chain.steps.some(
    ({ path, judged }) =>
      judged !== null &&
      judged.gate !== gate &&
      path === at.file &&
      judged.gate.span.start <= at.span.start &&
      at.span.end <= judged.gate.span.end,
  );
}

/**
 * One condition over a list of what is compiled ahead may stand over several extensions: where some are others' by their
 * names, letting the target in would build these for it as well. The extension of the chain is built when it is asked for.
 */
function opensForOthers({ via, judged }: Step): string | null {
  const [first] = via === "prebuilt" ? (judged?.related ?? []) : [];
  return first === undefined ? null : `what it opens is named for others: ${first.text}`;
}

/** An extension that still refuses the target would stop the build of all that is compiled ahead for it. */
function staysRefused(refused: readonly PlacedGate[], opened: readonly Opened[]): string | null {
  const first = refused.find(
    ({ path, judged: { gate } }) =>
      !opened.some(({ step }) => step.path === path && step.judged?.gate.span.start === gate.span.start),
  );
  return first === undefined
    ? null
    : `what it builds refuses the target: ${shortened(first.judged.gate.text)}`;
}

/** Of several backends one that lets the target in is enough: what the others are made of need not run there. */
function needsNoOpening({ openWays: [name] }: Chain, { isOneOf }: Step): string | null {
  return isOneOf === true && name !== undefined ? `another backend needs no opening: ${name}` : null;
}

/** Why a gate that nothing speaks for is left as it is all the same. */
export const NO_KNOWN_EDIT = "no edit at this place alone is known to be right";

function whyNot({ reason }: JudgedGate): string {
  const evidence = reason?.evidence[0]?.text;
  if (reason?.kind === "hardware") return evidence ?? "the hardware lacks what it needs";
  if (reason?.kind !== "stated") return NO_KNOWN_EDIT;
  return `it is meant to be so${evidence === undefined ? "" : `: ${evidence}`}`;
}
