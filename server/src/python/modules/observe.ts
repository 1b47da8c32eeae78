import { neverCancelled, type Cancellation } from "../../text/files";
import type { Span } from "../../text/source";
import type { Chunk } from "../syntax/chunks";
import { execBlock, execDefinition } from "../evaluate/execute";
import type { Frame, Recorder } from "../evaluate/frame";
import { interest } from "./interest";
import type { Keeper, KeptUnit } from "./kept";
import { firstFrom } from "./mentions";
import { namesOf, type Block, type Module, type Unread } from "./module";
import { moduleFrame } from "../evaluate/resolve";
import { Scope } from "../evaluate/scope";
import type { ClassDef, Def, Stmt } from "../syntax/syntax";
import type { Trace } from "../evaluate/trace";
import type { ClassInfo } from "../values/values";
import { namesChanged, visitStatements } from "../syntax/walk";
import type { World } from "./world";

/** One function, or the statements of a module or class between its functions. */
export interface Piece {
  readonly statements: readonly Stmt[];
  readonly definition: Def | null;
  readonly owner: ClassInfo | null;
}

/** What one chunk holds: a function with those inside it, or statements. */
export interface Unit {
  readonly chunk: Chunk;
  readonly pieces: readonly Piece[];
  readonly recorder: Recorder;
  /** How it was carried out; null where nobody will ask again. */
  readonly trace: Trace | null;
  /** What of the chunk was not read in full. */
  readonly unread: readonly Unread[];
  /** Known from the last analysis: then there are no pieces. */
  readonly kept: KeptUnit | null;
  /** Carries out what was taken for known. */
  readonly again: () => Unit;
}

export interface Observation {
  readonly module: Module;
  /** Of the statements, and while an offset is watched of everything. */
  readonly recorder: Recorder;
  readonly units: readonly Unit[];
  /** Whether nothing was left out. */
  readonly complete: boolean;
}

function newRecorder(watch: number | null): Recorder {
  return {
    watch,
    notes: new Map(),
    boundBy: new Map(),
    values: new Map(),
    live: new Map(),
    results: new Map(),
    uses: new Map(),
    helpers: new Map(),
    decorated: new Map(),
    raised: new Map(),
    lists: new Set(),
  };
}

/** How far to go. */
export interface Reach {
  readonly cancellation?: Cancellation;
  /** Only what stands around this offset is asked for. */
  readonly near?: number | null;
}

/** Carries out what can depend on the device, and takes down the value of every expression in it. */
export function observe(
  world: World,
  reach: Reach,
  keeper: Keeper | null,
  watch: number | null = null,
): Observation {
  const module = world.own;
  const recorder = newRecorder(watch);
  const frame: Frame = { ...moduleFrame(world, module), recorder };
  const { cancellation = neverCancelled, near = null } = reach;
  const units: Unit[] = [];
  const search: Search = {
    module,
    interesting: interest(module, world, keeper),
    near,
    units,
    cancellation,
    keeper,
  };
  observeBlock(module, null, frame, search);
  observeTables(frame, search);
  return { module, recorder, units, complete: !cancellation.cancelled() };
}

interface Search {
  readonly module: Module;
  readonly interesting: (chunk: Chunk) => boolean;
  /** Only what stands around this offset is asked for; null: all. */
  readonly near: number | null;
  readonly units: Unit[];
  readonly cancellation: Cancellation;
  readonly keeper: Keeper | null;
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
    const isTop = owner === null;
    if (!isAsked(chunk, search) || (frame.recorder?.watch === null && isImport(chunk, search.module))) {
      if (isTop) forgetBound(chunk, frame);
      continue;
    }
    if (chunk.kind === "class" && chunk.members.length > 0) {
      for (const statement of search.module.statements(chunk)) observeClass(statement, chunk, frame, search);
      continue;
    }
    const kept = chunk.kind === "def" ? (search.keeper?.find(chunk.start) ?? null) : null;
    const again = (): Unit => observeChunk(chunk, owner, frame, search);
    const { recorder } = frame;
    if (kept === null || recorder === null) search.units.push(again());
    else search.units.push({ chunk, pieces: [], recorder, trace: null, unread: kept.unread, kept, again });
    // Not every letter carries it out: who stands behind it asks what all statements together bind the name to.
    if (isTop && chunk.kind === "def") frame.scope.own.delete(chunk.name);
  }
}

/** A chunk that is not carried out binds names to something else than the statements before it did. */
function forgetBound(chunk: Chunk, { module, scope: { own } }: Frame): void {
  if (own.size === 0 || ![...namesOf(chunk, module.source.text)].some((name) => own.has(name))) return;
  for (const name of namesChanged(module.statements(chunk))) own.delete(name);
}

