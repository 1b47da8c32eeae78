/** The names that a token came from: expanding any of them again there would go round in a circle. */
import type { Budget } from "../logic/budget";

/**
 * Never changes. One expansion asks for the same few combinations over and over: each remembers what was made of it, and
 * only the first time costs steps.
 */
export class HideSet {
  private readonly names: ReadonlySet<string>;
  private readonly withs = new Map<string, HideSet>();
  private readonly unions = new Map<HideSet, HideSet>();
  private readonly commons = new Map<HideSet, HideSet>();

  constructor(names: ReadonlySet<string>) {
    this.names = names;
  }

  has(name: string): boolean {
    return this.names.has(name);
  }

  with(name: string, budget: Budget): HideSet {
    if (this.names.has(name)) return this;
    return remembered(this.withs, name, () => {
      budget.spend(this.names.size);
      return new HideSet(new Set(this.names).add(name));
    });
  }

  union(other: HideSet, budget: Budget): HideSet {
    if (this === other || other.names.size === 0) return this;
    if (this.names.size === 0) return other;
    return remembered(this.unions, other, () => {
      budget.spend(this.names.size + other.names.size);
      const all = new Set([...this.names, ...other.names]);
      if (all.size === this.names.size) return this;
      return all.size === other.names.size ? other : new HideSet(all);
    });
  }

  common(other: HideSet, budget: Budget): HideSet {
    if (this === other || this.names.size === 0) return this;
    return remembered(this.commons, other, () => {
      budget.spend(this.names.size);
      const both = new Set([...this.names].filter((name) => other.names.has(name)));
      return both.size === this.names.size ? this : new HideSet(both);
    });
  }
}

function remembered<K>(known: Map<K, HideSet>, key: K, make: () => HideSet): HideSet {
  let set = known.get(key);
  if (set === undefined) known.set(key, (set = make()));
  return set;
}
