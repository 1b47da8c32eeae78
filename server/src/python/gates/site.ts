import type { Gate } from "../../gates/gate";
import type { Decided, Flags } from "./decided";
import type { Recorder } from "../evaluate/frame";
import type { Module } from "../modules/module";
import type { ConditionShape } from "../shape";
import type { Def, Expr, Stmt } from "../syntax/syntax";
import type { ClassInfo, Vec } from "../values/values";

/** Where the search for gates stands: the file, what was seen of it, and the function around. */
export interface Site {
  readonly module: Module;
  readonly recorder: Recorder;
  readonly gates: Gate[];
  /** Literals that conditions of this file decide by, with what those get who are not in them. */
  readonly decidedBy: Decided;
  readonly flags: Flags;
  /** Whether a capability was looked up in a table that holds this literal. */
  readonly holdsList: (node: Expr) => boolean;
  /** Literal lists of build flags that are parts of a longer one, each with the words for it. */
  readonly parts: ReadonlyMap<Expr, string>;
  readonly definition: Def | null;
  readonly owner: ClassInfo | null;
  readonly sibling: (definition: Def | null) => ConditionShape["sibling"];
  /** Where the statement begins whose expressions are looked through: what is said above it concerns them all. */
  statement: number | null;
  /** The handlers of each `try` around, the innermost first. */
  readonly handlers: readonly (readonly Handler[])[];
  /** Tests spell out what they expect of others; nobody is kept out by that. */
  readonly inTest: boolean;
}

export interface Handler {
  readonly catches: readonly string[];
  readonly body: readonly Stmt[];
}

export function valueOf(site: Site, node: Expr): Vec | undefined {
  return site.recorder.values.get(node);
}
