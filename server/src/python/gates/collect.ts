import type { Consequence, Gate } from "../../gates/gate";
import type { Span } from "../../text/source";
import { boundAttribute, boundMethod } from "./bounds";
import { conditionsIn } from "./conditions";
import { Decided, Flags } from "./decided";
import { expressionGates } from "./expressions";
import { fixedCharacters } from "./fixed-characters";
import { flagParts } from "./flag-parts";
import type { Recorder } from "../evaluate/frame";
import { isSameFlag, type FlagBound, type Keeper } from "../modules/kept";
import { namedList } from "./lists";
import { listsOf, tablesOf, type Observation, type Piece, type Unit } from "../modules/observe";
import type { Scope } from "../evaluate/scope";
import { siblingFinder } from "./siblings";
import type { Site } from "./site";
import type { Assign, Def, Expr, Stmt } from "../syntax/syntax";
import { blocksOf } from "../syntax/walk";
import type { World } from "../modules/world";

/** What the search for gates in one file shares. */
interface Shared {
  readonly world: World;
  readonly seen: Observation;
  readonly keeper: Keeper | null;
  readonly inTest: boolean;
  readonly decidedBy: Decided;
  readonly flags: Map<string, FlagBound>;
  readonly lists: Set<string>;
}

/** The gates in what was seen, in source order. */
export function collectGates(
  seen: Observation,
  world: World,
  keeper: Keeper | null,
  inTest: boolean,
): Gate[] {
  const decidedBy = new Decided();
  const shared: Shared = { world, seen, keeper, inTest, decidedBy, flags: new Map(), lists: new Set() };
  const gates: Gate[] = [];
  const statements: { readonly unit: Unit; readonly flags: Flags }[] = [];
  // Statements share what was taken down of them.
  const read = new Set<Recorder>();
  for (const unit of seen.units) {
    if (unit.chunk.kind === "def") gates.push(...functionGates(unit, shared));
    else {
      const flags = new Flags(shared.flags, false);
      statements.push({ unit, flags });
      if (!read.has(unit.recorder)) for (const span of listsOf(unit)) shared.lists.add(keyOf(span));
      read.add(unit.recorder);
      for (const [piece, site] of sitesOf(unit, shared, decidedBy, flags, gates)) {
        conditionsIn(piece.statements, site, piece.definition !== null);
      }
    }
  }
  const parts = flagPartsOf(
    statements.map(({ unit, flags }) => [...sitesOf(unit, shared, decidedBy, flags, gates)]),
  );
  // What functions decide by is known by now.
  for (const { unit, flags } of statements) {
    for (const [piece, site] of sitesOf(unit, shared, decidedBy, flags, gates)) {
      expressionGates(piece.statements, { ...site, parts });
      fixedCharacters(piece.statements, site);
    }
  }
  for (const { unit, flags } of statements) {
    for (const [piece, site] of sitesOf(unit, shared, decidedBy, flags, gates))
      namedGates(piece, { ...site, parts });
  }
  const sorted = gates.sort((a, b) => a.span.start - b.span.start || a.span.end - b.span.end);
  return sorted.map((gate) =>
    withoutEmptyReference(asUsed(gate, decidedBy), sorted, seen.module.source.path),
  );
}

/** A flag comes to what those come to who ask for it. */
function asUsed(gate: Gate, decidedBy: Decided): Gate {
  const use = gate.form === "flag" ? decidedBy.useOfFlag(gate.span) : undefined;
  if (use === undefined) return gate;
  const { consequence, turned } = use;
  if (consequence === null) return { ...gate, exemptFor: () => "it names who is turned away" };
  return {
    ...gate,
    consequence,
    form: DECIDES.has(consequence) ? "condition" : "flag",
    exemptFor: (excluded) =>
      (excluded & turned) === 0 ? "left out before it is asked" : gate.exemptFor(excluded),
  };
}

const DECIDES = new Set<Consequence>(["raises", "rejects", "returns false"]);

/** Of the statements of a module, which may be many units; of a class or a function by itself. */
function flagPartsOf(units: readonly (readonly (readonly [Piece, Site])[])[]): ReadonlyMap<Expr, string> {
  const parts = new Map<Expr, string>();
  const own = units.flat().filter(([{ definition, owner }]) => definition === null && owner === null);
  const [first] = own;
  if (first !== undefined) {
    const statements = own.flatMap(([piece]) => piece.statements);
    for (const [list, words] of flagParts(statements, first[1])) parts.set(list, words);
  }
  for (const [piece, site] of units.flat()) {
    if (piece.definition === null) continue;
    for (const [list, words] of flagParts(piece.statements, site)) parts.set(list, words);
  }
  return parts;
}

