/**
 * Whether a function of Python can have to do with the device at all: told by words of its text and of what it names, so
 * that files of which a chain needs no gate are not analysed.
 */
import type { PythonNode } from "./python-names";
import type { ChainTree } from "./tree";

/** From a function to what it names, and so on, across files. */
const DEEPEST = 3;
const HEAD =
  /^([ \t]*)(?:(?:async[ \t]+)?(?:def|class)[ \t]+(\w+)|((?:self\.|cls\.)?\w+(?:[ \t]*,[ \t]*\w+)*)[ \t]*(?::[^=\n]*)?=(?!=))/gm;
const IMPORT =
  /^[ \t]*from[ \t]+(\.*)([\w.]*)[ \t]+import[ \t]*(\([^)]*\)|[^\n]*)|^[ \t]*import[ \t]+([^\n]*)/gm;
const WORD = /[A-Za-z_]\w*(?:\.[A-Za-z_]\w*)*/g;

interface Imported {
  readonly level: number;
  readonly module: string;
  /** Null: the module itself. */
  readonly member: string | null;
}

interface FileNames {
  /** Definitions and assignments by name, with all that is indented below each. */
  readonly blocks: ReadonlyMap<string, readonly string[]>;
  readonly imports: ReadonlyMap<string, Imported>;
}

export class Telling {
  private readonly tree: ChainTree;
  private readonly files = new Map<string, FileNames>();
  /** How far a name was followed in vain; Infinity: it has to do with the device. */
  private readonly known = new Map<string, number>();

  constructor(tree: ChainTree) {
    this.tree = tree;
  }

  may({ path, fn }: PythonNode): boolean {
    const text = (this.tree.files.text(path) ?? "").slice(fn.span.start, fn.span.end);
    return this.speaks(path, text, DEEPEST);
  }

  private speaks(path: string, text: string, depth: number): boolean {
    if (this.tree.files.mayDecide(path, text)) return true;
    if (depth === 0) return false;
    for (const word of new Set(text.match(WORD) ?? [])) if (this.names(path, word, depth)) return true;
    return false;
  }

  /** Whether a dotted name of a file stands for something that has to do with the device. */
  private names(path: string, dotted: string, depth: number): boolean {
    const [head = "", ...rest] = dotted.split(".");
    const name = head === "self" || head === "cls" ? (rest[0] ?? "") : head;
    const key = `${path}\n${name}\n${name === head ? (rest[0] ?? "") : ""}`;
    const before = this.known.get(key) ?? 0;
    // What was not found on a shorter way is looked for again; whoever comes back to a name finds nothing new there.
    if (before >= depth) return before === Infinity;
    this.known.set(key, depth);
    const { blocks, imports } = this.namesOf(path);
    const own = (blocks.get(name) ?? []).some((block) => this.speaks(path, block, depth - 1));
    const from = imports.get(name);
    const found = own || (from !== undefined && this.imported(path, from, rest[0] ?? null, depth));
    if (found) this.known.set(key, Infinity);
    return found;
  }

  private imported(
    path: string,
    { level, module, member }: Imported,
    next: string | null,
    depth: number,
  ): boolean {
    const file = this.tree.module(path, level, module);
    if (member === null) return file !== null && next !== null && this.names(file, next, depth - 1);
    const whole = this.tree.module(path, level, module === "" ? member : `${module}.${member}`);
    if (whole !== null && next !== null && this.names(whole, next, depth - 1)) return true;
    return file !== null && file !== path && this.names(file, member, depth - 1);
  }

  private namesOf(path: string): FileNames {
    let names = this.files.get(path);
    if (names === undefined) {
      const text = this.tree.files.text(path) ?? "";
      this.files.set(path, (names = { blocks: blocksIn(text), imports: importsIn(text) }));
    }
    return names;
  }
}

function blocksIn(text: string): Map<string, string[]> {
  const blocks = new Map<string, string[]>();
  for (const match of text.matchAll(HEAD)) {
    const [, indent = "", defined, bound = ""] = match;
    const block = text.slice(match.index, endOf(text, match.index, indent.length));
    for (const name of defined === undefined ? bound.split(",") : [defined]) {
      const bare = name.trim().replace(/^(?:self|cls)\./, "");
      const same = blocks.get(bare);
      if (same === undefined) blocks.set(bare, [block]);
      else same.push(block);
    }
  }
  return blocks;
}

/** Behind the lines that are indented further than the one at `start`; a bracket that closes there belongs to them. */
function endOf(text: string, start: number, indent: number): number {
  const more = /\n[ \t]*(?=[^\s#])/g;
  more.lastIndex = start + 1;
  for (let line = more.exec(text); line !== null; line = more.exec(text)) {
    const own = line[0].length - 1;
    const isClosing = /[)\]}]/.test(text[more.lastIndex] ?? "");
    if (own < indent || (own === indent && !isClosing)) return line.index;
  }
  return text.length;
}

function importsIn(text: string): Map<string, Imported> {
  const imports = new Map<string, Imported>();
  for (const [, dots = "", module = "", names, modules] of text.matchAll(IMPORT)) {
    const items = (names ?? modules ?? "").replace(/#[^\n]*|[()\\]/g, " ").split(",");
    for (const item of items) {
      const [name = "", as] = item.trim().split(/\s+as\s+/);
      if (name === "") continue;
      if (names === undefined)
        imports.set(as ?? name.split(".")[0] ?? name, { level: 0, module: name, member: null });
      else imports.set(as ?? name, { level: dots.length, module, member: name });
    }
  }
  return imports;
}
