/** What the support matrix's page and the extension say to each other. Types and plain data alone: both sides use it. */
import type { MatrixCell, MatrixParams, MatrixResult } from "../../server/src/lsp/protocol";

export type MatrixBy = MatrixParams["by"];

export type ExportFormat = "html" | "markdown" | "csv";

export type ToPage =
  | {
      readonly type: "matrix";
      readonly result: MatrixResult;
      readonly by: MatrixBy;
      /** The target asked about: its column stands out. */
      readonly target: string;
    }
  /** Something is being worked out; `message` says how far it is. */
  | { readonly type: "busy"; readonly message: string }
  | { readonly type: "failed"; readonly message: string };

export type FromPage =
  | { readonly type: "ready" }
  /** Go to a row's place; `row` counts in the result as it was sent. */
  | { readonly type: "open"; readonly row: number }
  | { readonly type: "refresh"; readonly by: MatrixBy }
  /** The rows in the order in which they are shown. */
  | { readonly type: "export"; readonly format: ExportFormat; readonly rows: readonly number[] };

export type CellKind = "admits" | "depends" | "excludes" | "empty" | "other";

/** A cell at one glance: how it is coloured, and the sign that says the same without colour. */
export function cellKind({ state, consequence }: MatrixCell): CellKind {
  if (state !== "excludes") return state;
  if (consequence === "empty") return "empty";
  return consequence === "falls back" || consequence === "other arm" ? "other" : "excludes";
}

export const SIGNS: Readonly<Record<CellKind, string>> = {
  admits: "✓",
  depends: "?",
  other: "↷",
  excludes: "✕",
  empty: "∅",
};

export const LEGEND: Readonly<Record<CellKind, string>> = {
  admits: "gets in",
  depends: "depends on what is not known",
  other: "left out, other code serves it",
  excludes: "left out",
  empty: "left with an empty body: runs, does nothing",
};

/** From best to worst; the order in which a column sorts. */
export const KINDS: readonly CellKind[] = ["admits", "depends", "other", "excludes", "empty"];
