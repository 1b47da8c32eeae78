/** Include folders and macros of one compile command, as nvcc, g++ and clang take them. */
import { entryOf } from "../../text/lookup";
import { isArchitectureMacro } from "../../arch/assumptions";
import { join } from "../../text/paths";

export interface CompileFlags {
  /** Absolute, in the order in which they are searched. */
  readonly includeFolders: readonly string[];
  /** A text, or null for "not defined". */
  readonly macros: ReadonlyMap<string, string | null>;
}

type Meaning = "include" | "system" | "after" | "define" | "undefine" | "skip";

/** Options that take a value: behind them, behind `=`, or as the next word. */
const OPTIONS: Readonly<Record<string, Meaning>> = {
  "--include-path": "include",
  "--system-include": "system",
  "-isystem": "system",
  "-iquote": "include",
  "-idirafter": "after",
  "--define-macro": "define",
  "--undefine-macro": "undefine",
  "-I": "include",
  "-D": "define",
  "-U": "undefine",
  // What follows these is for somebody else, or a file's name.
  "-Xcompiler": "skip",
  "--compiler-options": "skip",
  "-Xptxas": "skip",
  "-Xlinker": "skip",
  "-o": "skip",
  "-x": "skip",
  "-MF": "skip",
  "-MT": "skip",
  "-gencode": "skip",
  "-ccbin": "skip",
};
/** The longest name first: `-isystem` begins with `-i`, `-I` is one letter. */
const NAMES = Object.keys(OPTIONS).sort((a, b) => b.length - a.length);

export function compileFlags(words: readonly string[], folder: string): CompileFlags {
  const folders: Record<"include" | "system" | "after", string[]> = { include: [], system: [], after: [] };
  const macros = new Map<string, string | null>();
  for (let at = 0; at < words.length; at++) {
    const word = words[at] ?? "";
    const name = NAMES.find((each) => takes(each, word));
    if (name === undefined) continue;
    const value = word === name ? (words[++at] ?? "") : word.slice(name.length).replace(/^=/, "");
    const meaning = entryOf(OPTIONS, name) ?? "skip";
    if (meaning === "define") define(macros, value);
    else if (meaning === "undefine") macros.set(value, null);
    else if (meaning !== "skip") folders[meaning].push(...value.split(",").map((each) => join(folder, each)));
  }
  const inOrder = [...folders.include, ...folders.system, ...folders.after];
  return { includeFolders: [...new Set(inOrder)], macros };
}

function takes(name: string, word: string): boolean {
  if (word === name || word.startsWith(`${name}=`)) return true;
  return word.startsWith(name) && (entryOf(OPTIONS, name) ?? "skip") !== "skip" && !name.startsWith("--");
}

function define(macros: Map<string, string | null>, given: string): void {
  const match = /^([A-Za-z_]\w*)(?:=([^]*))?$/.exec(given);
  // A macro with parameters cannot be given by name and value; an architecture's own is for each pass to define.
  if (match === null || isArchitectureMacro(match[1] ?? "")) return;
  macros.set(match[1] ?? "", match[2] ?? "1");
}
