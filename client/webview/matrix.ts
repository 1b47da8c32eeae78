/** The support matrix in its webview: a grid to look at, that works by keyboard and with a screen reader. */
import type { MatrixResult } from "../../server/src/lsp/protocol";
import { filled } from "../src/matrix-messages";
import type { FromPage, MatrixBy, PageTexts, ToPage } from "../src/matrix-messages";
import { Grid } from "./grid";
import type { Sorting } from "./rows";
import { shownRows } from "./rows";

interface Kept {
  readonly filter: string;
  readonly closed: boolean;
  readonly sorting: Sorting | null;
}

declare function acquireVsCodeApi(): {
  postMessage(message: FromPage): void;
  getState(): Kept | undefined;
  setState(state: Kept): void;
};

const editor = acquireVsCodeApi();
const by = element("by", HTMLSelectElement);
const filter = element("filter", HTMLInputElement);
const closed = element("closed", HTMLInputElement);
const exporting = element("export", HTMLSelectElement);
const status = element("status", HTMLElement);
const texts = JSON.parse(document.querySelector("main")?.dataset["texts"] ?? "{}") as PageTexts;

let result: MatrixResult | undefined;
let target = "";
let sorting: Sorting | null = null;
/** Files or settings have changed since the matrix was made. */
let isOutdated = false;
/** Nobody has sorted or filtered yet. */
let isNew = true;
let order: readonly number[] = [];

const grid = new Grid(element("grid", HTMLTableElement), element("more", HTMLButtonElement), texts, {
  open: (row) => editor.postMessage({ type: "open", row }),
  sort(column) {
    sorting = sorting?.column === column ? nextSorting(sorting) : { column, descending: column >= 0 };
    show();
  },
  leave: () => filter.focus(),
});

/** Once more turns the order round, and then takes it away. */
function nextSorting(now: Sorting): Sorting | null {
  const first = now.column >= 0;
  return now.descending === first ? { column: now.column, descending: !first } : null;
}

function show(): void {
  if (result === undefined) return;
  order = shownRows(result, { filter: filter.value, closedFor: closed.checked ? target : null, sorting });
  grid.show(result, order, target, sorting);
  tell();
  editor.setState({ filter: filter.value, closed: closed.checked, sorting });
}

function tell(): void {
  if (result === undefined) return;
  const all = result.rows.length;
  const count = order.length === all ? "" : ` ${filled(texts.shown, order.length, all)}`;
  status.textContent = `${result.message}${count}${isOutdated ? ` ${texts.outdated}` : ""}`;
}

window.addEventListener("message", ({ data }: MessageEvent<ToPage>) => {
  if (data.type === "outdated") {
    isOutdated = true;
    tell();
  } else if (data.type === "matrix") {
    isOutdated = false;
    ({ result, target } = data);
    // Whoever opens it wants to see first what shuts the target out.
    if (isNew) sorting = { column: result.targets.indexOf(target), descending: true };
    isNew = false;
    by.value = data.by;
    element("data", HTMLElement).hidden = false;
    element("closedLabel", HTMLElement).textContent = filled(texts.onlyShutFor, target);
    show();
  } else {
    status.textContent = data.message;
  }
});

filter.addEventListener("input", show);
closed.addEventListener("change", show);
const refresh = (): void => editor.postMessage({ type: "refresh", by: by.value as MatrixBy });
by.addEventListener("change", refresh);
element("refresh", HTMLButtonElement).addEventListener("click", refresh);
exporting.addEventListener("change", () => {
  const format = exporting.value;
  exporting.value = "";
  if (format === "html" || format === "markdown" || format === "csv")
    editor.postMessage({ type: "export", format, rows: order });
});

const kept = editor.getState();
if (kept !== undefined) {
  isNew = false;
  filter.value = kept.filter;
  closed.checked = kept.closed;
  sorting = kept.sorting;
}
editor.postMessage({ type: "ready" });

function element<T extends HTMLElement>(id: string, type: new () => T): T {
  const found = document.getElementById(id);
  if (!(found instanceof type)) throw new Error(`the page has no ${id}`);
  return found;
}
