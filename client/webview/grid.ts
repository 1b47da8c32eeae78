/**
 * A grid as the ARIA practices describe one: a single stop for Tab, arrow keys within, headings and names as cells of
 * their own. Rows are added in portions, so that a matrix of thousands of files opens at once.
 */
import { CELL_SIGNS, cellKind } from "../../server/src/lsp/protocol";
import type { MatrixResult, MatrixRow } from "../../server/src/lsp/protocol";
import { filled } from "../src/matrix-messages";
import type { PageTexts } from "../src/matrix-messages";
import type { Sorting } from "./rows";

export interface GridActions {
  open(row: number): void;
  /** -1: by name. */
  sort(column: number): void;
  /** The keyboard leaves the grid for what stands before it. */
  leave(): void;
}

const PORTION = 300;
/** Rows that Page Up and Page Down move by. */
const PAGE = 10;

export class Grid {
  private readonly table: HTMLTableElement;
  private readonly more: HTMLButtonElement;
  private readonly texts: PageTexts;
  private readonly actions: GridActions;
  private result: MatrixResult | undefined;
  private order: readonly number[] = [];
  private target = "";
  /** Where the keyboard is; row 0 are the headings, column 0 the names. */
  private at = { row: 0, column: 0 };

  constructor(table: HTMLTableElement, more: HTMLButtonElement, texts: PageTexts, actions: GridActions) {
    this.table = table;
    this.more = more;
    this.texts = texts;
    this.actions = actions;
    table.addEventListener("keydown", (event) => this.key(event));
    table.addEventListener("click", (event) => this.click(event));
    more.addEventListener("click", () => {
      const first = this.table.rows.length;
      this.addPortion();
      this.moveTo(first, 0);
    });
  }

  show(result: MatrixResult, order: readonly number[], target: string, sorting: Sorting | null): void {
    const had = this.table.contains(document.activeElement);
    this.result = result;
    this.order = order;
    this.target = target;
    this.table.setAttribute("aria-rowcount", String(order.length + 1));
    this.table.setAttribute("aria-colcount", String(result.targets.length + 1));
    const head = document.createElement("thead");
    head.append(this.headings(result, sorting));
    this.table.replaceChildren(head, document.createElement("tbody"));
    this.addPortion();
    const row = Math.min(this.at.row, this.table.rows.length - 1);
    const column = Math.min(this.at.column, result.targets.length);
    this.moveTo(row, column, had);
  }

  private headings({ targets }: MatrixResult, sorting: Sorting | null): HTMLTableRowElement {
    const row = this.row(1);
    [this.texts.name, ...targets].forEach((name, index) => {
      const cell = document.createElement("th");
      cell.scope = "col";
      cell.setAttribute("role", "columnheader");
      const sorted = sorting?.column === index - 1 ? sorting : null;
      const direction = sorted === null ? "none" : sorted.descending ? "descending" : "ascending";
      cell.setAttribute("aria-sort", direction);
      const arrow = document.createElement("span");
      arrow.className = "order";
      arrow.setAttribute("aria-hidden", "true");
      arrow.textContent = sorted === null ? "" : sorted.descending ? "▾" : "▴";
      cell.append(name, arrow);
      this.place(cell, index);
      if (name === this.target) cell.classList.add("asked");
      row.append(cell);
    });
    return row;
  }

  private addPortion(): void {
    const { result } = this;
    const body = this.table.tBodies[0];
    if (result === undefined || body === undefined) return;
    const from = body.rows.length;
    for (const [offset, index] of this.order.slice(from, from + PORTION).entries()) {
      body.append(this.dataRow(result, index, from + offset + 2));
    }
    const left = this.order.length - body.rows.length;
    this.more.hidden = left <= 0;
    this.more.textContent = filled(this.texts.more, Math.min(left, PORTION), left);
  }

  private dataRow(result: MatrixResult, index: number, ariaRow: number): HTMLTableRowElement {
    const row = this.row(ariaRow);
    const data = result.rows[index];
    if (data === undefined) return row;
    row.dataset["row"] = String(index);
    const name = document.createElement("th");
    name.scope = "row";
    name.setAttribute("role", "rowheader");
    const shownName = document.createElement("span");
    shownName.className = "name";
    shownName.textContent = data.name;
    const kind = document.createElement("span");
    kind.className = "kind";
    kind.textContent = this.texts.kinds[data.kind];
    name.title = `${data.name}\n${placeOf(data)}`;
    name.append(shownName, kind);
    this.place(name, 0);
    row.append(name);
    data.cells.forEach((cell, column) => {
      const shown = document.createElement("td");
      const look = cellKind(cell);
      shown.setAttribute("role", "gridcell");
      shown.setAttribute("aria-label", cell.text);
      shown.title = cell.text;
      shown.className = look;
      shown.textContent = CELL_SIGNS[look];
      this.place(shown, column + 1);
      if (result.targets[column] === this.target) shown.classList.add("asked");
      row.append(shown);
    });
    return row;
  }

  private row(ariaRow: number): HTMLTableRowElement {
    const row = document.createElement("tr");
    row.setAttribute("role", "row");
    row.setAttribute("aria-rowindex", String(ariaRow));
    return row;
  }

  private place(cell: HTMLTableCellElement, column: number): void {
    cell.tabIndex = -1;
    cell.setAttribute("aria-colindex", String(column + 1));
  }

  private key(event: KeyboardEvent): void {
    const last = { row: this.table.rows.length - 1, column: this.result?.targets.length ?? 0 };
    const { row, column } = this.at;
    const whole = event.ctrlKey || event.metaKey;
    const moves: Readonly<Record<string, readonly [number, number]>> = {
      ArrowUp: [row - 1, column],
      ArrowDown: [row + 1, column],
      ArrowLeft: [row, column - 1],
      ArrowRight: [row, column + 1],
      PageUp: [row - PAGE, column],
      PageDown: [row + PAGE, column],
      Home: [whole ? 0 : row, 0],
      End: [whole ? last.row : row, last.column],
    };
    const move = moves[event.key];
    if (move !== undefined) {
      const clamp = (value: number, most: number): number => Math.max(0, Math.min(most, value));
      this.moveTo(clamp(move[0], last.row), clamp(move[1], last.column));
    } else if (event.key === "Enter" || event.key === " ") {
      this.act(row, column);
    } else if (event.key === "Escape") {
      this.actions.leave();
    } else {
      return;
    }
    event.preventDefault();
  }

  private click(event: MouseEvent): void {
    const cell = event.target instanceof Element ? event.target.closest("th, td") : null;
    if (!(cell instanceof HTMLTableCellElement)) return;
    const row = cell.closest("tr")?.rowIndex ?? 0;
    this.moveTo(row, cell.cellIndex);
    this.act(row, cell.cellIndex);
  }

  private act(row: number, column: number): void {
    if (row === 0) this.actions.sort(column - 1);
    else this.actions.open(Number(this.table.rows[row]?.dataset["row"]));
  }

  /** One cell can be reached by Tab: the one where the keyboard was last. */
  private moveTo(row: number, column: number, focus = true): void {
    const before = this.table.rows[this.at.row]?.cells[this.at.column];
    if (before) before.tabIndex = -1;
    this.at = { row, column };
    const cell = this.table.rows[row]?.cells[column];
    if (!cell) return;
    cell.tabIndex = 0;
    if (focus) cell.focus();
  }
}

/** `/src/include/x.cuh:12`. */
function placeOf({ uri, range }: MatrixRow): string {
  const path = URL.canParse(uri) ? decodeURIComponent(new URL(uri).pathname) : uri;
  return `${path}:${range.start.line + 1}`;
}
