import type { Span } from "../../text/source";

/** The Python that this front end reads, as plain data. Offsets are those of the whole file. */
export interface Name extends Span {
  readonly kind: "name";
  readonly id: string;
}
export interface Num extends Span {
  readonly kind: "number";
  readonly value: number;
  readonly float: boolean;
}
/** A string literal, implicit concatenation included; `parts` has an expression where an f-string interpolates. */
export interface Str extends Span {
  readonly kind: "string";
  readonly parts: readonly (string | { readonly value: Expr; readonly format: string })[];
  /** The literals that were written side by side; more than one means that they are joined. */
  readonly pieces: readonly Span[];
}
export interface Constant extends Span {
  readonly kind: "constant";
  readonly value: true | false | null | "...";
}
export interface Sequence extends Span {
  readonly kind: "tuple" | "list" | "set";
  readonly items: readonly Expr[];
}
export interface DictExpr extends Span {
  readonly kind: "dict";
  /** A key of null is `**value`. */
  readonly entries: readonly { readonly key: Expr | null; readonly value: Expr; readonly span: Span }[];
}
export interface Unary extends Span {
  readonly kind: "unary";
  readonly op: "not" | "-" | "+" | "~";
  readonly operand: Expr;
}
export interface Binary extends Span {
  readonly kind: "binary";
  readonly op: string;
  readonly left: Expr;
  readonly right: Expr;
}
/** `a and b and c`, flattened. */
export interface BoolExpr extends Span {
  readonly kind: "bool";
  readonly op: "and" | "or";
  readonly operands: readonly Expr[];
}
export interface Compare extends Span {
  readonly kind: "compare";
  readonly operands: readonly Expr[];
  readonly ops: readonly { readonly op: string; readonly span: Span }[];
}
export interface Call extends Span {
  readonly kind: "call";
  readonly callee: Expr;
  readonly args: readonly Expr[];
  readonly keywords: readonly { readonly name: string; readonly value: Expr; readonly span: Span }[];
}
export interface Attribute extends Span {
  readonly kind: "attribute";
  readonly object: Expr;
  readonly name: string;
}
export interface Subscript extends Span {
  readonly kind: "subscript";
  readonly object: Expr;
  readonly index: Expr;
}
export interface Slice extends Span {
  readonly kind: "slice";
  readonly parts: readonly (Expr | null)[];
}
export interface Conditional extends Span {
  readonly kind: "conditional";
  readonly test: Expr;
  readonly then: Expr;
  readonly otherwise: Expr;
}
export interface Lambda extends Span {
  readonly kind: "lambda";
  readonly parameters: readonly Parameter[];
  readonly body: Expr;
}
export interface Comprehension extends Span {
  readonly kind: "comprehension";
  readonly of: "list" | "set" | "dict" | "generator";
  readonly element: Expr;
  readonly value: Expr | null;
  readonly clauses: readonly (
    | { readonly kind: "for"; readonly target: Expr; readonly iterable: Expr }
    | { readonly kind: "if"; readonly test: Expr }
  )[];
  /** Who goes through what a generator gives: `any` and `all` stop at the first that decides. */
  readonly read: "whole" | "any" | "all" | "unknown";
}
export interface Walrus extends Span {
  readonly kind: "walrus";
  readonly name: string;
  readonly value: Expr;
}
export interface Starred extends Span {
  readonly kind: "starred";
  readonly value: Expr;
}
/** Whether `subject` has the form of a `case`; a `match` is an `if` with such tests. */
export interface CaseTest extends Span {
  readonly kind: "case";
  readonly subject: Expr;
  readonly pattern: Pattern;
  readonly guard: Expr | null;
}
export type Pattern =
  | { readonly kind: "value"; readonly value: Expr }
  /** Null: `_`. */
  | { readonly kind: "capture"; readonly name: string | null }
  | { readonly kind: "either"; readonly patterns: readonly Pattern[] }
  /** `star`: the place of `*rest`; -1 where there is none. */
  | { readonly kind: "sequence"; readonly items: readonly Pattern[]; readonly star: number }
  | { readonly kind: "as"; readonly pattern: Pattern; readonly name: string }
  /** `{key: pattern, **rest}` */
  | {
      readonly kind: "mapping";
      readonly entries: readonly { readonly key: Expr; readonly pattern: Pattern }[];
      readonly rest: string | null;
    }
  | {
      readonly kind: "class";
      readonly type: Expr;
      readonly positional: readonly Pattern[];
      readonly keywords: readonly { readonly name: string; readonly pattern: Pattern }[];
    }
  | { readonly kind: "other" };
