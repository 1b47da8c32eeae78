import type { Files } from "../../text/files";
import { dirname, join } from "../../text/paths";
import type { SourceText } from "../../text/source";
import { nothingFound, type Findings, type Results } from "./findings";
import { Memo } from "../evaluate/memo";
import type { Module } from "./module";
import { roundOf, type Round, type Shared } from "./session";
import type { Vec } from "../values/values";

/** One analysis: all modules that it sees, and what was found out about them. */
export interface World {
  readonly shared: Shared;
  readonly round: Round;
  readonly files: Files;
  readonly roots: readonly string[];
  readonly wanted: Set<string>;
  /** The file that is analysed, as it is given: the workspace may have another text for it, or none. */
  readonly own: Module;
  /** What holds in this analysis. */
  readonly findings: Map<Module, Findings>;
  readonly memo: Memo;
  /** Calls with arguments that only this analysis knows. */
  readonly calls: Results<Vec>;
  /** Steps left; a file that needs more gets unknowns. */
  budget: number;
}

/** Enough for the largest real module many times over; what needs more is left unknown. */
const BUDGET = 600_000;

/** `tried`: the text is only tried out, and is not remembered. */
export function newWorld(
  source: SourceText,
  shared: Shared,
  files: Files,
  roots: readonly string[],
  tried: boolean,
): World {
  const { library } = shared;
  const { path, text } = source;
  return {
    shared,
    round: roundOf(shared, files),
    files,
    roots,
    wanted: new Set(),
    own: tried ? library.tryOut(path, text) : library.open(path, text, false),
    findings: new Map(),
    memo: new Memo(),
    calls: new Map(),
    budget: BUDGET,
  };
}

/** The module at a path as this state of the workspace has it, asked for once; undefined when it is not loaded yet. */
function inRound(world: World, path: string): Module | null | undefined {
  const { round, shared } = world;
  const known = round.modules.get(path);
  if (known !== undefined) return known;
  const text = world.files.read(path);
  if (text === undefined) {
    world.wanted.add(path);
    return undefined;
  }
  const module = text === null ? null : shared.library.open(path, text, true);
  round.modules.set(path, module);
  return module;
}

/** Whether the workspace has this module there, null: nothing. */
export function fileIs(world: World, path: string, module: Module | null | undefined): boolean {
  const now = inRound(world, path);
  if (now !== undefined) world.files.links?.(world.own.source.path, [path]);
  return now === module;
}

function read(world: World, path: string, from: Module): Module | null {
  const module = inRound(world, path);
  const isOwn = path === world.own.source.path;
  if (isOwn && module === world.own) share(world, module);
  world.memo.trace.readFile(path, module);
  const { reads } = findingsOf(world, from);
  if (module !== undefined && !reads.has(path)) {
    world.files.links?.(from.source.path, [path]);
    reads.set(path, module === null ? null : findingsOf(world, module));
  }
  // A file still to be loaded, or another text than the workspace has.
  if (module === undefined || (isOwn && module !== world.own)) world.memo.concernsThisAnalysis();
  return isOwn ? world.own : (module ?? null);
}

/** The analysed file turns out to be imported: what is found out about it serves others too. */
function share(world: World, module: Module): void {
  const found = findingsOf(world, module);
  if (world.round.findings.has(module)) return;
  world.round.findings.set(module, found);
  world.shared.findings.set(module, found);
}

/** What is known about a module and holds in this analysis. */
export function findingsOf(world: World, module: Module): Findings {
  const known = world.findings.get(module);
  if (known !== undefined) return known;
  const found = isOnTrial(world, module) ? nothingFound(module) : heldOrNew(world, module);
  const usable =
    isOnTrial(world, world.own) && reaches(found, world.own.source.path) ? nothingFound(module) : found;
  world.findings.set(module, usable);
  return usable;
}

/** Whether it is the analysed file with a text that the workspace, as far as was asked, does not have. */
function isOnTrial(world: World, module: Module): boolean {
  return module === world.own && world.round.modules.get(module.source.path) !== module;
}

function heldOrNew(world: World, module: Module): Findings {
  const { round, shared } = world;
  const held = round.findings.get(module);
  if (held !== undefined) return held;
  const earlier = shared.findings.get(module);
  const reachable = new Set<Findings>();
  if (earlier !== undefined && holds(earlier, world, reachable)) {
    for (const one of reachable) round.findings.set(one.module, one);
    return earlier;
  }
  const made = nothingFound(module);
  round.findings.set(module, made);
  shared.findings.set(module, made);
  return made;
}

/** Whether all that was read for it, directly or not, is as it was. */
function holds(findings: Findings, world: World, reachable: Set<Findings>): boolean {
  reachable.add(findings);
  for (const next of reachable) {
    if (world.shared.findings.get(next.module) !== next) return false;
    for (const [path, read] of next.reads) {
      if (inRound(world, path) !== (read?.module ?? null)) return false;
      // Whoever keeps what this analysis hangs on has not seen the earlier one.
      world.files.links?.(next.module.source.path, [path]);
      if (read !== null) reachable.add(read);
    }
  }
  return true;
}

/** Whether the file was read for it, directly or not. */
function reaches(findings: Findings, path: string): boolean {
  const reachable = new Set([findings]);
  for (const { reads } of reachable) {
    if (reads.has(path)) return true;
    for (const read of reads.values()) if (read !== null) reachable.add(read);
  }
  return false;
}

/** The module `path` ("a.b.c") as imported from `from`; `level` counts leading dots. Null when it is not found. */
export function importModule(world: World, from: Module, level: number, path: string): Module | null {
  const parts = path === "" ? [] : path.split(".");
  if (level > 0) {
    let folder = dirname(from.source.path);
    for (let up = 1; up < level; up++) folder = dirname(folder);
    return moduleIn(world, folder, parts, from);
  }
  if (parts.length === 0) return null;
  for (const root of searchRoots(world, from)) {
    const module = moduleIn(world, root, parts, from);
    if (module !== null) return module;
  }
  return null;
}

export function submodule(world: World, module: Module, name: string): Module | null {
  if (!module.source.path.endsWith("/__init__.py")) return null;
  return moduleIn(world, dirname(module.source.path), [name], module);
}

function moduleIn(world: World, folder: string, parts: readonly string[], from: Module): Module | null {
  const base = parts.reduce((path, part) => join(path, part), folder);
  const plain = parts.length === 0 ? null : read(world, `${base}.py`, from);
  return plain ?? read(world, join(base, "__init__.py"), from);
}

const DEEPEST_PACKAGE = 24;

/** The folder above the outermost package that holds the file, then the workspace's own roots. */
function searchRoots(world: World, from: Module): readonly string[] {
  let folder = dirname(from.source.path);
  for (let depth = 0; depth < DEEPEST_PACKAGE && folder !== "" && folder !== "/"; depth++) {
    if (read(world, join(folder, "__init__.py"), from) === null) break;
    folder = dirname(folder);
  }
  return [...new Set([folder, dirname(from.source.path), ...world.roots])];
}
