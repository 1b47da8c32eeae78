/** A support matrix as it is printed, whoever made it and whoever prints it: plain texts in rows and columns. */
import type { Cell, Row } from "../chain/matrix";
import { positionAt } from "../text/source";
import type { Matrix, MatrixContext } from "./matrix-answer";
import { cellSentence, matrixSummary, nameOf } from "./matrix-answer";
import type { CellState } from "./matrix-cells";

export interface MatrixTable {
  readonly by: "features" | "files";
  /** The one asked about: its column stands out. */
  readonly target: string;
  readonly targets: readonly string[];
  /** The outcome in one sentence. */
  readonly summary: string;
  readonly rows: readonly TableRow[];
}

export interface TableRow {
  readonly name: string;
  readonly kind: Row["kind"];
  /** As it is shown to people. */
  readonly file: string;
  /** From 1. */
  readonly line: number;
  readonly cells: readonly TableCell[];
}

export interface TableCell extends CellState {
  /** A sentence that stands alone: for tooltips and screen readers. */
  readonly text: string;
}

export function tableOf(matrix: Matrix, target: string, context: MatrixContext): MatrixTable {
  const { by, targets, rows } = matrix;
  const summary = matrixSummary(matrix, target);
  return { by, target, targets, summary, rows: rows.map((row) => rowOf(row, targets, context)) };
}

function rowOf(row: Row, targets: readonly string[], context: MatrixContext): TableRow {
  const source = context.sourceOf(row.path);
  const cellOf = (cell: Cell, index: number): TableCell => ({
    state: cell.state,
    consequence: cell.consequence,
    text: cellSentence(row, cell, targets[index] ?? "", context),
  });
  return {
    name: nameOf(row, context),
    kind: row.kind,
    file: context.show(row.path),
    line: source === null ? 1 : positionAt(source, row.span.start).line + 1,
    cells: row.cells.map(cellOf),
  };
}
