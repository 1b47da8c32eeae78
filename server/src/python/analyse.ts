import { Scope } from "./scope";
import type { Gate } from "../gates/gate";
import { neverCancelled, noFiles, type Cancellation, type Files } from "../text/files";
import { lineAt, type SourceText } from "../text/source";
import { boundAttribute, boundMethod } from "./bounds";
import type { Chunk } from "./chunks";
import { conditionsIn } from "./conditions";
import { execBlock, execDefinition } from "./execute";
import { expressionGates } from "./expressions";
import type { Frame, Recorder } from "./frame";
import { namedList } from "./lists";
import type { Block, Module } from "./module";
import { interest } from "./interest";
import { MENTIONS_ARCHITECTURE } from "./naming";
import type { PythonParser } from "./parse";
import { moduleFrame } from "./resolve";
import { PythonSession } from "./session";
import { siblingFinder } from "./siblings";
import type { Site } from "./site";
import type { Assign, Def, Stmt } from "./syntax";
import type { ClassInfo } from "./values";
import { blocksOf, visitStatements } from "./walk";
import { newWorld, type World } from "./world";

export interface PythonOptions {
  readonly files?: Files;
  /** Folders that absolute imports start from, beside the file's own package. */
  readonly roots?: readonly string[];
  readonly cancellation?: Cancellation;
  /** What earlier analyses found out; without one, this analysis starts from nothing. */
  readonly session?: PythonSession;
  /** The text is only tried out: the session remembers the one before. */
  readonly trial?: boolean;
  /** Only who gets in at the gates around this offset is asked for; other places that decide by them are not read. */
  readonly near?: number | null;
}

export interface PythonReport {
  readonly gates: readonly Gate[];
  /** Files that the answer needed and that `Files` did not have loaded yet. */
  readonly wanted: readonly string[];
  /** How many conditions were read that depend on the device. */
  readonly conditions: number;
  /** Lines that are no Python and were not read, in words; null where there are none. */
  readonly fault: string | null;
}

/** A cheap test: false means that the file holds no gate. */
export function mayHoldGates(text: string): boolean {
  return MENTIONS_ARCHITECTURE.test(text);
}

export function analysePython(
  source: SourceText,
  parser: PythonParser,
  options: PythonOptions = {},
): PythonReport {
  if (!mayHoldGates(source.text)) return { gates: [], wanted: [], conditions: 0, fault: null };
  const world = worldFor(source, parser, options);
  const seen = observe(world, options);
  const gates = gatesOf(seen, world);
  return { gates, wanted: [...world.wanted], conditions: gates.length, fault: faultIn(world.own) };
}

/** The first place tells enough: what follows it in the chunk is mostly its consequence. */
function faultIn({ broken, source }: Module): string | null {
  const [first, ...more] = [...broken].sort((a, b) => a.start - b.start);
  if (first === undefined) return null;
  const [from, to] = [
    lineAt(source, first.start) + 1,
    lineAt(source, Math.max(first.start, first.end - 1)) + 1,
  ];
  const lines = from === to ? `line ${from}` : `lines ${from}–${to}`;
  const others =
    more.length === 0 ? "" : `, nor in ${more.length} more ${more.length === 1 ? "place" : "places"}`;
  return `${lines}: not valid Python, and not read in full${others}`;
}

export function worldFor(source: SourceText, parser: PythonParser, options: PythonOptions): World {
  const { files = noFiles, roots = [], session = new PythonSession(parser), trial = false } = options;
  return newWorld(source, session.sharedFor(roots), files, roots, trial);
}

/** One function, or the statements of a module or class between its functions. */
interface Piece {
  readonly statements: readonly Stmt[];
  readonly definition: Def | null;
  readonly owner: ClassInfo | null;
}

export interface Observation {
  readonly module: Module;
  readonly recorder: Recorder;
  readonly pieces: readonly Piece[];
}

/** Carries out what can depend on the device, and takes down the value of every expression in it. */
export function observe(world: World, options: PythonOptions, watch: number | null = null): Observation {
  const module = world.own;
  const recorder: Recorder = {
    watch,
    notes: new Map(),
    boundBy: new Map(),
    values: new Map(),
    live: new Map(),
    results: new Map(),
    uses: new Map(),
    lists: new Set(),
  };
  const pieces: Piece[] = [];
  const frame: Frame = { ...moduleFrame(world, module), recorder };
  const { cancellation = neverCancelled, near = null } = options;
  const search = { module, interesting: interest(module, world), near, pieces, cancellation };
  observeBlock(module, null, frame, search);
  observeTables(frame, recorder, search);
  return { module, recorder, pieces };
}

interface Search {
  readonly module: Module;
  readonly interesting: (chunk: Chunk) => boolean;
  /** Only what stands around this offset is asked for; null: all. */
  readonly near: number | null;
  readonly pieces: Piece[];
  readonly cancellation: Cancellation;
}

