/** docs/cli.md names every command, option and format that there is. */
import { describe, expect, it } from "vitest";
import { SCAN_FORMATS } from "../../../server/src/cli/formats/registry";
import { FIELDS } from "../../../server/src/workspace/config/fields";
import { parseConfig } from "../../../server/src/workspace/config/config-file";
import { makeSource } from "../../../server/src/text/source";
import { readManifest } from "../support/manifest";
import { PAGES, pageText } from "./pages";
import { terminalWith } from "./terminal";

const page = pageText("docs/cli.md");

async function helpOf(command: string): Promise<string> {
  return (await terminalWith({})).transcript(`$ sm-lens ${command} --help`);
}

describe("docs/cli.md", () => {
  it("names every command with every option of it", async () => {
    const commands = [...(await helpOf("")).matchAll(/^ {2}([a-z]+) \[options\]/gm)].map(
      (match) => match[1] ?? "",
    );
    expect(commands).toEqual(
      expect.arrayContaining(["scan", "regions", "explain", "fix", "chain", "matrix", "lsp"]),
    );
    for (const command of commands) {
      expect(page).toContain(`\`${command}`);
      for (const [option] of (await helpOf(command)).matchAll(/--[a-z][a-z-]+/g))
        if (option !== "--help") expect(page, `${command} ${option}`).toContain(option);
    }
  });

  it("names every format of a scan", () => {
    for (const { name } of SCAN_FORMATS) expect(page).toMatch(new RegExp(`^\\| \`${name}\` `, "m"));
  });

  it("names every setting of the project's file, in an example that is right", () => {
    for (const name of Object.keys(FIELDS)) expect(page).toMatch(new RegExp(`["\`]${name}["\`]`));
    const example = /```json\n([^]*?)```/.exec(page)?.[1] ?? "";
    expect(parseConfig(makeSource("x", example)).problems).toEqual([]);
  });
});

/** Rows of the tables of a page, of those below a head whose cells begin so. */
function rowsUnder(text: string, ...head: readonly string[]): string[][] {
  const rows: string[][] = [];
  let inside = false;
  for (const line of text.split("\n")) {
    const cells = line.startsWith("|") ? line.split(/(?<!\\)\|/).slice(1, -1) : null;
    const trimmed = cells?.map((cell) => cell.trim()) ?? null;
    if (trimmed === null) inside = false;
    else if (head.every((name, index) => trimmed[index] === name)) inside = true;
    else if (inside && !/^[-: ]+$/.test(trimmed[0] ?? "")) rows.push(trimmed);
  }
  return rows;
}

const spansIn = (cell = ""): string[] => [...cell.matchAll(/`([^`]+)`/g)].map((match) => match[1] ?? "");
const optionsIn = (cell = ""): string[] => cell.match(/--[a-z][a-z-]+/g) ?? [];

describe("the tables of options", () => {
  const READING = ["scan", "regions", "explain", "fix", "chain", "matrix"];
  const claims = [
    ...rowsUnder(page, "Option", "Meaning").map(([option]) => [option, READING] as const),
    ...rowsUnder(page, "Command", "Option").map(([command, option]) => [option, spansIn(command)] as const),
    ...rowsUnder(pageText("README.md"), "Option", "Of").map(
      ([option, command]) => [option, spansIn(command)] as const,
    ),
  ].flatMap(([cell, commands]) =>
    optionsIn(cell).flatMap((option) => commands.map((command) => [command, option] as const)),
  );

  it("name an option of no command that does not take it", async () => {
    expect(claims.length).toBeGreaterThan(100);
    const helps = new Map<string, string>();
    for (const [command, option] of claims) {
      const help = helps.get(command) ?? (await helpOf(command === "patches" ? "patches list" : command));
      helps.set(command, help);
      expect(help, `${command} ${option}`).toMatch(new RegExp(`${option}(?![\\w-])`));
    }
  });
});

describe("the commands of the editor", () => {
  const { commands, menus } = readManifest().contributes;
  const hidden = new Set(
    (menus["commandPalette"] ?? []).filter(({ when }) => when === "false").map(({ command }) => command),
  );
  const palette = commands.filter(({ command }) => !hidden.has(command)).map(({ title }) => title);

  it.each(PAGES)("%s names none as of the palette that does not stand there", (name) => {
    const named = [...pageText(name).matchAll(/\*\*SM Lens: ([^*]+)\*\*/g)].map((match) => match[1] ?? "");
    expect(named.filter((title) => !palette.includes(title))).toEqual([]);
  });
});
