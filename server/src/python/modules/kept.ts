import type { Consequence, Gate } from "../../gates/gate";
import type { Mask } from "../../logic/sets";
import type { Span } from "../../text/source";
import { differenceOf, leavesOf, relocator, type Difference, type Leaf } from "./leaves";
import type { Uses } from "./text-uses";
import { moved, type Module, type Unread } from "./module";
import { isPythonShape, type ConditionShape, type PythonShape } from "../shape";
import type { Expr } from "../syntax/syntax";
import type { Reads } from "../evaluate/trace";
import { fileIs, type World } from "./world";

/** What one function told, and what that was made from. Offsets are those of the edition in which it was read. */
export interface KeptUnit {
  readonly module: Module;
  readonly reads: Reads;
  readonly gates: readonly Gate[];
  readonly unread: readonly Unread[];
  /** Literals elsewhere in the module that it decides by: `told` as in `Decided`. */
  readonly told: readonly Told[];
  /** Tables and lists that a capability was looked up in. */
  readonly tables: readonly Span[];
  readonly lists: readonly Span[];
  /** Flags that it binds, and flags that it asked for, with the answers. */
  readonly flags: readonly (readonly [string, FlagBound])[];
  readonly asked: readonly (readonly [string, FlagBound | undefined])[];
}

/** A literal that decides, by a condition or by being handed to something, with what those get who are not in it. */
export interface Told {
  readonly span: Span;
  readonly consequence: Consequence | null;
  /**
   * "other keys": looked up by something other than the device's own number or name. "flag": of a condition that a name
   * is bound to; no consequence where those are turned away for whom it holds.
   */
  readonly by: "condition" | "use" | "other keys" | "flag";
  /** Those who are given another one's entry there. */
  readonly served?: Mask;
  /** Of a flag: those who get to the place that asks for it and do not surely get past. */
  readonly turned?: Mask;
}

/** A condition that a name is bound to. */
export interface FlagBound {
  readonly span: Span;
  /** For whom it surely holds, and for whom it surely does not; null for what is looked up. */
  readonly answers: { readonly yes: Mask; readonly no: Mask } | null;
}

/** Whether both stand at the same place and answer the same. */
export function isSameFlag(one: FlagBound | undefined, other: FlagBound | undefined): boolean {
  return (
    one?.span.start === other?.span.start &&
    one?.answers?.yes === other?.answers?.yes &&
    one?.answers?.no === other?.answers?.no
  );
}

/** What the last analysis of a file found out, by leaf. */
export interface KeptFile {
  readonly module: Module;
  readonly units: ReadonlyMap<string, KeptUnit>;
  readonly interest: KeptInterest | null;
}

/** Which names of a module stand for something that depends on the device. */
export interface KeptInterest {
  readonly names: ReadonlySet<string>;
  /** All names that may, whether used or not. */
  readonly candidates: ReadonlySet<string>;
  readonly asks: Asks;
  /** Names that can, where they come from another module. */
  readonly imported: ReadonlyMap<string, readonly Source[]>;
  /** What was read to find those. */
  readonly searched: Reads;
  /** The answers, each with what it was made from. */
  readonly tests: ReadonlyMap<string, { readonly depends: boolean; readonly reads: Reads }>;
}

/** What a text imports, and for what it uses names. */
export interface Asks {
  readonly imports: string;
  readonly uses: Uses;
}

/** A function or variable of a module, or a member of a class there. */
export interface Source {
  /** Null: of the module that is analysed. */
  readonly from: Module | null;
  readonly name: string;
  readonly member: string | null;
}

/** Older texts live on in what is kept of them; past so many the ones that least is kept of are given up. */
const MOST_EDITIONS = 24;

/** What still holds of the last analysis, and what this one adds. */
export class Keeper {
  private readonly world: World;
  private readonly earlier: KeptFile | undefined;
  private readonly difference: Difference | null;
  private readonly leaves: ReadonlyMap<number, Leaf>;
  private readonly units = new Map<string, KeptUnit>();
  private readonly same = new Map<string, boolean>();
  /** Of this analysis, once it is known. */
  interest: KeptInterest | null = null;

  constructor(world: World, earlier: KeptFile | undefined) {
    this.world = world;
    this.earlier = earlier;
    this.difference = earlier === undefined ? null : differenceOf(earlier.module, world.own);
    this.leaves = new Map(leavesOf(world.own).map((leaf) => [leaf.start, leaf]));
  }

  /** What is known of the function that starts there, in the offsets of this edition. */
  find(start: number): KeptUnit | null {
    const leaf = this.leaves.get(start);
    const unit = leaf === undefined ? undefined : this.earlier?.units.get(leaf.key);
    if (leaf === undefined || unit === undefined || !this.holds(unit.reads)) return null;
    this.units.set(leaf.key, unit);
    return relocated(unit, this.world.own);
  }

  add(start: number, unit: KeptUnit): void {
    const leaf = this.leaves.get(start);
    const isLoaded = [...unit.reads.files.values()].every((module) => module !== undefined);
    if (leaf !== undefined && isLoaded && this.world.budget > 0) this.units.set(leaf.key, unit);
  }

  /** It turned out not to hold after all. */
  drop(start: number): void {
    const leaf = this.leaves.get(start);
    if (leaf !== undefined) this.units.delete(leaf.key);
  }

