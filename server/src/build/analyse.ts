import type { Gate } from "../gates/gate";
import type { SourceText } from "../text/source";
import { readBuildFile, type BuildFile } from "./build-file";
import type { PlacedCommand } from "./cmake-blocks";
import { groupSites, type ArchGroup } from "./groups";
import { changeOf, type ListChange } from "./list-changes";
import { listGates } from "./list-gates";

import { sitesOf, type Site } from "./sites";
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
function placesOf({ source, loops }: BuildFile, placed: PlacedCommand): (Site | ListChange)[] {
  const change = changeOf(placed);
  if (change !== null) return [change];
  return sitesOf(placed, source.text, loops).map((site) => ({
    ...site,
    entries: loops.asUsed(site.name, site.entries),
  }));
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
