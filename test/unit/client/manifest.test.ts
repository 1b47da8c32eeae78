/** The extension's manifest against the code that relies on it. */
import { cpSync, mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { PackageManager, listFiles } from "@vscode/vsce";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { COMMANDS } from "../../../client/src/commands";
import { EDITOR_DEFAULTS } from "../../../client/src/editor-settings";
import { RULES } from "../../../server/src/gates/rules/registry";
import { DEFAULT_TARGET } from "../../../server/src/lsp/protocol";
import type { LensSettings, RuleLevel } from "../../../server/src/lsp/protocol";
import { TEXTS, namedKeys, readManifest, settingsOf } from "../support/manifest";

const manifest = readManifest();
const properties = settingsOf(manifest);

/** Every key of the settings type, by the type checker's word. */
const SETTINGS: Readonly<Record<keyof LensSettings, true>> = {
  target: true,
  rules: true,
  exclude: true,
  alsoShow: true,
  inlayHints: true,
  codeLens: true,
};
const LEVELS: Readonly<Record<RuleLevel, true>> = {
  error: true,
  warning: true,
  information: true,
  hint: true,
  off: true,
};

describe("the manifest", () => {
  it("offers exactly the commands that the client registers, in one category", () => {
    const { commands } = manifest.contributes;
    expect(commands.map((each) => each.command).sort()).toEqual(Object.values(COMMANDS).sort());
    expect(new Set(commands.map((each) => each.category))).toEqual(new Set(["SM Lens"]));
  });

  it("has every setting that the server or the editor side reads, and the client's trace", () => {
    const read = [...Object.keys(SETTINGS), ...Object.keys(EDITOR_DEFAULTS)].map((name) => `smLens.${name}`);
    const names = [...read, "smLens.trace.server"];
    expect(Object.keys(properties).sort()).toEqual(names.sort());
    expect(properties["smLens.target"]?.default).toBe(DEFAULT_TARGET);
  });

  it("has the defaults of the editor side", () => {
    for (const [name, value] of Object.entries(EDITOR_DEFAULTS))
      expect(properties[`smLens.${name}`]?.default, name).toEqual(value);
  });

  it("names every rule (`npm run manifest` writes them)", () => {
    const rules = properties["smLens.rules"]?.properties ?? {};
    expect(Object.keys(rules)).toEqual(RULES.map((rule) => rule.id));
    for (const { id, title, defaultSeverity } of RULES) {
      expect(rules[id]?.enum).toEqual(Object.keys(LEVELS));
      expect(rules[id]?.markdownDescription).toContain(title);
      expect(rules[id]?.markdownDescription).toContain(`By default: ${defaultSeverity}.`);
    }
  });

  it("describes every setting and gives it a scope", () => {
    for (const [name, property] of Object.entries(properties)) {
      expect(property.markdownDescription, name).toMatch(/\.$/);
      expect(property.scope, name).toMatch(/^(resource|window)$/);
    }
  });

  it("takes every target's name and no other text for a target", () => {
    const pattern = new RegExp(properties["smLens.target"]?.pattern ?? "");
    for (const name of ["sm_75", "sm_120", "sm_120a", "sm_121f"]) expect(name).toMatch(pattern);
    for (const name of ["120", "sm_", "sm_120x", "sm120", "compute_120"]) expect(name).not.toMatch(pattern);
  });

  it("takes every text for people from package.nls.json, which has no other", () => {
    expect([...namedKeys()].sort()).toEqual(Object.keys(TEXTS).sort());
  });

  it("wakes the extension for its languages alone", () => {
    expect(manifest.activationEvents.every((event) => event.startsWith("onLanguage:"))).toBe(true);
  });
});

describe("the package", () => {
  // The packager walks all that lies in the folder: a copy without the large folders, which are not packaged, is quick.
  const HEAVY = new Set(["node_modules", ".git", ".vscode-test"]);
  const copy = mkdtempSync(path.join(tmpdir(), "sm-lens-package-"));

  beforeAll(() => {
    for (const name of readdirSync(".").filter((each) => !HEAVY.has(each))) {
      cpSync(name, path.join(copy, name), { recursive: true });
    }
    mkdirSync(path.join(copy, "dist"), { recursive: true });
    for (const name of ["client.js", "client.js.map", "server.js"])
      writeFileSync(path.join(copy, "dist", name), "");
  });
  afterAll(() => rmSync(copy, { recursive: true, force: true }));

  it("holds what runs and what is read, and nothing else", async () => {
    const files = await listFiles({ cwd: copy, packageManager: PackageManager.None });
    const expected =
      /^(package\.json|package\.nls\.json|README\.md|CHANGELOG\.md|LICENSE|client\/images\/icon\.png|docs\/json\.md|docs\/rules\/[\w-]+\.md|docs\/images\/[\w-]+\.png|dist\/[\w-]+\.(js|wasm))$/;
    expect(files.filter((file) => !expected.test(file))).toEqual([]);
    expect(files).toEqual(
      expect.arrayContaining(["package.json", "package.nls.json", "dist/client.js", "dist/server.js"]),
    );
  });
});