  result(): KeptFile {
    const counts = new Map<Module, number>();
    for (const { module } of this.units.values()) counts.set(module, (counts.get(module) ?? 0) + 1);
    if (counts.size > MOST_EDITIONS) {
      const most = [...counts].sort((a, b) => b[1] - a[1]).slice(0, MOST_EDITIONS - 4);
      const kept = new Set(most.map(([module]) => module));
      for (const [key, { module }] of this.units) if (!kept.has(module)) this.units.delete(key);
    }
    return { module: this.world.own, units: this.units, interest: this.interest };
  }

  /** What is known of names from the last analysis, and what has changed since; null where nothing is. */
  earlierInterest(): { readonly interest: KeptInterest; readonly difference: Difference } | null {
    const interest = this.earlier?.interest ?? null;
    return interest === null || this.difference === null ? null : { interest, difference: this.difference };
  }

  /** Whether all that was read is as it was. */
  holds(reads: Reads): boolean {
    const { difference } = this;
    if (difference === null) return false;
    if (reads.names.has("*") && difference.cells.size > 0) return false;
    for (const cell of difference.cells) if (reads.names.has(cell)) return false;
    for (const [path, module] of reads.files) if (!this.isSame(path, module)) return false;
    return true;
  }

  private isSame(path: string, module: Module | null | undefined): boolean {
    if (path === this.world.own.source.path) return true;
    let answer = this.same.get(path);
    if (answer === undefined) this.same.set(path, (answer = fileIs(this.world, path, module)));
    return answer;
  }
}

function relocated(unit: KeptUnit, now: Module): KeptUnit {
  if (unit.module === now) return unit;
  const place = relocator(unit.module, now);
  const at: At = (span) => ({ start: place(span.start), end: place(span.end - 1) + 1 });
  return {
    ...unit,
    module: now,
    gates: unit.gates.map((gate) => movedGate(gate, now.source.path, place, at)),
    unread: unit.unread.map((one) => ({ ...one, ...at(one) })),
    told: unit.told.map((one) => ({ ...one, span: at(one.span) })),
    tables: unit.tables.map(at),
    lists: unit.lists.map(at),
    flags: unit.flags.map(([name, bound]) => [name, { ...bound, span: at(bound.span) }]),
    asked: unit.asked.map(([name, bound]) => [name, bound && { ...bound, span: at(bound.span) }]),
  };
}

type Place = (offset: number) => number;
type At = (span: Span) => Span;

function movedGate(gate: Gate, path: string, place: Place, at: At): Gate {
  const { definedAt, claim } = gate;
  let shape: PythonShape | undefined;
  return {
    ...gate,
    span: at(gate.span),
    operandFor: (excluded) => {
      const operand = gate.operandFor(excluded);
      return operand === null ? null : at(operand);
    },
    madeForOthers: (excluded) =>
      gate.madeForOthers?.(excluded).map((name) => ({ ...name, span: at(name.span) })) ?? [],
    remarks: gate.remarks.map((remark) => ({ ...remark, span: at(remark.span) })),
    instructions: gate.instructions.map((use) => ({ ...use, span: at(use.span) })),
    definedAt: definedAt?.file === path ? { ...definedAt, span: at(definedAt.span) } : definedAt,
    claim: claim === null ? null : { ...claim, span: at(claim.span) },
    // Only fixes ask for it.
    get shape() {
      return isPythonShape(gate.shape) ? (shape ??= movedShape(gate.shape, place, at)) : gate.shape;
    },
  };
}

function movedShape(shape: PythonShape, place: Place, at: At): PythonShape {
  switch (shape.kind) {
    case "condition":
      return movedCondition(shape, place, at);
    case "list":
      return {
        ...shape,
        span: at(shape.span),
        members: shape.members.map((member) => ({ ...member, span: at(member.span) })),
        entries: shape.entries?.map((entry) => ({ span: at(entry.span), value: at(entry.value) })) ?? null,
      };
    case "characters":
      return { ...shape, edits: shape.edits.map((edit) => ({ ...edit, span: at(edit.span) })) };
    case "architectures":
      return { ...shape, entries: shape.entries.map((entry) => ({ ...entry, span: at(entry.span) })) };
    case "versions":
      return { ...shape, test: at(shape.test), otherwise: at(shape.otherwise) };
    case "bound":
      return { ...shape, value: moved(shape.value, place(shape.value.start) - shape.value.start) };
  }
}

function movedCondition(shape: ConditionShape, place: Place, at: At): ConditionShape {
  const origins = new Map<unknown, unknown>();
  const by = place(shape.test.start) - shape.test.start;
  return {
    ...shape,
    test: moved(shape.test, by, origins),
    arms: shape.arms.map((arm) => moved(arm, by, origins)),
    refusal: shape.refusal && at(shape.refusal),
    valueOf: (node) => shape.valueOf((origins.get(node) as Expr | undefined) ?? node),
    bound: (name) => {
      const found = shape.bound(name);
      return found && moved(found, place(found.start) - found.start);
    },
    sibling: (name, candidate) => {
      const found = shape.sibling(name, candidate);
      return found && { ...found, edits: found.edits.map((edit) => ({ ...edit, span: at(edit.span) })) };
    },
  };
}
