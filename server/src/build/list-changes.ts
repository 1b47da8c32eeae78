/**
 * Commands that change what a list holds: `list(REMOVE_ITEM ARCHS 120)`, `list(FILTER ARCHS EXCLUDE REGEX "^12")`,
 * `string(REPLACE "90" "90a" ARCHS "${ARCHS}")`.
 */
import { parseArchList, type ArchEntry } from "../arch/arch-list";
import { regexOf } from "./arch-tests";
import {
  branchesBelow,
  openConditions,
  type Branch,
  type Condition,
  type PlacedCommand,
} from "./cmake-blocks";
import type { CMakeArgument } from "./cmake-lexer";
import type { Site } from "./sites";

export interface ListChange {
  /** The list. */
  readonly name: string;
  readonly branches: readonly Branch[];
  /**
   * What it makes of an entry, in its place: nothing where it takes it out. Null where that is not known: it hangs on
   * a place that is not, or on what is not spelled out.
   */
  becomes(entry: ArchEntry, place: Place | null): readonly ArchEntry[] | null;
  /** What it may bring in where it is not known. */
  readonly brings?: string;
  /** Whether entries stand in another order afterwards. */
  readonly reorders?: boolean;
  /** The command, as a condition under which entries go that it may take out. */
  readonly self: Condition;
}

/** Where an entry stands in its list. */
export interface Place {
  readonly index: number;
  readonly length: number;
}

/** What a command changes in which list; null where it changes nothing, or not by a literal. */
export function changeOf(placed: PlacedCommand): ListChange | null {
  const { command, branches } = placed;
  const { name, arguments: given, span } = command;
  const self = { arguments: given, span, negated: false };
  const made = name === "list" ? changeByList(given) : name === "string" ? replacementOf(given) : null;
  return made === null ? null : { branches, self, ...made };
}

type Change = Omit<ListChange, "branches" | "self">;

function changeByList([how, list, ...rest]: readonly CMakeArgument[]): Change | null {
  if (how === undefined || list === undefined) return null;
  const name = list.text;
  const keep = (entry: ArchEntry): ArchEntry[] => [entry];
  switch (how.text) {
    case "REMOVE_ITEM": {
      const items = new Set(rest.flatMap(({ text }) => text.split(";")));
      return { name, becomes: (entry) => (items.has(entry.text) ? [] : [entry]) };
    }
    case "REVERSE":
    case "SORT":
    case "REMOVE_DUPLICATES":
      return { name, becomes: keep, reorders: true };
    case "POP_BACK":
      return { name, becomes: without(({ index, length }) => index === length - 1) };
    case "POP_FRONT":
      return { name, becomes: without(({ index }) => index === 0) };
    case "REMOVE_AT": {
      const indexes = rest.map(({ text }) => (/^-?\d+$/.test(text) ? Number(text) : NaN));
      const isKnown = !indexes.some(Number.isNaN);
      return { name, becomes: isKnown ? without((place) => isOneOf(indexes, place)) : () => null };
    }
    case "SUBLIST": {
      const [begin, length] = rest.map(({ text }) => (/^-?\d+$/.test(text) ? Number(text) : NaN));
      if (rest[2]?.text !== name) return null;
      if (begin === undefined || length === undefined || Number.isNaN(begin + length))
        return { name, becomes: () => null };
      const end = length < 0 ? Infinity : begin + length;
      return { name, becomes: without(({ index }) => index < begin || index >= end) };
    }
    case "TRANSFORM":
      return transformOf(name, rest);
    default: {
      const [mode, word, pattern] = rest;
      if (how.text !== "FILTER" || word?.text !== "REGEX" || pattern === undefined) return null;
      const regex = regexOf(pattern);
      if (regex === null) return null;
      const keeps = mode?.text === "INCLUDE";
      const takesOut = ({ text }: ArchEntry): boolean => text.length <= LONGEST && regex.test(text) !== keeps;
      return { name, becomes: (entry) => (takesOut(entry) ? [] : [entry]) };
    }
  }
}

function without(isGone: (place: Place) => boolean): ListChange["becomes"] {
  return (entry, place) => (place === null ? null : isGone(place) ? [] : [entry]);
}

/** Counted from the end where they are negative. */
function isOneOf(indexes: readonly number[], { index, length }: Place): boolean {
  return indexes.includes(index) || indexes.includes(index - length);
}

