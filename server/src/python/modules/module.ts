import type { SourceText, Span } from "../../text/source";
import { outline, type Chunk, type Outline } from "../syntax/chunks";
import { convert } from "../syntax/convert";
import { brokenIn, type PythonParser } from "../syntax/parse";
import type { ClassDef, Stmt } from "../syntax/syntax";
import { namesChanged } from "../syntax/walk";
import { mentionsIn } from "./mentions";
import { TextFacts } from "./text-facts";

/** Where names are bound: a module or a class body, parsed chunk by chunk as names are asked for. */
export interface Block {
  /** The statements that may bind `name`, in source order; "C.a" for an attribute. */
  find(name: string): readonly Stmt[];
  /** The chunks that may bind `name`, not parsed; a star import may bind any. */
  chunksOf(name: string): readonly Chunk[];
  readonly chunks: readonly Chunk[];
}

export interface Module extends Block {
  readonly source: SourceText;
  readonly outline: Outline;
  /** Where the text speaks of architectures, in comments too. */
  readonly mentioned: () => readonly number[];
  readonly comments: readonly Span[];
  /** By pieces of the text. */
  readonly facts: TextFacts;
  /** Whether the code between the offsets can have to do with the device's architecture. */
  mentions(span: Span): boolean;
  /** Whether a function declares the name `global`, and so may change it. */
  reassigns(name: string): boolean;
  /** What of the chunk was not read in full. */
  unread(chunk: Chunk): readonly Unread[];
  /** The chunk as statements; a class comes without its members, which are chunks of their own. */
  statements(chunk: Chunk): readonly Stmt[];
  classBlock(chunk: Chunk): Block;
  /** The members of a class at module or class level; undefined for one that stands inside a function. */
  blockOf(definition: ClassDef): Block | undefined;
}

/** A chunk as it was parsed, and the offset at which it stood then. */
export interface Parsed {
  readonly statements: readonly Stmt[];
  readonly start: number;
  readonly broken: readonly Unread[];
}

/** A part of the text that was not read in full: it is no Python, or nested too deeply. */
export interface Unread extends Span {
  readonly why: "no Python" | "too deep";
}

/** Chunks parsed before, by their text. */
export interface ChunkCache {
  get(text: string): Parsed | undefined;
  set(text: string, parsed: Parsed): void;
}

/** `speaks`: of architectures. `earlier`: another text of the same file; what is the same is not read again. */
export function openModule(
  source: SourceText,
  parser: PythonParser,
  cache: ChunkCache,
  speaks: RegExp,
  earlier: Module | null,
): Module {
  const whole = outline(source.text, earlier?.outline ?? null);
  const { chunks, comments } = whole;
  const mentions = mentionsIn(whole, speaks, earlier);
  const parsed = new Map<Chunk, readonly Stmt[]>();
  const blocks = new Map<Chunk, Block>();
  const definitions = new Map<ClassDef, Chunk>();
  const unread = new Map<Chunk, readonly Unread[]>();
  const statements = (chunk: Chunk): readonly Stmt[] => {
    let result = parsed.get(chunk);
    if (result === undefined) {
      const header = chunk.members[0];
      const text = source.text.slice(chunk.start, header?.start ?? chunk.end);
      const known = cachedParse(text, chunk, header !== undefined, parser, cache);
      result = moved(known.statements, chunk.start - known.start);
      unread.set(chunk, moved(known.broken, chunk.start - known.start));
      parsed.set(chunk, result);
      for (const statement of result) {
        if (statement.kind === "class" && header !== undefined) definitions.set(statement, chunk);
      }
    }
    return result;
  };
  const block = (members: readonly Chunk[]): Block => indexed(members, source.text, statements);
  const classBlock = (chunk: Chunk): Block => {
    let result = blocks.get(chunk);
    if (result === undefined) blocks.set(chunk, (result = block(chunk.members)));
    return result;
  };
  let globals: ReadonlySet<string> | null = null;
  const facts = new TextFacts(earlier?.facts ?? null);
  return {
    ...block(chunks),
    source,
    comments,
    facts,
    unread: (chunk) => (statements(chunk), unread.get(chunk) ?? []),
    outline: whole,
    mentions: mentions.any,
    mentioned: mentions.places,
    reassigns: (name) => (globals ??= globalNames(chunks, source.text, facts)).has(name),
    statements,
    classBlock,
    blockOf(definition) {
      const chunk = definitions.get(definition);
      return chunk === undefined ? undefined : classBlock(chunk);
    },
  };
}

