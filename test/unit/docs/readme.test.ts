/** What README.md says is what the manifest and the tool say. */
import { existsSync } from "node:fs";
import { dirname, join, posix, resolve } from "node:path";
import { describe, expect, it } from "vitest";
import {
  DRIVER_MACROS,
  NOT_DEFINED,
  NVCC_DEVICE_MACROS,
  NVCC_MACROS,
} from "../../../server/src/arch/assumptions";
import { keyOf, nodeFiles } from "../../../server/src/workspace/node-files";
import { readManifest, settingsOf } from "../support/manifest";
import { anchorsOf, linksOf, readPage, table, withPart } from "./markdown";
import { PAGES, checkedPage, pageText, withOutputs } from "./pages";
import { ruleTable } from "./rule-table";
import { withoutLinks } from "./settings-text";
import { terminalIn } from "./terminal";

const manifest = readManifest();

function settings(): string {
  const rows = Object.entries(settingsOf(manifest)).map(
    ([name, { default: value, markdownDescription = "" }]) => [
      `\`${name}\``,
      `\`${JSON.stringify(value)}\``,
      withoutLinks(markdownDescription).replaceAll("|", "\\|").replaceAll("\n", " "),
    ],
  );
  return table(["Setting", "Default", "Meaning"], rows);
}

/** What is assumed, by what it means; names that mean the same share a row. */
function assumptions(): string {
  const valued = (macros: Readonly<Record<string, string>>): string =>
    Object.entries(macros)
      .map(([name, value]) => `\`${name}\` = ${value}`)
      .join(", ");
  const meanings = [...new Set(Object.values(NOT_DEFINED))];
  const rows = meanings.map((meaning) => {
    const names = Object.keys(NOT_DEFINED).filter((name) => NOT_DEFINED[name] === meaning);
    return [`it is not ${meaning}`, `not defined: ${names.map((name) => `\`${name}\``).join(", ")}`];
  });
  return table(
    ["Assumption", "Macros"],
    [
      ["nvcc of CUDA 13.0", valued(NVCC_MACROS)],
      ["nvcc, device passes", valued(NVCC_DEVICE_MACROS)],
      ["`cuda.h` is included, by whatever header", valued(DRIVER_MACROS)],
      ...rows,
    ],
  );
}

describe("README.md", () => {
  it("lists the assumptions", async () => {
    const { is, should } = await checkedPage("README.md", (text) =>
      Promise.resolve(withPart(text, "assumptions", assumptions())),
    );
    expect(is).toBe(should);
  });

  it("lists the settings of the manifest", async () => {
    const { is, should } = await checkedPage("README.md", (text) =>
      Promise.resolve(withPart(text, "settings", settings())),
    );
    expect(is).toBe(should);
  });

  it("lists the rules of the registry", async () => {
    const { is, should } = await checkedPage("README.md", (text) =>
      Promise.resolve(
        withPart(
          text,
          "rules",
          ruleTable((id) => `docs/rules/${id}.md`),
        ),
      ),
    );
    expect(is).toBe(should);
  });

  it("shows what the commands print in the bundled sample", async () => {
    const terminal = await terminalIn(keyOf(resolve("test/sample")), nodeFiles);
    const { is, should } = await checkedPage("README.md", (text) => withOutputs(text, terminal));
    expect(is).toBe(should);
  });
});

describe("the documentation", () => {
  it.each(PAGES)("%s: every link leads somewhere", (page) => {
    const { prose } = readPage(pageText(page));
    for (const link of linksOf(prose).filter((each) => !/^https?:/.test(each))) {
      const [path = "", anchor] = link.split("#");
      const target = path === "" ? page : posix.normalize(join(dirname(page), path));
      expect(existsSync(target), `${link} in ${page}`).toBe(true);
      if (anchor !== undefined) expect(anchorsOf(readPage(pageText(target)).prose)).toContain(anchor);
    }
  });

  it.each(PAGES)("%s names no script that the manifest does not have", (page) => {
    const named = [...pageText(page).matchAll(/npm run ([\w:-]+)/g)].map((match) => match[1] ?? "");
    expect(named.filter((name) => !(name in manifest.scripts))).toEqual([]);
  });

  it("CHANGELOG.md tells of the version that the manifest has", () => {
    expect(pageText("CHANGELOG.md")).toMatch(
      new RegExp(`^## \\[${manifest.version.replaceAll(".", "\\.")}\\]`, "m"),
    );
  });
});
