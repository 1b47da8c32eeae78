/** A support matrix as one page that needs nothing else: to look at, to print, to hand on. */
import { CONSEQUENCE_WORDS, SIGNS, cellSentence, matrixSummary, nameOf } from "./matrix-answer";
import type { Matrix, MatrixContext } from "./matrix-answer";

const STYLE = `
:root { color-scheme: light dark; --text: #1f2328; --soft: #59636e; --back: #ffffff; --line: #d1d9e0; --head: #f6f8fa;
  --admits: #dafbe1; --admits-text: #0a4d1f; --depends: #fff1c2; --depends-text: #5c4400; --excludes: #ffdcd7; --excludes-text: #7d1410; }
@media (prefers-color-scheme: dark) { :root { --text: #e6edf3; --soft: #9198a1; --back: #0d1117; --line: #30363d; --head: #161b22;
  --admits: #10361d; --admits-text: #9be9a8; --depends: #3d2e00; --depends-text: #f2cc60; --excludes: #4b1113; --excludes-text: #ffb3ab; } }
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
.excludes { background: var(--excludes); color: var(--excludes-text); }
.legend span { display: inline-block; padding: .1rem .5rem; margin-right: .5rem; border-radius: 4px; }
td small { display: block; font-size: .75rem; } .empty { font-weight: 700; }
@media print { .frame { max-height: none; overflow: visible; } }
`;

export function matrixHtml(matrix: Matrix, target: string, context: MatrixContext, tool: string): string {
  const { targets, rows } = matrix;
  const summary = escaped(matrixSummary(matrix, target));
  const heads = targets.map(
    (name) => `<th scope="col"${name === target ? ' class="asked"' : ""}>${escaped(name)}</th>`,
  );
  const lines = rows.map((row) => {
    const name = escaped(nameOf(row, context));
    const file = row.kind === "file" ? "" : ` · ${escaped(context.show(row.path))}`;
    const cells = row.cells.map((cell, index) => {
      const sentence = escaped(cellSentence(row, cell, targets[index] ?? "", context));
      const word = cell.consequence === null ? "" : `<small>${CONSEQUENCE_WORDS[cell.consequence]}</small>`;
      const worst = cell.consequence === "empty" && cell.state === "excludes" ? " empty" : "";
      return `<td class="${cell.state}${worst}" title="${sentence}"><span aria-hidden="true">${SIGNS[cell.state]}${word}</span><span class="sr">${sentence}</span></td>`;
    });
    return `<tr><th scope="row" title="${name}">${name} <small>${row.kind}${file}</small></th>${cells.join("")}</tr>`;
  });
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
<h1>Support matrix</h1>
<p>${summary}</p>
<p class="legend"><span class="admits">${SIGNS.admits} admits</span><span class="depends">${SIGNS.depends} depends, or in part</span><span class="excludes">${SIGNS.excludes} left out</span></p>
<div class="frame" role="region" aria-label="Support matrix" tabindex="0">
<table>
<caption class="sr">${summary}</caption>
<thead><tr><th scope="col">${matrix.by === "files" ? "File" : "Feature"}</th>${heads.join("")}</tr></thead>
<tbody>
${lines.join("\n")}
</tbody>
</table>
</div>
<p><small>Read from the sources by ${escaped(tool)}: what is let in need not work.</small></p>
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
