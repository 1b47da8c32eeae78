/** The invariants of the house, held by lint: this holds the lint rules to them. */
import { ESLint } from "eslint";
import { describe, expect, it } from "vitest";

interface Pattern {
  readonly regex: string;
  readonly allowTypeImports?: boolean;
}

const eslint = new ESLint();
const RULE = "@typescript-eslint/no-restricted-imports";

/** Whether a value import of `specifier` is refused in a file of this name. */
async function refused(file: string, specifier: string): Promise<boolean> {
  const config = (await eslint.calculateConfigForFile(file)) as {
    rules: Record<string, unknown[] | undefined>;
  };
  const options = config.rules[RULE]?.[1] as { patterns: Pattern[] } | undefined;
  return options?.patterns.some((pattern) => new RegExp(pattern.regex, "iu").test(specifier)) ?? false;
}

const PURE = ["text", "arch", "logic", "cuda", "python", "build", "gates", "patches"];

describe("imports", () => {
  it.each(PURE)("%s knows no editor, no protocol, no node API and no edge", async (folder) => {
    const file = `server/src/${folder}/x.ts`;
    for (const specifier of [
      "vscode",
      "vscode-languageserver",
      "vscode-languageserver/node",
      "node:fs",
      "../lsp/protocol",
      "../cli/io",
      "../workspace/walk",
      "../service",
      "../../../client/src/scan",
    ]) {
      expect(await refused(file, specifier), `${folder} importing ${specifier}`).toBe(true);
    }
    expect(await refused(file, "./neighbour")).toBe(false);
    expect(await refused(`server/src/${folder}/deep/x.ts`, "../../lsp/protocol")).toBe(true);
  });

  it.each([
    ["cuda", "../python/syntax", true],
    ["cuda", "../build/sites", true],
    ["python", "../cuda/lexer", true],
    ["build", "../python/syntax", true],
    ["cuda", "../gates/gate", false],
    ["cuda", "../arch/targets", false],
    ["python", "../logic/sets", false],
    ["arch", "../logic/sets", true],
    ["arch", "../text/source", true],
    ["logic", "../cuda/lexer", true],
    ["logic", "../gates/gate", true],
    ["logic", "../arch/targets", false],
    ["logic", "../text/source", false],
    ["text", "../arch/targets", true],
    ["lsp", "../cuda/lexer", true],
    ["lsp", "../gates/rules/registry", true],
    ["lsp", "../cli/io", true],
    ["lsp", "../service", false],
    ["lsp", "vscode-languageserver", false],
    ["cli", "../python/syntax", true],
    ["cli", "../lsp/protocol", true],
    ["cli", "../service", false],
    ["display", "../service", false],
    ["display", "../lsp/protocol", true],
    ["display", "node:fs", true],
    ["gates", "../display/hover", true],
    ["workspace", "../lsp/protocol", true],
    ["workspace", "../cli/io", true],
  ])("%s importing %s: refused is %s", async (folder, specifier, expected) => {
    expect(await refused(`server/src/${folder}/x.ts`, specifier)).toBe(expected);
  });

  it.each([
    ["vscode", false],
    ["vscode-languageclient/node", false],
    ["./scan", false],
    ["../../server/src/lsp/protocol", false],
    ["../../server/src/lsp/hover", true],
    ["../../server/src/service", true],
    ["node:fs", true],
    ["vscode-languageserver", true],
  ])("the client importing %s: refused is %s", async (specifier, expected) => {
    expect(await refused("client/src/x.ts", specifier)).toBe(expected);
  });
});

describe("the length of a file", () => {
  it("is held under 400 lines, generated data apart", async () => {
    const rule = async (file: string) =>
      ((await eslint.calculateConfigForFile(file)) as { rules: Record<string, unknown[]> }).rules[
        "max-lines"
      ];
    expect(await rule("server/src/cuda/x.ts")).toEqual([2, { max: 400 }]);
    expect((await rule("server/src/arch/x.generated.ts"))?.[0]).toBe(0);
  });
});
