/** docs/cli.md names every command, option and format that there is. */
import { describe, expect, it } from "vitest";
import { SCAN_FORMATS } from "../../../server/src/cli/formats/registry";
import { FIELDS } from "../../../server/src/workspace/config/fields";
import { parseConfig } from "../../../server/src/workspace/config/config-file";
import { makeSource } from "../../../server/src/text/source";
import { pageText } from "./pages";
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
