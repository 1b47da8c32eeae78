import type { Device } from "../../arch/devices";
import type { Expression } from "./expression";
import type { Span } from "../../text/source";

/** A condition, for the fixes. */
export interface HostConditionShape {
  readonly kind: "host condition";
  readonly expression: Expression;
  /** Whether the condition must fail for a device to get in: it is a refusal's. */
  readonly negated: boolean;
  /** A macro that compares its first two arguments, `CHECK_EQ(sm, 90)`, stands for the operator; else null. */
  readonly macro: ComparingMacro | null;
  /** Whether it is one arm among several, or all of them: then no arm is chosen for a device. */
  readonly inLadder: boolean;
  /** Whether a part of the condition tells devices apart. */
  decides(part: Expression): boolean;
  /** What a name in the condition stands for: `is_sm120` for `major == 12 && minor == 0`; null where that is not seen. */
  definitionOf(name: string): Expression | null;
  /** Names of constants in the file that stand for a capability: `kArch120`. */
  constantFor(model: string, capability: number): string | null;
}

export interface ComparingMacro {
  readonly name: Span;
  /** The macro that takes a condition instead: `CHECK` for `CHECK_EQ`; null where the file has the one without the other. */
  readonly plain: string | null;
  /** Between the two arguments. */
  readonly comma: Span;
}

/** A `switch`, for the fixes. */
export interface HostSwitchShape {
  readonly kind: "host switch";
  readonly labels: readonly SwitchLabel[];
  /** The last label of the one case that serves devices; null where they are served in several ways. */
  readonly only: SwitchLabel | null;
  /** Names of constants in the file that stand for a capability: `kArch120`. */
  constantFor(model: string, capability: number): string | null;
}

export interface SwitchLabel {
  readonly text: string;
  /** Ten times the capability. */
  readonly capability: number;
  readonly span: Span;
}

/** A container of architectures, for the fixes. */
export interface HostListShape {
  readonly kind: "host list";
  readonly items: readonly { readonly text: string; readonly value: number; readonly span: Span }[];
  /** What the list would have to hold to let the device in. */
  valueFor(device: Device): number;
  /** Names of constants in the file that stand for a capability: `kArch120`. */
  constantFor(model: string, capability: number): string | null;
}

export type HostShape = HostConditionShape | HostSwitchShape | HostListShape;

export function hostShape(shape: unknown): HostShape | null {
  const kind = typeof shape === "object" && shape !== null && "kind" in shape ? shape.kind : null;
  const isOne = kind === "host condition" || kind === "host switch" || kind === "host list";
  return isOne ? (shape as HostShape) : null;
}
