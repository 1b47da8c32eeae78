import { describe, expect, it } from "vitest";
import { applyEdits } from "../../../server/src/gates/edits";
import { silencingEdit } from "../../../server/src/gates/silence";
import { applySuppressions } from "../../../server/src/gates/suppress";
import { makeSource } from "../../../server/src/text/source";
import { cudaReport } from "../support/report";

/** The text with its first finding silenced, having checked that it is, and that no other change was made. */
function silenced(text: string, reason = "tuned for Hopper"): string | null {
  const { source, gates } = cudaReport(text);
  const judged = gates.find((each) => each.rule !== null);
  const edit = judged === undefined ? null : silencingEdit(source, judged, reason);
  if (edit === null) return null;
  expect(edit.span.start).toBe(edit.span.end);
  const edited = applyEdits(text, [edit]);
  const left = cudaReport(edited).gates.filter((each) => each.rule !== null);
  expect(left.length).toBe(gates.filter((each) => each.rule !== null).length - 1);
  return edited;
}

const GUARD = "#if __CUDA_ARCH__ >= 900 && __CUDA_ARCH__ < 1200\nwait();\n#endif\n";

describe("silencing with a reason", () => {
  it("puts a comment above, as far in as the line", () => {
    expect(silenced(`void f() {\n  work();\n  ${GUARD}}\n`)).toBe(
      `void f() {\n  work();\n  // sm-lens: ignore[guard-excludes-target] tuned for Hopper\n  ${GUARD}}\n`,
    );
    expect(silenced(GUARD)?.split("\n")[0]).toBe(
      "// sm-lens: ignore[guard-excludes-target] tuned for Hopper",
    );
    expect(silenced(GUARD.replaceAll("\n", "\r\n"))).toContain("Hopper\r\n#if");
  });

  it("puts it behind the condition where the line above belongs to something else", () => {
    const continued = `#define X 1 \\\n\n${GUARD}`.replace("\n\n", "\n");
    const other = `// sm-lens: ignore[too-wide] not so\n${GUARD}`;
    expect(silenced(other)).toContain(
      "< 1200  /* sm-lens: ignore[guard-excludes-target] tuned for Hopper */\n",
    );
    expect(cudaReport(continued).gates).toEqual([]); // the guard belongs to the macro there
  });

  it("keeps the reason on one line and within the comment", () => {
    expect(silenced(GUARD, " two\nlines */ ")).toContain("ignore[guard-excludes-target] two lines * /\n");
    expect(silenced(GUARD, "  ")).toBeNull();
  });

  it("uses the comments of Python", () => {
    const text = "if ok and \\\n    cap == (9, 0):\n    run()\n";
    const [judged] = cudaReport(GUARD).gates;
    if (judged === undefined) throw new Error("no gate");
    const at = (line: string): unknown => ({ start: text.indexOf(line), end: text.indexOf(line) + 1 });
    const python = (line: string): typeof judged => ({
      ...judged,
      gate: Object.assign(Object.create(judged.gate), {
        layer: "python",
        span: at(line),
      }) as typeof judged.gate,
    });
    const source = makeSource("/w/a.py", text);
    const above = silencingEdit(source, python("if ok"), "why");
    expect(above?.newText).toBe("# sm-lens: ignore[guard-excludes-target] why\n");
    const behind = silencingEdit(source, python("cap"), "why");
    expect(behind?.newText).toBe("  # sm-lens: ignore[guard-excludes-target] why");
    expect(behind?.span.start).toBe(text.indexOf(":\n") + 1);
    for (const [edit, line] of [
      [above, "if ok"],
      [behind, "cap"],
    ] as const) {
      const edited = makeSource("/w/a.py", applyEdits(text, edit === null ? [] : [edit]));
      const start = edited.text.indexOf(line);
      const moved = {
        ...python(line),
        gate: Object.assign(Object.create(python(line).gate), {
          span: { start, end: start + 1 },
        }) as typeof judged.gate,
      };
      expect(applySuppressions([moved], edited)[0]?.rule).toBeNull();
    }
  });
});

describe("a comment that silences nothing", () => {
  const saidOf = (comment: string): [string | null, string] => {
    const [judged] = cudaReport(`${comment}\n${GUARD}`).gates;
    return [judged?.rule ?? null, judged?.message ?? ""];
  };

  it.each([
    ["no reason", "ignore[guard-excludes-target]", "gives no reason"],
    [
      "no such rule",
      "ignore[guard-exclude] tuned",
      "'guard-exclude', and there is no such rule; did you mean guard-excludes-target?",
    ],
    ["a name half said", "ignore[guard-empty] tuned", "did you mean guard-empties-body?"],
    ["a slip", "ignore[gaurd-traps] tuned", "did you mean guard-traps?"],
    [
      "one of several",
      "ignore[too-wide, gard] tuned",
      "'gard', and there is no such rule; did you mean guard-",
    ],
    ["nothing like it", "ignore[zzz] tuned", "'zzz', and there is no such rule.)"],
  ])("is told of where the finding stands: %s", (_, comment, words) => {
    const [rule, message] = saidOf(`// sm-lens: ${comment}`);
    expect(rule).toBe("guard-excludes-target");
    expect(message).toContain(words);
  });

  it("is not where it names another rule that there is, or one of its names is right", () => {
    for (const [comment, rule] of [
      ["ignore[too-wide] tuned", "guard-excludes-target"],
      ["ignore[half-open-chain] tuned", "guard-excludes-target"],
      ["ignore[guard-excludes-target, gone-rule] tuned", null],
    ] as const) {
      const [left, message] = saidOf(`// sm-lens: ${comment}`);
      expect(left).toBe(rule);
      expect(message).not.toContain("no such rule");
    }
  });

  it.each([
    [
      "names another rule",
      "// sm-lens: ignore[guard-traps] so",
      /silences guard-traps; this is guard-excludes-target\.\)$/,
    ],
    [
      "names no rule",
      "// sm-lens: ignore tuned for Hopper",
      /names no rule: write ignore\[guard-excludes-target\] and why\.\)$/,
    ],
    ["names what is no rule", "// sm-lens: ignore[guard-trap] so", /there is no such rule/],
  ])("is told where the comment %s", (_, comment, expected) => {
    const [judged] = cudaReport(`${comment}\n${GUARD}`).gates;
    expect(judged?.rule).toBe("guard-excludes-target");
    expect(judged?.message).toMatch(expected);
    const [plain] = cudaReport(`// sm-lens is quiet here\n${GUARD}`).gates;
    expect(plain?.message).not.toMatch(expected);
  });
});
