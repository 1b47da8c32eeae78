/**
 * Ways of which a function takes one: members of a table, arms that no architecture decides about. A closed one shuts
 * nobody out where another one is open, or where it is not known what else may be taken.
 */
import type { Step } from "./chain";
import { isClosed } from "./chain";
import type { PythonReference } from "./facts";
import type { GatesOf } from "./gates-of";
import { overlaps } from "./gates-of";
import { isPassed, isWithout } from "./open-ways";
import type { PythonNode } from "./python-names";
import type { Refusing } from "./refusing";
import type { Span } from "../text/source";
import type { Table, Tables } from "./tables";

/** What places of a function lead to. */
export interface Found {
  readonly references: readonly Place[];
  readonly steps: readonly Step[];
  /** Of which members it is one. */
  readonly taken?: Taken;
  /** The calls, where they stand on ways of which one may be taken. */
  readonly ways?: readonly PythonReference[];
  /** Whether it is a gate of the function itself: it serves nobody. */
  readonly isGate?: true;
}

export type Place = Pick<PythonReference, "at">;

/** One of several things that stand together, of which one is taken. */
export interface Taken {
  readonly at: number;
  /** Null: what is written down beside it is all. */
  readonly table: Table | null;
}

/** Of which members a function takes one by these references; null where they are, or one of them is, no such thing. */
export function takenBy(
  tables: Tables,
  node: PythonNode,
  references: readonly PythonReference[],
): Taken | null {
  const all = references.map((reference): Taken | null => {
    const table = tables.of(node, reference);
    if (table !== null) return { at: reference.oneOf ?? reference.at, table };
    return reference.oneOf === undefined ? null : { at: reference.oneOf, table };
  });
  const [first = null] = all;
  if (first === null || all.some((one) => one?.at !== first.at)) return null;
  return (
    all.find((one) => one?.table?.isWhole === false) ??
    all.find((one) => (one?.table ?? null) !== null) ??
    first
  );
}

/** What is not known of a table, in words. */
export function notWhole({ fn }: PythonNode, { name }: Table): string {
  return `what ${fn.name} takes from ${name} and calls is known at run time`;
}

/** The events of a function, closed ones marked where something else may be taken. */
export class OneOf {
  private readonly gates: GatesOf;
  private readonly refusing: Refusing;

  constructor(gates: GatesOf, refusing: Refusing) {
    this.gates = gates;
    this.refusing = refusing;
  }

  in<T extends Found>(node: PythonNode, found: readonly T[]): T[] {
    return found.map((one) => {
      if (!one.steps.some(isClosed)) return one;
      const caught = this.member(node, one, found) ?? this.arm(node, one, found);
      if (caught === null) return one;
      return { ...one, steps: one.steps.map((step) => (isClosed(step) ? { ...step, caught } : step)) };
    });
  }

  private member({ path }: PythonNode, { taken }: Found, found: readonly Found[]): Step["caught"] | null {
    if (taken === undefined) return null;
    const together = found.filter((other) => other.taken?.at === taken.at);
    const isAny =
      together.some((other) => !other.steps.some(isClosed)) ||
      together.some((other) => other.taken?.table?.isWhole === false);
    const span = { start: taken.at, end: taken.at };
    return isAny ? { path, span, when: "another member is taken" } : null;
  }

  private arm(node: PythonNode, { ways }: Found, found: readonly Found[]): Step["caught"] | null {
    if (ways === undefined) return null;
    const other = found.find(
      (each) =>
        each.ways !== undefined &&
        each.isGate !== true &&
        !each.steps.some(isClosed) &&
        areInstead(ways, each.ways) &&
        each.ways.some((way) => isPassed(this.gates, node, way) && this.refusing.goesOn(node, way.at)),
    );
    const at = other?.ways?.[0]?.at;
    return at === undefined
      ? null
      : { path: node.path, span: { start: at, end: at }, when: "that way is taken" };
  }
}

/** Whether some other call of the function is made where none of these is. */
export function isInstead(node: PythonNode, references: readonly PythonReference[]): boolean {
  return (
    references.every(({ under }) => under.length > 0) &&
    node.fn.references.some((other) => areInstead(references, [other]))
  );
}

/** The ways that a gate of the function stands on, where one of them may be taken; its own condition is none of them. */
export function ownWays(node: PythonNode, gate: Span): Pick<Found, "ways" | "isGate"> {
  const { conditions, references } = node.fn;
  const isAround = (index: number): boolean => !overlaps(conditions[index] ?? gate, gate);
  const ways = references
    .filter(({ at }) => at >= gate.start && at < gate.end)
    .map((one) => ({
      ...one,
      under: one.under.filter(isAround),
      inArms: one.inArms.filter(isAround),
      inElse: one.inElse.filter(isAround),
    }));
  return ways.length > 0 && isInstead(node, ways) ? { ways, isGate: true } : {};
}

function areInstead(some: readonly PythonReference[], others: readonly PythonReference[]): boolean {
  return some.every((one) => others.every((other) => isWithout(one, other) || isWithout(other, one)));
}
