import { areAlternatives } from "./cmake-blocks";
import { changed, type ListChange } from "./list-changes";
import type { Site } from "./sites";

/** The places that make up one list: what sets it, and what is appended to that. */
export interface ArchGroup {
  readonly name: string;
  readonly sites: readonly Site[];
}

/** A variable may be set anew for another feature: each setting starts a list of its own. */
export function groupSites(places: readonly (Site | ListChange)[]): ArchGroup[] {
  const groups: { name: string; sites: Site[] }[] = [];
  const changes = new Map<string, number>();
  const alive = new Map<string, { name: string; sites: Site[] }[]>();
  for (const site of places) {
    const known = alive.get(site.name) ?? [];
    if ("becomes" in site) {
      const earlier = changes.get(site.name) ?? 0;
      changes.set(site.name, earlier + 1);
      if (earlier >= MOST_CHANGES) continue;
      for (const group of known) group.sites = group.sites.map((one) => changed(one, site));
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

/** Nobody changes one list more often; it keeps the work linear. */
const MOST_CHANGES = 64;

/** So many settings of one variable, in branches that exclude each other, can be added to further on. */
const MOST_ALIVE = 32;
