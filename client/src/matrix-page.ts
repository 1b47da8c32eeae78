import { KINDS, LEGEND, SIGNS } from "./matrix-messages";

export interface PageParts {
  /** The source from which the editor serves the extension's files. */
  readonly cspSource: string;
  readonly nonce: string;
  readonly script: string;
  readonly style: string;
}

/**
 * The support matrix's page, without its data. Nothing is loaded but the two files named, and nothing runs but the
 * script that carries the nonce.
 */
export function matrixPage({ cspSource, nonce, script, style }: PageParts): string {
  const policy = `default-src 'none'; style-src ${cspSource}; script-src 'nonce-${nonce}'`;
  const legend = KINDS.map(
    (kind) => `<li><span class="sign ${kind}" aria-hidden="true">${SIGNS[kind]}</span> ${LEGEND[kind]}</li>`,
  ).join("");
  return `<!DOCTYPE html>
<html lang="en">
<head>
<meta charset="UTF-8">
<meta http-equiv="Content-Security-Policy" content="${policy}">
<meta name="viewport" content="width=device-width, initial-scale=1.0">
<title>SM Lens Support Matrix</title>
<link rel="stylesheet" href="${style}">
</head>
<body>
<main>
<h1>Support Matrix</h1>
<div class="bar" role="toolbar" aria-label="Matrix">
  <label>Rows <select id="by"><option value="features">Features</option><option value="files">Files</option></select></label>
  <label>Filter <input id="filter" type="search" autocomplete="off" spellcheck="false"></label>
  <label><input id="closed" type="checkbox"> <span id="closedLabel">Only what is shut</span></label>
  <button id="refresh" type="button">Refresh</button>
  <label>Export <select id="export"><option value="">choose…</option><option value="html">HTML</option><option value="markdown">Markdown</option><option value="csv">CSV</option></select></label>
</div>
<p id="status" role="status"></p>
<ul class="legend" aria-label="Signs">${legend}</ul>
<div id="scroller">
<table id="grid" role="grid" aria-labelledby="status" aria-describedby="keys"></table>
<button id="more" type="button" hidden></button>
</div>
<p id="keys" class="hint">Arrow keys move, Enter opens the place of a row, Enter on a heading sorts by it, Escape goes to the filter.</p>
</main>
<script nonce="${nonce}" src="${script}"></script>
</body>
</html>`;
}
