// Writes the strings that the editor side shows, those in vscode.l10n.t("…"), into l10n/bundle.l10n.json: what
// translators start from. A test fails when this was forgotten.   usage: node scripts/export-strings.mjs
import { readFileSync, readdirSync, writeFileSync } from "node:fs";
import path from "node:path";
import { fileURLToPath } from "node:url";

const root = path.resolve(path.dirname(fileURLToPath(import.meta.url)), "..");
const CALL = /\bl10n\.t\(\s*("(?:[^"\\\n]|\\.)*")/g;

function strings() {
  const folder = path.join(root, "client/src");
  const files = readdirSync(folder).filter((name) => name.endsWith(".ts"));
  const found = files.flatMap((name) => [...readFileSync(path.join(folder, name), "utf8").matchAll(CALL)]);
  return [...new Set(found.map((match) => JSON.parse(match[1])))].sort();
}

const bundle = Object.fromEntries(strings().map((text) => [text, text]));
writeFileSync(path.join(root, "l10n/bundle.l10n.json"), `${JSON.stringify(bundle, null, 2)}\n`);
