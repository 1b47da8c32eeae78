/** Every rule has its page, and what a page shows is what the tool does. */
import { describe, expect, it } from "vitest";
import { ALL_RULES, CHAIN_RULES, RULES } from "../../../server/src/gates/rules/registry";
import { readPage, withPart } from "./markdown";
import { RULE_PAGES, checkedPage, filesOf, pageText, withOutputs } from "./pages";
import { ruleTable } from "./rule-table";
import { terminalWith } from "./terminal";

const HEADINGS = [
  "What it says",
  "Example",
  "Better",
  "When it is intentional",
  "How to silence it",
  "Severity",
  "What the fix does",
];

/** What a section shows in its transcripts. */
function shown(text: string, heading: string): string {
  const section = readPage(text).sections.find((each) => each.heading === heading);
  const fences = section?.fences.filter(
    ({ language, note }) => language === "console" || note.startsWith("with "),
  );
  return fences?.map((fence) => fence.text).join("") ?? "";
}

describe("the pages of the rules", () => {
  it("are one for each rule", () => {
    expect([...RULE_PAGES].sort()).toEqual(ALL_RULES.map(({ id }) => `${id}.md`).sort());
  });

  it("are listed with what the registry says of them", async () => {
    const { is, should } = await checkedPage("docs/rules/README.md", (text) =>
      Promise.resolve(
        withPart(
          text,
          "rules",
          ruleTable((id) => `${id}.md`),
        ),
      ),
    );
    expect(is).toBe(should);
  });
});

describe.each(ALL_RULES.map((rule) => [rule.id, rule] as const))("the page of %s", (id, rule) => {
  const path = `docs/rules/${id}.md`;

  it("has the rule's title and the headings that every page has", () => {
    const page = readPage(pageText(path));
    expect(page.title).toBe(`${rule.title} (\`${id}\`)`);
    expect(page.sections.map(({ heading }) => heading)).toEqual(["", ...HEADINGS]);
  });

  it("shows what the tool prints for what it shows", async () => {
    const { is, should } = await checkedPage(path, (text) => withOutputs(text, null));
    expect(is).toBe(should);
  });
});

describe.each(ALL_RULES.map(({ id, defaultSeverity }) => [id, defaultSeverity] as const))(
  "the page of %s",
  (id, severity) => {
    it("says how its level is set in an editor, for a project and for one run", () => {
      const page = pageText(`docs/rules/${id}.md`);
      const silence = page.slice(page.indexOf("## How to silence it"), page.indexOf("## Severity"));
      const level = severity === "off" ? "hint" : "off";
      for (const way of [
        `{ "smLens.rules": { "${id}": "${level}" } }`,
        `{ "rules": { "${id}": "${level}" } }`,
        `--rule ${id}=${level}`,
      ])
        expect(silence).toContain(way);
    });
  },
);

describe.each(CHAIN_RULES.map(({ id }) => id))("the page of %s", (id) => {
  it("shows the chain in the example and none of it in what is better", () => {
    const text = pageText(`docs/rules/${id}.md`);
    expect(shown(text, "Example")).toContain("half-open: ");
    expect(shown(text, "Better")).not.toBe("");
    expect(shown(text, "Better")).not.toContain("half-open: ");
  });
});

describe.each(RULES.map((rule) => [rule.id, rule] as const))("the page of %s", (id, rule) => {
  const path = `docs/rules/${id}.md`;

  it("shows the finding in the example and none of it in what is better", () => {
    const text = pageText(path);
    expect(shown(text, "Example")).toContain(`[${id}]`);
    expect(shown(text, "Better")).not.toBe("");
    expect(shown(text, "Better")).not.toContain(`[${id}]`);
  });

  it("is silenced by the comment that the page shows", async () => {
    const { sections } = readPage(pageText(path));
    const example = sections.find(({ heading }) => heading === "Example") ?? { heading: "", fences: [] };
    const files = filesOf(example);
    const [, file = "", line = "0"] = /^(\S+?):(\d+):/m.exec(shown(pageText(path), "Example")) ?? [];
    const comment = sections.find(({ heading }) => heading === "How to silence it")?.fences[0]?.text ?? "";
    expect(comment).toContain(`sm-lens: ignore[${id}] `);
    const lines = (files[file] ?? "").split("\n");
    lines.splice(Number(line) - 1, 0, comment.trimEnd());
    const terminal = await terminalWith({ ...files, [file]: lines.join("\n") });
    const levels = rule.defaultSeverity === "off" ? { [id]: "hint" as const } : {};
    expect(await terminal.findings(file, levels)).not.toContain(`[${id}]`);
  });
});
