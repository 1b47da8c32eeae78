/** Finds and reads `.sm-lens.json`. */
import { findNodeAtLocation, parseTree, printParseErrorCode } from "jsonc-parser";
import type { Node, ParseError } from "jsonc-parser";
import { dirname, join } from "../../text/paths";
import { lineAt, makeSource } from "../../text/source";
import type { SourceText } from "../../text/source";
import type { FileSystem } from "../file-system";
import { problemOf } from "../file-system";
import { readText } from "../read-text";
import { checkConfig } from "./fields";
import type { ProjectConfig } from "./fields";
import type { Path } from "./kinds";

export const CONFIG_NAME = ".sm-lens.json";

export interface ConfigProblem {
  /** From 0. */
  readonly line: number;
  readonly message: string;
}

export interface ConfigFile {
  readonly path: string;
  readonly config: ProjectConfig;
  readonly problems: readonly ConfigProblem[];
  /** The one of them that is about the target; answers are then for another. */
  readonly targetProblem?: ConfigProblem;
}

const SCHEMA_KEY: ReadonlySet<string> = new Set(["$schema"]);

/** The nearest one upwards from a folder; null where there is none. */
export async function findConfig(files: FileSystem, from: string): Promise<ConfigFile | null> {
  for (let folder = from; folder !== ""; folder = dirname(folder)) {
    const path = join(folder, CONFIG_NAME);
    const stat = await files.stat(path).catch(() => null);
    if (stat?.kind === "file") return readConfig(files, path);
    if (stat !== null) return unread(path, "is no file");
    if (dirname(folder) === folder) break;
  }
  return null;
}

/** A file that cannot be read is one without settings, and a problem. */
export async function readConfig(files: FileSystem, path: string): Promise<ConfigFile> {
  try {
    return { path, ...parseConfig(makeSource(path, (await readText(files, path)).text)) };
  } catch (thrown) {
    return unread(path, problemOf(thrown).message);
  }
}

function unread(path: string, message: string): ConfigFile {
  return { path, config: {}, problems: [{ line: 0, message }] };
}

/** Never throws. */
export function parseConfig(source: SourceText): Omit<ConfigFile, "path"> {
  try {
    return parsed(source);
  } catch {
    return { config: {}, problems: [{ line: 0, message: "is nested too deeply to be read" }] };
  }
}

function parsed(source: SourceText): Omit<ConfigFile, "path"> {
  const problems: ConfigProblem[] = [];
  const say = (offset: number, message: string): void => {
    problems.push({ line: lineAt(source, offset), message });
  };
  const errors: ParseError[] = [];
  const tree = parseTree(source.text, errors, { disallowComments: false, allowTrailingComma: true });
  for (const { error, offset } of errors) say(offset, inWords(printParseErrorCode(error)));
  // What stands before a mistake in the syntax counts all the same.
  const value: unknown = tree === undefined ? undefined : valueOf(tree);
  if (tree === undefined) return { config: {}, problems };
  let targetProblem: ConfigProblem | undefined;
  const config = checkConfig(
    value,
    (path, message) => {
      say(offsetOf(tree, path), `${nameOf(path)}${message}`);
      if (path[0] === "target") targetProblem = problems.at(-1);
    },
    SCHEMA_KEY,
  );
  return { config, problems, ...(targetProblem === undefined ? {} : { targetProblem }) };
}

function inWords(code: string): string {
  return `no JSON: ${code.replace(/([a-z])([A-Z])/g, "$1 $2").toLowerCase()}`;
}

function nameOf(path: Path): string {
  const names = path.filter((step) => typeof step === "string");
  return names.length === 0 ? "" : `${names.join(".")}: `;
}

/** Where a value stands; for a member of an object where its name stands. */
function offsetOf(tree: Node, path: Path): number {
  const node = findNodeAtLocation(tree, [...path]);
  if (node === undefined) return tree.offset;
  return node.parent?.type === "property" ? node.parent.offset : node.offset;
}

function valueOf(node: Node): unknown {
  if (node.type === "array") return (node.children ?? []).map(valueOf);
  if (node.type !== "object") return node.value as unknown;
  const entries = (node.children ?? []).flatMap(({ children }) => {
    const [key, value] = children ?? [];
    return key === undefined || value === undefined ? [] : [[String(key.value), valueOf(value)] as const];
  });
  return Object.fromEntries(entries);
}
