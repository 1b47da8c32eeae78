/** What every edit of a Python condition is asked for, and asks. */
import { DEVICES } from "../../arch/devices";
import { unitOf } from "../../python/names/capability";
import type { ConditionShape, MemberStyle } from "../../python/shape";
import type { Expr } from "../../python/syntax/syntax";
import { at, truth, type Vec } from "../../python/values/values";
import type { SourceText } from "../../text/source";
import type { Device } from "./python-members";

/** How a condition is to be changed so that the goal gets in. */
export type Strategy = "add" | "drop bound" | "raise bound";

export interface Opening {
  readonly source: SourceText;
  readonly shape: ConditionShape;
  readonly goal: readonly Device[];
  readonly strategy: Strategy;
  /** Another place, where a list stands by a name, carries the finding and its reason. */
  readonly definedElsewhere: boolean;
}

/** The devices of the goal for which the value is not for certain what is wanted. */
export function missing(value: Vec, want: boolean, { goal }: Opening): readonly Device[] {
  return goal.filter((device) => truth(at(value, DEVICES.indexOf(device))) !== want);
}

/** How a number, tuple or string is written that a capability is compared with. */
export function styleOf(node: Expr, text: string): MemberStyle | null {
  if (node.kind === "number" && !node.float) return unitOf(node.value);
  if (node.kind === "tuple" && node.items.length === 2 && node.items.every((item) => item.kind === "number"))
    return "tuple";
  if (node.kind === "string" && /\d/.test(text.slice(node.start, node.end))) return "text";
  return null;
}

export function nameOf(node: Expr): string {
  if (node.kind === "name") return node.id;
  return node.kind === "attribute" ? node.name : "";
}
