import type { Chunk } from "../syntax/chunks";
import { namesChanged } from "../syntax/walk";
import type { Source } from "./kept";
import type { Module } from "./module";

/** `name = …`, `major, minor = …` */
export const TARGETS = /^\(?([^\W\d][\w, \t]*)\)?[ \t]*(?::[^=\n]*)?=(?!=)/u;
export const WORDS = /[^\W\d]\w*/gu;

/** Names by which something may depend on the device, ".name" for members of classes; with where they are defined. */
export type Candidates = Map<string, readonly Source[]>;

export function addSources(candidates: Candidates, name: string, sources: readonly Source[]): void {
  candidates.set(name, [...(candidates.get(name) ?? []), ...sources]);
}

const known = new WeakMap<Module, Candidates>();
const membersKnown = new WeakMap<Module, Candidates>();

/** Of the candidates of a module those that its classes have in themselves. */
export function memberCandidates(module: Module): Candidates {
  const known = membersKnown.get(module);
  if (known !== undefined) return known;
  const found: Candidates = new Map();
  membersKnown.set(module, found);
  for (const chunk of module.chunks) {
    if (chunk.kind === "class" && module.mentions(chunk)) addMembers(found, chunk, module);
  }
  return found;
}

function addMembers(candidates: Candidates, type: Chunk, module: Module): void {
  for (const member of askedMembers(type, module)) {
    addSources(candidates, `.${member}`, [{ from: null, name: type.name, member }]);
  }
}

export function ownCandidates(module: Module): Candidates {
  let candidates = known.get(module);
  if (candidates === undefined) known.set(module, (candidates = candidatesIn(module)));
  return candidates;
}

function candidatesIn(module: Module): Candidates {
  const candidates: Candidates = new Map();
  for (const chunk of module.chunks) {
    if (!module.mentions(chunk)) continue;
    const own = (name: string): Source => ({ from: null, name, member: null });
    if (chunk.kind === "def") {
      if (isAsked(chunk, module)) candidates.set(chunk.name, [own(chunk.name)]);
      for (const name of declaredGlobal(chunk, module)) candidates.set(name, [own(name)]);
    } else if (chunk.kind === "class") {
      addMembers(candidates, chunk, module);
    }
    if (chunk.kind !== "statement") continue;
    for (const name of boundIn(chunk, module)) candidates.set(keyOf(name), [own(name)]);
  }
  return candidates;
}

/** What a statement binds, in the blocks inside it too. */
export function boundIn(chunk: Chunk, module: Module): Iterable<string> {
  if (/^(?:from|import)\b/.test(module.source.text.slice(chunk.first, chunk.first + 7))) return [];
  return [...namesChanged(module.statements(chunk))].filter((name) => /^[^\W\d]\w*(?:\.\w+)?$/u.test(name));
}

/** "C.a" is used as ".a". */
function keyOf(path: string): string {
  return path.slice(Math.max(0, path.indexOf(".")));
}

export const GLOBAL = /\bglobal[ \t]+([^#\n\r;]*)/g;

export function declaredGlobal({ start, end }: Chunk, { source }: Module): string[] {
  const found = source.text.slice(start, end).matchAll(GLOBAL);
  return Array.from(found, ([, names = ""]) => names.match(WORDS) ?? []).flat();
}

/** Longer methods do something rather than answer. */
export const LONGEST_ANSWER = 1200;

/** Methods and properties that answer something about architectures, and attributes set from one. */
export function askedMembers(type: Chunk, module: Module): Set<string> {
  const names = new Set<string>();
  const { members } = type;
  const { text } = module.source;
  for (const chunk of members) {
    if (!module.mentions(chunk)) continue;
    if (chunk.kind === "statement") {
      const targets = TARGETS.exec(text.slice(chunk.first, chunk.end))?.[1]?.match(WORDS);
      for (const name of targets ?? boundIn(chunk, module)) names.add(name);
    } else if (chunk.kind === "def") {
      const isShort = chunk.end - chunk.start < LONGEST_ANSWER;
      if (isShort && isAsked(chunk, module)) names.add(chunk.name);
      for (const name of attributesSet(chunk, module)) names.add(name);
      for (const name of setAbove(chunk, type, module)) names.add(name);
    }
  }
  return names;
}

export const SETS_ATTRIBUTE = /\bself\.(\w+)(?:\[[^\]\n]*\])?(?:[ \t]*:[^=\n]*)?[ \t]*=(?!=)[^\n]*/g;

/** `self.fast = major in (9, 10)` */
function* attributesSet({ start, end }: Chunk, module: Module): Generator<string> {
  const { text } = module.source;
  for (const { 0: line, 1: name = "", index } of text.slice(start, end).matchAll(SETS_ATTRIBUTE)) {
    if (module.mentions({ start: start + index, end: start + index + line.length })) yield name;
  }
}

const ABOVE = /\bsuper\(\)\.__init__\(/;

/** `super().__init__(major)`: what a class above it in the same file sets by what it is given. */
function* setAbove({ name, start, end }: Chunk, type: Chunk, module: Module): Generator<string> {
  const { text } = module.source;
  if (name !== "__init__" || !ABOVE.test(text.slice(start, end))) return;
  const header = text.slice(type.first, type.members[0]?.start ?? type.end);
  for (const base of new Set(header.match(WORDS))) {
    if (base === type.name) continue;
    for (const { kind, members } of module.chunksOf(base)) {
      const constructor = kind === "class" ? members.find((one) => one.name === "__init__") : undefined;
      if (constructor !== undefined) yield* attributesIn(constructor, module);
    }
  }
}

export function attributesIn({ start, end }: Chunk, module: Module): Set<string> {
  const found = module.source.text.slice(start, end).matchAll(SETS_ATTRIBUTE);
  return new Set(Array.from(found, ([, name = ""]) => name));
}

/** Functions that are longer than these are entry points rather than questions. */
const LONGEST_QUESTION = 3000;

export function isAsked({ start, end }: Chunk, { source }: Module): boolean {
  return end - start < LONGEST_QUESTION && isQuestion(source.text.slice(start, end));
}

export function isQuestion(text: string): boolean {
  return text.length < LONGEST_QUESTION * 2 && /\breturn[ \t]+[^\s#]/.test(text);
}
