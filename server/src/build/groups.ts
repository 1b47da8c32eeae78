import { areAlternatives } from "./cmake-blocks";
import { without, type Removal } from "./removals";
import type { Site } from "./sites";

/** The places that make up one list: what sets it, and what is appended to that. */
export interface ArchGroup {
  readonly name: string;
  readonly sites: readonly Site[];
}

/** A variable may be set anew for another feature: each setting starts a list of its own. */
export function groupSites(places: readonly (Site | Removal)[]): ArchGroup[] {
  const groups: { name: string; sites: Site[] }[] = [];
  const removals = new Map<string, number>();
  const alive = new Map<string, { name: string; sites: Site[] }[]>();
  for (const site of places) {
    const known = alive.get(site.name) ?? [];
    if ("takesOut" in site) {
      const earlier = removals.get(site.name) ?? 0;
      removals.set(site.name, earlier + 1);
      if (earlier >= MOST_REMOVALS) continue;
      for (const group of known) group.sites = group.sites.map((one) => without(one, site));
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
    const group = { name: site.name, sites: [site] };
    groups.push(group);
    const others = known.filter((other) => areAlternatives(other.sites[0]?.branches ?? [], site.branches));
    alive.set(site.name, [...others.slice(-MOST_ALIVE), group]);
  }
  return groups.flatMap(({ name, sites }) => {
    const left = sites.filter(({ entries }) => entries.length > 0);
    return left.length === 0 ? [] : [{ name, sites: left }];
  });
}

/** Nobody takes more out of one list; it keeps the work linear. */
const MOST_REMOVALS = 64;

/** So many settings of one variable, in branches that exclude each other, can be added to further on. */
const MOST_ALIVE = 32;