/** `list(TRANSFORM ARCHS REPLACE "90" "90a" AT 1)`, `list(TRANSFORM ARCHS APPEND "-real")`. */
function transformOf(name: string, [action, ...rest]: readonly CMakeArgument[]): Change | null {
  const [first, second] = rest;
  const count = action?.text === "REPLACE" ? 2 : 1;
  const selector = rest.slice(count);
  if (action === undefined || first === undefined || selector.some(({ text }) => text === "OUTPUT_VARIABLE"))
    return null;
  const replaced =
    action.text === "APPEND"
      ? (text: string) => text + first.text
      : action.text === "PREPEND"
        ? (text: string) => first.text + text
        : action.text === "REPLACE" && second !== undefined
          ? byRegex(first, second)
          : null;
  if (replaced === null) return null;
  if (selector.length === 0) return { name, becomes: (entry) => entriesFor(entry, replaced) };
  const [how, ...at] = selector;
  const indexes = at.map(({ text }) => (/^-?\d+$/.test(text) ? Number(text) : NaN));
  const isKnown = how?.text === "AT" && !indexes.some(Number.isNaN);
  const becomes = (entry: ArchEntry, place: Place | null): readonly ArchEntry[] | null => {
    const other = entriesFor(entry, replaced);
    if (other.length === 1 && other[0] === entry) return other;
    if (!isKnown || place === null) return null;
    return isOneOf(indexes, place) ? other : [entry];
  };
  return { name, becomes, brings: `list(TRANSFORM ${name} …)` };
}

/** A longer entry is more than the name of a target, and no expression is tried on it. */
const LONGEST = 20;

function replacementOf([how, ...rest]: readonly CMakeArgument[]): Change | null {
  const isRegex = how?.text === "REGEX" && rest[0]?.text === "REPLACE";
  if (how?.text !== "REPLACE" && !isRegex) return null;
  const [match, instead, list, input, more] = isRegex ? rest.slice(1) : rest;
  if (match === undefined || instead === undefined || list === undefined) return null;
  // Into another list than it comes from: that one is not spelled out anywhere.
  if (input?.text !== `\${${list.text}}` || more !== undefined || match.text === "") return null;
  const replaced = isRegex
    ? byRegex(match, instead)
    : (text: string) => text.replaceAll(match.text, instead.text);
  return replaced === null ? null : { name: list.text, becomes: (entry) => entriesFor(entry, replaced) };
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

/** The entries that it is spelled as afterwards; as it was where that names no architectures. */
function entriesFor(entry: ArchEntry, replaced: (text: string) => string): readonly ArchEntry[] {
  const text = replaced(entry.text);
  if (text === entry.text) return [entry];
  if (text.trim() === "") return [];
  const { entries, foreign } = parseArchList(text);
  return entries.length === 0 || foreign.length > 0
    ? [entry]
    : entries.map((one) => ({ ...one, span: entry.span }));
}

/**
 * The place as the change leaves it, `alone` where it is all of its list. Where conditions decide whether an entry goes,
 * or that is not known, it may go.
 */
export function changed(site: Site, change: ListChange, alone: boolean): Site {
  const conditions = openConditions(branchesBelow(change.branches, site.branches));
  // other toolkits alone come there
  if (conditions === null) return site;
  const isPlaced = alone && site.reordered !== true && site.foreign.length === 0 && site.mayGo === undefined;
  const length = site.entries.length;
  const become = site.entries.map((entry, index) =>
    change.becomes(entry, isPlaced ? { index, length } : null),
  );
  const reordered = site.reordered === true || change.reorders === true;
  if (conditions.length === 0 && !become.includes(null)) {
    const entries = become.flatMap((made) => made ?? []);
    return { ...site, entries, written: site.written ?? site.entries, reordered };
  }
  const entries = new Set(site.entries.filter((_, index) => (become[index]?.length ?? 0) === 0));
  if (entries.size === 0) return { ...site, reordered };
  const isUnknown = become.includes(null);
  return {
    ...site,
    foreign: isUnknown && change.brings !== undefined ? [...site.foreign, change.brings] : site.foreign,
    mayGo: [
      ...(site.mayGo ?? []),
      { entries, conditions: isUnknown ? [...conditions, change.self] : conditions },
    ],
  };
}
