import type { Chunk } from "../syntax/chunks";
import { namesOf, type Module } from "./module";
import { changesIn } from "../evaluate/shared-state";
import { namesChanged } from "../syntax/walk";

/** A piece of a module that is kept or changed as a whole: a function, a statement, the head of a class. */
export interface Leaf {
  readonly start: number;
  readonly end: number;
  readonly chunk: Chunk;
  /** The class that it stands in; "" at the top. */
  readonly owner: string;
  /** Owner, text, and the comments before it: the same leaf in another edition has the same. */
  readonly key: string;
}

const known = new WeakMap<Module, readonly Leaf[]>();

/** In source order. */
export function leavesOf(module: Module): readonly Leaf[] {
  let leaves = known.get(module);
  if (leaves === undefined) known.set(module, (leaves = cut(module)));
  return leaves;
}

function cut({ chunks, source }: Module): Leaf[] {
  const leaves: Leaf[] = [];
  let before = 0;
  const visit = (chunk: Chunk, owner: string): void => {
    const { start } = chunk;
    const end = chunk.members[0]?.start ?? chunk.end;
    leaves.push({ start, end, chunk, owner, key: `${owner}\0${source.text.slice(before, end)}` });
    before = end;
    for (const member of chunk.members) visit(member, chunk.name);
  };
  for (const chunk of chunks) visit(chunk, "");
  return leaves;
}

/** What differs from an earlier edition. */
export interface Difference {
  /** Cells (see `cellsOf`) under which something else stands now. */
  readonly cells: ReadonlySet<string>;
  readonly leaves: readonly Leaf[];
}

/** Null where the leaves stand in another order: then nothing of the earlier edition is taken for granted. */
export function differenceOf(earlier: Module, now: Module): Difference | null {
  const [old, fresh] = [leavesOf(earlier), leavesOf(now)];
  let first = 0;
  while (first < old.length && first < fresh.length && old[first]?.key === fresh[first]?.key) first++;
  let last = 0;
  const most = Math.min(old.length, fresh.length) - first;
  while (last < most && old[old.length - 1 - last]?.key === fresh[fresh.length - 1 - last]?.key) last++;
  const gone = old.slice(first, old.length - last);
  const come = fresh.slice(first, fresh.length - last);
  const [goneKeys, comeKeys] = [new Set(gone.map(({ key }) => key)), new Set(come.map(({ key }) => key))];
  const [stayed, stay] = [
    gone.filter(({ key }) => comeKeys.has(key)),
    come.filter(({ key }) => goneKeys.has(key)),
  ];
  if (stayed.length !== stay.length || stayed.some(({ key }, i) => key !== stay[i]?.key)) return null;
  const leaves = [
    ...gone.filter(({ key }) => !comeKeys.has(key)).map((leaf) => ({ leaf, module: earlier })),
    ...come.filter(({ key }) => !goneKeys.has(key)).map((leaf) => ({ leaf, module: now })),
  ];
  const cells = new Set<string>();
  for (const { leaf, module } of leaves) {
    const other = module === now ? earlier : now;
    for (const cell of cellsOf(leaf, module, other)) cells.add(cell);
  }
  if (cells.has("*")) return null;
  return { cells, leaves: leaves.map(({ leaf }) => leaf) };
}

/**
 * Under which names results know what stands in a leaf: "f" for a module's own, "C.f" for a member of a class, "C.self.x"
 * for an attribute that a method sets, "C.*" for the fields of a class, "global x" where a function may set a variable, "changes x" where something may change what it holds, "calls f" where something may call a function.
 */
function cellsOf({ chunk, owner, start, end }: Leaf, module: Module, other: Module): Set<string> {
  const text = module.source.text.slice(start, end);
  const cells = new Set<string>();
  for (const name of owner === "" ? boundBy(chunk, module, other) : namesOf(chunk, module.source.text))
    cells.add(owner === "" ? name : `${owner}.${name}`);
  if (owner !== "" && chunk.kind === "statement") cells.add(`${owner}.*`);
  for (const [, name = ""] of text.matchAll(/\bself\.(\w+)/g)) cells.add(`${owner}.self.${name}`);
  for (const [, names = ""] of text.matchAll(/\bglobal[ \t]+((?:\\\r?\n|[^#\n\r;])*)/g)) {
    for (const name of names.match(/\w+/g) ?? []) cells.add(`global ${name}`);
  }
  for (const [, name = ""] of text.matchAll(/([^\W\d]\w*)/gu)) cells.add(`calls ${name}`);
  for (const path of changesIn(text, owner)) cells.add(`changes ${path}`);
  return cells;
}

/**
 * The names that a top-level chunk binds or changes, and those that only one of the editions knows. What a half-typed
 * line merely mentions is bound elsewhere, as before: or else one letter would question all that uses `torch`.
 */
function boundBy(chunk: Chunk, module: Module, other: Module): Iterable<string> {
  const mentioned = namesOf(chunk, module.source.text);
  if (chunk.kind !== "statement") return mentioned;
  const names = new Set<string>();
  for (const path of namesChanged(module.statements(chunk))) {
    names.add(path);
    for (const name of path.split(".")) names.add(name);
  }
  for (const name of mentioned) if (other.chunksOf(name).length === 0) names.add(name);
  return names;
}

/** Where an offset of an earlier edition stands now: its leaf is still there, elsewhere perhaps. */
export function relocator(earlier: Module, now: Module): (offset: number) => number {
  if (earlier === now) return (offset) => offset;
  const old = leavesOf(earlier);
  const places = placesOf(now);
  return (offset) => {
    let low = 0;
    let high = old.length;
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((old[middle]?.end ?? 0) <= offset) low = middle + 1;
      else high = middle;
    }
    const leaf = old[low];
    const end = leaf === undefined ? undefined : places.get(leaf.key);
    return leaf === undefined || end === undefined ? offset : offset + end - leaf.end;
  };
}

const places = new WeakMap<Module, ReadonlyMap<string, number>>();

/** Where each leaf ends: what stands before it, comments, belongs to it. */
function placesOf(module: Module): ReadonlyMap<string, number> {
  let found = places.get(module);
  if (found === undefined) {
    found = new Map(leavesOf(module).map(({ key, end }) => [key, end]));
    places.set(module, found);
  }
  return found;
}
