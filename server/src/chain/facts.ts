/**
 * What one file says about how code hangs together: who is called, what is built from which sources, what is included.
 * It depends on the file's text alone. Offsets are UTF-16 code units of the file.
 */
import type { Span } from "../text/source";

export interface PythonReference {
  /** As written, "a.b.c"; what hangs on a call or another expression begins with a dot: ".run". */
  readonly name: string;
  readonly at: number;
  /** Indices, in the function's conditions, of those that decide whether this place is come by. */
  readonly under: readonly number[];
  /** Those of them that hold where this place is come by: it stands in the arm, not behind it or beside it. */
  readonly inArms: readonly number[];
  /** Those of them that do not hold there: it stands in the `else` of their `if`, or in a later arm. */
  readonly inElse: readonly number[];
  /** "listed": its result goes into a list of things that are built ahead. */
  readonly use: "call" | "value" | "listed";
  /** Of things that stand together, and of which one is taken, where they stand: `[f, g][key]`, `table.get(key, f)`. */
  readonly oneOf?: number;
}

/** A name that stands for a setting of the program: long, and in several words. */
export interface OptionUse {
  readonly name: string;
  readonly at: number;
  readonly under: readonly number[];
  /** Where it is written: the function that is handed over to decide, as written; null for anything else. */
  readonly value: string | null;
}

/**
 * A name by which something is registered or chosen: a text in quotes that has several words, or a member of an
 * enumeration, "Backend.FAST_PATH".
 */
export interface WordUse {
  readonly text: string;
  readonly at: number;
  readonly under: readonly number[];
}

/** A source file that is handed to a compiler, as far as its path is spelled out; "*" stands for what is not. */
export interface SourceName {
  readonly path: string;
  readonly span: Span;
}

export interface ModuleBuild {
  /** "*" stands for what is worked out at run time. */
  readonly name: string;
  readonly span: Span;
}

/** What becomes of an exception that is caught. */
export interface Handled {
  /** The classes that the handler names, by their last names. */
  readonly catches: readonly string[];
  /** What the handler does, or, where that is nothing, what catches. */
  readonly span: Span;
  /** "next turn": it goes on as long as a loop has more to try; "may end": a condition decides whether it raises. */
  readonly then: "goes on" | "next turn" | "may end" | "ends";
}

export interface TryBlock {
  /** What is tried; of a loop over what is tried, that as well. */
  readonly places: readonly Span[];
  readonly handlers: readonly Handled[];
}

export interface Raise {
  /** The class; null where it is not told, or what was caught is raised again. */
  readonly name: string | null;
  readonly at: number;
}

/** Statements that follow each other; what a handler does is none of them. `serves`: more than a plain no is handed back. */
export type Flow =
  | { readonly kind: "plain"; readonly span: Span }
  | { readonly kind: "leave"; readonly span: Span; readonly serves: boolean }
  | { readonly kind: "maybe"; readonly body: readonly Flow[] }
  | {
      readonly kind: "if";
      readonly arms: readonly { readonly condition: Span; readonly body: readonly Flow[] }[];
      readonly otherwise: readonly Flow[];
    };

/** What in a function decides about its ways, architectures aside. */
export interface PythonWays {
  readonly tries: readonly TryBlock[];
  readonly raises: readonly Raise[];
  readonly flow: readonly Flow[];
}

/** What stands in a function is read when it is asked for, its name and place aside. */
export interface PythonFunction {
  /** "f", "Class.method", "f.inner"; "" for the module's own statements. */
  readonly name: string;
  /** From its first decorator to its end. */
  readonly span: Span;
  readonly nameSpan: Span;
  readonly conditions: readonly Span[];
  /** Blocks that the function comes by or does not: arms of conditions, and loops. */
  readonly perhaps: readonly Span[];
  readonly references: readonly PythonReference[];
  readonly reads: readonly OptionUse[];
  readonly writes: readonly OptionUse[];
  readonly words: readonly WordUse[];
  readonly sources: readonly SourceName[];
  readonly builds: readonly ModuleBuild[];
  readonly ways: PythonWays;
  /** Calls of what is looked up at run time: `table[key]()` by the table's name, `getattr(object, name)()` by "getattr". */
  readonly lookups: readonly { readonly name: string; readonly at: number }[];
}

export interface PythonImport {
  /** The name that is bound; "*" for all. */
  readonly name: string;
  readonly level: number;
  readonly path: string;
  /** What is taken out of the module; null: the module itself. */
  readonly member: string | null;
}

export interface PythonFacts {
  readonly language: "python";
  readonly imports: readonly PythonImport[];
  /** Names that the module binds to what other names stand for. */
  readonly aliases: readonly { readonly name: string; readonly target: string }[];
  /** Names that the module binds to a dictionary or sequence of named things, with what these names are. */
  readonly tables: readonly {
    readonly name: string;
    readonly members: readonly string[];
    /** Whether these are all that is written down there. */
    readonly isWhole: boolean;
  }[];
  readonly classes: readonly {
    readonly name: string;
    readonly nameSpan: Span;
    readonly bases: readonly string[];
  }[];
  readonly functions: readonly PythonFunction[];
  /** Operators that Python code registers: by which name, and the function as written. */
  readonly operators: readonly { readonly name: string; readonly target: string }[];
}

export interface CudaFunction {
  /** Its qualifiers included: "ns::f". */
  readonly name: string;
  readonly kind: "kernel" | "function" | "macro";
  readonly nameSpan: Span;
  /** Where its code stands. */
  readonly body: Span;
  /** Names that its code may call, launch or hand on. */
  readonly references: readonly string[];
  /** Classes of which its code makes an object. */
  readonly makes: readonly string[];
}

export interface CudaFacts {
  readonly language: "cuda";
  readonly includes: readonly { readonly spelling: string; readonly quoted: boolean; readonly span: Span }[];
  readonly functions: readonly CudaFunction[];
  /** `references`: names of its bases and members that are given template arguments or called. */
  readonly classes: readonly {
    readonly name: string;
    readonly body: Span;
    readonly references: readonly string[];
  }[];
  /** Types that stand for an architecture, where one is given another name for a template to use. */
  readonly tags: readonly { readonly text: string; readonly span: Span }[];
  /** What is bound to a name that Python calls: by TVM's FFI, torch's registration, pybind11. */
  readonly exports: readonly { readonly name: string; readonly target: string; readonly span: Span }[];
}

export interface BuildFacts {
  readonly language: "build";
  /** Commands that name sources; `since` is where what was said for them begins. */
  readonly lists: readonly {
    readonly command: string;
    readonly since: number;
    readonly span: Span;
    readonly sources: readonly SourceName[];
  }[];
}

/** An extension as the function that describes it has it. */
export interface Extension {
  readonly name: string;
  /** Of the function. */
  readonly span: Span;
  /** As they are spelled, "*" standing for what is not. */
  readonly sources: readonly string[];
}

/** What a scan keeps of how a file hangs together with others. */
export interface FileLinks {
  /** As they are spelled, quotes and brackets with them. */
  readonly includes: readonly string[];
  readonly extensions: readonly Extension[];
}

export const NO_LINKS: FileLinks = { includes: [], extensions: [] };

export type FileFacts = PythonFacts | CudaFacts | BuildFacts;
