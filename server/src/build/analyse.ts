import type { Gate } from "../gates/gate";
import type { SourceText } from "../text/source";
import { readBuildFile, type BuildFile } from "./build-file";
import type { PlacedCommand } from "./cmake-blocks";
import { groupSites, type ArchGroup, type Placed } from "./groups";
import { changeOf } from "./list-changes";
import { listGates } from "./list-gates";
import { growthOf, sitesOf } from "./sites";
import { testGates } from "./test-gates";

/** Every list of architectures and every test of one in a CMake file, in source order. */
export function analyseBuild(source: SourceText): Gate[] {
  if (!mayHoldBuildGates(source.text)) return [];
  const file = readBuildFile(source);
  const groups = groupSites(file.placed.flatMap((placed) => placesOf(file, placed)));
  const byName = new Map<string, ArchGroup[]>();
  for (const group of groups) {
    const same = byName.get(group.name);
    if (same === undefined) byName.set(group.name, [group]);
    else if (same.length < MOST_SIBLINGS) same.push(group);
  }
  const lists = groups.flatMap((group) => listGates(file, group, byName.get(group.name) ?? []));
  return [...lists, ...testGates(file)].sort((a, b) => a.span.start - b.span.start);
}

/** What a command adds to a list, or changes in it. */
function placesOf(file: BuildFile, placed: PlacedCommand): Placed[] {
  const { source, loops } = file;
  const scoped = <T extends { readonly name: string }>(one: T): T & { readonly scope: number } => {
    return { ...one, scope: file.isExported(one.name, placed.scope) ? -1 : placed.scope };
  };
  const change = changeOf(placed);
  if (change !== null) return [scoped(change)];
  const sites = sitesOf(placed, source.text, loops);
  const growth = sites.length === 0 ? growthOf(placed) : null;
  if (growth !== null) return [scoped(growth)];
  return sites.map((site) => scoped({ ...site, entries: loops.asUsed(site.name, site.entries) }));
}

/** Each list of a name is held against these of the same name. */
const MOST_SIBLINGS = 64;

/** Cheap test whether a CMake file can hold a gate at all. */
export function mayHoldBuildGates(text: string): boolean {
  return /ARCH|gencode|generate-code|compute_\d|sm_\d/i.test(text);
}

/** CMakeLists.txt and *.cmake; build files in Python belong to the front end of that language. */
export function isBuildFile(path: string): boolean {
  return /(?:^|\/)CMakeLists\.txt$|\.cmake$/i.test(path);
}
