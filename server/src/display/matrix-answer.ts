/** A support matrix in words: its sum, and the sentence behind each cell. */
import type { Cell, Row } from "../chain/matrix";
import { counted } from "../logic/names";
import type { SourceText } from "../text/source";
import { placeOf } from "./chain-answer";

export interface Matrix {
  readonly by: "features" | "files";
  readonly targets: readonly string[];
  readonly rows: readonly Row[];
}

export interface MatrixContext {
  show(path: string): string;
  sourceOf(path: string): SourceText | null;
}

export function matrixSummary({ by, targets, rows }: Matrix, target: string): string {
  const index = targets.indexOf(target);
  const what = by === "files" ? "file" : "feature";
  if (rows.length === 0) return `No ${what} here decides by architecture.`;
  if (index < 0) return `${counted(rows.length, what)}, ${counted(targets.length, "target")}.`;
  const of = (state: Cell["state"]): number =>
    rows.filter(({ cells }) => cells[index]?.state === state).length;
  const partly = of("partly") === 0 ? "" : `, ${of("partly")} in part`;
  const open = of("depends") === 0 ? "" : `, ${of("depends")} may or may not`;
  return `${counted(rows.length, what)}: ${of("admits")} let ${target} in${partly}, ${of("excludes")} shut it out${open}.`;
}

/** A sentence that stands alone: for tooltips and screen readers. */
export function cellSentence(row: Row, cell: Cell, target: string, context: MatrixContext): string {
  const name = nameOf(row, context);
  if (cell.state === "admits") return `${name} admits ${target}.`;
  const where = cell.because === null ? "" : ` (${placeOf(cell.because, context)})`;
  const what = cell.consequence === null ? "" : `: ${CONSEQUENCE_WORDS[cell.consequence]}`;
  if (cell.state === "excludes") return `${name} leaves ${target} out${what}${where}.`;
  if (cell.state === "partly") return `${name} lets ${target} in, but for a part of it${what}${where}.`;
  return `${name} lets ${target} in or not, depending on what is not known${what}${where}.`;
}

export const CONSEQUENCE_WORDS = {
  empty: "empty body",
  skipped: "skipped",
  traps: "traps",
  raises: "exception",
  rejects: "rejected",
  "returns false": "false or nothing",
  unbuilt: "not built",
  "other arm": "another arm",
  "falls back": "falls back",
} as const;

export function nameOf(row: Row, { show }: Pick<MatrixContext, "show">): string {
  return row.kind === "file" ? show(row.path) : row.name;
}
