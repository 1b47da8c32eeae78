import { DEVICES } from "../../arch/devices";
import type { Span } from "../../text/source";
import type { Enclosing } from "../evaluate/frame";
import type { Block, Module } from "../modules/module";
import type { Def, Expr, Lambda } from "../syntax/syntax";

/** Where a literal list, table or constant stands: what an edit has to change. */
export interface Origin {
  readonly module: Module;
  readonly node: Expr;
}

export interface ClassInfo {
  readonly module: Module;
  readonly name: string;
  readonly bases: readonly Expr[];
  readonly decorators: readonly Expr[];
  readonly block: Block;
  readonly span: Span;
}

export interface FunctionInfo {
  readonly module: Module;
  readonly definition: Def | Lambda;
  /** The class that it is defined in. */
  readonly owner: ClassInfo | null;
  /** What it was defined in; null at module or class level. */
  readonly closure: Enclosing | null;
}

/** In which unit a number tells a capability: 12; 0; 120; 1200. */
export type Unit = "major" | "minor" | "tens" | "hundreds";

/**
 * One Python value, on one device. `cap` is the device's capability in a form that is not known yet: a parameter
 * called `arch` may be 120, 12.0, "sm_120" or (12, 0); what it is compared with tells.
 */
export type Val =
  | { readonly t: "none" }
  | { readonly t: "bool"; readonly v: boolean }
  | { readonly t: "int"; readonly v: number }
  | { readonly t: "float"; readonly v: number }
  | { readonly t: "str"; readonly v: string }
  | {
      readonly t: "seq";
      readonly kind: "tuple" | "list" | "set";
      readonly items: readonly Val[];
      readonly origin?: Origin;
      /** Of a sum: where the lists are written that it was put together of. */
      readonly madeOf?: readonly Origin[];
      /** A `frozenset`. */
      readonly frozen?: true;
      /** A capability: has `.major`, `.minor`, `.to_int()`. */
      readonly capability?: true;
    }
  | {
      readonly t: "dict";
      readonly entries: readonly (readonly [Val, Val])[];
      readonly origin?: Origin;
      /** Of a `defaultdict`: what it has for a key without an entry. */
      readonly fallback?: Val;
    }
  | { readonly t: "cap"; readonly major: number; readonly minor: number; readonly unit: Unit | null }
  | { readonly t: "version"; readonly parts: readonly number[] }
  | { readonly t: "ext"; readonly path: string }
  | { readonly t: "module"; readonly module: Module }
  | { readonly t: "func"; readonly info: FunctionInfo; readonly self?: Val }
  | {
      readonly t: "partial";
      readonly fn: Val;
      readonly args: readonly Vec[];
      readonly keywords: ReadonlyMap<string, Vec>;
    }
  | { readonly t: "class"; readonly info: ClassInfo }
  | {
      readonly t: "inst";
      readonly info: ClassInfo;
      readonly fields?: ReadonlyMap<string, Val>;
      /** While one of its methods sets attributes: what others set is not there yet. */
      readonly early?: true;
    }
  | { readonly t: "enum"; readonly info: ClassInfo; readonly name: string; readonly value: Val }
  /** `text` is a Python expression; `oneOf` lists all that it can be, where that is known. */
  | { readonly t: "unknown"; readonly text: string; readonly oneOf?: readonly Val[] };

/** A value for each device: of length 1 where it is the same for all. */
export type Vec = readonly Val[];

export const NONE: Val = { t: "none" };
export const TRUE: Val = { t: "bool", v: true };
export const FALSE: Val = { t: "bool", v: false };

export function bool(v: boolean): Val {
  return v ? TRUE : FALSE;
}
export function int(v: number): Val {
  return { t: "int", v };
}
export function str(v: string): Val {
  return { t: "str", v };
}
export function tuple(items: readonly Val[]): Val {
  return { t: "seq", kind: "tuple", items };
}

const LONGEST_TEXT = 240;
/** White space shrinks; of so much text enough is left. */
const MOST_READ = 4000;

export function unknown(text: string, oneOf?: readonly Val[]): Val {
  return oneOf === undefined
    ? { t: "unknown", text: shortened(text) }
    : { t: "unknown", text: shortened(text), oneOf };
}

function shortened(text: string): string {
  const some = text.length > MOST_READ ? text.slice(0, MOST_READ) : text;
  const plain = some.includes("\n") ? some.replace(/\s+/g, " ").trim() : some;
  return plain.length > LONGEST_TEXT ? `${plain.slice(0, LONGEST_TEXT)}…` : plain;
}

/** Told by the words of the source, which are read only when somebody asks: of most that is unknown nobody does. */
class UnknownPlace {
  readonly t = "unknown";
  private readonly whole: string;
  private readonly span: Span;
  private known: string | undefined;

  constructor(whole: string, span: Span) {
    this.whole = whole;
    this.span = span;
  }

  get text(): string {
    return (this.known ??= shortened(this.whole.slice(this.span.start, this.span.end)));
  }
}