/** Of what is elsewhere only statements can reach the place, by the names that they bind. */
function isAsked(chunk: Chunk, { near, interesting }: Search): boolean {
  if (near === null) return interesting(chunk);
  const isHere = chunk.start <= near && near < chunk.end;
  return isHere || (chunk.kind === "statement" && interesting(chunk));
}

function observeBlock(block: Block, owner: ClassInfo | null, frame: Frame, search: Search): void {
  for (const chunk of block.chunks) {
    if (search.cancellation.cancelled()) return;
    if (!isAsked(chunk, search)) continue;
    const statements = search.module.statements(chunk);
    if (chunk.kind === "class" && chunk.members.length > 0) {
      for (const statement of statements) observeClass(statement, chunk, frame, search);
      continue;
    }
    observeStatements(statements, owner, frame, search);
  }
}

/** Tables and lists of this module that conditions turned out to decide by, though nothing in them says so. */
function observeTables(frame: Frame, recorder: Recorder, search: Search): void {
  const { module } = search;
  const origins = [...recorder.uses.values()].filter((origin) => origin.module === module);
  const nodes = [...origins.map(({ node }) => node), ...recorder.lists];
  const chunks = module.chunks.filter(
    (chunk) =>
      chunk.kind === "statement" &&
      !search.interesting(chunk) &&
      nodes.some(({ start }) => start >= chunk.start && start < chunk.end),
  );
  for (const chunk of chunks) observeStatements(module.statements(chunk), null, frame, search);
}

function observeClass(statement: Stmt, chunk: Chunk, frame: Frame, search: Search): void {
  if (statement.kind !== "class") return;
  execBlock([statement], frame);
  search.pieces.push({ statements: [statement], definition: null, owner: null });
  const block = search.module.classBlock(chunk);
  const info: ClassInfo = {
    module: search.module,
    name: statement.name,
    bases: statement.bases,
    decorators: statement.decorators,
    block,
    span: statement.nameSpan,
  };
  observeBlock(block, info, { ...frame, kind: "class", owner: info, scope: new Scope() }, search);
}

function observeStatements(
  statements: readonly Stmt[],
  owner: ClassInfo | null,
  frame: Frame,
  search: Search,
): void {
  execBlock(statements, frame);
  frame.live = moduleFrame(frame.world, frame.module).live;
  search.pieces.push({ statements, definition: null, owner });
  visitStatements(statements, (statement) => {
    if (statement.kind !== "def") return;
    search.pieces.push({ statements: statement.body, definition: statement, owner });
    if (!frame.recorder?.results.has(statement)) execDefinition(statement, { ...frame, owner, parent: null });
  });
}

const TEST_FILE = /(?:^|\/)(?:test_[^/]*|[^/]*_test|conftest)\.py$/;
const TEST_FOLDER = /(?:^|\/)tests\//;

/** By its name, or a folder's below the workspace's root. */
function isTest(path: string, [root]: readonly string[]): boolean {
  if (TEST_FILE.test(path)) return true;
  return root !== undefined && path.startsWith(`${root}/`) && TEST_FOLDER.test(path.slice(root.length));
}

function scopeOf(recorder: Recorder, definition: Def | null): Scope | null {
  return definition === null ? null : (recorder.results.get(definition)?.scope ?? null);
}

function gatesOf({ module, recorder, pieces }: Observation, world: World): Gate[] {
  const inTest = isTest(module.source.path, world.roots);
  const gates: Gate[] = [];
  const shared = {
    module,
    recorder,
    gates,
    decidedBy: new Map(),
    flags: new Map(),
    sibling: (definition: Def | null) => siblingFinder(module, world, scopeOf(recorder, definition)),
  };
  const siteOf = ({ definition, owner }: Piece): Site => ({
    ...shared,
    definition,
    owner,
    statement: null,
    inTest,
  });
  for (const piece of pieces) conditionsIn(piece.statements, siteOf(piece), piece.definition !== null);
  for (const piece of pieces) expressionGates(piece.statements, siteOf(piece));
  for (const piece of pieces) {
    const site = siteOf(piece);
    if (piece.definition !== null) boundMethod(piece.definition, site);
    const nested = piece.definition === null;
    for (const statement of assignmentsIn(piece.statements, nested)) {
      namedList(statement, site);
      boundAttribute(statement, site);
    }
  }
  return gates.sort((a, b) => a.span.start - b.span.start || a.span.end - b.span.end);
}

/** Assignments; with `nested` also those in blocks, for a module's `if` makes no scope: `if not SKIP_CUDA: ARCHS = …`. */
function assignmentsIn(statements: readonly Stmt[], nested: boolean): Assign[] {
  return statements.flatMap((statement) => {
    if (statement.kind === "assign") return [statement];
    const opens = nested && statement.kind !== "def" && statement.kind !== "class";
    return opens ? blocksOf(statement).flatMap((block) => assignmentsIn(block, nested)) : [];
  });
}
