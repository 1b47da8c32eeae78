/** Tokenises text with the grammars of VS Code itself and our injections into them. */
import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import path from "node:path";
import oniguruma from "vscode-oniguruma";
import textmate from "vscode-textmate";
import type { IGrammar, IRawGrammar } from "vscode-textmate";

const VSCODE = "1.100.3";

/** Of VS Code's built-in extensions, the grammars that ours are injected into, and those that they include. */
const BASE: Readonly<Record<string, string>> = {
  "source.cuda-cpp": "cpp/syntaxes/cuda-cpp.tmLanguage.json",
  "source.cpp": "cpp/syntaxes/cpp.tmLanguage.json",
  "source.cpp.embedded.macro": "cpp/syntaxes/cpp.embedded.macro.tmLanguage.json",
  "source.c": "cpp/syntaxes/c.tmLanguage.json",
  "source.c.platform": "cpp/syntaxes/platform.tmLanguage.json",
  "source.python": "python/syntaxes/MagicPython.tmLanguage.json",
  "source.regexp.python": "python/syntaxes/MagicRegExp.tmLanguage.json",
};

interface Injection {
  readonly scopeName: string;
  readonly path: string;
  readonly injectTo: readonly string[];
}

const { contributes } = JSON.parse(readFileSync("package.json", "utf8")) as {
  contributes: { grammars: readonly Injection[] };
};
export const INJECTIONS = contributes.grammars;

export interface Tokeniser {
  /** One line for each token: its text, and its scopes without the file's own. */
  tokens(scope: string, text: string): string[];
}

/** Sets up VS Code from npm where it is not there yet. */
export async function loadTokeniser(): Promise<Tokeniser> {
  const extensions = extensionsOf(VSCODE);
  const wasm = createRequire(import.meta.url).resolve("vscode-oniguruma/release/onig.wasm");
  await oniguruma.loadWASM(readFileSync(wasm));
  const registry = new textmate.Registry({
    onigLib: Promise.resolve({
      createOnigScanner: (patterns) => new oniguruma.OnigScanner(patterns),
      createOnigString: (text) => new oniguruma.OnigString(text),
    }),
    loadGrammar: (scope) => Promise.resolve(rawGrammar(scope, extensions)),
    getInjections: (scope) =>
      INJECTIONS.filter(({ injectTo }) => injectTo.includes(scope)).map(({ scopeName }) => scopeName),
  });
  const grammars = new Map<string, IGrammar>();
  for (const scope of new Set(INJECTIONS.flatMap(({ injectTo }) => injectTo))) {
    const grammar = await registry.loadGrammar(scope);
    if (grammar === null) throw new Error(`there is no grammar for ${scope}`);
    grammars.set(scope, grammar);
  }
  return {
    tokens(scope, text) {
      const grammar = grammars.get(scope);
      if (grammar === undefined) throw new Error(`nothing is injected into ${scope}`);
      return tokenise(grammar, text);
    },
  };
}

function extensionsOf(version: string): string {
  const output = execFileSync(process.execPath, ["scripts/setup-vscode.mjs", version], { encoding: "utf8" });
  const main = /serverMain: '([^']+)'/.exec(output)?.[1];
  if (main === undefined) throw new Error(`VS Code ${version} could not be set up: ${output}`);
  return path.join(path.dirname(main), "../extensions");
}

function rawGrammar(scope: string, extensions: string): IRawGrammar | null {
  const own = INJECTIONS.find(({ scopeName }) => scopeName === scope)?.path;
  const base = BASE[scope];
  const file = own ?? (base === undefined ? undefined : path.join(extensions, base));
  return file === undefined ? null : textmate.parseRawGrammar(readFileSync(file, "utf8"), file);
}

function tokenise(grammar: IGrammar, text: string): string[] {
  let stack = textmate.INITIAL;
  const shown: string[] = [];
  for (const line of text.split("\n")) {
    const { tokens, ruleStack } = grammar.tokenizeLine(line, stack);
    stack = ruleStack;
    for (const { startIndex, endIndex, scopes } of tokens) {
      const piece = line.slice(startIndex, endIndex);
      if (piece.trim() !== "") shown.push(`${piece.trim()} · ${scopes.slice(1).join(" ")}`);
    }
  }
  return shown;
}
