import type { Chunk } from "../syntax/chunks";
import type { Source } from "./kept";
import type { Module } from "./module";

/** A piece of a module that binds names without a word of architectures, and the words in it. */
interface Binding {
  readonly chunk: Chunk;
  /** The class that it stands in; null at the top. */
  readonly owner: Chunk | null;
}

/** What pieces of a module bind, by the names under which it is used; ".name" for members of classes. */
export type BoundBy = (chunk: Chunk, owner: Chunk | null) => Iterable<string>;

/** Longer statements do something rather than name it. */
const LONGEST = 3000;
const WORD = /[^\W\d]\w*/gu;

/**
 * Names that are bound by what uses one of `names`, and so on: `M = capability()[0]`, `cap = M`. Each piece of the
 * module is looked at once. `depends` says whether the name turns out to depend on the device.
 */
export function namesDerived(
  names: ReadonlySet<string>,
  module: Module,
  bindings: readonly Binding[],
  boundBy: BoundBy,
  depends: (key: string, source: Source) => boolean,
): ReadonlySet<string> {
  const all = new Set(names);
  if (names.size === 0) return all;
  const users = usersOf(bindings, module);
  const done = new Set<Binding>();
  // What is added on the way is gone through as well.
  for (const name of all) {
    for (const binding of users.get(name.replace(/^\./, "")) ?? []) {
      if (done.has(binding)) continue;
      done.add(binding);
      const { chunk, owner } = binding;
      for (const bound of boundBy(chunk, owner)) {
        const key = owner === null ? bound.slice(Math.max(0, bound.indexOf("."))) : `.${bound}`;
        const source: Source =
          owner === null
            ? { from: null, name: bound, member: null }
            : { from: null, name: owner.name, member: bound };
        if (!all.has(key) && depends(key, source)) all.add(key);
      }
    }
  }
  return all;
}

function usersOf(bindings: readonly Binding[], module: Module): ReadonlyMap<string, readonly Binding[]> {
  const users = new Map<string, Binding[]>();
  const { text } = module.source;
  for (const binding of bindings) {
    const { start, end } = binding.chunk;
    for (const word of new Set(text.slice(start, end).match(WORD))) {
      const list = users.get(word);
      if (list === undefined) users.set(word, [binding]);
      else list.push(binding);
    }
  }
  return users;
}

/** The pieces that say nothing of architectures themselves. */
export function silentBindings(module: Module): Binding[] {
  const found: Binding[] = [];
  const add = (chunk: Chunk, owner: Chunk | null): void => {
    if (chunk.kind === "class") {
      if (owner === null) for (const member of chunk.members) add(member, chunk);
    } else if (chunk.end - chunk.start < LONGEST && !module.mentions(chunk)) found.push({ chunk, owner });
  };
  for (const chunk of module.chunks) add(chunk, null);
  return found;
}