/** The names that functions declare `global`. */
function globalNames(chunks: readonly Chunk[], text: string, facts: TextFacts): Set<string> {
  const names = new Set<string>();
  if (!text.includes("global")) return names;
  for (const { start, end } of chunks) {
    for (const name of facts.of(declaredGlobal, text.slice(start, end))) names.add(name);
  }
  return names;
}

function declaredGlobal(text: string): readonly string[] {
  const found = text.matchAll(/^[ \t]+global[ \t]+((?:\\\r?\n|[^#\n\r;])*)/gm);
  return Array.from(found, ([, list = ""]) => list.match(WORD) ?? []).flat();
}

/** The statements of one chunk, read by itself and not kept; a class comes without its members. */
export function statementsIn(
  { text }: Pick<SourceText, "text">,
  chunk: Chunk,
  parser: PythonParser,
): readonly Stmt[] {
  const header = chunk.members[0];
  const own = text.slice(chunk.start, header?.start ?? chunk.end);
  return cachedParse(own, chunk, header !== undefined, parser, new Map<string, Parsed>()).statements;
}

/** How many places of the chunk that holds the offset cannot be read. */
export function unreadAround(text: string, offset: number, parser: PythonParser): number {
  const holds = (chunk: Chunk): boolean => chunk.start <= offset && offset < chunk.end;
  let chunk = outline(text).chunks.find(holds);
  for (let inner = chunk; inner !== undefined; inner = inner.members.find(holds)) chunk = inner;
  if (chunk === undefined) return 0;
  const header = chunk.members[0];
  const own = text.slice(chunk.start, header?.start ?? chunk.end);
  return cachedParse(own, chunk, header !== undefined, parser, new Map<string, Parsed>()).broken.length;
}

/** Whether the text, written at the offset, begins a statement in the middle of another one, which the grammar lets pass. */
export function breaksLine(text: string, offset: number, written: string): boolean {
  const isInside = text.slice(text.lastIndexOf("\n", offset - 1) + 1, offset).trim() !== "";
  const last = offset + written.trimEnd().length;
  if (!isInside || !/^[^\r\n].*[\r\n]/.test(written.trimEnd())) return false;
  return outline(text).lines.some(({ start }) => offset < start && start < last);
}

const WRAP = "if 1:\n";

function cachedParse(
  text: string,
  chunk: Chunk,
  header: boolean,
  parser: PythonParser,
  cache: ChunkCache,
): Parsed {
  const key = header ? `${text}\0` : text;
  const known = cache.get(key);
  if (known !== undefined) return known;
  const indented = chunk.first > chunk.start;
  const body = header ? `${text}${indented ? text.slice(0, chunk.first - chunk.start) : ""} pass\n` : text;
  const whole = plainLines(indented ? WRAP + body : body);
  const shift = chunk.start - (indented ? WRAP.length : 0);
  const { tree, broken } = read(whole, shift, parser);
  const first = tree[0];
  const statements = indented && first?.kind === "if" ? (first.arms[0]?.body ?? []) : tree;
  const result = { statements, start: chunk.start, broken };
  cache.set(key, result);
  return result;
}

/** What the grammar makes of a text, and what of it cannot be told. */
function read(
  text: string,
  shift: number,
  parser: PythonParser,
): { readonly tree: readonly Stmt[]; readonly broken: readonly Unread[] } {
  const cst = parser.parse(text);
  const { statements, tooDeep } = convert(cst, text, shift);
  const broken = [
    ...brokenIn(cst).map(({ start, end }): Unread => ({
      start: start + shift,
      end: end + shift,
      why: "no Python",
    })),
    ...tooDeep.map(({ start, end }): Unread => ({ start, end, why: "too deep" })),
  ];
  return { tree: statements, broken };
}

/** So many continued lines in a row that hold nothing else: the grammar takes quadratic time over them. */
const CONTINUED_LINES = /(?:\\(?:\r\n|\n)[ \t]*){64,}/g;

/** The same text, offset by offset, with ends of lines and runs of continued lines as the grammar knows them. */
function plainLines(text: string): string {
  const lines = text.includes("\r") ? text.replace(/\r(?!\n)/g, "\n") : text;
  return lines.includes("\\") ? lines.replace(CONTINUED_LINES, (run) => " ".repeat(run.length)) : lines;
}

/** The same syntax, `by` characters further on; `origins` takes down which node each one is made from. */
export function moved<T>(node: T, by: number, origins?: Map<unknown, unknown>): T {
  if ((by === 0 && origins === undefined) || typeof node !== "object" || node === null) return node;
  if (Array.isArray(node)) return node.map((item: unknown) => moved(item, by, origins)) as T;
  const copy: Record<string, unknown> = {};
  for (const [key, value] of Object.entries(node)) {
    copy[key] =
      (key === "start" || key === "end") && typeof value === "number"
        ? value + by
        : moved(value, by, origins);
  }
  origins?.set(copy, node);
  return copy as T;
}

const SIMPLE_ASSIGNMENT = /^([^\W\d]\w*)[ \t]*(?::[^=\n]*)?=(?!=)/u;
/** Behind the first `=`: further targets, a statement on the same line, a name bound on the way. */
const BINDS_MORE = /^[ \t]*(?:[\w.,* \t]|\([\w.,* \t]*\)|\[[\w.,* \t]*\])+=(?!=)|;|:=/u;
const WORD = /[^\W\d]\w*/gu;

function indexed(
  chunks: readonly Chunk[],
  text: string,
  statements: (chunk: Chunk) => readonly Stmt[],
): Block {
  let index: Map<string, Chunk[]> | null = null;
  const build = (): Map<string, Chunk[]> => {
    const map = new Map<string, Chunk[]>();
    const add = (name: string, chunk: Chunk): void => {
      const list = map.get(name);
      if (list === undefined) map.set(name, [chunk]);
      else if (list.at(-1) !== chunk) list.push(chunk);
    };
    for (const chunk of chunks) for (const name of namesOf(chunk, text)) add(name, chunk);
    return map;
  };
  const chunksOf = (name: string): readonly Chunk[] => {
    index ??= build();
    const found = index.get(name) ?? [];
    const star = index.get("*") ?? [];
    return star.length === 0
      ? found
      : chunks.filter((chunk) => found.includes(chunk) || star.includes(chunk));
  };
  // A block that only uses the name need not be carried out to know what the name stands for.
  const find = (name: string): readonly Stmt[] =>
    chunksOf(firstName(name)).flatMap((chunk) =>
      statements(chunk).filter((statement) => mayChange(statement, name)),
    );
  return { chunks, chunksOf, find };
}

/** Of "C.a" the name that is looked up first. */
function firstName(path: string): string {
  const dot = path.indexOf(".");
  return dot < 0 ? path : path.slice(0, dot);
}

const changes = new WeakMap<Stmt, ReadonlySet<string>>();

function mayChange(statement: Stmt, name: string): boolean {
  if (statement.kind === "def" || statement.kind === "class") return statement.name === name;
  let names = changes.get(statement);
  if (names === undefined) changes.set(statement, (names = namesChanged([statement])));
  return names.has(name) || names.has("*");
}

/** Every name that the chunk may bind; more than it does is harmless. "*" stands for a star import. */
export function namesOf(chunk: Chunk, text: string): Iterable<string> {
  if (chunk.kind !== "statement") return [chunk.name];
  const own = text.slice(chunk.first, chunk.end);
  const simple = SIMPLE_ASSIGNMENT.exec(own);
  if (simple?.[1] !== undefined && !/^(?:if|for|while|with|try|match)$/.test(simple[1])) {
    if (!BINDS_MORE.test(own.slice(simple[0].length))) return [simple[1]];
  }
  if (/^["']/.test(own) && !own.includes(";")) return [];
  const words = new Set(own.match(WORD) ?? []);
  if (/\bimport\s*\(?\s*\*/.test(own)) words.add("*");
  return words;
}

/** A class that stands inside a function, whose body is parsed already. */
export function plainBlock(definition: ClassDef): Block {
  return {
    chunks: [],
    chunksOf: () => [],
    find: (name) => definition.body.filter((statement) => mayChange(statement, name)),
  };
}
