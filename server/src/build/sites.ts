import { parseArchList, type ArchEntry } from "../arch/arch-list";
import type { Span } from "../text/source";
import type { Branch, Condition, PlacedCommand } from "./cmake-blocks";
import type { CMakeArgument, CMakeCommand } from "./cmake-lexer";
import type { Loops } from "./loops";
import { holdsArchs } from "./names";

/** One place that spells out architectures. */
export interface Site {
  /** The variable, property or keyword that gets them. */
  readonly name: string;
  /** From the name to the end of the last argument with one. */
  readonly span: Span;
  readonly entries: readonly ArchEntry[];
  /** What else is in the list: `${MORE}`. */
  readonly foreign: readonly string[];
  /** Whether it adds to what the variable holds already. */
  readonly appends: boolean;
  readonly command: CMakeCommand;
  readonly branches: readonly Branch[];
  /** The entries as they stand there, where a later command has changed some. */
  readonly written?: readonly ArchEntry[];
  /** Whether the entries may stand in another order than they are written in. */
  readonly reordered?: boolean;
  /** Entries that a later command takes out where the conditions hold. */
  readonly mayGo?: readonly Leaving[];
}

export interface Leaving {
  readonly entries: ReadonlySet<ArchEntry>;
  readonly conditions: readonly Condition[];
}

/** A placed command may spell out a list for a name, or flags. */
export function sitesOf(placed: PlacedCommand, text: string, loops: Loops): Site[] {
  const { command } = placed;
  if (CONTROL.has(command.name) || isOtherUse(command)) return [];
  const flags = flagSite(placed, text);
  return flags === null ? [...listSites(placed, loops), ...loopSites(placed, loops)] : [flags];
}

const CONTROL = new Set(["if", "elseif", "while", "message", "option", "project", "cmake_minimum_required"]);

/** `list(FIND ARCHS 120 at)` and its like look at a list. */
function isOtherUse({ name, arguments: [how] }: CMakeCommand): boolean {
  return name === "list" && !/^(?:APPEND|PREPEND|INSERT)$/.test(how?.text ?? "");
}

const FLAG = /gencode|generate-code|arch=compute_|-arch[= ]|gpu-architecture/;

function flagSite(placed: PlacedCommand, text: string): Site | null {
  const { command, branches } = placed;
  const args = command.arguments.filter((argument) => FLAG.test(argument.text));
  const head = headOf(command);
  const first = args[0];
  const last = args.at(-1);
  if (head === null || first === undefined || last === undefined) return null;
  // the raw text, because a flag and its value may be two arguments
  const slice = text.slice(first.outer.start, last.outer.end);
  const entries = parseArchList(slice, first.outer.start).entries.filter(({ style }) =>
    FLAG_STYLES.has(style),
  );
  if (entries.length === 0) return null;
  const foreign = [...slice.matchAll(/(?:compute|sm)_(\$\{[^}\n]{1,80}\})/g)].map((match) => match[1] ?? "");
  const span = { start: head.outer.start, end: last.outer.end };
  return { name: head.text, span, entries, foreign, appends: appends(command, head.text), command, branches };
}

const FLAG_STYLES: ReadonlySet<string> = new Set(["gencode", "option"]);

/** What the flags go to: the variable of `set(VAR …)` and `list(APPEND VAR …)`, the target of `target_…(t …)`. */
function headOf(command: CMakeCommand): CMakeArgument | null {
  const second = command.name === "list" || command.name === "string";
  return command.arguments[second ? 1 : 0] ?? null;
}

function appends(command: CMakeCommand, name: string): boolean {
  if (command.name === "set")
    return command.arguments.slice(1).some((argument) => argument.text.includes(`\${${name}}`));
  return (
    command.name === "list" || command.name === "string" || /^(?:target_|add_)compile_/.test(command.name)
  );
}

/** Every name that holds architectures and is followed by arguments that spell some out. */
function listSites(placed: PlacedCommand, loops: Loops): Site[] {
  const { command } = placed;
  const isLoop = command.name === "foreach";
  const isInsertion = command.name === "list" && command.arguments[0]?.text === "INSERT";
  const given = command.arguments.filter(
    ({ text }, at) => !(isLoop && /^(?:IN|ITEMS)$/.test(text)) && !(isInsertion && at === 2),
  );
  const sites: Site[] = [];
  let index = 0;
  while (index < given.length) {
    const head = given[index++];
    const isResult = index === 1 && (isLoop ? loops.makesFlags(command) : INTERSECTION.test(command.name));
    if (head === undefined || head.kind === "parenthesis") continue;
    if (!isResult && !holdsArchs(nameIn(head.text))) continue;
    const values: CMakeArgument[] = [];
    for (let next = given[index]; next !== undefined && isValue(next); next = given[++index]) {
      values.push(next);
    }
    const site = listSite(placed, head, values);
    if (site !== null) sites.push(site);
  }
  return sites;
}

