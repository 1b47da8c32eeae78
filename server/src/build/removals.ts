/** Commands that take entries out of a list: `list(REMOVE_ITEM ARCHS 120)`, `list(FILTER ARCHS EXCLUDE REGEX "^12")`. */
import type { ArchEntry } from "../arch/arch-list";
import { regexOf } from "./arch-tests";
import { branchesBelow, type Branch, type PlacedCommand } from "./cmake-blocks";
import type { Site } from "./sites";

export interface Removal {
  /** The list. */
  readonly name: string;
  readonly branches: readonly Branch[];
  takesOut(entry: ArchEntry): boolean;
}

/** What a command takes out of which list; null where it takes nothing, or not by a literal. */
export function removalOf({ command, branches }: PlacedCommand): Removal | null {
  const [how, list, ...rest] = command.arguments;
  if (command.name !== "list" || how === undefined || list === undefined) return null;
  if (how.text === "REMOVE_ITEM") {
    const items = new Set(rest.flatMap(({ text }) => text.split(";")));
    return { name: list.text, branches, takesOut: ({ text }) => items.has(text) };
  }
  const [mode, word, pattern] = rest;
  if (how.text !== "FILTER" || word?.text !== "REGEX" || pattern === undefined) return null;
  const regex = regexOf(pattern);
  if (regex === null) return null;
  const keeps = mode?.text === "INCLUDE";
  return {
    name: list.text,
    branches,
    takesOut: ({ text }) => text.length <= LONGEST && regex.test(text) !== keeps,
  };
}

/** A longer entry is more than the name of a target, and no expression is tried on it. */
const LONGEST = 20;

/** The place without what is taken out of it; as it is where a condition decides whether that happens. */
export function without(site: Site, removal: Removal): Site {
  if (branchesBelow(removal.branches, site.branches).length > 0) return site;
  return { ...site, entries: site.entries.filter((entry) => !removal.takesOut(entry)) };
}