/** Who uses what it binds asks for it by its name. */
function isImport({ kind, first }: Chunk, { source }: Module): boolean {
  return kind === "statement" && /^(?:from|import)\b/.test(source.text.slice(first, first + 7));
}

/** A function's values are its own, so that they can be kept apart from others'. */
function observeChunk(chunk: Chunk, owner: ClassInfo | null, frame: Frame, search: Search): Unit {
  const statements = search.module.statements(chunk);
  // While it is half typed, there may be something in it that others see.
  const isWhole = chunk.kind === "def" && statements.every(({ kind }) => kind === "def");
  const alone = isWhole && search.keeper !== null;
  const recorder = alone ? newRecorder(null) : (frame.recorder ?? newRecorder(null));
  const { value: pieces, trace } = frame.world.memo.traced(() =>
    observeStatements(statements, owner, { ...frame, recorder }),
  );
  return {
    chunk,
    pieces,
    recorder,
    trace: alone ? trace : null,
    unread: search.module.unread(chunk),
    kept: null,
    again: () => observeChunk(chunk, owner, frame, search),
  };
}

/** Tables and lists of this module that conditions turned out to decide by, though nothing in them says so. */
function observeTables(frame: Frame, search: Search): void {
  const { module, units } = search;
  const starts = new Set<number>();
  // Statements share what was taken down of them.
  const read = new Set<Recorder>();
  for (const unit of units) {
    if (unit.kept === null && read.has(unit.recorder)) continue;
    read.add(unit.recorder);
    for (const { start } of [...tablesOf(unit, module), ...listsOf(unit)]) starts.add(start);
  }
  if (starts.size === 0) return;
  const places = [...starts].sort((a, b) => a - b);
  const holds = (chunk: Chunk): boolean => (places[firstFrom(places, chunk.start)] ?? Infinity) < chunk.end;
  const visit = (chunks: readonly Chunk[], owner: ClassInfo | null, around: Frame): void => {
    for (const chunk of chunks) {
      if (!holds(chunk)) continue;
      if (chunk.kind === "statement" && !search.interesting(chunk)) {
        units.push(observeChunk(chunk, owner, around, search));
      } else if (chunk.kind === "class" && chunk.members.length > 0) {
        const [statement] = search.module.statements(chunk);
        if (statement?.kind !== "class") continue;
        const info = classInfo(statement, chunk, search.module);
        visit(chunk.members, info, { ...around, kind: "class", owner: info, scope: new Scope() });
      }
    }
  };
  visit(module.chunks, null, frame);
}

/** Of this module, those that a capability was looked up in. */
export function tablesOf({ kept, recorder }: Unit, module: Module): readonly Span[] {
  if (kept !== null) return kept.tables;
  const origins = [...recorder.uses.values()].filter((origin) => origin.module === module);
  return origins.map(({ node }) => ({ start: node.start, end: node.end }));
}

export function listsOf({ kept, recorder }: Unit): readonly Span[] {
  return kept === null ? [...recorder.lists].map(({ start, end }) => ({ start, end })) : kept.lists;
}

function observeClass(statement: Stmt, chunk: Chunk, frame: Frame, search: Search): void {
  if (statement.kind !== "class" || frame.recorder === null) return;
  execBlock([statement], frame);
  const head: Unit = {
    chunk,
    pieces: [{ statements: [statement], definition: null, owner: null }],
    recorder: frame.recorder,
    trace: null,
    unread: search.module.unread(chunk),
    kept: null,
    again: () => head,
  };
  search.units.push(head);
  const info = classInfo(statement, chunk, search.module);
  observeBlock(info.block, info, { ...frame, kind: "class", owner: info, scope: new Scope() }, search);
}

function classInfo(statement: ClassDef, chunk: Chunk, module: Module): ClassInfo {
  const { name, bases, decorators, nameSpan: span } = statement;
  return { module, name, bases, decorators, block: module.classBlock(chunk), span };
}

function observeStatements(statements: readonly Stmt[], owner: ClassInfo | null, frame: Frame): Piece[] {
  execBlock(statements, frame);
  const inside: Frame = { ...frame, owner, parent: null, live: moduleFrame(frame.world, frame.module).live };
  const pieces: Piece[] = [{ statements, definition: null, owner }];
  visitStatements(statements, (statement) => {
    if (statement.kind !== "def") return;
    pieces.push({ statements: statement.body, definition: statement, owner });
    if (!frame.recorder?.results.has(statement)) execDefinition(statement, inside);
  });
  return pieces;
}
