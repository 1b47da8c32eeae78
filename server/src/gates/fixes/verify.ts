/** Analyses the edited text again: an edit is offered only if it admits the target and changes no other's answer. */
import { maskInWords } from "../../logic/names";
import { DEVICES } from "../../arch/devices";
import { TARGETS } from "../../arch/targets";
import { deviceNames, maskWhere, targetNames } from "../../logic/sets";
import type { Domain, Mask } from "../../logic/sets";
import { makeSource } from "../../text/source";
import type { SourceText } from "../../text/source";
import { applyEdits } from "../edits";
import type { TextEdit } from "../edits";
import type { Admission, Gate } from "../gate";
import type { Fix } from "../judgement";
import type { FixRequest, Proposal } from "./fix-kind";

/** The gates of a changed text, read as the unchanged one was; with `near`, those around that offset are enough. */
export type Reanalyse = (source: SourceText, near?: number) => readonly Gate[];

export interface VerifiedFix extends Omit<Fix, "preferred"> {
  /** Whether it changes the answer of targets or devices outside the family of those asked about. */
  readonly goesBeyond: boolean;
}

export function verify(request: FixRequest, proposal: Proposal, reanalyse: Reanalyse): VerifiedFix | null {
  const { gate, source, asked } = request;
  const own = proposal.edits.filter((edit) => edit.file === undefined);
  if (own.length !== proposal.edits.length || own.length === 0) return null;
  const measured = proposal.measuredBy ?? own;
  const edited = makeSource(source.path, applyEdits(source.text, measured));
  if (proposal.endsGate) return verifyEnd(gate, proposal, own, reanalyse(edited));
  const start = proposal.movesTo ?? movedStart(gate, measured);
  const after = findAgain(gate, start, (near) => reanalyse(edited, near));
  if (after === null) return null;
  const before = gate.admission;
  const now = after.admission;
  const possibleNow = possibleOf(now);
  const admittedBefore = possibleOf(before);
  const added = possibleNow & ~admittedBefore;
  const removed = admittedBefore & ~possibleNow;
  // Let in for certain that before got in under a condition.
  const settled = now.admits & ~before.admits & ~added;
  if (((added | removed | settled) & ~proposal.mayChange) !== 0) return null;
  // Nobody got in but under a condition: an edit that lets somebody in without it goes past that condition.
  if (before.admits === 0 && before.depends.length > 0 && (now.admits & (added | settled)) !== 0) return null;
  const names = (added | removed | settled) === 0 ? namesAdded(gate, after) : [];
  const joined = joinsTerms(before, now, proposal.mayChange);
  if (joined === null) return null;
  if (proposal.keeps !== undefined && !keepsOthers(request, proposal.keeps, measured, reanalyse)) return null;
  // Only an edit that narrows, or spares from a refusal, may take the asked out of what lets them in.
  if ((removed & asked) !== 0 && !/(?:^|-)narrow$|^spare-/.test(proposal.kind)) return null;
  const opens = ((settled | joined) & asked) !== 0 || doesSomething(asked, admittedBefore, added, removed);
  if (names.length === 0 && !opens) return null;
  return {
    kind: proposal.kind,
    title: `${proposal.title} (${names.length > 0 ? `names ${names.join(", ")}` : effect(gate, { added: added | settled, joined, removed })})`,
    edits: own,
    admitsAfter: gate.domain === "targets" ? targetNames(now.admits) : deviceNames(possibleNow),
    goesBeyond: ((added | removed | settled) & ~familyMask(asked, gate.domain)) !== 0,
  };
}

function possibleOf({ admits, depends }: Admission): Mask {
  return depends.reduce((mask, dependent) => mask | dependent.mask, admits);
}

/** Whether all other gates of which that is asked still let in whom they let in before the edits. */
function keepsOthers(
  { gate, source }: FixRequest,
  keeps: (other: Gate) => boolean,
  edits: readonly TextEdit[],
  reanalyse: Reanalyse,
): boolean {
  const others = reanalyse(source).filter((other) => other.span.start !== gate.span.start && keeps(other));
  if (others.length === 0) return true;
  const byStart = new Map<string, Gate>();
  for (const other of reanalyse(makeSource(source.path, applyEdits(source.text, edits))))
    byStart.set(`${other.form} ${other.span.start}`, other);
  return others.every((other) => {
    const now = byStart.get(`${other.form} ${movedStart(other, edits)}`);
    return now !== undefined && (possibleOf(other.admission) & ~possibleOf(now.admission)) === 0;
  });
}

