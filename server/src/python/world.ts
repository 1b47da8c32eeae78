import type { Files } from "../text/files";
import { dirname, join } from "../text/paths";
import { makeSource, type Span } from "../text/source";
import { openModule, type ChunkCache, type Module } from "./module";
import type { PythonParser } from "./parse";
import type { Stmt } from "./syntax";
import type { ClassInfo, Vec } from "./values";

/** How an answer came about: for hovers, and to say that a name alone was read. */
export interface Note {
  readonly kind: "definition" | "source" | "name" | "assumption";
  readonly text: string;
  readonly file?: string;
  readonly span?: Span;
}

/** All modules that one analysis sees, with what was found out about them. */
export interface World {
  readonly parser: PythonParser;
  readonly files: Files;
  readonly roots: readonly string[];
  readonly wanted: Set<string>;
  readonly globals: Map<Module, Map<string, Vec | null>>;
  readonly members: Map<ClassInfo["block"], Map<string, Vec | null>>;
  readonly instances: Map<ClassInfo["block"], Map<string, Vec | null>>;
  readonly calls: Map<string, { readonly result: Vec; readonly notes: readonly Note[] }>;
  /** Functions that are worth carrying out. */
  readonly relevant: Map<object, boolean>;
  readonly modules: Map<string, Module | null>;
  readonly ids: Map<object, number>;
  readonly notes: Note[];
  /** Steps left; a file that needs more gets unknowns. */
  budget: number;
}

/** What a parser was asked before, by path. Bounded, so that a scan does not keep every tree. */
interface Kept {
  readonly text: string;
  readonly module: Module;
  readonly chunks: Map<string, readonly Stmt[]>;
}
const KEPT_MODULES = 300;
const kept = new WeakMap<PythonParser, Map<string, Kept>>();

/** The module for this text; chunks that have not changed since the last time are not parsed again. */
export function moduleFor(parser: PythonParser, path: string, text: string): Module {
  let byPath = kept.get(parser);
  if (byPath === undefined) kept.set(parser, (byPath = new Map<string, Kept>()));
  const known = byPath.get(path);
  if (known?.text === text) return known.module;
  const chunks = new Map<string, readonly Stmt[]>();
  const module = openModule(makeSource(path, text), parser, layered(chunks, known?.chunks));
  byPath.delete(path);
  byPath.set(path, { text, module, chunks });
  const oldest = byPath.keys().next().value;
  if (byPath.size > KEPT_MODULES && oldest !== undefined) byPath.delete(oldest);
  return module;
}

/** Looks into the previous edition's chunks too, and keeps those that are used again. */
function layered(own: Map<string, readonly Stmt[]>, previous: Kept["chunks"] | undefined): ChunkCache {
  return {
    get(text) {
      const found = own.get(text) ?? previous?.get(text);
      if (found !== undefined) own.set(text, found);
      return found;
    },
    set: (text, statements) => void own.set(text, statements),
  };
}

function read(world: World, path: string): Module | null {
  const known = world.modules.get(path);
  if (known !== undefined) return known;
  const text = world.files.read(path);
  if (text === undefined) world.wanted.add(path);
  const module = text === null || text === undefined ? null : moduleFor(world.parser, path, text);
  world.modules.set(path, module);
  return module;
}

/** The module `path` ("a.b.c") as imported from `from`; `level` counts leading dots. Null when it is not found. */
export function importModule(world: World, from: Module, level: number, path: string): Module | null {
  const parts = path === "" ? [] : path.split(".");
  if (level > 0) {
    let folder = dirname(from.source.path);
    for (let up = 1; up < level; up++) folder = dirname(folder);
    return moduleIn(world, folder, parts);
  }
  if (parts.length === 0) return null;
  for (const root of searchRoots(world, from)) {
    const module = moduleIn(world, root, parts);
    if (module !== null) return module;
  }
  return null;
}

export function submodule(world: World, module: Module, name: string): Module | null {
  if (!module.source.path.endsWith("/__init__.py")) return null;
  return moduleIn(world, dirname(module.source.path), [name]);
}

function moduleIn(world: World, folder: string, parts: readonly string[]): Module | null {
  const base = parts.reduce((path, part) => join(path, part), folder);
  return (parts.length === 0 ? null : read(world, `${base}.py`)) ?? read(world, join(base, "__init__.py"));
}

const DEEPEST_PACKAGE = 24;

/** The folder above the outermost package that holds the file, then the workspace's own roots. */
function searchRoots(world: World, from: Module): readonly string[] {
  let folder = dirname(from.source.path);
  for (let depth = 0; depth < DEEPEST_PACKAGE && folder !== "" && folder !== "/"; depth++) {
    if (read(world, join(folder, "__init__.py")) === null) break;
    folder = dirname(folder);
  }
  return [...new Set([folder, dirname(from.source.path), ...world.roots])];
}
