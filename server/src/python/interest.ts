import { call } from "./calls";
import type { Chunk } from "./chunks";
import type { Module } from "./module";
import { MENTIONS_ARCHITECTURE } from "./naming";
import { lookupGlobal, moduleFrame } from "./resolve";
import { at, type Vec } from "./values";
import { importModule, type World } from "./world";

/**
 * Chunks that mention an architecture, or a name that stands for something that depends on the device: a variable, a
 * function of this module or of another, whatever it is called.
 */
export function interest(module: Module, world: World): (chunk: Chunk) => boolean {
  const { text } = module.source;
  let names: RegExp | null | undefined;
  return (chunk) => {
    if (module.mentions(chunk)) return true;
    if (names === undefined) names = anyOf(dependentNames(module, world), "u");
    return names?.test(text.slice(chunk.start, chunk.end)) ?? false;
  };
}

/** `name = …`, `major, minor = …` */
const TARGETS = /^\(?([^\W\d][\w, \t]*)\)?[ \t]*(?::[^=\n]*)?=(?!=)/u;
const WORDS = /[^\W\d]\w*/gu;

/** Names by which something may depend on the device, each with what it stands for. */
type Candidates = Map<string, () => Vec | null>;

function dependentNames(module: Module, world: World): Set<string> {
  const names = new Set<string>();
  const candidates: Candidates = new Map();
  const own = (name: string): Vec | null => lookupGlobal(world, module, name);
  for (const chunk of module.chunks) {
    if (!module.mentions(chunk)) continue;
    if (chunk.kind === "def" && isAsked(chunk, module)) candidates.set(chunk.name, () => own(chunk.name));
    if (chunk.kind !== "statement") continue;
    const targets = TARGETS.exec(module.source.text.slice(chunk.first, chunk.end))?.[1] ?? "";
    for (const name of targets.match(WORDS) ?? []) candidates.set(name, () => own(name));
  }
  for (const [name, value] of importedCandidates(module, world)) candidates.set(name, value);
  for (const name of usedElsewhere(candidates, module)) {
    if (depends(candidates.get(name)?.() ?? null, module, world)) names.add(name);
  }
  addCallers(names, module);
  return names;
}

function depends(value: Vec | null, module: Module, world: World): boolean {
  if (value === null) return false;
  const one = at(value, 0);
  if (value.length > 1 || (one.t !== "func" && one.t !== "partial")) return value.length > 1;
  return (call(one, [], new Map(), moduleFrame(world, module), "") ?? []).length > 1;
}

/** Those that are used where nothing else mentions an architecture: for others it does not matter. */
function usedElsewhere(candidates: Candidates, module: Module): Set<string> {
  const used = new Set<string>();
  const pattern = anyOf(new Set(candidates.keys()), "gu");
  if (pattern === null) return used;
  const { text } = module.source;
  const look = (chunk: Chunk, end: number): void => {
    const span = { start: chunk.start, end };
    if (module.mentions(span)) return;
    const own = text.slice(chunk.start, end);
    if (chunk.kind === "statement" && /^\s*(?:from|import)\b/.test(own)) return;
    for (const [name] of own.matchAll(pattern)) used.add(name);
  };
  const visit = (chunk: Chunk): void => {
    const [member] = chunk.members;
    look(chunk, member?.start ?? chunk.end);
    for (const one of chunk.members) visit(one);
  };
  for (const chunk of module.chunks) visit(chunk);
  return used;
}

/** Functions that are longer than these are entry points rather than questions. */
const LONGEST_QUESTION = 3000;

function isAsked({ start, end }: Chunk, { source }: Module): boolean {
  return end - start < LONGEST_QUESTION && /\breturn[ \t]+[^\s#]/.test(source.text.slice(start, end));
}

/** `def supported(): return _check()`: who asks for something that depends on the device depends on it as well. */
function addCallers(names: Set<string>, module: Module): void {
  const pattern = anyOf(names, "u");
  if (pattern === null) return;
  const { text } = module.source;
  for (const chunk of module.chunks) {
    if (chunk.kind !== "def" || names.has(chunk.name) || !isAsked(chunk, module)) continue;
    const body = text.slice(chunk.start, chunk.end);
    if (!module.mentions(chunk) && pattern.test(body)) names.add(chunk.name);
  }
}

const IMPORTS = /^[ \t]*from[ \t]+(\.*)([\w.]*)[ \t]+import[ \t]*(?:\(([^()]*)\)|([^\n\r(]*))/gm;
const IMPORTED = /([^\W\d]\w*)(?:\s+as\s+([^\W\d]\w*))?/gu;
/** `__init__` that takes a name from a module that takes it from another. */
const MOST_HOPS = 3;

/** Names taken from modules where what they stand for mentions an architecture, at the top or inside functions. */
function importedCandidates(module: Module, world: World): Candidates {
  const candidates: Candidates = new Map();
  for (const { level, path, name, as } of importsOf(module)) {
    const from = importModule(world, module, level, path);
    if (from === null || !mayDepend(from, name, world, 0)) continue;
    candidates.set(as, () => lookupGlobal(world, from, name));
  }
  return candidates;
}

function* importsOf({
  source,
}: Module): Generator<{ level: number; path: string; name: string; as: string }> {
  for (const [, dots = "", path = "", listed, plain = ""] of source.text.matchAll(IMPORTS)) {
    const list = (listed ?? plain).replace(/#.*/g, "");
    for (const [, name = "", as] of list.matchAll(IMPORTED)) {
      yield { level: dots.length, path, name, as: as ?? name };
    }
  }
}

/** By its text alone: whether the name can stand for something that depends on the device. */
function mayDepend(module: Module, name: string, world: World, hops: number): boolean {
  const { text } = module.source;
  const isDefined =
    MENTIONS_ARCHITECTURE.test(text) &&
    module
      .chunksOf(name)
      .some(
        (chunk) =>
          chunk.kind !== "class" &&
          module.mentions(chunk) &&
          (chunk.kind === "statement" || isAsked(chunk, module)),
      );
  if (isDefined || hops >= MOST_HOPS || !text.includes(name)) return isDefined;
  for (const one of importsOf(module)) {
    if (one.as !== name) continue;
    const from = importModule(world, module, one.level, one.path);
    return from !== null && mayDepend(from, one.name, world, hops + 1);
  }
  return false;
}

function anyOf(names: ReadonlySet<string>, flags: string): RegExp | null {
  return names.size === 0 ? null : new RegExp(`(?<![\\w])(?:${[...names].join("|")})(?![\\w])`, flags);
}
