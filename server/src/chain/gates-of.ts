/** Which gates stand in a function, and which decide whether a call is come by. */
import { deviceMaskOf, variantMask } from "../logic/sets";
import type { JudgedGate } from "../gates/judgement";
import type { FileReport } from "../analysis/report";
import type { Span } from "../text/source";
import type { PythonReference } from "./facts";
import type { PythonNode } from "./python-names";
import type { Telling } from "./telling";
import type { ChainTree } from "./tree";

/** The analysis of a file that chains need the gates of; null where it cannot be read. */
export type ReportOf = (path: string) => FileReport | null;

export class GatesOf {
  private readonly tree: ChainTree;
  private readonly reportOf: ReportOf;
  private readonly telling: Telling;
  private readonly known = new WeakMap<FileReport, readonly JudgedGate[]>();

  constructor(tree: ChainTree, reportOf: ReportOf, telling: Telling) {
    this.telling = telling;
    this.tree = tree;
    this.reportOf = reportOf;
  }

  report(path: string): FileReport | null {
    return this.reportOf(path);
  }

  in(path: string): readonly JudgedGate[] {
    const report = this.reportOf(path);
    if (report === null) return [];
    let gates = this.known.get(report);
    if (gates === undefined) this.known.set(report, (gates = report.gates.map(asFinding)));
    return gates;
  }

  /** Those in the function itself, not in functions that stand in it and are called by themselves. */
  ofFunction({ path, fn }: PythonNode): readonly JudgedGate[] {
    if (fn.name === "" || !this.telling.may({ path, fn })) return [];
    const inner = (this.tree.python(path)?.functions ?? []).filter(
      (other) => other !== fn && other.name !== "" && within(other.span, fn.span),
    );
    return withoutParts(
      this.in(path).filter(
        ({ gate }) => within(gate.span, fn.span) && !inner.some(({ span }) => within(gate.span, span)),
      ),
    );
  }

  /** Those that a file comes by when it is imported: outside of all functions and classes. */
  ofModule(path: string): readonly JudgedGate[] {
    const inner = (this.tree.python(path)?.functions ?? []).filter(({ name }) => name !== "");
    return withoutParts(
      this.in(path).filter(({ gate }) => !inner.some(({ span }) => within(gate.span, span))),
    );
  }

  /** The function's decorators, and the conditions under which these calls are made. */
  before({ path, fn }: PythonNode, references: readonly PythonReference[]): readonly JudgedGate[] {
    const conditions = references.flatMap(({ under }) =>
      under.flatMap((index) => fn.conditions[index] ?? []),
    );
    const text = this.tree.files.text(path) ?? "";
    const isDecorated = text.slice(fn.span.start, fn.nameSpan.start).includes("@");
    // Many callers ask nothing: their files need not be analysed.
    if (conditions.length === 0 && !isDecorated) return [];
    return this.ofFunction({ path, fn }).filter(
      ({ gate }) =>
        gate.span.end <= fn.nameSpan.start || conditions.some((span) => overlaps(span, gate.span)),
    );
  }

  /**
   * Whether only other targets come by a place: it stands in an arm that is theirs, or the target is served by an arm
   * of its own that leaves before it, or in whose `else` it is.
   */
  isOthersPlace({ path, fn }: PythonNode, { under, inArms, inElse }: PythonReference): boolean {
    if (under.length === 0 || !this.telling.may({ path, fn })) return false;
    const isOf = (indices: readonly number[], { gate }: JudgedGate): boolean =>
      indices.some((index) => within(fn.conditions[index] ?? NOWHERE, gate.span));
    const past = under.filter((index) => !inArms.includes(index) && !inElse.includes(index));
    return this.in(path).some((judged) => {
      if (judged.gate.form === "operand") return false;
      if (servesOthers(judged) && isOf(inArms, judged)) return true;
      if (!servesTarget(judged)) return false;
      // Behind a later arm of a ladder come those as well that took an earlier one.
      return isOf(inElse, judged) || (/^if\b/.test(judged.gate.text) && isOf(past, judged));
    });
  }

  /** The conditions over one place of a function. */
  over({ path, fn }: PythonNode, under: readonly number[]): readonly JudgedGate[] {
    const conditions = under.flatMap((index) => fn.conditions[index] ?? []);
    if (conditions.length === 0 || !this.telling.may({ path, fn })) return [];
    return withoutParts(
      this.in(path).filter(({ gate }) => conditions.some((span) => overlaps(span, gate.span))),
    );
  }
}

