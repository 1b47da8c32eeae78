import type { Chunk } from "../syntax/chunks";
import { addSources, memberCandidates, ownCandidates, WORDS, type Candidates } from "./candidates";
import { importsOf, modulesOf } from "./listed-imports";
import type { Module } from "./module";
import { usesOf } from "./text-uses";
import { importModule, type World } from "./world";

/** From a module that gives an instance to the one that has its class. */
const MOST_HOPS = 3;
/** Longer statements do something rather than bind an instance. */
const LONGEST_BINDING = 300;

/**
 * `u.Info().level`, `info.level`, `fetch().level`: what classes answer that a module may have instances of by the names
 * that it imports, whoever made them. Behind which name an instance stands is not asked here, only whether one may.
 */
export function addMembersOfImported(candidates: Candidates, module: Module, world: World): void {
  const { members, touched, passedOn, behind } = usesOf(module);
  if (members.size === 0) return;
  const reach = new Reach(world);
  for (const { level, path, name, as } of importsOf(module)) {
    if (name === "*" || !touched.has(as)) continue;
    const from = importModule(world, module, level, path);
    if (from !== null) reach.add(from, name, 0);
  }
  for (const [as, { level, path }] of modulesOf(module)) {
    if (!touched.has(as)) continue;
    const from = importModule(world, module, level, path);
    if (from === null) continue;
    for (const name of behind.get(as) ?? []) reach.add(from, name, 0);
    if (passedOn.has(as)) addOf(from, ownCandidates, members, candidates);
  }
  for (const from of reach.modules) {
    if (from !== module) addOf(from, memberCandidates, members, candidates);
  }
}

function addOf(
  from: Module,
  given: (module: Module) => Candidates,
  used: ReadonlySet<string>,
  candidates: Candidates,
): void {
  if (from.mentioned().length === 0) return;
  for (const [key, sources] of given(from)) {
    const name = key.replace(/^\./, "");
    if (!used.has(name)) continue;
    const there = sources.map((source) => ({ ...source, from: source.from ?? from }));
    addSources(candidates, `.${name}`, there);
  }
}

/** The modules whose classes may have made what a name stands for. */
class Reach {
  readonly modules = new Set<Module>();
  private readonly done = new Map<Module, Set<string>>();
  private readonly world: World;

  constructor(world: World) {
    this.world = world;
  }

  add(from: Module, name: string, hops: number): void {
    let done = this.done.get(from);
    if (done === undefined) this.done.set(from, (done = new Set()));
    if (done.has(name)) return;
    done.add(name);
    if (!from.source.text.includes(name)) return;
    const chunks = from.chunksOf(name);
    if (chunks.length > 0) this.modules.add(from);
    if (hops >= MOST_HOPS) return;
    const words = new Set(chunks.flatMap((chunk) => wordsOf(chunk, from)));
    words.add(name);
    for (const one of importsOf(from)) {
      const next = words.has(one.as) ? importModule(this.world, from, one.level, one.path) : null;
      if (next !== null) this.add(next, one.name, hops + 1);
    }
  }
}

/** What an instance that the piece binds may be made of. What a function gives back is asked of its own module alone. */
function wordsOf({ kind, first, end, members }: Chunk, { source }: Module): string[] {
  if (kind === "def" || (kind === "statement" && end - first > LONGEST_BINDING)) return [];
  const last = kind === "class" ? (members[0]?.start ?? end) : end;
  return source.text.slice(first, last).match(WORDS) ?? [];
}
