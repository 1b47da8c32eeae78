/** Makes gates of conditions on the device. */
import { DEVICES } from "../../arch/devices";
import type { Claim, Consequence, Evidence, Gate } from "../../gates/gate";
import { ALL_DEVICES, maskWhere, type Mask } from "../../logic/sets";
import type { Span } from "../../text/source";
import { firstTokenAt } from "../body/code";
import { bodyKind } from "../body/functions";
import { isCaught } from "./caught";
import { asCompiled } from "./compiled";
import { decidingOperand, isCompiled, type Condition } from "./condition";
import type { HostReader } from "./reader";
import type { HostShape } from "./shape";
import type { Range } from "./statements";
import { not, truthSets, type Values } from "./values";

export interface HostGate {
  readonly form: string;
  /** From the keyword to the end of the condition. */
  readonly span: Span;
  readonly condition: Condition | null;
  /** Where there is none, what tells whether the compiler settles it: a `switch`'s selector against a label. */
  readonly settledBy?: Condition | null;
  /** Where the whole is not in its text: the labels of a `switch`. */
  readonly conditions?: string;
  /** Where the device gets in; with `negated`, the condition's own values turned round. */
  readonly values: Values;
  /** Whether the condition must fail for a device to get in. */
  readonly negated: boolean;
  /** Devices that come to the condition; absent: all do. */
  readonly arriving?: Mask;
  readonly consequence: Consequence | null;
  readonly remarks: readonly Evidence[];
  readonly claim: Claim | null;
  readonly definedAt: Gate["definedAt"];
  readonly shape: HostShape | null;
  /** The code that it lets devices in to, as far as it stands in this file; none where it only makes a value. */
  readonly code: readonly Range[];
  /** What exempts it beside what holds for every gate. */
  exempt(excluded: Mask): string | null;
}

export function makeGate(reader: HostReader, host: HostGate): Gate {
  const { evaluator, behind } = reader;
  const { yes, no, depends } = truthSets(host.values);
  const { condition, code } = host;
  const gate: Gate = {
    layer: "cuda-host",
    form: host.form,
    span: host.span,
    text: evaluator.scope.code.logical.source.slice(host.span.start, host.span.end),
    ...(host.conditions === undefined ? {} : { conditions: host.conditions }),
    domain: "devices",
    admission: { admits: yes, excludes: no, depends },
    exact: null,
    host: null,
    operandFor: (excluded) =>
      condition === null ? null : decidingOperand(evaluator, condition, indexesOf(excluded), !host.negated),
    consequence:
      host.consequence === "raises" && isCaughtAt(reader, host.span) ? "falls back" : host.consequence,
    get instructions() {
      return behind.instructionsIn(code);
    },
    madeForOthers: (excluded) => behind.namesFor(code, excluded),
    remarks: host.remarks,
    definedAt: host.definedAt,
    exemptFor: (excluded) =>
      host.exempt(excluded) ??
      exemptByDevices(host, yes | depends.reduce((mask, part) => mask | part.mask, 0), excluded),
    claim: host.claim,
    shape: host.shape,
  };
  const settled = condition ?? host.settledBy ?? null;
  if (settled === null || !isCompiled(evaluator, settled)) return gate;
  const owner = evaluator.scope.functionAt(settled.at);
  const bodyOf = owner === null ? null : bodyKind(owner);
  return asCompiled(gate, evaluator.view.targetsAt(host.span.start), bodyOf, condition?.values ?? null);
}

function isCaughtAt({ code, blocks }: HostReader, { start }: Span): boolean {
  return isCaught(code, blocks, firstTokenAt(code.tokens, start));
}

export function admittedBy(condition: Condition, negated: boolean): Values {
  return negated ? condition.values.map(not) : condition.values;
}

function indexesOf(mask: Mask): number[] {
  return DEVICES.map((_, index) => index).filter((index) => (mask >> index) & 1);
}

const HOPPER = 90;

function exemptByDevices(host: HostGate, admitted: Mask, excluded: Mask): string | null {
  const rivals = admitted & ~excluded & maskWhere(DEVICES, (device) => device.capability >= HOPPER);
  if (rivals === 0) return "no newer device gets in";
  if ((admitted & ~siblingsOf(excluded)) === 0 && oldestOf(admitted) > oldestOf(excluded))
    return "for a newer sibling alone";
  const newest = Math.max(
    ...DEVICES.filter((_, index) => (admitted >> index) & 1).map((device) => device.capability),
  );
  const upTo = maskWhere(DEVICES, (device) => device.capability <= newest);
  if (host.consequence === "skipped") return admitted === upTo ? "the arm of older devices" : null;
  if (host.consequence !== "falls back" && host.consequence !== "other arm") return null;
  // Of those that come by: the others have been served ahead of it.
  return admitted === (upTo & (host.arriving ?? ALL_DEVICES)) ? "the arm of older devices" : null;
}

function oldestOf(mask: Mask): number {
  return Math.min(...DEVICES.filter((_, index) => (mask >> index) & 1).map((device) => device.capability));
}

/** Devices of the same major as one of `excluded`. */
export function siblingsOf(excluded: Mask): Mask {
  const majors = new Set(DEVICES.filter((_, index) => (excluded >> index) & 1).map((device) => device.major));
  return maskWhere(DEVICES, (device) => majors.has(device.major));
}
