/** The extension's manifest against the code that relies on it. */
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  readdirSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { PackageManager, listFiles } from "@vscode/vsce";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { COMMANDS } from "../../../client/src/commands";
import { EDITOR_DEFAULTS } from "../../../client/src/editor-settings";
import { ALL_RULES } from "../../../server/src/gates/rules/registry";
import { capabilityForms } from "../../../server/src/service";
import { FIELDS } from "../../../server/src/workspace/config/fields";
import { DEFAULT_TARGET } from "../../../server/src/lsp/protocol";
import type { CapabilityForm, LensSettings, RuleLevel } from "../../../server/src/lsp/protocol";
import { linksOf, readPage } from "../docs/markdown";
import { pageText } from "../docs/pages";
import { TEXTS, namedKeys, readManifest, settingsOf } from "../support/manifest";

const manifest = readManifest();
const properties = settingsOf(manifest);

/** Every key of the settings type, by the type checker's word. */
type SettingName = Exclude<keyof LensSettings, "python"> | `python.${keyof LensSettings["python"]}`;
const SETTINGS: Readonly<Record<SettingName, true>> = {
  target: true,
  rules: true,
  exclude: true,
  includePath: true,
  compileCommands: true,
  defines: true,
  undefines: true,
  "python.capabilityNames": true,
  alsoShow: true,
  inlayHints: true,
  codeLens: true,
};
const FORMS: Readonly<Record<CapabilityForm, true>> = {
  pair: true,
  properties: true,
  major: true,
  minor: true,
  number: true,
  dotted: true,
  digits: true,
  sm: true,
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
    expect(Object.keys(rules)).toEqual(ALL_RULES.map((rule) => rule.id));
    for (const { id, title, defaultSeverity } of ALL_RULES) {
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

  it("offers the forms of a capability that the server knows, and takes the names that it takes", () => {
    const setting = properties["smLens.python.capabilityNames"];
    const known = capabilityForms.map(({ name }) => name);
    expect(setting?.additionalProperties).toMatchObject({ enum: known });
    expect(Object.keys(FORMS)).toEqual(known);
    expect(setting?.propertyNames).toEqual(FIELDS.capabilityNames.kind.schema["propertyNames"]);
  });

  it("takes a target by any name that people give it, and no other text", () => {
    const pattern = new RegExp(properties["smLens.target"]?.pattern ?? "");
    const names = [
      "sm_75",
      "sm_120",
      "sm_120a",
      "sm_121f",
      "120",
      "sm120",
      "compute_120",
      "12.0",
      "RTX 5090",
    ];
    for (const name of names) expect(name).toMatch(pattern);
    for (const name of ["", "sm_", "sm_120x", "1", "1200", "12.00"]) expect(name).not.toMatch(pattern);
  });

  it("takes every text for people from package.nls.json, which has no other", () => {
    expect([...namedKeys()].sort()).toEqual(Object.keys(TEXTS).sort());
  });

  it("offers translators every string that the editor side shows (`node scripts/export-strings.mjs`)", () => {
    const bundle = JSON.parse(readFileSync("l10n/bundle.l10n.json", "utf8")) as Record<string, string>;
    const shown = readdirSync("client/src")
      .map((name) => readFileSync(`client/src/${name}`, "utf8"))
      .flatMap((text) => [...text.matchAll(/l10n\.t\(\s*("(?:[^"\\\n]|\\.)*")/g)])
      .map((match) => JSON.parse(match[1] ?? "") as string);
    expect(Object.keys(bundle)).toEqual([...new Set(shown)].sort());
  });

  it("names files that are there: grammars, pictures, icons", () => {
    const named = JSON.stringify(manifest).matchAll(/"(?:\.\/)?((?:syntaxes|client)\/[\w./-]+)"/g);
    const files = [...named].map((match) => match[1] ?? "");
    expect(files.length).toBeGreaterThan(7);
    expect(files.filter((file) => !existsSync(file))).toEqual([]);
  });

  it("gives every colour a value in all four kinds of themes", () => {
    const { colors } = manifest.contributes;
    expect(colors.length).toBeGreaterThan(0);
    for (const { id, defaults } of colors)
      expect(Object.keys(defaults).sort(), id).toEqual([
        "dark",
        "highContrast",
        "highContrastLight",
        "light",
      ]);
  });

  it("leads through the first steps by commands that there are", () => {
    const commands = manifest.contributes.commands.map((each) => each.command);
    const [walkthrough] = manifest.contributes.walkthroughs;
    expect(walkthrough?.steps).toHaveLength(4);
    for (const { description, media, completionEvents } of walkthrough?.steps ?? []) {
      expect(media.altText).not.toBe("");
      expect(completionEvents.length).toBeGreaterThan(0);
      const named = [...description.matchAll(/command:(smLens\.\w+)/g)].map((match) => match[1]);
      expect(named.filter((command) => !commands.includes(command ?? ""))).toEqual([]);
    }
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
      /^(package\.json|package\.nls\.json|README\.md|CHANGELOG\.md|LICENSE|client\/images\/(icon\.png|view\.svg)|client\/images\/walkthrough\/[\w-]+\.svg|l10n\/[\w.-]+\.json|(?:schemas|syntaxes)\/[\w.-]+\.json|docs\/[\w-]+\.md|docs\/json-schema\.json|docs\/(?:editors|rules)\/[\w-]+\.md|docs\/images\/[\w-]+\.png|dist\/[\w-]+\.(js|wasm|css|txt))$/;
    expect(files.filter((file) => !expected.test(file))).toEqual([]);
    expect(files).toEqual(
      expect.arrayContaining(["package.json", "package.nls.json", "dist/client.js", "dist/server.js"]),
    );
  });

  it("is the same for npm", () => {
    const allowed = (file: string): string[] =>
      readFileSync(file, "utf8")
        .split(/\r?\n/)
        .flatMap((line) => /^!\/?([^*/].*)$/.exec(line)?.[1] ?? []);
    expect(allowed(".npmignore")).toEqual(allowed(".vscodeignore"));
  });

  it("needs no other package beside it: all is bundled", () => {
    const written = JSON.parse(readFileSync("package.json", "utf8")) as object;
    expect(Object.keys(written).filter((key) => /^(?:d|optionalD|peerD)ependencies$/.test(key))).toEqual([]);
  });

  it("has every page and picture that its pages lead to", async () => {
    const files = new Set(await listFiles({ cwd: copy, packageManager: PackageManager.None }));
    const pages = [...files].filter((file) => file.endsWith(".md"));
    expect(pages).toContain("docs/editors/README.md");
    const dead = pages.flatMap((page) =>
      linksOf(readPage(pageText(page)).prose)
        .filter((link) => !/^(https?:|#)/.test(link))
        .map((link) => path.posix.join(path.posix.dirname(page), link.replace(/#.*/, "")))
        .filter((target) => !files.has(target))
        .map((target) => `${page}: ${target}`),
    );
    expect(dead).toEqual([]);
  });
});
