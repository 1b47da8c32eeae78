import type { Module } from "./module";
import { factsOfPieces } from "./text-facts";

/** For what a text uses names, told by itself alone. A name may have dots: `import a.b` makes one of `a.b`. */
export interface Uses {
  /** `name(…)`, `name.level`, `class A(name)`, `i = name`: not those that are only the type of something. */
  readonly touched: ReadonlySet<string>;
  /** `m = name`, `ask(name)`: used, and not for one of its names. */
  readonly passedOn: ReadonlySet<string>;
  /** What stands behind the dot of a name. */
  readonly behind: ReadonlyMap<string, ReadonlySet<string>>;
  /** What stands behind any dot. */
  readonly members: ReadonlySet<string>;
}

interface Found extends Uses {
  readonly touched: Set<string>;
  readonly passedOn: Set<string>;
  readonly behind: Map<string, Set<string>>;
  readonly members: Set<string>;
}

const known = new WeakMap<Module, Uses>();

/** Pieces that have been looked through in another edition of the file are not again. */
export function usesOf(module: Module): Uses {
  const before = known.get(module);
  if (before !== undefined) return before;
  const all = none();
  for (const uses of factsOfPieces(module, usesIn)) add(all, uses);
  known.set(module, all);
  return all;
}

function none(): Found {
  return { touched: new Set(), passedOn: new Set(), behind: new Map(), members: new Set() };
}

function add(all: Found, { touched, passedOn, behind, members }: Uses): void {
  for (const name of touched) all.touched.add(name);
  for (const name of passedOn) all.passedOn.add(name);
  for (const name of members) all.members.add(name);
  for (const [name, names] of behind) for (const one of names) addBehind(all, name, one);
}

function addBehind({ behind }: Found, name: string, one: string): void {
  const names = behind.get(name);
  if (names === undefined) behind.set(name, new Set([one]));
  else names.add(one);
}

/** Whether all that is used so was used so in the others too. */
export function isWithin(uses: Uses, others: Uses): boolean {
  const { touched, passedOn, members, behind } = others;
  return (
    [...uses.touched].every((name) => touched.has(name)) &&
    [...uses.passedOn].every((name) => passedOn.has(name)) &&
    [...uses.members].every((name) => members.has(name)) &&
    [...uses.behind].every(([name, names]) => {
      const known = behind.get(name);
      return known !== undefined && [...names].every((one) => known.has(one));
    })
  );
}

const PATH = /(?<![\w.])[^\W\d]\w*(?:\.[^\W\d]\w*)*/gu;
const MEMBER = /\.[ \t]*([^\W\d]\w*)/gu;
const BASES = /\bclass[ \t]+\w+[ \t]*\(([^()]*)\)/gu;

function usesIn(text: string): Uses {
  const found = none();
  for (const { 0: path, index } of text.matchAll(PATH)) {
    let dot = path.indexOf(".");
    for (; dot >= 0; dot = path.indexOf(".", dot + 1)) {
      const name = path.slice(0, dot);
      found.touched.add(name);
      addBehind(found, name, /^\w+/u.exec(path.slice(dot + 1))?.[0] ?? "");
    }
    const before = wordBefore(text, index);
    const after = characterAfter(text, index + path.length);
    if (after === "(" || (before === "=" && (after === "" || after === "\n" || after === "\r")))
      found.touched.add(path);
    if (PASSES_ON.has(before)) found.passedOn.add(path);
  }
  for (const [, name = ""] of text.matchAll(MEMBER)) found.members.add(name);
  for (const [, bases = ""] of text.matchAll(BASES))
    for (const [base] of bases.matchAll(PATH)) found.touched.add(base);
  return found;
}

const PASSES_ON = new Set(["=", "(", ",", ":", "[", "return", "else", "or", "and"]);

/** The word or character before the offset, on the same line. */
function wordBefore(text: string, offset: number): string {
  let end = offset;
  while (isBlank(text[end - 1])) end--;
  let start = end;
  while (start > 0 && /\w/.test(text[start - 1] ?? "")) start--;
  return start < end ? text.slice(start, end) : text.slice(Math.max(0, end - 1), end);
}

function characterAfter(text: string, offset: number): string {
  let at = offset;
  while (isBlank(text[at])) at++;
  return text[at] ?? "";
}

function isBlank(character: string | undefined): boolean {
  return character === " " || character === "\t";
}
