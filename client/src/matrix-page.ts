import { CELL_KINDS, CELL_SIGNS } from "../../server/src/lsp/protocol";
import type { PageTexts } from "./matrix-messages";

export interface PageParts {
  /** The source from which the editor serves the extension's files. */
  readonly cspSource: string;
  readonly nonce: string;
  readonly script: string;
  readonly style: string;
  /** The editor's, as `de` or `zh-cn`. */
  readonly language: string;
  readonly texts: PageTexts;
}

/**
 * The support matrix's page, without its data. Nothing is loaded but the two files named, and nothing runs but the
 * script that carries the nonce. What explains the data is hidden until there is some.
 */
export function matrixPage({ cspSource, nonce, script, style, language, texts }: PageParts): string {
  const policy = `default-src 'none'; style-src ${cspSource}; script-src 'nonce-${nonce}'`;
  const legend = CELL_KINDS.map(
    (kind) =>
      `<li><span class="sign ${kind}" aria-hidden="true">${CELL_SIGNS[kind]}</span> ${escaped(texts.legend[kind])}</li>`,
  ).join("");
  const option = (value: string, text: string): string =>
    `<option value="${value}">${escaped(text)}</option>`;
  const rows = option("features", texts.features) + option("files", texts.files);
  const formats =
    option("", texts.choose) + option("html", "HTML") + option("markdown", "Markdown") + option("csv", "CSV");
  return `<!DOCTYPE html>
<html lang="${escaped(language)}">
<head>
<meta charset="UTF-8">
<meta http-equiv="Content-Security-Policy" content="${policy}">
<meta name="viewport" content="width=device-width, initial-scale=1.0">
<title>${escaped(texts.title)}</title>
<link rel="stylesheet" href="${style}">
</head>
<body>
<main data-texts="${escaped(JSON.stringify(texts))}">
<h1>${escaped(texts.heading)}</h1>
<div class="bar" role="toolbar" aria-label="${escaped(texts.toolbar)}">
  <label>${escaped(texts.rows)} <select id="by">${rows}</select></label>
  <label>${escaped(texts.filter)} <input id="filter" type="search" autocomplete="off" spellcheck="false"></label>
  <label><input id="closed" type="checkbox"> <span id="closedLabel">${escaped(texts.onlyShut)}</span></label>
  <button id="refresh" type="button">${escaped(texts.refresh)}</button>
  <label>${escaped(texts.export)} <select id="export">${formats}</select></label>
</div>
<p id="status" role="status"></p>
<div id="data" hidden>
<ul class="legend" aria-label="${escaped(texts.signs)}">${legend}</ul>
<div id="scroller">
<table id="grid" role="grid" aria-labelledby="status" aria-describedby="keys"></table>
<button id="more" type="button" hidden></button>
</div>
<p id="keys" class="hint">${escaped(texts.keys)}</p>
</div>
</main>
<script nonce="${nonce}" src="${script}"></script>
</body>
</html>`;
}

function escaped(text: string): string {
  return text
    .replaceAll("&", "&amp;")
    .replaceAll("<", "&lt;")
    .replaceAll(">", "&gt;")
    .replaceAll('"', "&quot;");
}
