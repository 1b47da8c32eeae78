import { readFile } from "node:fs/promises";
import { fileURLToPath } from "node:url";
import type { PythonParser } from "../python/parse";
import { fromTreeSitter } from "../python/parse";
import { createService } from "../service";
import type { Engine } from "./engine";

/**
 * The engine on node. The Python grammar, half a megabyte of wasm, is loaded when the first Python file is met: a
 * scan of CUDA sources alone starts without it.
 *
 * @param assets the folder, as a URL, that holds the wasm files: the one of the bundle.
 */
export function nodeEngine(assets: URL): Engine {
  let loaded: PythonParser | undefined;
  let loading: Promise<void> | undefined;
  const python: PythonParser = {
    parse(text) {
      if (loaded === undefined) throw new Error("the Python parser is not loaded");
      return loaded.parse(text);
    },
  };
  const load = async (): Promise<void> => {
    loaded = await loadPython(assets);
  };
  return {
    service: createService({ python }),
    ready(language) {
      if (language !== "python" || loaded !== undefined) return Promise.resolve();
      loading ??= load();
      return loading;
    },
  };
}

async function loadPython(assets: URL): Promise<PythonParser> {
  const { Parser, Language } = await import("web-tree-sitter");
  const [runtime, grammar] = await Promise.all([
    readFile(new URL("web-tree-sitter.wasm", assets)),
    readFile(new URL("tree-sitter-python.wasm", assets)),
  ]);
  await Parser.init({
    wasmBinary: runtime,
    locateFile: () => fileURLToPath(new URL("web-tree-sitter.wasm", assets)),
  });
  const parser = new Parser();
  parser.setLanguage(await Language.load(grammar));
  return fromTreeSitter(parser);
}