/** Where nothing is found at the place that a use refers to, the use tells it. */
function withoutEmptyReference(gate: Gate, gates: readonly Gate[], path: string): Gate {
  const { definedAt } = gate;
  if (definedAt?.file !== path) return gate;
  const { start, end } = definedAt.span;
  const isThere = gates.some(
    ({ span }) => span.start <= start && end <= span.end && span.start !== gate.span.start,
  );
  return isThere ? gate : { ...gate, definedAt: null };
}

function keyOf({ start, end }: Span): string {
  return `${start} ${end}`;
}

function functionGates(given: Unit, shared: Shared): readonly Gate[] {
  const { keeper, decidedBy, flags } = shared;
  const { kept } = given;
  const isSame = ([name, bound]: readonly [string, FlagBound | undefined]): boolean =>
    isSameFlag(flags.get(name), bound);
  if (kept?.asked.every(isSame) === true) {
    for (const one of kept.told) decidedBy.tell(one);
    for (const [name, bound] of kept.flags) flags.set(name, bound);
    for (const span of kept.lists) shared.lists.add(keyOf(span));
    return kept.gates;
  }
  if (kept !== null) keeper?.drop(given.chunk.start);
  const unit = kept === null ? given : given.again();
  const gates: Gate[] = [];
  const own = new Decided();
  const ownFlags = new Flags(flags, true);
  for (const span of listsOf(unit)) shared.lists.add(keyOf(span));
  const sites = [...sitesOf(unit, shared, own, ownFlags, gates)];
  for (const [piece, site] of sites) conditionsIn(piece.statements, site, piece.definition !== null);
  const parts = flagPartsOf([sites]);
  for (const [piece, site] of sites) expressionGates(piece.statements, { ...site, parts });
  for (const [piece, site] of sites) fixedCharacters(piece.statements, site);
  for (const [piece, site] of sites) namedGates(piece, { ...site, parts });
  for (const one of own.told) decidedBy.tell(one);
  const { module } = shared.seen;
  if (unit.trace !== null) {
    keeper?.add(unit.chunk.start, {
      module,
      reads: unit.trace.reads(module),
      gates,
      unread: unit.unread,
      told: own.told,
      tables: tablesOf(unit, module),
      lists: listsOf(unit),
      flags: ownFlags.bound,
      asked: ownFlags.asked,
    });
  }
  return gates;
}

function* sitesOf(
  unit: Unit,
  { world, seen, inTest, lists }: Shared,
  decidedBy: Decided,
  flags: Flags,
  gates: Gate[],
): Generator<readonly [Piece, Site]> {
  const { module } = seen;
  const { recorder } = unit;
  for (const piece of unit.pieces) {
    const site: Site = {
      module,
      recorder,
      gates,
      decidedBy,
      flags,
      holdsList: (node) => lists.has(keyOf(node)),
      parts: NO_PARTS,
      definition: piece.definition,
      owner: piece.owner,
      sibling: (definition) => siblingFinder(module, world, scopeOf(recorder, definition)),
      statement: null,
      handlers: [],
      inTest,
    };
    yield [piece, site];
  }
}

const NO_PARTS: ReadonlyMap<Expr, string> = new Map();

function scopeOf(recorder: Recorder, definition: Def | null): Scope | null {
  return definition === null ? null : (recorder.results.get(definition)?.scope ?? null);
}

function namedGates(piece: Piece, site: Site): void {
  if (piece.definition !== null) boundMethod(piece.definition, site);
  for (const statement of assignmentsIn(piece.statements, piece.definition === null)) {
    namedList(statement, site);
    boundAttribute(statement, site);
  }
}

/** Assignments; with `nested` also those in blocks, for a module's `if` makes no scope: `if not SKIP_CUDA: ARCHS = …`. */
function assignmentsIn(statements: readonly Stmt[], nested: boolean): Assign[] {
  return statements.flatMap((statement) => {
    if (statement.kind === "assign") return [statement];
    const opens = nested && statement.kind !== "def" && statement.kind !== "class";
    return opens ? blocksOf(statement).flatMap((block) => assignmentsIn(block, nested)) : [];
  });
}
