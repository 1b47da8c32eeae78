import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import type { AxeResults } from "axe-core";
import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { installedBrowser } from "../../scripts/browser.mjs";
import { pageTexts } from "../../client/src/matrix-texts";
import { matrixHtml } from "../../server/src/display/matrix-html";
import type { MatrixCell, MatrixResult, MatrixRow } from "../../server/src/lsp/protocol";
import type { OpenPage, Theme } from "./page";
import { launch, openPage } from "./page";

const executable = installedBrowser();
const AXE = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");

const TARGETS = ["sm_80", "sm_90", "sm_120"];

function cell(state: MatrixCell["state"], consequence: MatrixCell["consequence"] = null): MatrixCell {
  return { state, consequence, text: `${state} ${consequence ?? ""}` };
}

function row(name: string, kind: MatrixRow["kind"], cells: readonly MatrixCell[]): MatrixRow {
  const start = { line: 2, character: 0 };
  return { name, kind, uri: "file:///x.cuh", range: { start, end: start }, cells };
}

/** What axe has against a page; that it has looked at contrast is made sure of. */
async function axeOn(page: Page): Promise<string[]> {
  await page.evaluate(AXE);
  const results = await page.evaluate(() =>
    (globalThis as unknown as { axe: { run(): Promise<AxeResults> } }).axe.run(),
  );
  expect(results.passes.map(({ id }) => id)).toContain("color-contrast");
  return results.violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(" ")}`);
}

const RESULT: MatrixResult = {
  target: "sm_120",
  targets: TARGETS,
  rows: [
    row("allreduce", "module", [cell("excludes", "raises"), cell("admits"), cell("excludes", "empty")]),
    row("norm", "kernel", [cell("admits"), cell("admits"), cell("admits")]),
    row("gemm", "entry", [cell("excludes", "falls back"), cell("depends"), cell("excludes", "skipped")]),
  ],
  message: "3 features, 2 of them shut to sm_120.",
  cancelled: false,
};

describe.skipIf(executable === undefined)("the support matrix", () => {
  let browser: Browser;
  beforeAll(async () => {
    browser = await launch(executable ?? "");
  });
  afterAll(() => browser.close());

  async function opened(theme: Theme = "dark", result = RESULT): Promise<OpenPage> {
    const open = await openPage(browser, theme);
    await open.send({ type: "matrix", result, by: "features", target: "sm_120" });
    await open.page.waitForSelector("#grid tbody tr");
    return open;
  }
  const names = ({ page }: OpenPage): Promise<string[]> =>
    page.$$eval("#grid tbody th", (cells) => cells.map((each) => each.firstChild?.textContent ?? ""));

  it("opens with the worst for the target first, and keeps long names from the targets' place", async () => {
    const long = "a".repeat(300);
    const rows = [row(long, "kernel", [cell("admits"), cell("admits"), cell("admits")]), ...RESULT.rows];
    const open = await opened("light", { ...RESULT, rows });
    const { page } = open;
    expect(await names(open)).toEqual(["allreduce", "gemm", long, "norm"]);
    const last = await page.locator("#grid tbody td").last().boundingBox();
    expect(last && last.x + last.width).toBeLessThan(1200);
    expect(await page.getAttribute("#grid tbody tr:nth-child(3) th", "title")).toBe(`${long}\n/x.cuh:3`);
    await page.close();
  });

  const focused = ({ page }: OpenPage): Promise<string> =>
    page.evaluate(() => {
      const at = document.activeElement as HTMLTableCellElement | null;
      return `${(at?.parentElement as HTMLTableRowElement | null)?.rowIndex},${at?.cellIndex}`;
    });

  it.each(["dark", "light", "highContrast", "highContrastLight"] as const)(
    "has nothing that axe objects to, in a %s theme",
    async (theme) => {
      const { page, faults } = await opened(theme);
      expect(await axeOn(page)).toEqual([]);
      expect(faults).toEqual([]);
      await page.close();
    },
  );

  it.each(["dark", "light"] as const)(
    "is exported as a page that axe has nothing against, %s",
    async (scheme) => {
      const page = await browser.newPage({ colorScheme: scheme });
      const rows = RESULT.rows.map((each) => ({ ...each, file: "x.cuh", line: 3 }));
      const table = {
        by: "features",
        target: "sm_120",
        targets: TARGETS,
        summary: RESULT.message,
        rows,
      } as const;
      await page.setContent(matrixHtml(table, "SM Lens"));
      expect(await axeOn(page)).toEqual([]);
      await page.close();
    },
  );

  it("shows nothing but its controls before there is a matrix", async () => {
    const open = await openPage(browser, "dark");
    const { page } = open;
    await open.send({ type: "busy", message: "1 of 2" });
    await page.waitForFunction(() => document.getElementById("status")?.textContent === "1 of 2");
    expect(await page.locator("#grid, #keys, .legend").filter({ visible: true }).count()).toBe(0);
    expect(await axeOn(page)).toEqual([]);
    await page.close();
  });

  it("speaks the editor's language", async () => {
    const texts = pageTexts({ t: (text: unknown) => `«${String(text)}»` });
    const open = await openPage(browser, "dark", { texts, language: "de" });
    const { page } = open;
    await open.send({ type: "matrix", result: RESULT, by: "features", target: "sm_120" });
    await page.waitForSelector("#grid tbody tr");
    await page.fill("#filter", "norm");
    const own = await page.evaluate(() => {
      const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
      const found: string[] = [];
      for (let node = walker.nextNode(); node !== null; node = walker.nextNode())
        if (node.parentElement?.tagName !== "SCRIPT") found.push(node.textContent?.trim() ?? "");
      return found.filter((text) => /[a-z]{2}/.test(text) && !text.includes("«"));
    });
    // Names, targets, what the server says, and the names of formats.
    expect(own).toEqual(["Markdown", ...TARGETS, "norm"]);
    expect(await page.textContent("#status")).toBe(`${RESULT.message} «1 of 3 rows are shown.»`);
    expect(await page.getAttribute("html", "lang")).toBe("de");
    await page.close();
  });

  it("shows each state by a sign, and by words for a screen reader", async () => {
    const { page } = await opened();
    const cells = await page.$$eval("#grid tbody td", (all) =>
      all.map((each) => [each.textContent, each.getAttribute("aria-label")]),
    );
    expect(cells.slice(0, 3)).toEqual([
      ["✗", "excludes raises"],
      ["✓", "admits "],
      ["∅", "excludes empty"],
    ]);
    await page.close();
  });

  it.each(["dark", "light"] as const)("gives each state a look of its own, %s", async (theme) => {
    const { page } = await opened(theme);
    const looks = await page.$$eval(".legend .sign", (all) =>
      all.map((each) => {
        const { backgroundColor, backgroundImage } = getComputedStyle(each);
        return `${backgroundColor} ${backgroundImage}`;
      }),
    );
    expect(looks.length).toBeGreaterThan(5);
    expect(new Set(looks).size).toBe(looks.length);
    await page.close();
  });

  it("is one stop for Tab, and arrows, Home, End and Enter work in it", async () => {
    const open = await opened();
    const { page, said } = open;
    expect(await page.$$eval('#grid [tabindex="0"]', (all) => all.length)).toBe(1);
    await page.focus('#grid [tabindex="0"]');
    await page.keyboard.press("ArrowDown");
    await page.keyboard.press("ArrowRight");
    expect(await focused(open)).toBe("1,1");
    await page.keyboard.press("End");
    expect(await focused(open)).toBe("1,3");
    await page.keyboard.press("Control+End");
    expect(await focused(open)).toBe("3,3");
    await page.keyboard.press("ArrowRight");
    expect(await focused(open)).toBe("3,3");
    await page.keyboard.press("Control+Home");
    expect(await focused(open)).toBe("0,0");
    await page.keyboard.press("ArrowDown");
    await page.keyboard.press("Enter");
    expect(said.at(-1)).toEqual({ type: "open", row: 0 });
    await page.keyboard.press("Escape");
    expect(await page.evaluate(() => document.activeElement?.id)).toBe("filter");
    expect(await page.$$eval('#grid [tabindex="0"]', (all) => all.length)).toBe(1);
    await page.close();
  });

  it("sorts by a column, worst first, and says so", async () => {
    const open = await opened();
    const { page } = open;
    const heading = page.locator("#grid thead th", { hasText: "sm_120" });
    expect(await heading.getAttribute("aria-sort")).toBe("descending");
    await heading.click();
    expect(await names(open)).toEqual(["norm", "gemm", "allreduce"]);
    await heading.click();
    expect(await heading.getAttribute("aria-sort")).toBe("none");
    await heading.click();
    expect(await names(open)).toEqual(["allreduce", "gemm", "norm"]);
    expect(await heading.getAttribute("aria-sort")).toBe("descending");
    await page.close();
  });

  it("filters by words and by what is shut, and tells how many rows are left", async () => {
    const open = await opened();
    const { page, said } = open;
    await page.fill("#filter", "module all");
    expect(await names(open)).toEqual(["allreduce"]);
    expect(await page.textContent("#status")).toBe(
      "3 features, 2 of them shut to sm_120. 1 of 3 rows are shown.",
    );
    await page.fill("#filter", "");
    await page.check("#closed");
    expect(await names(open)).toEqual(["allreduce", "gemm"]);
    await page.selectOption("#export", "csv");
    expect(said.at(-1)).toEqual({ type: "export", format: "csv", rows: [0, 2] });
    await page.close();
  });

  it("asks for other rows, and for the same anew", async () => {
    const { page, said } = await opened();
    await page.selectOption("#by", "files");
    await page.click("#refresh");
    expect(said).toEqual([
      { type: "ready" },
      { type: "refresh", by: "files" },
      { type: "refresh", by: "files" },
    ]);
    await page.close();
  });

  it("says that files have changed since, until it is made anew", async () => {
    const open = await opened();
    const { page } = open;
    const status = (): Promise<string | null> => page.textContent("#status");
    await open.send({ type: "outdated" });
    expect(await status()).toMatch(/^3 features, .* have changed since/);
    await page.fill("#filter", "norm");
    expect(await status()).toMatch(/1 of 3 rows .* have changed since/);
    await open.send({ type: "matrix", result: RESULT, by: "features", target: "sm_120" });
    expect(await status()).not.toContain("changed");
    await page.close();
  });

  it("takes markup in names for text", async () => {
    const evil = '<img src="https://elsewhere.test/x" onerror="1">';
    const result = { ...RESULT, message: evil, rows: [row(evil, "file", RESULT.rows[0]?.cells ?? [])] };
    const open = await opened("dark", result);
    expect(await names(open)).toEqual([evil]);
    expect(open.faults).toEqual([]);
    await open.page.close();
  });

  it("opens thousands of rows in portions", async () => {
    const cells = RESULT.rows[0]?.cells ?? [];
    const rows = Array.from({ length: 3000 }, (_, index) => row(`file ${index}`, "file", cells));
    const open = await opened("dark", { ...RESULT, rows });
    expect(await names(open)).toHaveLength(300);
    await open.page.click("#more");
    expect(await names(open)).toHaveLength(600);
    expect(await focused(open)).toBe("301,0");
    expect(await open.page.getAttribute("#grid", "aria-rowcount")).toBe("3001");
    await open.page.close();
  });
});
