/** Which rows are shown, and in what order: plain data, no page. */
import { CELL_KINDS, cellKind } from "../../server/src/lsp/protocol";
import type { MatrixResult, MatrixRow } from "../../server/src/lsp/protocol";

export interface Sorting {
  /** Index of a target; -1: the names. */
  readonly column: number;
  readonly descending: boolean;
}

export interface Choice {
  /** Words that a row's name or kind must hold, each of them. */
  readonly filter: string;
  /** Only rows in which this target does not simply get in; null: all. */
  readonly closedFor: string | null;
  readonly sorting: Sorting | null;
}

/** Indices of the rows in the order in which they are to be shown. */
export function shownRows({ targets, rows }: MatrixResult, choice: Choice): number[] {
  const words = choice.filter.toLowerCase().split(/\s+/).filter(Boolean);
  const column = choice.closedFor === null ? -1 : targets.indexOf(choice.closedFor);
  const shown = [...rows.keys()].filter((index) => {
    const row = rows[index];
    if (row === undefined) return false;
    const text = `${row.name} ${row.kind}`.toLowerCase();
    return words.every((word) => text.includes(word)) && (column < 0 || rank(row, column) > 0);
  });
  const { sorting } = choice;
  if (sorting === null) return shown;
  const sign = sorting.descending ? -1 : 1;
  const value = (index: number): MatrixRow | undefined => rows[index];
  return shown.sort((a, b) => sign * compare(value(a), value(b), sorting.column) || a - b);
}

function compare(a: MatrixRow | undefined, b: MatrixRow | undefined, column: number): number {
  if (a === undefined || b === undefined) return 0;
  if (column < 0) return a.name < b.name ? -1 : a.name > b.name ? 1 : 0;
  return rank(a, column) - rank(b, column);
}

/** 0 gets in, the higher the worse. */
function rank(row: MatrixRow, column: number): number {
  const cell = row.cells[column];
  return cell === undefined ? 0 : CELL_KINDS.indexOf(cellKind(cell));
}
