import type { Mask } from "../logic/sets";
import type { Span } from "../text/source";
import type { Expr } from "./syntax";
import type { Unit, Vec } from "./values";

/** What the fixes need to know of a gate's syntax. */
export type PythonShape = ConditionShape | ListShape | BoundShape;

/** A condition: devices get in where it is true (`want`), or where it is false. */
export interface ConditionShape {
  readonly kind: "condition";
  readonly test: Expr;
  readonly want: boolean;
  /** The value of each operand on each device. */
  readonly valueOf: (node: Expr) => Vec | undefined;
  /** What the file's own module gives a name, on each device; null when it binds no such name. */
  readonly nameValue: (name: string) => Vec | null;
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
  /** A table's entries have a value, which an edit can only copy from another entry. */
  readonly table: boolean;
}

/** `MAX_CAPABILITY = (9, 0)`: the number is a bound. */
export interface BoundShape {
  readonly kind: "bound";
  readonly value: Expr;
}

export function isPythonShape(shape: unknown): shape is PythonShape {
  if (typeof shape !== "object" || shape === null || !("kind" in shape)) return false;
  return shape.kind === "condition" || shape.kind === "list" || shape.kind === "bound";
}
