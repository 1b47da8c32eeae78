import type { Chunk } from "../syntax/chunks";
import {
  addSources,
  askedMembers,
  isAsked,
  ownCandidates,
  TARGETS,
  WORDS,
  type Candidates,
} from "./candidates";
import type { Asks, Source } from "./kept";
import { addMembersOfImported } from "./imported-members";
import { importsOf, modulesOf } from "./listed-imports";
import type { Module } from "./module";
import { isWithin, usesOf } from "./text-uses";
import { importModule, type World } from "./world";

/** `__init__` that takes a name from a module that takes it from another. */
const MOST_HOPS = 3;

/** What of the module's text decides which names `importedCandidates` finds: what it imports, and what it does with it. */
export function asksOf(module: Module): Asks {
  return { imports: JSON.stringify([importsOf(module), [...modulesOf(module)]]), uses: usesOf(module) };
}

/** Whether what was found for the earlier ones is all that is to be found. */
export function asksNoMore(now: Asks, earlier: Asks): boolean {
  return now.imports === earlier.imports && isWithin(now.uses, earlier.uses);
}

/** Names taken from modules where what they stand for mentions an architecture, at the top or inside functions. */
export function importedCandidates(module: Module, world: World): Candidates {
  const candidates: Candidates = new Map();
  for (const { level, path, name, as } of importsOf(module)) {
    const from = importModule(world, module, level, path);
    if (from !== null && name === "*") {
      for (const [given, sources] of candidatesGiven(from, world, 0)) addSources(candidates, given, sources);
      continue;
    }
    const sources = from === null ? [] : sourcesOf(from, name, world, 0);
    for (const source of sources) {
      addSources(candidates, source.member === null ? as : `.${source.member}`, [source]);
    }
  }
  addThroughModules(candidates, module, world);
  addMembersOfImported(candidates, module, world);
  return candidates;
}

/** `import a.b as m`, `from a import m`: what `m.name` stands for. */
function addThroughModules(candidates: Candidates, module: Module, world: World): void {
  const { behind } = usesOf(module);
  for (const [as, path] of modulesOf(module)) {
    const used = behind.get(as);
    const from = used === undefined ? null : importModule(world, module, path.level, path.path);
    if (used === undefined || from === null) continue;
    for (const name of used) {
      for (const source of sourcesOf(from, name, world, 0)) {
        addSources(candidates, `.${source.member ?? name}`, [source]);
      }
    }
  }
}

/** What `from module import *` gives that may depend on the device. */
function candidatesGiven(module: Module, world: World, hops: number): Candidates {
  const given: Candidates = new Map();
  if (world.shared.own.mentions.test(module.source.text)) {
    for (const [name, sources] of ownCandidates(module)) {
      const there = sources.map((source) => ({ ...source, from: source.from ?? module }));
      addSources(given, name, there);
    }
  }
  if (hops >= MOST_HOPS) return given;
  for (const one of importsOf(module)) {
    const from = one.name === "*" ? importModule(world, module, one.level, one.path) : null;
    if (from === null) continue;
    for (const [name, sources] of candidatesGiven(from, world, hops + 1)) addSources(given, name, sources);
  }
  return given;
}

/** By its text alone: what the name may stand for that depends on the device. */
function sourcesOf(from: Module, name: string, world: World, hops: number): Source[] {
  const { text } = from.source;
  const plain: Source = { from, name, member: null };
  const chunks = text.includes(name) ? from.chunksOf(name) : [];
  const found = chunks.flatMap((chunk): Source[] => {
    if (!from.mentions(chunk)) return hangsOnCandidate(chunk, from, world, hops) ? [plain] : [];
    if (chunk.kind === "class") return [...askedMembers(chunk, from)].map((member) => ({ ...plain, member }));
    return chunk.kind === "statement" || isAsked(chunk, from) ? [plain] : [];
  });
  if (found.length > 0 || hops >= MOST_HOPS || !text.includes(name)) return found;
  for (const one of importsOf(from)) {
    if (one.as !== name) continue;
    const next = importModule(world, from, one.level, one.path);
    return next === null ? [] : sourcesOf(next, one.name, world, hops + 1);
  }
  return [];
}

/** So much text assigns something to a flag. */
const LONGEST_FLAG = 300;

/** `FAST = _use_fast_path()`, `FAST = supported and wanted`: said nothing of architectures, bound by what may. */
function hangsOnCandidate(chunk: Chunk, module: Module, world: World, hops: number): boolean {
  if (chunk.kind !== "statement" || hops >= MOST_HOPS || chunk.end - chunk.first > LONGEST_FLAG) return false;
  const text = module.source.text.slice(chunk.first, chunk.end);
  const target = TARGETS.exec(text);
  if (target === null) return false;
  const words = new Set(text.slice(target[0].length).match(WORDS) ?? []);
  if (words.size === 0) return false;
  const isOwn = world.shared.own.mentions.test(module.source.text) ? ownCandidates(module) : null;
  for (const word of words) if (isOwn?.has(word) === true) return true;
  return importsOf(module).some(({ as, name, level, path }) => {
    const from = words.has(as) ? importModule(world, module, level, path) : null;
    return from !== null && sourcesOf(from, name, world, hops + 1).length > 0;
  });
}