/** All targets or devices of the same major capability as any in `mask`. */
function familyMask(mask: Mask, domain: Domain): Mask {
  const all: readonly { readonly capability: number }[] = domain === "targets" ? TARGETS : DEVICES;
  const majorOf = ({ capability }: { readonly capability: number }): number => Math.floor(capability / 10);
  const majors = new Set(all.filter((_, index) => (mask >> index) & 1).map(majorOf));
  return maskWhere(all, (one) => majors.has(majorOf(one)));
}

/**
 * Of those that get in under a condition before and after: whose condition has become that of another one, which the edit
 * does not speak of. Null where the edit changes the condition of one that it does not speak of.
 */
function joinsTerms(before: Admission, now: Admission, mayChange: Mask): Mask | null {
  let joined = 0;
  for (const { mask, when } of now.depends) {
    const same = before.depends.reduce((all, one) => (one.when === when ? all | one.mask : all), 0);
    const other = before.depends.reduce((all, one) => (one.when === when ? all : all | one.mask), 0);
    const changed = mask & other;
    if ((changed & ~mayChange) !== 0) return null;
    if ((same & mask & ~mayChange) !== 0) joined |= changed;
  }
  return joined;
}

/** What the gates around the place admit once the fault is gone; the narrowest of them tells. */
function verifyEnd(
  gate: Gate,
  proposal: Proposal,
  edits: readonly TextEdit[],
  gates: readonly Gate[],
): VerifiedFix | null {
  const start = movedStart(gate, edits);
  if (gates.some((other) => other.form === gate.form && other.span.start === start)) return null;
  const around = gates
    .filter(({ span, layer }) => layer === gate.layer && span.start <= start && start < span.end)
    .sort((a, b) => a.span.end - a.span.start - (b.span.end - b.span.start))[0];
  const admits = around?.admission.admits ?? proposal.opensTo ?? 0;
  return {
    kind: proposal.kind,
    title: proposal.title,
    edits,
    admitsAfter: gate.domain === "targets" ? targetNames(admits) : deviceNames(admits),
    goesBeyond: false,
  };
}

/** What a build list names that it did not: code of its own where another target's would have had to serve. */
function namesAdded(before: Gate, after: Gate): string[] {
  if (before.exact === null || after.exact === null) return [];
  return after.exact.filter((name) => before.exact?.includes(name) === false);
}

/** An opening lets the asked in, or a sibling where they are in already; a narrowing only takes away. */
function doesSomething(asked: Mask, before: Mask, added: Mask, removed: Mask): boolean {
  if (removed !== 0) return added === 0 && (removed & asked) !== 0;
  return (before & asked) === 0 ? (added & asked) !== 0 : added !== 0;
}

interface Change {
  readonly added: Mask;
  /** Who gets in on other terms than before: those of others. */
  readonly joined: Mask;
  readonly removed: Mask;
}

function effect(gate: Gate, { added, joined, removed }: Change): string {
  const parts: string[] = [];
  if (added !== 0) parts.push(`adds ${named(added, gate.domain)}`);
  if (joined !== 0) parts.push(`adds ${named(joined, gate.domain)} on the terms of those there`);
  if (removed !== 0) parts.push(`takes out ${named(removed, gate.domain)}`);
  return parts.join(", ");
}

/** In a title, itself in parentheses, "all variants" goes without saying. */
function named(mask: Mask, domain: Domain): string {
  return maskInWords(mask, domain).replaceAll(" (all variants)", "");
}

/** The gate of the same form that starts where this one has been moved to; where there is none, of another form. */
function findAgain(gate: Gate, start: number, gates: (near?: number) => readonly Gate[]): Gate | null {
  const isThere = (other: Gate): boolean => other.span.start === start && other.layer === gate.layer;
  const isSame = (other: Gate): boolean => isThere(other) && other.form === gate.form;
  const same = gates(start).find(isSame);
  if (same !== undefined) return same;
  const all = gates();
  return all.find(isSame) ?? all.find(isThere) ?? null;
}

function movedStart(gate: Gate, edits: readonly TextEdit[]): number {
  return edits
    .filter((edit) => edit.span.end <= gate.span.start)
    .reduce(
      (start, edit) => start + edit.newText.length - (edit.span.end - edit.span.start),
      gate.span.start,
    );
}
