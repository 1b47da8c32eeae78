import { areAlternatives, branchesBelow, openConditions } from "./cmake-blocks";
import { changed, type ListChange } from "./list-changes";
import type { Growth, Site } from "./sites";

/** The places that make up one list: what sets it, and what is appended to that. */
export interface ArchGroup {
  readonly name: string;
  readonly sites: readonly Site[];
  /** Where the function starts whose variable it is; -1 outside of all. */
  readonly scope: number;
}

/** What a command adds to a list or changes in it, in a function with variables of its own or outside of all (-1). */
export type Placed = (Site | ListChange | Growth) & { readonly scope: number };

type OpenGroup = Omit<ArchGroup, "sites"> & { sites: Site[] };

/** A variable may be set anew for another feature: each setting starts a list of its own. */
export function groupSites(places: readonly Placed[]): ArchGroup[] {
  const groups: OpenGroup[] = [];
  const changes = new Map<string, number>();
  const alive = new Map<string, OpenGroup[]>();
  for (const site of places) {
    const key = `${site.scope} ${site.name}`;
    const known = alive.get(key) ?? [];
    if ("grows" in site) {
      for (const group of known) group.sites = grown(group.sites, site);
      continue;
    }
    if ("becomes" in site) {
      const earlier = changes.get(site.name) ?? 0;
      changes.set(site.name, earlier + 1);
      if (earlier >= MOST_CHANGES) continue;
      for (const group of known)
        group.sites = group.sites.map((one) => changed(one, site, group.sites.length === 1));
      continue;
    }
    if (site.appends && known.length > 0) {
      const met = known.filter(
        (group) =>
          !group.sites.some((other) => !other.appends && areAlternatives(other.branches, site.branches)),
      );
      for (const group of met) group.sites.push(site);
      if (met.length > 0) continue;
    }
    const group: OpenGroup = { name: site.name, sites: [site], scope: site.scope };
    groups.push(group);
    const others = known.filter((other) => areAlternatives(other.sites[0]?.branches ?? [], site.branches));
    alive.set(key, [...others.slice(-MOST_ALIVE), group]);
  }
  return groups.flatMap(({ name, sites, scope }) => {
    const left = sites.filter(({ entries }) => entries.length > 0);
    return left.length === 0 ? [] : [{ name, sites: left, scope }];
  });
}

/** With what else may be in the list, where it is met by the toolkit at hand. */
function grown(sites: Site[], { branches, grows }: Growth): Site[] {
  const last = sites.at(-1);
  if (last === undefined || openConditions(branchesBelow(branches, last.branches)) === null) return sites;
  const foreign = new Set([...last.foreign, ...grows]);
  return foreign.size > MOST_FOREIGN ? sites : [...sites.slice(0, -1), { ...last, foreign: [...foreign] }];
}

/** What is not known is told by so many names at most. */
const MOST_FOREIGN = 16;

/** Nobody changes one list more often; it keeps the work linear. */
const MOST_CHANGES = 64;

/** So many settings of one variable, in branches that exclude each other, can be added to further on. */
const MOST_ALIVE = 32;
