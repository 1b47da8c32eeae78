/** What an analysis of one file hands to those who show it. Offsets are UTF-16 code units, lines count from 0. */
import type { InstructionUse } from "../gates/gate";
import type { JudgedGate, Severity } from "../gates/judgement";
import type { CapabilityNames } from "../python/names/own-names";
import type { CudaOutline } from "../cuda/outline";
import type { Mask } from "../logic/sets";
import type { SourceText, Span } from "../text/source";

export type { CudaOutline, OutlinedFunction } from "../cuda/outline";

export type Language = "cuda" | "python" | "build";

export interface Settings {
  /** The user's target: `sm_120`. */
  readonly target: string;
  /** Macros given by the user: a text, or null for "not defined". */
  readonly macros: ReadonlyMap<string, string | null>;
  /** Every macro that no seen text defines counts as undefined, as a preprocessor takes it. */
  readonly assumeUndefined: boolean;
  /** Follow #include and imports. */
  readonly followIncludes: boolean;
  /** Where names are resolved from; "" when unknown. */
  readonly root: string;
  /** Folders in which includes are looked for before the conventional ones. */
  readonly includeFolders?: readonly string[];
  /** Names by which the project's Python code calls the device's capability. */
  readonly capabilityNames?: CapabilityNames;
  /** Python files that say nothing of devices are read too, for what they import: whoever asks knows that they may. */
  readonly readsEveryText?: boolean;
  readonly severities: ReadonlyMap<string, Severity | "off">;
}

/** Where one `#if/#ifdef/#ifndef/#elif/#else` branch stands. */
export interface Branch {
  readonly directive: "if" | "ifdef" | "ifndef" | "elif" | "elifdef" | "elifndef" | "else";
  /** The directive, from its `#` to the end of its condition. */
  readonly span: Span;
  readonly line: number;
  /** The last line before the directive that ends the branch. */
  readonly endLine: number;
  /** The condition as written, splices and comments taken out; "" for #else. */
  readonly text: string;
  /** Index, in the file's list, of the branch this one stands in. */
  readonly parent: number | null;
}

/** A branch, and who compiles it. */
export interface Region extends Branch {
  readonly host: boolean | string;
  readonly admits: Mask;
  readonly depends: readonly { readonly mask: Mask; readonly when: string }[];
  /** For each excluded target: the operand that removes it. */
  readonly why: readonly { readonly mask: Mask; readonly span: Span; readonly text: string }[];
  /** What a preprocessor would report about the condition; that branch counts as not taken. */
  readonly error: string | null;
  /** Nothing is wrong with the condition: it was too much to be decided, and `error` says so. */
  readonly givenUp: boolean;
  /** Assumptions that mattered: `CUDART_VERSION=13000`. */
  readonly assumed: readonly string[];
}

export const EMPTY_OUTLINE: CudaOutline = { functions: [], blocks: [], comments: [], includes: [] };

export interface FileReport {
  readonly source: SourceText;
  readonly language: Language;
  /** Every gate in source order; findings are those with a rule. */
  readonly gates: readonly JudgedGate[];
  readonly regions: readonly Region[];
  /** The places of the regions alone: what is kept of them for chains. */
  readonly branches: readonly Branch[];
  readonly instructions: readonly InstructionUse[];
  /** CUDA: functions with a body and what a reader may fold; empty for other languages. Worked out when asked for. */
  readonly outline: CudaOutline;
  /** How many conditions were read, and the unknown names that some of them depend on. */
  readonly read: { readonly conditions: number; readonly dependsOn: readonly string[] };
  /** Included files that were not found, as they were asked for. */
  readonly missing: readonly { readonly spelling: string; readonly quoted: boolean }[];
  /** Files that the answer needed and that `Files` did not have loaded yet. */
  readonly wanted: readonly string[];
  /** What went wrong with this file, in words; null when nothing did. */
  readonly fault: string | null;
}
