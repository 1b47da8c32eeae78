import { readFile } from "node:fs/promises";
import { fileURLToPath } from "node:url";
import type { Engine } from "./engine";
import { wasmEngine } from "./wasm-engine";

/**
 * The engine on node.
 *
 * @param assets the folder, as a URL, that holds the wasm files: the one of the bundle.
 */
export function nodeEngine(assets: URL): Engine {
  return wasmEngine({
    read: (name) => readFile(new URL(name, assets)),
    address: (name) => fileURLToPath(new URL(name, assets)),
  });
}
