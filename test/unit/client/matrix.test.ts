import { describe, expect, it } from "vitest";
import { exported } from "../../../client/src/matrix-export";
import type { MatrixCell, MatrixResult } from "../../../server/src/lsp/protocol";

const cell = (state: MatrixCell["state"], consequence: string | null, text: string): MatrixCell => ({
  state,
  consequence,
  text,
});
const start = { line: 4, character: 2 };

const RESULT: MatrixResult = {
  targets: ["sm_90", "sm_120"],
  rows: [
    {
      name: "norm",
      kind: "kernel",
      uri: "file:///n.cu",
      range: { start, end: start },
      cells: [cell("admits", null, "gets in"), cell("admits", null, "gets in")],
    },
    {
      name: 'a|b "<x>"',
      kind: "module",
      uri: "file:///m.py",
      range: { start, end: start },
      cells: [cell("depends", null, 'if "X"'), cell("excludes", "empty", "left <empty>")],
    },
  ],
  message: "2 features.",
  cancelled: false,
};

describe("an exported matrix", () => {
  it("is a Markdown table of the rows as shown", () => {
    const text = exported(RESULT, [1, 0], "markdown");
    expect(text.split("\n").slice(4, 8)).toEqual([
      "| Feature | Kind | sm\\_90 | sm\\_120 |",
      "| --- | --- | :-: | :-: |",
      '| a\\|b "\\<x\\>" | module | ? | ∅ |',
      "| norm | kernel | ✓ | ✓ |",
    ]);
  });

  it("is CSV with states in words and places", () => {
    expect(exported(RESULT, [1], "csv")).toBe(
      'name,kind,place,sm_90,sm_120\r\n"a|b ""<x>""",module,file:///m.py#L5,depends,excludes: empty\r\n',
    );
  });

  it("has no cell that a spreadsheet would take for a formula", () => {
    const rows = RESULT.rows.map((row) => ({ ...row, name: '=HYPERLINK("x")' }));
    expect(exported({ ...RESULT, rows }, [0], "csv")).toContain('"\'=HYPERLINK(""x"")"');
  });

  it("is a page that stands alone, with markup in names taken for text", () => {
    const html = exported(RESULT, [0, 1], "html");
    expect(html).toContain("a|b &quot;&lt;x&gt;&quot;");
    expect(html).toContain('title="left &lt;empty&gt;"');
    expect(html).not.toMatch(/<script|src=|href=/);
  });
});
