/** Tables of functions, of which one member is taken, and whether all of their members are written down. */
import type { PythonReference } from "./facts";
import type { ChainTree } from "./tree";

export interface Table {
  readonly name: string;
  /** Whether nothing is seen that may put something else into it. */
  readonly isWhole: boolean;
}

const DEEPEST = 4;

export class Tables {
  private readonly tree: ChainTree;
  private readonly known = new Map<string, boolean>();

  constructor(tree: ChainTree) {
    this.tree = tree;
  }

  /** The table that a reference names, in its own module or imported; null where it names none. */
  of({ path }: { readonly path: string }, { name }: Pick<PythonReference, "name">): Table | null {
    return this.find(path, name.split("."), 0);
  }

  private find(path: string, [head = "", ...rest]: readonly string[], depth: number): Table | null {
    const facts = this.tree.python(path);
    if (facts === null || depth > DEEPEST) return null;
    const own = facts.tables.filter((one) => one.name === head);
    if (own.length > 0)
      return { name: head, isWhole: own.every((one) => one.isWhole) && !this.mayChange(path, head) };
    for (const { name, level, path: module, member } of facts.imports) {
      if (name !== head) continue;
      const file = this.tree.module(path, level, module);
      const inner =
        member === null
          ? null
          : this.tree.module(path, level, module === "" ? member : `${module}.${member}`);
      const found =
        (file === null || file === path
          ? null
          : this.find(file, member === null ? rest : [member, ...rest], depth + 1)) ??
        (inner === null || inner === path ? null : this.find(inner, rest, depth + 1));
      if (found !== null) return found;
    }
    return null;
  }

  /** Whether its module, or another one that has it from there, does anything with it but read it. */
  private mayChange(path: string, name: string): boolean {
    const key = `${path}\n${name}`;
    let answer = this.known.get(key);
    if (answer === undefined) {
      const others = this.tree
        .mentioning(name, "python")
        .filter((one) => one !== path && this.has(one, name));
      answer =
        isChanged(this.tree.files.text(path) ?? "", name, 1) ||
        others.some((one) => isChanged(this.tree.files.text(one) ?? "", name, 0));
      this.known.set(key, answer);
    }
    return answer;
  }

  /** Whether a file may have it from elsewhere: it imports it, or asks a module for it. */
  private has(path: string, name: string): boolean {
    const imports = this.tree.python(path)?.imports ?? [];
    return (
      imports.some(({ member, name: bound }) => member === name || bound === "*") ||
      new RegExp(`\\.${name}\\b`).test(this.tree.files.text(path) ?? "")
    );
  }
}

/** Comments and texts, whose quotes are left. */
const ASIDE = /#[^\n]*|("""|''')[\s\S]*?\1|"(?:\\.|[^"\\\n])*"|'(?:\\.|[^'\\\n])*'/g;
const IMPORT = /^[ \t]*from[ \t]+[.\w]+[ \t]+import[ \t]*(?:\([^)]*\)|[^\n]*)/gm;
const READS = /^\s*\.(?:get|keys|values|items|copy|index|count)\(/;
const ASSIGNS = /^\s*(?:(?:[-+*/|&^%@]|\/\/|<<|>>|\*\*|:)?=(?!=)|:[^=\n]*=)/;
const ASKS_WHOLE = /(?:\bin[ \t]+|\b(?:len|sorted|list|tuple|set|iter|enumerate|reversed)\(\s*)$/;

/** `assigned`: how often it is given its value at the level of the module. */
function isChanged(whole: string, name: string, assigned: number): boolean {
  // By its name in quotes it is asked for by what can change anything.
  if (new RegExp(`\\b(?:setattr|globals|vars|__dict__)\\b[^\\n]*["']${name}["']`).test(whole)) return true;
  const text = whole
    .replace(ASIDE, (found) => (found.startsWith("#") ? "" : '""'))
    .replace(IMPORT, (found) => (new RegExp(`\\b${name}[ \\t]+as\\b`).test(found) ? found : ""));
  let left = assigned;
  for (const { index } of text.matchAll(new RegExp(`(?<!\\w)${name}(?!\\w)`, "g"))) {
    const before = text.slice(Math.max(0, index - LONGEST), index);
    const behind = text.slice(index + name.length);
    const isFirst = /(?:^|\n)$/.test(before) && /^\s*(?::[^=\n]*)?=(?!=)/.test(behind);
    if (isFirst && left > 0) left--;
    else if (!isReading(before, behind)) return true;
  }
  return left > 0;
}

const LONGEST = 200;

function isReading(before: string, behind: string): boolean {
  const start = before.replace(/[\w.]+\.$/, "");
  if (READS.test(behind)) return true;
  if (/^[ \t]*\[/.test(behind)) {
    const rest = behindBrackets(behind.slice(behind.indexOf("[")));
    if (/\bdel\s+$/.test(start) || rest === null || ASSIGNS.test(rest)) return false;
    // One of several that are given their values together.
    return !(/(?:^|\n)[^\n=(]*$/.test(start) && /^\s*,[^\n]*=(?!=)/.test(rest));
  }
  return ASKS_WHOLE.test(start) && /^\s*(?:[):\n\],]|$|and\b|or\b|if\b|else\b)/.test(behind);
}

/** What follows the bracket that closes the first one; null where none does. */
function behindBrackets(text: string): string | null {
  let depth = 0;
  for (let at = 0; at < text.length; at++) {
    if ("[({".includes(text[at] ?? "")) depth++;
    else if ("])}".includes(text[at] ?? "") && --depth === 0) return text.slice(at + 1);
  }
  return null;
}
