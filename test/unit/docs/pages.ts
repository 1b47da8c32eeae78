/** The pages of the documentation, and what they should say by the code: outputs of commands, tables. */
import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import * as prettier from "prettier";
import { readPage, withFences } from "./markdown";
import type { Fence, Section } from "./markdown";
import type { Terminal } from "./terminal";
import { terminalWith } from "./terminal";

/** SM_LENS_UPDATE_DOCS=1 writes into the pages what they should say, to be read before it is committed. */
const UPDATE = process.env["SM_LENS_UPDATE_DOCS"] === "1";

export const RULE_PAGES = readdirSync("docs/rules").filter((name) => name !== "README.md");

export const PAGES = [
  "README.md",
  "ARCHITECTURE.md",
  "CONTRIBUTING.md",
  "CHANGELOG.md",
  ...readdirSync("docs", { recursive: true, encoding: "utf8" })
    .filter((name) => name.endsWith(".md"))
    .map((name) => `docs/${name.replaceAll("\\", "/")}`),
];

export function pageText(path: string): string {
  return readFileSync(path, "utf8").replaceAll("\r\n", "\n");
}

/** Answers the page as it is and as it should be; where it is to be updated, it is both. */
export async function checkedPage(
  path: string,
  improve: (text: string) => Promise<string>,
): Promise<{ is: string; should: string }> {
  const is = pageText(path);
  const options = { ...(await prettier.resolveConfig(path)), parser: "markdown" };
  const should = await prettier.format(await improve(is), options);
  if (!UPDATE || is === should) return { is, should };
  writeFileSync(path, should);
  return { is: should, should };
}

/**
 * The page with every `console` block as the commands in it print it today. They run in `terminal`, or where that is
 * null in a folder with the section's files, whose names stand on the opening fences of code blocks; a section without
 * files of its own has those of the first that has some.
 */
export async function withOutputs(text: string, terminal: Terminal | null): Promise<string> {
  const changes: { fence: Fence; text: string }[] = [];
  const { sections } = readPage(text);
  const first = sections.find((section) => Object.keys(filesOf(section)).length > 0);
  for (const section of sections) {
    const own = filesOf(section);
    const files = Object.keys(own).length > 0 || first === undefined ? own : filesOf(first);
    for (const fence of section.fences) {
      const output = await outputOf(files, fence, terminal);
      if (output !== null) changes.push({ fence, text: output });
    }
  }
  return withFences(text, changes);
}

async function outputOf(
  files: Readonly<Record<string, string>>,
  fence: Fence,
  terminal: Terminal | null,
): Promise<string | null> {
  if (fence.language === "console") return (terminal ?? (await terminalWith(files))).transcript(fence.text);
  const levels = /^with smLens\.rules (\{.*\})$/.exec(fence.note);
  if (levels === null) return null;
  const parsed = JSON.parse(levels[1] ?? "") as Record<string, "hint" | "off">;
  return (await terminalWith(files)).findings(Object.keys(files)[0] ?? "", parsed);
}

/** The files that a section shows: a code block whose opening fence names one. */
export function filesOf({ fences }: Section): Record<string, string> {
  const named = fences.filter(({ note }) => /^[\w./-]+\.\w+$/.test(note));
  return Object.fromEntries(named.map(({ note, text }) => [note, text]));
}
