import type { SourceText } from "../text/source";
import { placeCommands, type PlacedCommand } from "./cmake-blocks";
import { readLoops, type Loops } from "./loops";
import { lexCMake, type CMakeCommand, type CMakeComment } from "./cmake-lexer";

/** One CMake file as the gates are read from it. */
export interface BuildFile {
  readonly source: SourceText;
  readonly placed: readonly PlacedCommand[];
  readonly comments: readonly CMakeComment[];
  readonly loops: Loops;
  /** Whether the function that starts there hands the variable to its caller: `set(ARCHS … PARENT_SCOPE)`. */
  isExported(name: string, scope: number): boolean;
  /** Whether the function that starts there does nothing but set variables: those of its own are gone when it ends. */
  isIdle(scope: number): boolean;
  /** Whether `${NAME}` is set to nothing in this file and to nothing else. */
  isEmpty(reference: string): boolean;
  isLoopVariable(name: string): boolean;
  /** The CUDA and C++ sources that the next commands name. */
  sourcesAfter(command: CMakeCommand): string[];
}

export function readBuildFile(source: SourceText): BuildFile {
  const { commands, comments } = lexCMake(source.text);
  const emptiness = emptyVariables(commands);
  const loops = new Set(
    commands.filter(({ name }) => name === "foreach").map((loop) => loop.arguments[0]?.text),
  );
  const indexes = new Map(commands.map((command, index) => [command, index]));
  const placed = placeCommands(commands);
  const exported = new Set(placed.flatMap(exportsOf));
  const working = new Set(placed.filter(({ command }) => works(command)).map(({ scope }) => scope));
  const isWhole = count(commands, "function") === count(commands, "endfunction");
  return {
    source,
    placed,
    comments,
    loops: readLoops(commands),
    isExported: (name, scope) => exported.has(`${scope} ${name}`),
    isIdle: (scope) => scope >= 0 && isWhole && !working.has(scope),
    isEmpty: (reference) => emptiness.get(/^\$\{([^}]*)\}$/.exec(reference)?.[1] ?? "") ?? false,
    isLoopVariable: (name) => loops.has(name),
    sourcesAfter: (command) => sourcesFrom(commands, (indexes.get(command) ?? 0) + 1),
  };
}

/** The variables that a command hands to the caller of its function, behind where that starts. */
function exportsOf({ command: { name, arguments: given }, scope }: PlacedCommand): string[] {
  const isHandedOn = (name === "set" && given.at(-1)?.text === "PARENT_SCOPE") || name === "return";
  return isHandedOn ? given.map(({ text }) => `${scope} ${text}`) : [];
}

function count(commands: readonly CMakeCommand[], wanted: string): number {
  return commands.filter(({ name }) => name === wanted).length;
}

/** Whether a command does more than to set variables of the function that it stands in. */
function works({ name, arguments: given }: CMakeCommand): boolean {
  if (!IDLE.test(name) || (name === "return" && given.length > 0)) return true;
  return name === "set" && given.some(({ text }) => /^(?:PARENT_SCOPE|CACHE|ENV\{.*)$/.test(text));
}

/** Commands that only set variables, decide or tell something. */
const IDLE =
  /^(?:set|unset|list|string|math|message|if|elseif|else|endif|foreach|endforeach|while|endwhile|break|continue|return|function|endfunction|separate_arguments|cmake_parse_arguments|get_filename_component)$/;

function emptyVariables(commands: readonly CMakeCommand[]): Map<string, boolean> {
  const values = new Map<string, boolean>();
  for (const command of commands) {
    const name = command.arguments[0]?.text;
    if (command.name !== "set" || name === undefined) continue;
    const empty = command.arguments.slice(1).every((argument) => argument.text === "");
    values.set(name, empty && (values.get(name) ?? true));
  }
  return values;
}

/** How many commands further on the sources may be named. */
const REACH = 12;

/** The sources of the next command that names any, and of those right behind that append to the same list. */
function sourcesFrom(commands: readonly CMakeCommand[], from: number): string[] {
  const found: string[] = [];
  let list: string | undefined;
  for (const command of commands.slice(from, from + REACH)) {
    const sources = command.arguments.filter(({ text }) => /\.(?:cu|cuh|cpp|cc|inl)"?$/.test(text));
    const [first, second] = command.arguments;
    const own = command.name === "list" ? second?.text : first?.text;
    if (sources.length === 0 || (found.length > 0 && (command.name !== "list" || own !== list))) continue;
    list ??= own;
    // `${dep_SOURCE_DIR}/csrc/sm90/run.cu`: the folders that are spelled out speak as well
    found.push(...sources.map(({ text }) => text.replace(/\$\w*\{[^}]*\}/g, "")));
  }
  return found;
}
