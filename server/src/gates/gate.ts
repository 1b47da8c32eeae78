import type { Domain, Mask } from "../logic/sets";
import type { Span } from "../text/source";

export type Layer = "cuda-preprocessor" | "cuda-host" | "python" | "build";
export type { Domain } from "../logic/sets";

/** Targets (or devices) whose answer is not known: admitted exactly when `when` holds. */
export interface Dependent {
  readonly mask: Mask;
  /** A condition in the language of the gate: for a guard, a valid `#if` expression over unknown macros. */
  readonly when: string;
}

/** Every target (or device) of the domain is in exactly one of `admits`, `excludes`, `depends`. */
export interface Admission {
  readonly admits: Mask;
  readonly excludes: Mask;
  readonly depends: readonly Dependent[];
}

/** What an excluded target gets instead, worst first. */
export const CONSEQUENCES = [
  "empty", // the branch was the whole body: it launches, does nothing, and the results are garbage
  "skipped", // statements are missing, nothing stands in their place
  "traps", // #error, __trap, assert(false), printf-and-exit
  "raises", // a Python exception, a host check that throws
  "rejects", // a decorator or a capability attribute refuses the device
  "returns false", // False, None or an empty result is returned
  "unbuilt", // the arch list compiles no code for it
  "other arm", // another arm of a ladder serves it
  "falls back", // real code in the #else
] as const;
export type Consequence = (typeof CONSEQUENCES)[number];

export interface Evidence {
  /** Another file than the gate's own, else undefined. */
  readonly file?: string;
  readonly span: Span;
  readonly text: string;
}

export type ReasonKind = "hardware" | "stated" | "not apparent";

export interface Reason {
  readonly kind: ReasonKind;
  readonly evidence: readonly Evidence[];
}

/** An instruction met in the code that a gate admits, with the targets whose assembler accepts it. */
export interface InstructionUse {
  readonly file?: string;
  readonly span: Span;
  /** As to be shown: `wgmma.fence.sync.aligned`. */
  readonly name: string;
  /** The PTX that the name stands for, where it is not PTX itself. */
  readonly form?: string;
  readonly targets: Mask;
  /** True when the match is by a name or a prefix rather than by the whole instruction. */
  readonly approximate: boolean;
}

/** `is_sm100` claims 10.0 exactly, a name with "family" a whole major, "or newer" everything from there on. */
export interface Claim {
  readonly text: string;
  readonly span: Span;
  readonly mask: Mask;
}

/** What `exemptFor` says where other code is there for those left out, and for nobody else: an edit would take them from it. */
export const OWN_ARM = "the target has an arm of its own";

/**
 * One place that decides by architecture, as a front end found it. It says nothing yet about any one target of a
 * user: `judge` does. Offsets are UTF-16 code units of the gate's own file.
 */
export interface Gate {
  readonly layer: Layer;
  /** How the gate is written: "guard", "list", "comparison", "predicate", "decorator", "ladder", "table", … */
  readonly form: string;
  /** The whole condition, from its keyword or list name. */
  readonly span: Span;
  readonly text: string;
  /** Where others decide: the conditions that an `#else` is the rest of, the labels of a `switch`. */
  readonly conditions?: string;
  readonly domain: Domain;
  readonly admission: Admission;
  /** Build lists: the targets that the list names; else null. */
  readonly exact: readonly string[] | null;
  /** Guards: whether the host pass compiles the region (text: under which condition); else null. */
  readonly host: boolean | string | null;
  /**
   * Set where it is a condition that the compiler settles in code that is compiled itself: the targets that compile that
   * code, and those of them for which the condition is true, and false.
   */
  readonly settled?: { readonly reached: Mask; readonly yes: Mask; readonly no: Mask };
  /** The operand that excludes these targets or devices, where one can be named. */
  operandFor(excluded: Mask): Span | null;
  /** What excluded targets or devices get instead; null where that does not apply or is not known. */
  readonly consequence: Consequence | null;
  /** Code that the gate admits: instructions found in it. Empty for gates whose code is elsewhere. */
  readonly instructions: readonly InstructionUse[];
  /**
   * Names in the code behind the gate that say it is made for other architectures than those excluded: no proof that it
   * cannot run there, but what must be looked at first.
   */
  madeForOthers?(excluded: Mask): readonly Evidence[];
  /**
   * What those get who are let in where the code behind the gate only turns them away (a trap, a plain `return` ahead of
   * the work) while newer others are spared it; null where it does anything else.
   */
  refusalOf?(admitted: Mask): Consequence | null;
  /**
   * Whether the code is the whole body of a kernel, of a function that gives a value back, or of another one; null or
   * absent: of neither.
   */
  readonly bodyOf?: "kernel" | "value" | "function" | null;
  /** Set where those whom it lets in are in an arm of its own, not past it: `if a: return x()`. */
  readonly intoArm?: true;
  /** What a function hands back at once to those left out: `return 0`; null or absent where it does not. */
  readonly returnsInstead?: string | null;
  /** Other things that the code asks for and none of `asked` has: shared memory above the limit. */
  obstaclesFor?(asked: Mask): readonly Evidence[];
  /** Comments and messages beside the gate that may state a reason. */
  readonly remarks: readonly Evidence[];
  /** Set where the gate is a use of a definition that carries the finding. */
  readonly definedAt: { readonly file: string; readonly span: Span } | null;
  /** Of a use that carries the finding itself: where the list is written that it names. */
  readonly listedAt?: Evidence;
  /**
   * Why a gate that leaves targets out is still no finding ("its own arm", "predicate", "older targets only"); null
   * when it is one for every target it leaves out.
   */
  exemptFor(excluded: Mask): string | null;
  /** What the gate's name or message promises, where it has one that can be held against what it does. */
  readonly claim: Claim | null;
  /** What the fixes need to know of the syntax; each front end has its own. */
  readonly shape: unknown;
}
