// Writes the rules of server/src/gates/rules into the setting `smLens.rules` of package.json, so that the editor
// completes and explains them. A test fails when this was forgotten.
import { readFileSync, writeFileSync } from "node:fs";
import path from "node:path";
import { build } from "esbuild";
import { root } from "./setup-vscode.mjs";

const LEVELS = ["error", "warning", "information", "hint", "off"];

async function loadRules() {
  const entry = path.join(root, "server/src/gates/rules/registry.ts");
  const { outputFiles } = await build({ entryPoints: [entry], bundle: true, format: "esm", write: false });
  const { RULES } = await import(
    `data:text/javascript;base64,${Buffer.from(outputFiles[0].contents).toString("base64")}`
  );
  return RULES;
}

const file = path.join(root, "package.json");
const manifest = JSON.parse(readFileSync(file, "utf8"));
const setting = manifest.contributes.configuration[0].properties["smLens.rules"];
setting.properties = Object.fromEntries(
  (await loadRules()).map(({ id, title, defaultSeverity }) => [
    id,
    {
      type: "string",
      enum: LEVELS,
      markdownDescription: `${title.replace(/\.$/, "")}. By default: ${defaultSeverity}.`,
    },
  ]),
);
setting.additionalProperties = false;
writeFileSync(file, `${JSON.stringify(manifest, null, 2)}\n`);
