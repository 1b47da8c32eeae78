/**
 * Commands that change what a list holds: `list(REMOVE_ITEM ARCHS 120)`, `list(FILTER ARCHS EXCLUDE REGEX "^12")`,
 * `string(REPLACE "90" "90a" ARCHS "${ARCHS}")`.
 */
import { parseArchList, type ArchEntry } from "../arch/arch-list";
import { regexOf } from "./arch-tests";
import { branchesBelow, openConditions, type Branch, type PlacedCommand } from "./cmake-blocks";
import type { CMakeArgument } from "./cmake-lexer";
import type { Site } from "./sites";

export interface ListChange {
  /** The list. */
  readonly name: string;
  readonly branches: readonly Branch[];
  /** What it makes of an entry; null where it takes it out. */
  becomes(entry: ArchEntry): ArchEntry | null;
}

/** What a command changes in which list; null where it changes nothing, or not by a literal. */
export function changeOf(placed: PlacedCommand): ListChange | null {
  const { name } = placed.command;
  return name === "list" ? removalOf(placed) : name === "string" ? replacementOf(placed) : null;
}

function removalOf({ command, branches }: PlacedCommand): ListChange | null {
  const [how, list, ...rest] = command.arguments;
  if (how === undefined || list === undefined) return null;
  if (how.text === "REMOVE_ITEM") {
    const items = new Set(rest.flatMap(({ text }) => text.split(";")));
    return { name: list.text, branches, becomes: (entry) => (items.has(entry.text) ? null : entry) };
  }
  const [mode, word, pattern] = rest;
  if (how.text === "TRANSFORM" && mode?.text === "REPLACE" && word && pattern && rest.length === 3) {
    const replaced = byRegex(word, pattern);
    if (replaced === null) return null;
    return { name: list.text, branches, becomes: (entry) => entryFor(entry, replaced) };
  }
  if (how.text !== "FILTER" || word?.text !== "REGEX" || pattern === undefined) return null;
  const regex = regexOf(pattern);
  if (regex === null) return null;
  const keeps = mode?.text === "INCLUDE";
  const takesOut = ({ text }: ArchEntry): boolean => text.length <= LONGEST && regex.test(text) !== keeps;
  return { name: list.text, branches, becomes: (entry) => (takesOut(entry) ? null : entry) };
}

/** A longer entry is more than the name of a target, and no expression is tried on it. */
const LONGEST = 20;

function replacementOf({ command, branches }: PlacedCommand): ListChange | null {
  const [how, ...rest] = command.arguments;
  const isRegex = how?.text === "REGEX" && rest[0]?.text === "REPLACE";
  if (how?.text !== "REPLACE" && !isRegex) return null;
  const [match, instead, list, input, more] = isRegex ? rest.slice(1) : rest;
  if (match === undefined || instead === undefined || list === undefined) return null;
  // Into another list than it comes from: that one is not spelled out anywhere.
  if (input?.text !== `\${${list.text}}` || more !== undefined || match.text === "") return null;
  const replaced = isRegex
    ? byRegex(match, instead)
    : (text: string) => text.replaceAll(match.text, instead.text);
  return replaced === null
    ? null
    : { name: list.text, branches, becomes: (entry) => entryFor(entry, replaced) };
}

function byRegex(match: CMakeArgument, instead: CMakeArgument): ((text: string) => string) | null {
  const regex = regexOf(match);
  // anchors speak of the whole text, where an entry is seldom all
  if (regex === null || regex.test("") || /[\^$]/.test(match.text.replace(/\[\^/g, ""))) return null;
  const all = new RegExp(regex.source, "g");
  // `\1`, in quotes `\\1`
  const with_ = instead.text
    .replaceAll("$", "$$$$")
    .replace(/\\{1,2}(\d)/g, (_, digit: string) => (digit === "0" ? "$&" : `$${digit}`));
  return (text) => (text.length <= LONGEST ? text.replace(all, with_) : text);
}

/** The entry as it is spelled afterwards; as it was where that names no one architecture. */
function entryFor(entry: ArchEntry, replaced: (text: string) => string): ArchEntry | null {
  const text = replaced(entry.text);
  if (text === entry.text) return entry;
  if (text.trim() === "") return null;
  const { entries, foreign } = parseArchList(text);
  const [only] = entries;
  return only === undefined || entries.length > 1 || foreign.length > 0
    ? entry
    : { ...only, span: entry.span };
}

/** The place as the change leaves it. Where conditions decide whether an entry goes, it may go. */
export function changed(site: Site, change: ListChange): Site {
  const conditions = openConditions(branchesBelow(change.branches, site.branches));
  // other toolkits alone come there
  if (conditions === null) return site;
  if (conditions.length === 0) {
    const entries = site.entries.flatMap((entry) => change.becomes(entry) ?? []);
    return { ...site, entries, written: site.written ?? site.entries };
  }
  const entries = new Set(site.entries.filter((entry) => change.becomes(entry) === null));
  return entries.size === 0 ? site : { ...site, mayGo: [...(site.mayGo ?? []), { entries, conditions }] };
}