/** What is not understood, or is broken: its value is unknown; what stands inside is still read. */
export interface Opaque extends Span {
  readonly kind: "opaque";
  readonly children: readonly Expr[];
}

export type Expr =
  | Name
  | Num
  | Str
  | Constant
  | Sequence
  | DictExpr
  | Unary
  | Binary
  | BoolExpr
  | Compare
  | Call
  | Attribute
  | Subscript
  | Slice
  | Conditional
  | Lambda
  | Comprehension
  | Walrus
  | Starred
  | CaseTest
  | Opaque;

export interface Parameter {
  readonly name: string;
  /** The name where it stands. */
  readonly node: Name;
  readonly star: "" | "*" | "**";
  readonly default: Expr | null;
  readonly annotation: string;
}

export interface ExprStmt extends Span {
  readonly kind: "expression";
  readonly value: Expr;
}
export interface Assign extends Span {
  readonly kind: "assign";
  readonly targets: readonly Expr[];
  /** Null for a bare annotation. */
  readonly value: Expr | null;
  /** `name: type = value`: in a class, a field's default rather than its value. */
  readonly annotated: boolean;
}
export interface AugAssign extends Span {
  readonly kind: "augmented";
  readonly op: string;
  readonly target: Expr;
  readonly value: Expr;
}
export interface Return extends Span {
  readonly kind: "return";
  readonly value: Expr | null;
}
export interface Raise extends Span {
  readonly kind: "raise";
  readonly value: Expr | null;
}
export interface Assert extends Span {
  readonly kind: "assert";
  readonly test: Expr;
  readonly message: Expr | null;
}
export interface Arm {
  readonly test: Expr;
  readonly body: readonly Stmt[];
  /** From `if` or `elif` to the end of the condition. */
  readonly head: Span;
}
export interface If extends Span {
  readonly kind: "if";
  readonly arms: readonly Arm[];
  readonly otherwise: readonly Stmt[] | null;
}
export interface For extends Span {
  readonly kind: "for";
  readonly target: Expr;
  readonly iterable: Expr;
  readonly body: readonly Stmt[];
  readonly otherwise: readonly Stmt[];
}
export interface While extends Span {
  readonly kind: "while";
  readonly test: Expr;
  readonly body: readonly Stmt[];
  readonly otherwise: readonly Stmt[];
}
export interface Try extends Span {
  readonly kind: "try";
  readonly body: readonly Stmt[];
  readonly handlers: readonly (readonly Stmt[])[];
  /** The classes that each handler names, by their last names. */
  readonly catches: readonly (readonly string[])[];
  /** What each handler calls it: `e` of `except ValueError as e:`; null where it does not. */
  readonly caughtAs: readonly (string | null)[];
  readonly otherwise: readonly Stmt[];
  readonly last: readonly Stmt[];
}
export interface With extends Span {
  readonly kind: "with";
  /** `target` is what stands behind `as`. */
  readonly items: readonly { readonly value: Expr; readonly target: Expr | null }[];
  readonly body: readonly Stmt[];
}
export interface Def extends Span {
  readonly kind: "def";
  readonly name: string;
  readonly nameSpan: Span;
  readonly parameters: readonly Parameter[];
  readonly decorators: readonly Expr[];
  readonly body: readonly Stmt[];
}
export interface ClassDef extends Span {
  readonly kind: "class";
  readonly name: string;
  readonly nameSpan: Span;
  readonly bases: readonly Expr[];
  readonly decorators: readonly Expr[];
  readonly body: readonly Stmt[];
}
export interface Import extends Span {
  readonly kind: "import";
  /** `import a.b as c`: path "a.b", name "c". */
  readonly names: readonly { readonly path: string; readonly name: string | null }[];
}
export interface ImportFrom extends Span {
  readonly kind: "from";
  /** Number of leading dots. */
  readonly level: number;
  readonly path: string;
  /** Null: `*`. */
  readonly names: readonly { readonly name: string; readonly as: string }[] | null;
}
/** `global a, b` and `nonlocal a`. */
export interface Outer extends Span {
  readonly kind: "outer";
  readonly names: readonly string[];
}
export interface Delete extends Span {
  readonly kind: "delete";
  readonly targets: readonly Expr[];
}
export interface Simple extends Span {
  readonly kind: "pass" | "break" | "continue" | "other";
}

export type Stmt =
  | ExprStmt
  | Assign
  | AugAssign
  | Return
  | Raise
  | Assert
  | If
  | For
  | While
  | Try
  | With
  | Def
  | ClassDef
  | Import
  | ImportFrom
  | Outer
  | Delete
  | Simple;