/** A function that writes the architectures which two lists share to its first argument. */
const INTERSECTION = /arch\w*intersection/i;

function nameIn(text: string): string {
  return /^(?:ENV|CACHE)\{([^}]*)\}$/.exec(text)?.[1] ?? text;
}

/** Longer texts are no lists that people wrote. In UTF-16 code units. */
const LONGEST_LIST = 10_000;

/** Architectures and references to other lists; `CACHE STRING "…"` and further keywords end the list. */
function isValue(argument: CMakeArgument): boolean {
  if (argument.kind === "parenthesis" || argument.text.length > LONGEST_LIST) return false;
  if (/^\$\{[^}]*\}$/.test(argument.text)) return true;
  const { entries, foreign } = parseArchList(argument.text);
  return entries.length > 0 && foreign.every((part) => /^(?:\$\{[^}]*\})+$/.test(part));
}

/** What a command in a loop appends to a list for each entry that the loop spells out: `list(APPEND ARCHS ${cc}-real)`. */
function loopSites({ command, branches }: PlacedCommand, loops: Loops): Site[] {
  const head = loops.around(command);
  if (head === null) return [];
  const [how, list, value, more] = command.arguments;
  const [variable, ...items] = head.arguments.filter(({ text }) => !/^(?:IN|ITEMS)$/.test(text));
  const reference = `\${${variable?.text ?? ""}}`;
  if (!/^(?:APPEND|PREPEND)$/.test(how?.text ?? "") || more !== undefined || list === undefined) return [];
  if (value?.text.includes(reference) !== true || !holdsArchs(list.text)) return [];
  const written = items.map((item) => parseArchList(item.text, item.span.start));
  const entries = written.flatMap((one) => one.entries);
  const used = entries.flatMap((entry) =>
    parseArchList(value.text.replaceAll(reference, entry.text)).entries.map((one) => ({
      ...one,
      span: entry.span,
    })),
  );
  const last = items.at(-1);
  if (used.length === 0 || used.length !== entries.length || last === undefined || variable === undefined)
    return [];
  const span = { start: variable.outer.start, end: last.outer.end };
  const foreign = written.flatMap((one) => one.foreign);
  return [
    { name: list.text, span, entries: used, written: entries, foreign, appends: true, command, branches },
  ];
}

/** What a list takes over that is spelled out elsewhere, and nothing beside: `list(APPEND ARCHS ${MORE})`. */
export interface Growth {
  readonly name: string;
  readonly branches: readonly Branch[];
  readonly grows: readonly string[];
}

/** Told to people, and no longer than that. */
const LONGEST_PART = 200;

export function growthOf({ command, branches }: PlacedCommand): Growth | null {
  const [first, second, ...rest] = command.arguments;
  const isList = command.name === "list" && /^(?:APPEND|PREPEND|INSERT)$/.test(first?.text ?? "");
  const head = isList ? second : command.name === "set" ? first : undefined;
  if (head === undefined || !holdsArchs(nameIn(head.text))) return null;
  const own = `\${${head.text}}`;
  const values = (isList ? rest : command.arguments.slice(1)).map(({ text }) => text);
  if (!isList && !values.some((text) => text.includes(own))) return null;
  const grows = values
    .flatMap((text) => text.split(";"))
    .filter((text) => text.length <= LONGEST_PART && text.replaceAll(own, "").includes("${"));
  return grows.length === 0 ? null : { name: head.text, branches, grows };
}

function listSite(placed: PlacedCommand, head: CMakeArgument, values: readonly CMakeArgument[]): Site | null {
  const parsed = values.map((value) => ({ value, list: parseArchList(value.text, value.span.start) }));
  const holding = parsed.filter(({ list }) => list.entries.length > 0);
  const entries = holding.flatMap(({ list }) => list.entries);
  const last = holding.at(-1);
  if (last === undefined || !areArchitectures(entries)) return null;
  const { command, branches } = placed;
  const isIntersection = command.name.includes("intersection");
  const foreign = (isIntersection ? holding : parsed).flatMap(({ list }) => list.foreign);
  return {
    name: head.text,
    span: { start: head.outer.start, end: last.value.outer.end },
    entries,
    foreign: foreign.filter((part) => part !== `\${${head.text}}`),
    appends:
      command.name === "list" ||
      (command.name === "set" && parsed.some(({ list }) => list.foreign.includes(`\${${head.text}}`))),
    command,
    branches,
  };
}

/** A lone number can be anything; one that this toolkit knows, or several, or a word, are architectures. */
function areArchitectures(entries: readonly ArchEntry[]): boolean {
  return (
    entries.some((entry) => entry.known) ||
    (entries.length > 1 && entries.every((entry) => entry.style === "dotted"))
  );
}
