/** `compile_commands.json`: with which include folders and macros each file of a project is compiled. */
import { dirname, join } from "../../text/paths";
import type { FileSystem } from "../file-system";
import { problemOf } from "../file-system";
import { readText } from "../read-text";
import { compileFlags } from "./compile-flags";
import type { CompileFlags } from "./compile-flags";
import { shellWords } from "./shell-words";

export interface CompileCommands {
  readonly path: string;
  /** For a file without a command of its own, a header for example, what those of its neighbours have in common. */
  flagsOf(path: string): CompileFlags;
}

/** Where build systems leave it. */
export const COMPILE_COMMANDS_NAME = "compile_commands.json";
const PLACES = [COMPILE_COMMANDS_NAME, `build/${COMPILE_COMMANDS_NAME}`];
const NO_FLAGS: CompileFlags = { includeFolders: [], macros: new Map() };

export async function findCompileCommands(files: FileSystem, root: string): Promise<string | null> {
  for (const place of PLACES) {
    const path = join(root, place);
    const stat = await files.stat(path).catch(() => null);
    if (stat?.kind === "file") return path;
  }
  return null;
}

/** Throws a `FileProblem` where there is no such file or it is not one of commands. */
export async function readCompileCommands(files: FileSystem, path: string): Promise<CompileCommands> {
  const { text } = await readText(files, path);
  let parsed: unknown;
  try {
    parsed = JSON.parse(text);
  } catch (thrown) {
    throw new Error(`is no JSON: ${problemOf(thrown).message}`, { cause: thrown });
  }
  if (!Array.isArray(parsed)) throw new Error("is no list of compile commands");
  const flags = new Map<string, CompileFlags>();
  const known = new Map<string, CompileFlags>();
  for (const entry of parsed) {
    const command = commandIn(entry, dirname(path));
    if (command === null || flags.has(command.file)) continue;
    const words = await withResponses(files, command.words, command.folder);
    // Most files of a target have the same flags: one object for all of them.
    const own = compileFlags(words, command.folder);
    const key = JSON.stringify([own.includeFolders, [...own.macros]]);
    const shared = known.get(key) ?? own;
    known.set(key, shared);
    flags.set(command.file, shared);
  }
  return { path, flagsOf: lookUp(flags) };
}

interface Command {
  readonly file: string;
  readonly folder: string;
  readonly words: readonly string[];
}

function commandIn(entry: unknown, beside: string): Command | null {
  if (typeof entry !== "object" || entry === null) return null;
  const { file, directory, command, arguments: list } = entry as Record<string, unknown>;
  if (typeof file !== "string") return null;
  const folder = typeof directory === "string" ? join(beside, slashed(directory)) : beside;
  const words = Array.isArray(list)
    ? list.map(String)
    : typeof command === "string"
      ? shellWords(command)
      : [];
  return { file: join(folder, slashed(file)), folder, words };
}

function slashed(path: string): string {
  return path.replaceAll("\\", "/");
}

/** Response files in their places: CMake hands nvcc its include folders in one. */
async function withResponses(
  files: FileSystem,
  words: readonly string[],
  folder: string,
): Promise<readonly string[]> {
  const all: string[] = [];
  for (let at = 0; at < words.length; at++) {
    const word = words[at] ?? "";
    const isOption = word === "--options-file" || word === "-optf";
    if (!isOption && !(word.startsWith("@") && word.length > 1)) {
      all.push(word);
      continue;
    }
    const name = isOption ? (words[++at] ?? "") : word.slice(1);
    try {
      all.push(...shellWords((await readText(files, join(folder, name))).text));
    } catch {
      // A build that was cleaned has none: what stands in the command itself counts.
    }
  }
  return all;
}

function lookUp(flags: ReadonlyMap<string, CompileFlags>): (path: string) => CompileFlags {
  const byFolder = new Map<string, CompileFlags>();
  return (path) => {
    const own = flags.get(path);
    if (own !== undefined) return own;
    const folder = dirname(path);
    let common = byFolder.get(folder);
    if (common === undefined) {
      common = commonOf(neighboursOf(flags, path));
      byFolder.set(folder, common);
    }
    return common;
  };
}

/** The commands of the files that share the longest way from the root with this one. */
function neighboursOf(flags: ReadonlyMap<string, CompileFlags>, path: string): CompileFlags[] {
  let longest = 0;
  let nearest = new Set<CompileFlags>();
  const steps = dirname(path).split("/");
  for (const [file, each] of flags) {
    const other = dirname(file).split("/");
    let shared = 0;
    while (shared < steps.length && steps[shared] === other[shared]) shared++;
    if (shared > longest) [longest, nearest] = [shared, new Set()];
    if (shared === longest) nearest.add(each);
  }
  return [...nearest];
}

/** All include folders, and the macros that all agree on. */
function commonOf(neighbours: readonly CompileFlags[]): CompileFlags {
  const [first, ...others] = neighbours;
  if (first === undefined) return NO_FLAGS;
  const agreed = [...first.macros].filter(([name, value]) =>
    others.every(({ macros }) => macros.has(name) && macros.get(name) === value),
  );
  const includeFolders = [...new Set(neighbours.flatMap((each) => each.includeFolders))];
  return { includeFolders, macros: new Map(agreed) };
}
