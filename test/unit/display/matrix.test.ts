import { describe, expect, it } from "vitest";
import { matrixHtml } from "../../../server/src/display/matrix-html";
import type { MatrixTable, TableCell } from "../../../server/src/display/matrix-table";
import { matrixCsv, matrixMarkdown, matrixText } from "../../../server/src/display/matrix-text";

const cell = (state: TableCell["state"], consequence: TableCell["consequence"], text: string): TableCell => ({
  state,
  consequence,
  text,
});

const TABLE: MatrixTable = {
  by: "features",
  target: "sm_120",
  targets: ["sm_90", "sm_120"],
  summary: "3 features.",
  rows: [
    {
      name: 'a|b "<x>"',
      kind: "module",
      file: "m.py",
      line: 5,
      cells: [cell("depends", null, 'if "X"'), cell("excludes", "empty", "left <empty>")],
    },
    {
      name: "norm",
      kind: "kernel",
      file: "n.cu",
      line: 3,
      cells: [cell("admits", null, "gets in"), cell("excludes", "falls back", "falls back")],
    },
    {
      name: "t`k",
      kind: "entry",
      file: "t.py",
      line: 1,
      cells: [cell("admits", null, "gets in"), cell("excludes", "raises", "raises")],
    },
  ],
};
const NONE: MatrixTable = { ...TABLE, rows: [], summary: "No feature here decides by architecture." };

describe("a support matrix", () => {
  it("is a text whose signs are explained, those that stand in it", () => {
    expect(matrixText(TABLE).split("\n")).toEqual([
      "3 features.",
      "✓ admits  ? depends on what is not known  ↷ left out, other code serves it  ✗ left out  ∅ left with an empty body",
      "                  sm_90  sm_120",
      'module a|b "<x>"    ?      ∅     m.py:5',
      "kernel norm         ✓      ↷     n.cu:3",
      "entry t`k           ✓      ✗     t.py:1",
      "",
    ]);
    expect(matrixText(NONE)).toBe("No feature here decides by architecture.\n");
  });

  it("is a Markdown table, whatever the names", () => {
    expect(matrixMarkdown(TABLE).split("\n").slice(2)).toEqual([
      "| | sm_90 | sm_120 | where |",
      "|-|-|-|-|",
      '| module `a\\|b "<x>"` | ? | ∅ empty body | `m.py:5` |',
      "| kernel `norm` | ✓ | ↷ falls back | `n.cu:3` |",
      "| entry `` t`k `` | ✓ | ✗ exception | `t.py:1` |",
      "",
    ]);
    expect(matrixMarkdown(NONE)).toBe("No feature here decides by architecture.\n");
  });

  it("is CSV with states in words and places, and no cell that a spreadsheet would take for a formula", () => {
    const rows = TABLE.rows.slice(0, 1);
    expect(matrixCsv({ ...TABLE, rows })).toBe(
      'name,kind,place,sm_90,sm_120\r\n"a|b ""<x>""",module,m.py:5,depends,excludes: empty\r\n',
    );
    const formula = rows.map((row) => ({ ...row, name: '=HYPERLINK("x")' }));
    expect(matrixCsv({ ...TABLE, rows: formula })).toContain('"\'=HYPERLINK(""x"")"');
  });

  it("is a page that stands alone, with markup in names taken for text", () => {
    const html = matrixHtml(TABLE, "SM Lens");
    expect(html).toContain("a|b &quot;&lt;x&gt;&quot;");
    expect(html).toContain("<small>kernel · n.cu:3</small>");
    expect(html).toContain('title="left &lt;empty&gt;"');
    expect(html).not.toMatch(/<script|src=|href=/);
    expect(html).toContain('<th scope="col" class="asked">sm_120</th>');
  });
});
