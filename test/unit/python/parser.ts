import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { Language, Parser } from "web-tree-sitter";
import { analysePython, type PythonOptions, type PythonReport } from "../../../server/src/python/analyse";
import type { PythonParser } from "../../../server/src/python/syntax/parse";
import { fromTreeSitter } from "../../../server/src/python/syntax/tree-sitter";
import { memoryFiles } from "../../../server/src/text/files";
import { makeSource } from "../../../server/src/text/source";

let parser: Promise<PythonParser> | null = null;

/** The parser with its grammar, loaded once. */
export function pythonParser(): Promise<PythonParser> {
  parser ??= load();
  return parser;
}

async function load(): Promise<PythonParser> {
  const runtime = {};
  await Parser.init(runtime);
  const grammar = createRequire(import.meta.url).resolve(
    "@vscode/tree-sitter-wasm/wasm/tree-sitter-python.wasm",
  );
  const inner = new Parser();
  inner.setLanguage(await Language.load(readFileSync(grammar)));
  return fromTreeSitter(inner, runtime);
}

/** Analyses one file, with others beside it. */
export async function analyse(
  text: string,
  others: Readonly<Record<string, string>> = {},
  options: PythonOptions = {},
): Promise<PythonReport> {
  const path = others["@path"] ?? "/project/module.py";
  return analysePython(makeSource(path, text), await pythonParser(), {
    files: memoryFiles(others),
    roots: ["/project"],
    ...options,
  });
}
