import type { ArchEntry } from "../arch/arch-list";
import type { TextEdit } from "../gates/edits";
import type { Mask } from "../logic/sets";
import type { Span } from "../text/source";
import type { BoolExpr, Compare, Expr } from "./syntax/syntax";
import type { Unit, Vec } from "./values/values";

/** What the fixes need to know of a gate's syntax. */
export type PythonShape =
  ConditionShape | ListShape | BoundShape | ArchTextShape | CharactersShape | VersionLadderShape;

/** A condition: devices get in where it is true (`want`), or where it is false. */
export interface ConditionShape {
  readonly kind: "condition";
  readonly test: Expr;
  readonly want: boolean;
  /** What the gate is among its alternatives; no fix picks an arm for a device that none of its family has. */
  readonly place: "alone" | "arm" | "ladder";
  /** The lines that hold the condition and the refusal, where they can go by themselves; else null. */
  readonly refusal: Span | null;
  /** The conditions of a ladder's arms that serve. */
  readonly arms: readonly Expr[];
  /** The value of each operand on each device. */
  readonly valueOf: (node: Expr) => Vec | undefined;
  /**
   * What another predicate or flag, named like `name`, answers on each device; `edits` import it where that is still
   * to do. Null when there is none of that name.
   */
  readonly sibling: (name: string, candidate: string) => Sibling | null;
  /** The condition that a name stands for, one comparison or several that must all hold; null where there is none. */
  readonly bound: (name: string) => Compare | BoolExpr | null;
}

export interface Sibling {
  readonly value: Vec;
  readonly edits: readonly TextEdit[];
}

/** How the members of a list, the keys of a table, or the entries of a build list are written. */
export type MemberStyle = Unit | "tuple" | "text" | "gencode";

export interface Member {
  readonly span: Span;
  readonly text: string;
  /** The devices that this member lets in; 0 for one of no known device. */
  readonly mask: Mask;
}

export interface ListShape {
  readonly kind: "list";
  /** The literal itself; may stand in another place than the gate. */
  readonly span: Span;
  readonly members: readonly Member[];
  readonly style: MemberStyle;
  /** A table's entries, whose values an edit can only copy from one another; null for a plain list. */
  readonly entries: readonly { readonly span: Span; readonly value: Span }[] | null;
  /** Where each member is added by statements of its own, those that add the last one. */
  readonly repeats?: Span;
}

/** `MAX_CAPABILITY = (9, 0)`: the number is a bound. */
export interface BoundShape {
  readonly kind: "bound";
  readonly value: Expr;
}

/**
 * `if cuda < (11, 8): return 86`, `else: return 90`: which architecture is the newest one, by the version of a toolkit.
 * What stands in `otherwise` is for all later versions.
 */
export interface VersionLadderShape {
  readonly kind: "versions";
  /** The last comparison, of a version with a bound. */
  readonly test: Span;
  readonly otherwise: Span;
  readonly last: number;
}

/** Architectures inside one string, as builds spell them. */
export interface ArchTextShape {
  readonly kind: "architectures";
  readonly entries: readonly ArchEntry[];
}

/** A name that is read by the places of its characters. */
export interface CharactersShape {
  readonly kind: "characters";
  /** What is read so. */
  readonly what: string;
  /** What reads it by its parts; none where that is not certain. */
  readonly edits: readonly TextEdit[];
  /** What comes of the name of a newer one: `"12.0" gives "1."`. */
  readonly gives: string;
}

const PYTHON_SHAPES = new Set<unknown>([
  "condition",
  "list",
  "bound",
  "architectures",
  "characters",
  "versions",
]);

export function isPythonShape(shape: unknown): shape is PythonShape {
  if (typeof shape !== "object" || shape === null || !("kind" in shape)) return false;
  return PYTHON_SHAPES.has(shape.kind);
}
