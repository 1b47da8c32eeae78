/** The matrix as text, for reports and spreadsheets. Rows come as they are shown: filtered and sorted. */
import type { MatrixResult, MatrixRow } from "../../server/src/lsp/protocol";
import type { ExportFormat } from "./matrix-messages";
import { cellKind, KINDS, LEGEND, SIGNS } from "./matrix-messages";

export const EXTENSIONS: Readonly<Record<ExportFormat, string>> = {
  html: "html",
  markdown: "md",
  csv: "csv",
};

const WRITERS: Readonly<Record<ExportFormat, (result: MatrixResult) => string>> = {
  html: asHtml,
  markdown: asMarkdown,
  csv: asCsv,
};

export function exported(result: MatrixResult, rows: readonly number[], format: ExportFormat): string {
  const chosen = rows.flatMap((row) => result.rows[row] ?? []);
  return WRITERS[format]({ ...result, rows: chosen });
}

function asMarkdown({ targets, rows, message }: MatrixResult): string {
  const line = (cells: readonly string[]): string => `| ${cells.map(escapedMarkdown).join(" | ")} |`;
  return [
    "# Support matrix",
    "",
    message,
    "",
    line(["Feature", "Kind", ...targets]),
    `| --- | --- |${" :-: |".repeat(targets.length)}`,
    ...rows.map((row) => line([row.name, row.kind, ...signsOf(row)])),
    "",
    KINDS.map((kind) => `${SIGNS[kind]} ${LEGEND[kind]}`).join(" · "),
    "",
  ].join("\n");
}

/** States as words: a spreadsheet filters by them. */
function asCsv({ targets, rows }: MatrixResult): string {
  const line = (cells: readonly string[]): string => cells.map(escapedCsv).join(",");
  const states = (row: MatrixRow): string[] =>
    row.cells.map(({ state, consequence }) => (consequence === null ? state : `${state}: ${consequence}`));
  const heading = line(["name", "kind", "place", ...targets]);
  const lines = rows.map((row) =>
    line([row.name, row.kind, `${row.uri}#L${row.range.start.line + 1}`, ...states(row)]),
  );
  return `${[heading, ...lines].join("\r\n")}\r\n`;
}

/** A page that stands alone: no script, nothing loaded. */
function asHtml({ targets, rows, message }: MatrixResult): string {
  const headings = targets.map((target) => `<th scope="col">${escapedHtml(target)}</th>`).join("");
  const cells = (row: MatrixRow): string =>
    row.cells
      .map((cell) => {
        const kind = cellKind(cell);
        return `<td class="${kind}" title="${escapedHtml(cell.text)}">${SIGNS[kind]}</td>`;
      })
      .join("");
  const lines = rows
    .map(
      (row) =>
        `<tr><th scope="row">${escapedHtml(row.name)} <small>${row.kind}</small></th>${cells(row)}</tr>`,
    )
    .join("\n");
  const legend = KINDS.map(
    (kind) => `<li><span class="${kind}">${SIGNS[kind]}</span> ${LEGEND[kind]}</li>`,
  ).join("");
  return `<!DOCTYPE html>
<html lang="en">
<head>
<meta charset="UTF-8">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'">
<title>Support matrix</title>
<style>${EXPORT_STYLE}</style>
</head>
<body>
<h1>Support matrix</h1>
<p>${escapedHtml(message)}</p>
<table>
<thead><tr><th scope="col">Feature</th>${headings}</tr></thead>
<tbody>
${lines}
</tbody>
</table>
<ul>${legend}</ul>
</body>
</html>
`;
}

const EXPORT_STYLE = `
body { font: 14px/1.4 system-ui, sans-serif; margin: 2em; color: #1f2328; background: #fff; }
table { border-collapse: collapse; }
th, td { border: 1px solid #d0d7de; padding: 2px 6px; text-align: center; }
th { background: #f6f8fa; } tbody th { text-align: left; font-weight: 500; white-space: nowrap; }
small { color: #59636e; }
.admits { background: #dafbe1; } .depends { background: #fff8c5; } .other { background: #ddf4ff; }
.excludes { background: #ffdad6; } .empty { background: #a40e26; color: #fff; }
ul { list-style: none; padding: 0; } li span { display: inline-block; width: 1.6em; text-align: center; }
`;

function signsOf(row: MatrixRow): string[] {
  return row.cells.map((cell) => SIGNS[cellKind(cell)]);
}

function escapedMarkdown(text: string): string {
  return text.replace(/[\\|`*_<>[\]]/g, "\\$&").replace(/\s+/g, " ");
}

/** A value that a spreadsheet would take for a formula is made text. */
function escapedCsv(text: string): string {
  const safe = /^[=+\-@\t\r]/.test(text) ? `'${text}` : text;
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}

function escapedHtml(text: string): string {
  const entities: Readonly<Record<string, string>> = {
    "&": "&amp;",
    "<": "&lt;",
    ">": "&gt;",
    '"': "&quot;",
  };
  return text.replace(/[&<>"]/g, (mark) => entities[mark] ?? mark);
}