/**
 * A file tells of guards that it repeats once; each of them shuts the target out of its own code all the same. A use of a
 * flag may only choose between two ways, whatever other uses do.
 */
function asFinding(judged: JudgedGate): JudgedGate {
  if (judged.toldWith !== null) return { ...judged, rule: judged.toldWith };
  const { gate, excludesTarget } = judged;
  const isChoice =
    gate.layer === "python" &&
    gate.definedAt !== null &&
    excludesTarget === true &&
    (gate.consequence === "falls back" || gate.consequence === "other arm");
  return isChoice ? { ...judged, consequence: "other arm" } : judged;
}

/** Whether it says something of this target alone: the target's own branch, as others have theirs. */
export function isOwn({ gate, asked }: JudgedGate): boolean {
  const possible = gate.admission.depends.reduce((mask, one) => mask | one.mask, gate.admission.admits);
  const others =
    gate.domain === "targets"
      ? variantMask("sm_90") | variantMask("sm_100") | variantMask("sm_80")
      : OTHER_DEVICES;
  return (possible & asked) !== 0 && (possible & others & ~asked) === 0;
}

/** Whether the gate is told of though the way leads to no compiled code. */
export function isSure(one: JudgedGate): boolean {
  return one.rule !== null || one.excludesTarget !== "depends" || isOwn(one);
}

/** Whether it is told of as a finding, or what it asks is. */
export function isFound({ rule, gate }: JudgedGate): boolean {
  return rule !== null || gate.definedAt !== null;
}

/** Whether it lets others in that newer code is written for: what older ones have beside it is no news. */
export function isForNewer({ gate }: JudgedGate): boolean {
  const possible = gate.admission.depends.reduce((mask, one) => mask | one.mask, gate.admission.admits);
  return (possible & NEWER_DEVICES) !== 0;
}

/** Whether it lets the target in and leaves out others of the newest generations: an answer about the target itself. */
export function singlesOut({ gate, asked, excludesTarget }: JudgedGate): boolean {
  if (gate.domain !== "devices" || gate.form === "predicate" || excludesTarget !== false) return false;
  return (gate.admission.excludes & NEWEST_DEVICES & ~asked) !== 0;
}

const NEWEST_DEVICES = deviceMaskOf("sm_100") | deviceMaskOf("sm_120");

const NEWER_DEVICES =
  deviceMaskOf("sm_90") | deviceMaskOf("sm_100") | deviceMaskOf("sm_103") | deviceMaskOf("sm_110");
const OTHER_DEVICES = deviceMaskOf("sm_90") | deviceMaskOf("sm_100") | deviceMaskOf("sm_80");

/** A branch that is other targets' own: what the target gets stands in the next one. */
export function servesOthers({ excludesTarget, rule, gate, consequence }: JudgedGate): boolean {
  if (excludesTarget !== true || rule !== null) return false;
  return gate.definedAt === null || (gate.layer === "python" && consequence === "other arm");
}

/** An arm that the target surely takes, whatever others get. */
function servesTarget({ excludesTarget, gate }: JudgedGate): boolean {
  return excludesTarget === false && gate.intoArm === true;
}

const NOWHERE: Span = { start: -1, end: -1 };

/** Of gates at one place the one that speaks for all: a ladder's last arm, a condition's operands. */
export function withoutParts(gates: readonly JudgedGate[]): readonly JudgedGate[] {
  return gates.filter(
    (one) =>
      one.gate.form !== "operand" &&
      !gates.some(
        (other) =>
          other !== one &&
          other.gate.span.start === one.gate.span.start &&
          other.gate.span.end === one.gate.span.end &&
          ranks(other) > ranks(one),
      ),
  );
}

function ranks({ rule, gate }: JudgedGate): number {
  return (rule === null ? 0 : 2) + (gate.form === "ladder" ? 1 : 0);
}

export function within(inner: Span, outer: Span): boolean {
  return inner.start >= outer.start && inner.end <= outer.end;
}

export function overlaps(a: Span, b: Span): boolean {
  return a.start < b.end && b.start < a.end;
}
