// Writes the rules of server/src/gates/rules into the setting `smLens.rules` of package.json, and what they find into
// package.nls.json, so that the editor completes and explains them. A test fails when this was forgotten.
import { readFileSync, writeFileSync } from "node:fs";
import path from "node:path";
import { build } from "esbuild";
import { root } from "./setup-vscode.mjs";

const LEVELS = ["error", "warning", "information", "hint", "off"];
const RULE_KEY = /^rule\./;

async function loadRules() {
  const entry = path.join(root, "server/src/gates/rules/registry.ts");
  const { outputFiles } = await build({ entryPoints: [entry], bundle: true, format: "esm", write: false });
  const { ALL_RULES } = await import(
    `data:text/javascript;base64,${Buffer.from(outputFiles[0].contents).toString("base64")}`
  );
  return ALL_RULES;
}

const pathOf = (name) => path.join(root, name);
const read = (name) => JSON.parse(readFileSync(pathOf(name), "utf8"));
const write = (name, value) => writeFileSync(pathOf(name), `${JSON.stringify(value, null, 2)}\n`);

const rules = await loadRules();

const manifest = read("package.json");
const setting = manifest.contributes.configuration
  .map((category) => category.properties["smLens.rules"])
  .find((property) => property !== undefined);
setting.properties = Object.fromEntries(
  rules.map(({ id }) => [id, { type: "string", enum: LEVELS, markdownDescription: `%rule.${id}%` }]),
);
setting.additionalProperties = false;
write("package.json", manifest);

const texts = Object.entries(read("package.nls.json")).filter(([key]) => !RULE_KEY.test(key));
const ruleTexts = rules.map(({ id, title, defaultSeverity }) => [
  `rule.${id}`,
  `${title.replace(/\.$/, "")}. By default: ${defaultSeverity}.`,
]);
write("package.nls.json", Object.fromEntries([...texts, ...ruleTexts]));