/** An unknown that is told by its words in a source text. */
export function unknownPlace(whole: string, span: Span): Val {
  return new UnknownPlace(whole, span);
}

export function at(vec: Vec, device: number): Val {
  return vec[vec.length === 1 ? 0 : device] ?? NONE;
}

export function perDevice(make: (device: (typeof DEVICES)[number], index: number) => Val): Vec {
  return shared(DEVICES.map(make));
}

/** One value instead of twelve equal ones. */
export function shared(vec: readonly Val[]): Vec {
  const first = vec[0];
  if (first === undefined || vec.length === 1) return vec;
  return vec.every((value) => value === first || same(value, first)) ? [first] : vec;
}

export function map(vec: Vec, f: (value: Val) => Val): Vec {
  return shared(vec.map(f));
}

export function map2(a: Vec, b: Vec, f: (a: Val, b: Val) => Val): Vec {
  if (a.length === 1 && b.length === 1) return [f(at(a, 0), at(b, 0))];
  return shared(DEVICES.map((_, device) => f(at(a, device), at(b, device))));
}

export function mapN(vecs: readonly Vec[], f: (values: readonly Val[]) => Val): Vec {
  if (vecs.every((vec) => vec.length === 1)) return [f(vecs.map((vec) => at(vec, 0)))];
  return shared(DEVICES.map((_, device) => f(vecs.map((vec) => at(vec, device)))));
}

/** Structural sameness of values whose identity does not matter. */
export function same(a: Val, b: Val): boolean {
  if (a === b) return true;
  if (a.t !== b.t) return false;
  switch (a.t) {
    case "none":
      return true;
    case "bool":
    case "int":
    case "float":
    case "str":
      return a.v === (b as typeof a).v;
    case "unknown":
      return a.text === (b as typeof a).text && sameOptions(a.oneOf ?? [], (b as typeof a).oneOf ?? []);
    case "ext":
      return a.path === (b as typeof a).path;
    case "seq": {
      const other = b as typeof a;
      return (
        a.kind === other.kind &&
        a.items.length === other.items.length &&
        a.items.every((item, index) => same(item, other.items[index] ?? NONE))
      );
    }
    case "dict": {
      const other = (b as typeof a).entries;
      return (
        a.entries.length === other.length &&
        a.entries.every((entry, index) => entry === other[index] || sameEntry(entry, other[index]))
      );
    }
    case "func":
      return a.info === (b as typeof a).info && a.self === (b as typeof a).self;
    case "class":
      return a.info === (b as typeof a).info;
    case "module":
      return a.module === (b as typeof a).module;
    case "enum":
      return a.info === (b as typeof a).info && a.name === (b as typeof a).name;
    case "cap":
      return (
        a.major === (b as typeof a).major &&
        a.minor === (b as typeof a).minor &&
        a.unit === (b as typeof a).unit
      );
    default:
      return false;
  }
}

function sameEntry([key, value]: readonly [Val, Val], other: readonly [Val, Val] | undefined): boolean {
  return other !== undefined && same(key, other[0]) && same(value, other[1]);
}

function sameOptions(a: readonly Val[], b: readonly Val[]): boolean {
  return a === b || (a.length === b.length && a.every((value, index) => same(value, b[index] ?? NONE)));
}

/** Whether Python takes the value as true; undefined where that is not known. */
export function truth(value: Val): boolean | undefined {
  switch (value.t) {
    case "none":
      return false;
    case "bool":
      return value.v;
    case "int":
    case "float":
      return value.v !== 0;
    case "str":
      return value.v !== "";
    case "seq":
      return value.items.length > 0;
    case "dict":
      return value.entries.length > 0;
    case "unknown":
      return commonTruth(value.oneOf);
    case "ext":
      return undefined;
    case "cap":
      return value.unit === "minor" ? value.minor !== 0 : true;
    default:
      return true;
  }
}

function commonTruth(values: readonly Val[] | undefined): boolean | undefined {
  const first = values?.[0];
  if (values === undefined || first === undefined) return undefined;
  const answer = truth(first);
  return values.every((value) => truth(value) === answer) ? answer : undefined;
}

export function isUnknown(value: Val): boolean {
  return value.t === "unknown" || value.t === "ext";
}

/** A Python expression for the value, for residuals. */
export function show(value: Val): string {
  switch (value.t) {
    case "none":
      return "None";
    case "bool":
      return value.v ? "True" : "False";
    case "int":
    case "float":
      return String(value.v);
    case "str":
      return JSON.stringify(value.v);
    case "seq": {
      const items = value.items.map(show).join(", ");
      if (value.kind === "list") return `[${items}]`;
      if (value.kind === "set") return `{${items}}`;
      return value.items.length === 1 ? `(${items},)` : `(${items})`;
    }
    case "unknown":
      return value.text;
    case "ext":
      return value.path;
    case "enum":
      return `${value.info.name}.${value.name}`;
    case "class":
      return value.info.name;
    default:
      return "…";
  }
}
