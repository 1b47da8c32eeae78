import type { Guard } from "./guards";
import type { Module } from "../modules/module";
import type { Scope } from "./scope";
import type { Expr, Stmt } from "../syntax/syntax";
import type { ClassInfo, Origin, Vec } from "../values/values";
import type { Trace } from "./trace";
import type { World } from "../modules/world";

/** The variables that a function sees around it. */
export interface Enclosing {
  readonly scope: Scope;
  readonly parent: Enclosing | null;
}

/** All that a function defined here keeps: no more of the frame, which would keep a whole analysis. */
export function enclosing({ scope, parent }: Frame): Enclosing {
  return { scope, parent };
}

/** A scope while its statements are carried out, for all devices at once. */
export interface Frame {
  readonly world: World;
  readonly module: Module;
  readonly scope: Scope;
  /** The function around this one. */
  readonly parent: Enclosing | null;
  readonly kind: "module" | "class" | "function";
  readonly owner: ClassInfo | null;
  /** For each device, whether control is still here: true, false, or a condition. */
  live: Vec;
  readonly exits: Exit[];
  readonly depth: number;
  /** Takes down what is seen in the file that is analysed; null while other code is evaluated on its behalf. */
  readonly recorder: Recorder | null;
  loop: Loop | null;
  /** The one name that statements are carried out for; null: all that they bind. */
  readonly wanted: string | null;
  /** Takes down what the function gives a variable. */
  readonly given: { readonly name: string; readonly values: Vec[] } | null;
  /** Under which this part of an expression is reached. */
  readonly guards: Guard[];
  /** The scope around a comprehension, where `:=` binds; null: its own. */
  readonly around: Scope | null;
  /** How many turns of loops around it are carried out one by one, in all. */
  readonly turns: number;
}

/** A loop that is gone through turn by turn, or once for all turns. */
export interface Loop {
  /** Who left by `break`, and who by `continue` in this turn, with what the variables were then. */
  readonly broken: Leaving[];
  continued: Leaving[];
  /** Whether one turn stands for all of them. */
  readonly once: boolean;
  /** What the body can set. */
  readonly names: ReadonlySet<string>;
}

export interface Leaving {
  readonly when: Vec;
  readonly values: ReadonlyMap<string, Vec>;
}

/** A `return` or `raise` that some devices reach. */
export interface Exit {
  readonly statement: Stmt;
  readonly when: Vec;
  /** Null for an exception. */
  readonly value: Vec | null;
  /** Of an exception: the project's own classes that it is of, its own and those above it. */
  readonly classes?: readonly string[];
}

export interface Recorder {
  /** Notes are kept for the expressions that hold this offset. */
  readonly watch: number | null;
  readonly notes: Map<Expr, Trace>;
  /** While an offset is watched: how values came about that names were bound to. */
  readonly boundBy: Map<Vec, Trace>;
  readonly values: Map<Expr, Vec>;
  /** Who is still there when the statement begins. */
  readonly live: Map<Stmt, Vec>;
  /** What each function returns in the end; NEVER-live devices raise. */
  readonly results: Map<Stmt, FunctionResult>;
  /** Conditions that were decided by a list or a table that stands elsewhere. */
  readonly uses: Map<Expr, Origin>;
  /** Calls of functions whose own conditions tell what they answer, with the first of those. */
  readonly helpers: Map<Expr, Origin>;
  /** Who gets past a decorator that turns others away. */
  readonly decorated: Map<Expr, Vec>;
  /** Of a `raise`: the project's own classes that the exception is of, where it has such. */
  readonly raised: Map<Stmt, readonly string[]>;
  /** Literals in the file that a capability was looked up in, through a table of them. */
  readonly lists: Set<Expr>;
}

export interface FunctionResult {
  readonly exits: readonly Exit[];
  readonly result: Vec;
  /** Whether control can run off its end. */
  readonly falls: boolean;
  /** Its variables at the end. */
  readonly scope: Scope;
}
