/** A cell of the support matrix at one glance: what it comes to, and a sign that says so without colour. */
import type { CellStateName } from "../chain/matrix";
import type { Consequence } from "../gates/gate";

export interface CellState {
  readonly state: CellStateName;
  /** What the target gets instead; null where it gets in or where that is not known. */
  readonly consequence: Consequence | null;
}

export type CellKind = CellStateName | "other" | "empty";

/** From best to worst: the order in which a column sorts, and in which the signs are explained. */
export const CELL_KINDS: readonly CellKind[] = ["admits", "partly", "depends", "other", "excludes", "empty"];

export const CELL_SIGNS: Readonly<Record<CellKind, string>> = {
  admits: "✓",
  partly: "◐",
  depends: "?",
  other: "↷",
  excludes: "✗",
  empty: "∅",
};

export function cellKind({ state, consequence }: CellState): CellKind {
  if (state !== "excludes") return state;
  if (consequence === "empty") return "empty";
  return consequence === "falls back" || consequence === "other arm" ? "other" : "excludes";
}
