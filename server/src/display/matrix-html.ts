/** A support matrix as one page that needs nothing else: to look at, to print, to hand on. */
import { CONSEQUENCE_WORDS } from "./matrix-answer";
import { CELL_SIGNS, cellKind } from "./matrix-cells";
import type { MatrixTable } from "./matrix-table";
import { legendOf } from "./matrix-text";

const STYLE = `
:root { color-scheme: light dark; --text: #1f2328; --soft: #59636e; --back: #ffffff; --line: #d1d9e0; --head: #f6f8fa;
  --admits: #dafbe1; --admits-text: #0a4d1f; --depends: #fff1c2; --depends-text: #5c4400; --excludes: #ffdcd7; --excludes-text: #7d1410;
  --other: #ddf4ff; --other-text: #0a3069; --empty: #a40e26; --empty-text: #ffffff; }
@media (prefers-color-scheme: dark) { :root { --text: #e6edf3; --soft: #9198a1; --back: #0d1117; --line: #30363d; --head: #161b22;
  --admits: #10361d; --admits-text: #9be9a8; --depends: #3d2e00; --depends-text: #f2cc60; --excludes: #4b1113; --excludes-text: #ffb3ab;
  --other: #0c2d4f; --other-text: #a5d6ff; --empty: #8e1519; --empty-text: #ffffff; } }
body { margin: 2rem; font: 14px/1.4 system-ui, sans-serif; color: var(--text); background: var(--back); }
h1 { font-size: 1.3rem; margin: 0 0 .3rem; } p { margin: 0 0 1rem; max-width: 60rem; }
.frame { overflow: auto; max-height: 85vh; border: 1px solid var(--line); border-radius: 6px; }
table { border-collapse: separate; border-spacing: 0; }
th, td { padding: .25rem .6rem; border-bottom: 1px solid var(--line); border-right: 1px solid var(--line); white-space: nowrap; }
thead th { position: sticky; top: 0; background: var(--head); z-index: 2; }
tbody th { position: sticky; left: 0; background: var(--back); text-align: left; font-weight: 500; z-index: 1; }
tbody th { max-width: 24rem; overflow: hidden; text-overflow: ellipsis; } tbody th small { display: block; color: var(--soft); font-weight: 400; } td { text-align: center; }
.asked { outline: 2px solid currentColor; outline-offset: -2px; }
.admits { background: var(--admits); color: var(--admits-text); } .depends { background: var(--depends); color: var(--depends-text); }
.partly { background: linear-gradient(to right, var(--excludes) 50%, var(--admits) 50%); }
.excludes { background: var(--excludes); color: var(--excludes-text); }
.other { background: var(--other); color: var(--other-text); } .empty { background: var(--empty); color: var(--empty-text); }
.legend span { display: inline-block; padding: .1rem .5rem; margin-right: .5rem; border-radius: 4px; }
td small { display: block; font-size: .75rem; }
@media print { .frame { max-height: none; overflow: visible; } }
`;

export function matrixHtml(table: MatrixTable, tool: string): string {
  const { by, target, targets, rows } = table;
  const summary = escaped(table.summary);
  const heads = targets.map(
    (name) => `<th scope="col"${name === target ? ' class="asked"' : ""}>${escaped(name)}</th>`,
  );
  const lines = rows.map((row) => {
    const name = escaped(row.name);
    const file = row.kind === "file" ? "" : ` · ${escaped(row.file)}:${row.line}`;
    const cells = row.cells.map((cell) => {
      const kind = cellKind(cell);
      const sentence = escaped(cell.text);
      const word = cell.consequence === null ? "" : `<small>${CONSEQUENCE_WORDS[cell.consequence]}</small>`;
      return `<td class="${kind}" title="${sentence}"><span aria-hidden="true">${CELL_SIGNS[kind]}${word}</span><span class="sr">${sentence}</span></td>`;
    });
    return `<tr><th scope="row" title="${name}">${name} <small>${row.kind}${file}</small></th>${cells.join("")}</tr>`;
  });
  const legend = legendOf(table).map(
    ([sign, words, kind]) => `<span class="${kind}">${sign} ${words}</span>`,
  );
  const hidden = `.sr { position: absolute; width: 1px; height: 1px; overflow: hidden; clip-path: inset(50%); } td { position: relative; }`;
  return `<!DOCTYPE html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'">
<title>Support matrix</title>
<style>${STYLE}${hidden}</style>
</head>
<body>
<main>
<h1>Support matrix</h1>
<p>${summary}</p>
<p class="legend">${legend.join("")}</p>
<div class="frame" role="region" aria-label="Support matrix" tabindex="0">
<table>
<caption class="sr">${summary}</caption>
<thead><tr><th scope="col">${by === "files" ? "File" : "Feature"}</th>${heads.join("")}</tr></thead>
<tbody>
${lines.join("\n")}
</tbody>
</table>
</div>
<p><small>Read from the sources by ${escaped(tool)}: what is let in need not work.</small></p>
</main>
</body>
</html>
`;
}

function escaped(text: string): string {
  return text
    .replaceAll("&", "&amp;")
    .replaceAll("<", "&lt;")
    .replaceAll(">", "&gt;")
    .replaceAll('"', "&quot;");
}
