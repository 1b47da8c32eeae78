/** A support matrix for terminals, Markdown and spreadsheets. */
import { CONSEQUENCE_WORDS } from "./matrix-answer";
import { CELL_KINDS, CELL_SIGNS, cellKind } from "./matrix-cells";
import type { CellKind } from "./matrix-cells";
import type { MatrixTable, TableCell, TableRow } from "./matrix-table";

export const CELL_WORDS: Readonly<Record<CellKind, string>> = {
  admits: "admits",
  partly: "in part",
  depends: "depends on what is not known",
  other: "left out, other code serves it",
  excludes: "left out",
  empty: "left with an empty body",
};

/** What the signs of a matrix mean, those alone that stand in it. */
export function legendOf({ rows }: MatrixTable): [sign: string, words: string, kind: CellKind][] {
  const there = new Set(rows.flatMap(({ cells }) => cells.map(cellKind)));
  return CELL_KINDS.filter((kind) => there.has(kind)).map((kind) => [
    CELL_SIGNS[kind],
    CELL_WORDS[kind],
    kind,
  ]);
}

const signOf = (cell: TableCell): string => CELL_SIGNS[cellKind(cell)];

export function matrixText(table: MatrixTable): string {
  const { targets, rows, summary } = table;
  if (rows.length === 0) return `${summary}\n`;
  const names = rows.map(({ kind, name }) => `${kind} ${name}`);
  const width = Math.min(60, Math.max(0, ...names.map(({ length }) => length)));
  const head = `${" ".repeat(width)}  ${targets.join("  ")}`;
  const lines = rows.map((row, index) => {
    const cells = row.cells.map((cell, at) => {
      const room = targets[at]?.length ?? 1;
      return signOf(cell)
        .padStart(Math.ceil(room / 2))
        .padEnd(room);
    });
    const place = row.kind === "file" ? "" : `  ${row.file}:${row.line}`;
    return `${(names[index] ?? "").padEnd(width)}  ${cells.join("  ")}${place}`.trimEnd();
  });
  const legend = legendOf(table).map(([sign, words]) => `${sign} ${words}`);
  return `${[summary, legend.join("  "), head, ...lines].join("\n")}\n`;
}

export function matrixMarkdown({ by, targets, rows, summary }: MatrixTable): string {
  if (rows.length === 0) return `${summary}\n`;
  const columns = by === "files" ? targets : [...targets, "where"];
  const head = `| | ${columns.join(" | ")} |\n|-|${columns.map(() => "-").join("|")}|`;
  const lines = rows.map(({ kind, name, file, line, cells }) => {
    const words = cells.map((cell) =>
      cell.consequence === null ? signOf(cell) : `${signOf(cell)} ${CONSEQUENCE_WORDS[cell.consequence]}`,
    );
    const all = by === "files" ? words : [...words, asCode(`${file}:${line}`)];
    return `| ${kind} ${asCode(name)} | ${all.join(" | ")} |`;
  });
  return `${summary}\n\n${[head, ...lines].join("\n")}\n`;
}

/** Between as many backticks as it takes; what would end the cell is escaped. */
function asCode(text: string): string {
  const longest = Math.max(0, ...[...text.matchAll(/`+/g)].map(([ticks]) => ticks.length));
  const fence = "`".repeat(longest + 1);
  const inner = text.replace(/\s+/g, " ").replaceAll("|", "\\|");
  return longest === 0 ? `${fence}${inner}${fence}` : `${fence} ${inner} ${fence}`;
}

/** States in words: a spreadsheet filters by them. */
export function matrixCsv({ targets, rows }: MatrixTable): string {
  const line = (cells: readonly string[]): string => cells.map(escapedCsv).join(",");
  const states = ({ cells }: TableRow): string[] =>
    cells.map(({ state, consequence }) => (consequence === null ? state : `${state}: ${consequence}`));
  const heading = line(["name", "kind", "place", ...targets]);
  const lines = rows.map((row) => line([row.name, row.kind, `${row.file}:${row.line}`, ...states(row)]));
  return `${[heading, ...lines].join("\r\n")}\r\n`;
}

/** A value that a spreadsheet would take for a formula is made text. */
function escapedCsv(text: string): string {
  const safe = /^[=+\-@\t\r]/.test(text) ? `'${text}` : text;
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}
