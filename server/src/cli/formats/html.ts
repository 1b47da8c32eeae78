/** A page that needs nothing but itself: no script, nothing from elsewhere, readable in light and dark. */
import { rulePage, VERSION } from "../../display/about";
import { byFile, oneLine, placeOf, SEVERITIES, worstFirst } from "../scan/scan-report";
import type { FoundGate, ScanReport } from "../scan/scan-report";
import { nothingIn, scanInWords } from "../scan/scan-summary";
import type { ScanFormat } from "./format";
import { HTML_STYLE } from "./html-style";

export const htmlFormat: ScanFormat = {
  name: "html",
  wantsFixes: true,
  paths: "shown",
  render(report) {
    const title = `SM Lens: ${report.target}`;
    const body = [
      `<header><h1>${escaped(title)}</h1><p>${escaped(nothingIn(report) ?? `${scanInWords(report)}.`)}</p>`,
      `${countsOf(report)}</header>`,
      "<main>",
      ...[...byFile(report.gates)].map(([file, gates]) => sectionOf(file, gates)),
      problemsOf(report),
      "</main>",
      `<footer>SM Lens ${escaped(VERSION)} · compiling is not the same as working</footer>`,
    ];
    return `${headOf(title)}<body>\n${body.join("\n")}\n</body>\n</html>\n`;
  },
};

function headOf(title: string): string {
  const policy = "default-src 'none'; style-src 'unsafe-inline'; base-uri 'none'; form-action 'none'";
  return [
    "<!doctype html>",
    '<html lang="en">',
    "<head>",
    '<meta charset="utf-8">',
    `<meta http-equiv="Content-Security-Policy" content="${policy}">`,
    '<meta name="viewport" content="width=device-width, initial-scale=1">',
    '<meta name="color-scheme" content="light dark">',
    `<title>${escaped(title)}</title>`,
    `<style>\n${HTML_STYLE}</style>`,
    "</head>",
    "",
  ].join("\n");
}

function countsOf({ gates }: ScanReport): string {
  const items = SEVERITIES.flatMap((severity) => {
    const count = gates.filter(({ gate }) => gate.severity === severity).length;
    return count === 0 ? [] : [`<li class="${severity}"><b>${count}</b> ${severity}</li>`];
  });
  return items.length === 0 ? "" : `<ul class="counts">${items.join("")}</ul>`;
}

function sectionOf(file: string, gates: readonly FoundGate[]): string {
  const items = worstFirst(gates).map(articleOf).join("\n");
  return `<section>\n<h2><code>${escaped(file)}</code></h2>\n${items}\n</section>`;
}

function articleOf({ gate }: FoundGate): string {
  const severity = gate.severity ?? "note";
  const rule = gate.rule === null ? "" : ` ${ruleOf(gate.rule)}`;
  const parts = [
    `<p class="head"><span class="badge">${severity}</span> line ${placeOf(gate).line}${rule}</p>`,
    `<p>${escaped(oneLine(gate.message))}</p>`,
    `<pre><code>${escaped(gate.text)}</code></pre>`,
    listOf(
      "Why",
      [...(gate.reason?.evidence ?? [])].map((item) => placed(item)),
    ),
    listOf(
      "Related",
      gate.related.map((item) => placed(item)),
    ),
    listOf(
      "Fixes",
      gate.fixes.map(({ name, title, preferred }) => {
        const mark = preferred ? " <b>preferred</b>" : "";
        return `${escaped(title)} <code>--kind ${escaped(name)}</code>${mark}`;
      }),
    ),
  ];
  return `<article class="${severity}">\n${parts.filter((part) => part !== "").join("\n")}\n</article>`;
}

function ruleOf(rule: string): string {
  const page = rulePage(rule);
  return page === null
    ? `<code>${escaped(rule)}</code>`
    : `<a href="${escaped(page)}" rel="noreferrer">${escaped(rule)}</a>`;
}

function placed({ file, line, text }: { file: string; line: number; text: string }): string {
  return `<code>${escaped(file)}:${line}</code> ${escaped(oneLine(text))}`;
}

/** Short lists are open, long ones only named. */
function listOf(title: string, items: readonly string[]): string {
  if (items.length === 0) return "";
  const open = items.length <= 5 ? " open" : "";
  const list = items.map((item) => `<li>${item}</li>`).join("");
  return `<details${open}><summary>${title} (${items.length})</summary><ul>${list}</ul></details>`;
}

function problemsOf({ problems }: ScanReport): string {
  if (problems.length === 0) return "";
  const items = problems.map(
    ({ file, message }) => `<li><code>${escaped(file)}</code> ${escaped(message)}</li>`,
  );
  return `<section>\n<h2>Not read</h2>\n<ul>${items.join("")}</ul>\n</section>`;
}

function escaped(text: string): string {
  return text
    .replaceAll("&", "&amp;")
    .replaceAll("<", "&lt;")
    .replaceAll(">", "&gt;")
    .replaceAll('"', "&quot;");
}
