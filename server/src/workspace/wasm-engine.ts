import type { PythonParser } from "../python/syntax/parse";
import { fromTreeSitter } from "../python/syntax/tree-sitter";
import { createService } from "../service";
import type { Engine } from "./engine";

/** Where the parser's wasm comes from: the disk, or the editor that the extension's files lie with. */
export interface WasmFiles {
  read(name: string): Promise<Uint8Array>;
  /** Where the runtime says that it lies; nothing is fetched from there, for its bytes are given. */
  address(name: string): string;
}

const RUNTIME = "web-tree-sitter.wasm";
const GRAMMAR = "tree-sitter-python.wasm";

/**
 * The engine, with a Python parser that is loaded when the first Python file is met: half a megabyte of wasm that a
 * scan of CUDA sources alone does without. A load that failed is tried again by the next Python file.
 */
export function wasmEngine(wasm: WasmFiles): Engine {
  let loaded: PythonParser | undefined;
  let loading: Promise<void> | undefined;
  const python: PythonParser = {
    parse(text) {
      if (loaded === undefined) throw new Error("the Python parser is not loaded");
      return loaded.parse(text);
    },
  };
  const load = async (): Promise<void> => {
    try {
      loaded = await loadPython(wasm);
    } finally {
      loading = undefined;
    }
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

/** What the library has filled in; it is one for all engines, and looks at the first options alone. */
let runtime: Promise<object> | undefined;

async function loadPython(wasm: WasmFiles): Promise<PythonParser> {
  const { Parser, Language } = await import("web-tree-sitter");
  const [wasmBinary, grammar] = await Promise.all([wasm.read(RUNTIME), wasm.read(GRAMMAR)]);
  const begin = async (): Promise<object> => {
    const filled = { wasmBinary, locateFile: () => wasm.address(RUNTIME) };
    await Parser.init(filled);
    return filled;
  };
  runtime ??= begin();
  runtime.catch(() => (runtime = undefined));
  const steps = await runtime;
  const parser = new Parser();
  parser.setLanguage(await Language.load(grammar));
  return fromTreeSitter(parser, steps);
}
