/**
 * What the editor side and the server say to each other beyond the standard protocol: names, once, and plain types.
 * Nothing of the server's workings is imported here, so the client may use it without learning them.
 */
import type { CellState } from "../display/matrix-cells";
export type { CellKind } from "../display/matrix-cells";

/** How a server asks for files that it cannot read itself. */
export { ASSET_METHOD, FILE_METHOD } from "./protocol-files";
export type { AssetQuestion, FileAnswer, FileQuestion } from "./protocol-files";

/** The section of all settings, and of `workspace/configuration` requests. */
export const SETTINGS_SECTION = "smLens";

/** The `source` of every diagnostic. */
export const DIAGNOSTIC_SOURCE = "SM Lens";

/** By this name among the experimental capabilities our own client says that it has our commands. */
export const OUR_CLIENT = "smLens";

export { targetMeant } from "../arch/target-spelling";
export { DEFAULT_TARGET } from "../arch/targets";

/** What a target that is left out gets instead, worst first. */
export { CONSEQUENCES } from "../gates/gate";

/** What a cell of the support matrix comes to, from best to worst, and the signs for it. */
export { CELL_KINDS, CELL_SIGNS, cellKind } from "../display/matrix-cells";

/** The `data` of a diagnostic that is a finding. */
export interface FindingData {
  readonly rule: string;
  /** The condition, or the part of it that decides, in a few words. */
  readonly title: string;
  /** The target that was asked about. */
  readonly target: string;
  /** One of `CONSEQUENCES`; null where it gets in or where that is not known. */
  readonly consequence: string | null;
  /** "hardware", "stated", "not apparent"; null where there is nothing to give a reason for. */
  readonly reason: string | null;
}

/** The form in which code holds the capability. */
export type CapabilityForm =
  "pair" | "properties" | "major" | "minor" | "number" | "dotted" | "digits" | "sm";

export type RuleLevel = "error" | "warning" | "information" | "hint" | "off";

/** `smLens.*` as `workspace/configuration` answers it, per resource. */
export interface LensSettings {
  /** What is asked about: `sm_120` (the plain target and its variants), `sm_120a`. */
  readonly target: string;
  /** The level of a rule, by its id; a rule that is not named keeps its own. */
  readonly rules: Readonly<Record<string, RuleLevel>>;
  /** Globs, relative to the workspace folder: files that are neither scanned nor reported on. */
  readonly exclude: readonly string[];
  /** Folders, relative to the workspace folder, in which included files are looked for first. */
  readonly includePath: readonly string[];
  /** A `compile_commands.json`, relative to the workspace folder; "": that of the root or its build folder. */
  readonly compileCommands: string;
  /** Macros that are defined, with their values. */
  readonly defines: Readonly<Record<string, string>>;
  /** Macros that are not defined. */
  readonly undefines: readonly string[];
  readonly python: {
    /** Names by which Python code calls the device's capability, with the form in which each holds it. */
    readonly capabilityNames: Readonly<Record<string, CapabilityForm>>;
  };
  /** Targets that are shown beside the one asked about. */
  readonly alsoShow: readonly string[];
  /** Which conditions carry an inlay hint: none, those of findings, all that decide by architecture. */
  readonly inlayHints: InlayHintsMode;
  /** Whether functions that leave the target out carry a code lens. */
  readonly codeLens: boolean;
}

export type InlayHintsMode = "off" | "findings" | "all";

/** Commands of our own client that the server's answers name; it sends none to others. */
export const CLIENT_COMMANDS = {
  chooseTarget: "smLens.chooseTarget",
  /** With `ChainParams`: shows that chain. */
  showChain: "smLens.showChain",
  /** With `ChainParams`: opens every gate of that chain that can be opened, after asking. */
  openChain: "smLens.openChain",
  /** With `GatePlace`: shows the hover there. */
  explainGate: "smLens.explainGate",
  /** With a rule's id: shows its page. */
  openRulePage: "smLens.openRulePage",
  /** With `SilenceParams` but for the reason, which it asks for. */
  silenceFinding: "smLens.silenceFinding",
} as const;

export interface GatePlace {
  readonly uri: string;
  readonly position: PlainPosition;
}

/**
 * Request `smLens/silence`: the `WorkspaceEdit` that silences a finding by a comment with the reason, in the language's
 * own style; null where there is no such finding, or no place for a comment.
 */
export const SILENCE_METHOD = "smLens/silence";

export interface SilenceParams extends GatePlace {
  readonly rule: string;
  readonly reason: string;
}

/**
 * The command that a fix carries where it edits files that are not the workspace's own, installed packages among them:
 * the server writes what was changed into `.sm-lens/patches.json` of the workspace, and nothing else.
 */
export const KEEP_COMMAND = "smLens.keepChanges";

/** Request `smLens/keptChanges`, no parameters: what became of all that is kept. Answers `KeptChanges`. */
export const KEPT_METHOD = "smLens/keptChanges";

export interface KeptChanges {
  readonly total: number;
  /** Those that are neither in place nor opened otherwise. */
  readonly needAttention: number;
  /** Those whose old text is back: they can be put back. */
  readonly lost: number;
  /** The outcome in one sentence for people. */
  readonly message: string;
  readonly changes: readonly KeptChange[];
  /** All of them, as `patch -p1` takes it. */
  readonly patch: string;
}

export interface KeptChange {
  /** Names it in `smLens/forgetKept`. */
  readonly id: string;
  readonly uri: string;
  /** The first line that it changes, where it is or would be, from 0; null where that is not known. */
  readonly line: number | null;
  readonly state: "in place" | "lost" | "opened otherwise" | "changed" | "missing";
  /** What the fix said it does. */
  readonly title: string;
}

/** Notification from the server: what is kept is other than it was. */
export const KEPT_CHANGED_METHOD = "smLens/keptChanged";

/** Request, no parameters: a `WorkspaceEdit` that puts back what is lost, annotated; null where nothing is. */
export const REAPPLY_METHOD = "smLens/reapplyKept";

/** Request `ForgetParams`: a change is no longer kept; the file stays as it is. Answers whether it was. */
export const FORGET_METHOD = "smLens/forgetKept";

export interface ForgetParams {
  readonly id: string;
}

/**
 * Request, no parameters, when the edit of `smLens/openChain` was applied, or some of it: keeps what it did to files
 * that are not the workspace's own. Answers in how many.
 */
export const KEEP_OPENED_METHOD = "smLens/keepOpened";

/** Notification to the server: something was undone, or done again, in an open document. */
export const UNDONE_METHOD = "smLens/undone";

export interface UndoneParams {
  readonly uri: string;
}

/**
 * Request `smLens/inactiveRegions`: the lines of an open document that the target, and the targets also shown, do not
 * compile. Null where the document is none of ours.
 */
export const INACTIVE_REGIONS_METHOD = "smLens/inactiveRegions";

export interface InactiveRegionsParams {
  readonly uri: string;
}

/** The first and the last line, from 0. */
export type PlainLines = readonly [number, number];

export interface InactiveRegions {
  /** The version of the document that the answer is for. */
  readonly version: number;
  /** None of the targets compiles these lines. */
  readonly excluded: readonly PlainLines[];
  /** Some do, or it depends on what is not known. */
  readonly partly: readonly PlainLines[];
}

/**
 * Notification `smLens/changed` from the server: what it answered for these documents before may no longer hold, by a
 * change of settings, or of a file that they read.
 */
export const CHANGED_METHOD = "smLens/changed";

export interface ChangedParams {
  readonly uris: readonly string[];
}

/**
 * Request `smLens/scan`: reads every file of the workspace that can hold a gate and publishes diagnostics for those
 * that are not open too (they stay until the next scan, a change of settings, or a change of the file on disk; a
 * file that is opened is answered for as an open one, and keeps its findings when it is closed again).
 * Cancelling the request ends the scan early; what was found by then stays.
 */
export const SCAN_METHOD = "smLens/scan";

export interface ScanParams {
  /** `$/progress` is reported on it: begin, report with a percentage and the file in hand, end. */
  readonly workDoneToken?: string | number;
}

export interface ScanResult {
  readonly cancelled: boolean;
  /** The target asked about, of the first workspace folder. */
  readonly target: string;
  readonly filesScanned: number;
  /** Conditions read: guards, lists, comparisons. */
  readonly conditionsRead: number;
  readonly findings: number;
  readonly filesWithFindings: number;
  /** Files that could not be read or analysed. */
  readonly faults: number;
  /** The outcome in one sentence for people, that nothing was found included. */
  readonly message: string;
  /** What was read, and what is not decided and why. */
  readonly details: string;
}

/** Notification `smLens/scanOutdated`: settings or folders changed, and what the last scan found was taken back. */
export const SCAN_OUTDATED_METHOD = "smLens/scanOutdated";

/**
 * Notification `smLens/chainsOutdated`: the chains and the matrix that were answered last may no longer hold. Sent once
 * for what is typed, and once for anything else, until the next answer.
 */
export const CHAINS_OUTDATED_METHOD = "smLens/chainsOutdated";

export interface ChainsOutdatedParams {
  /** Something was typed in an open document, and is not saved yet: more will follow. */
  readonly typed: boolean;
}

/** Request `smLens/targets`, with `{uri}` or nothing: all targets that can be asked about, ascending, and which one is. */
export const TARGETS_METHOD = "smLens/targets";

export interface TargetChoice {
  /** `sm_120`, `sm_120a`. */
  readonly name: string;
  /** Products people know it by, best known first: "RTX 50xx", "RTX PRO 6000 Blackwell". Empty for none. */
  readonly products: readonly string[];
  /** What the suffix means, in a few words; "" for a plain target. */
  readonly note: string;
}

export interface TargetsResult {
  readonly targets: readonly TargetChoice[];
  /** The one asked about where the document is, by the settings or by the project's own file. */
  readonly asked: string;
  /** Why that is another one than was wanted: "smLens.target: there is no target "nope"". Null where it is the one. */
  readonly problem: string | null;
}

/** A place and a range of the protocol, told in plain types: lines and characters count from 0. */
export interface PlainPosition {
  readonly line: number;
  readonly character: number;
}

export interface PlainRange {
  readonly start: PlainPosition;
  readonly end: PlainPosition;
}

/**
 * Request `smLens/chain`: the gates on the way from an entry to the code it ends in, in the order in which they are
 * met. Answers `ChainResult`, or null where nothing stands at the place or nothing has the name.
 */
export const CHAIN_METHOD = "smLens/chain";

/**
 * By place: the function, module builder, kernel or gate that stands there. By name: a Python function
 * (`trtllm_allreduce_fusion`, `package.module.function`, `path/file.py:function`), a JIT module, a kernel, a source
 * file, `FILE:LINE`.
 */
export type ChainParams =
  { readonly uri: string; readonly position: PlainPosition } | { readonly entry: string };

export interface ChainStep {
  readonly uri: string;
  readonly range: PlainRange;
  /** The gate, or the function, module, source or header that is come by, in a few words. */
  readonly title: string;
  /** How the way leads here: "entry", "calls", "builds", "lists", "source", "includes", "launches", "decides", … */
  readonly via: string;
  /** What the step does to the target; "none": it has no gate. */
  readonly state: "admits" | "excludes" | "depends" | "none";
  /** It shuts the target out, and no other code of the chain serves the target in its place. */
  readonly closed: boolean;
  /** What the target gets instead; null where it gets in or where that is not known. */
  readonly consequence: string | null;
  /** "hardware", "stated", "not apparent"; null where it gets in. */
  readonly reason: string | null;
  readonly rule: string | null;
  /** One sentence for people; never empty. */
  readonly message: string;
}

export interface ChainResult {
  /** The entry as it is called: a dotted name, a module's name, a path. */
  readonly entry: string;
  readonly target: string;
  readonly steps: readonly ChainStep[];
  /** Index of the first step that shuts the target out; null: none does. */
  readonly firstClosed: number | null;
  /** Pairs of indices: an outer gate that lets the target in, and an inner one that then leaves its code out. */
  readonly halfOpen: readonly (readonly [number, number])[];
  /** No step on this way decides by architecture. */
  readonly noGate: boolean;
  /** `smLens/openChain` has an edit for at least one closed gate. */
  readonly canOpen: boolean;
  /** The whole answer in one sentence for people. */
  readonly message: string;
}

/**
 * Request `smLens/openChain` with `ChainParams`: a `WorkspaceEdit` that opens every closed gate of the chain for which
 * a verified edit is offered, annotated so that the client asks; null where there is none. It applies nothing.
 */
export const OPEN_CHAIN_METHOD = "smLens/openChain";

/** Request `smLens/matrix`: what each target gets of each feature or file of the workspace. Answers `MatrixResult`. */
export const MATRIX_METHOD = "smLens/matrix";

export interface MatrixParams {
  /** Features: JIT modules, kernels, Python entries. */
  readonly by: "features" | "files";
  /** `$/progress` is reported on it. Cancelling the request answers with the rows made by then. */
  readonly workDoneToken?: string | number;
}

export interface MatrixCell extends CellState {
  /** For a tooltip and for screen readers: a sentence that stands alone. */
  readonly text: string;
}

export interface MatrixRow {
  readonly name: string;
  readonly kind: "module" | "kernel" | "entry" | "file";
  readonly uri: string;
  readonly range: PlainRange;
  /** One for each of the result's targets. */
  readonly cells: readonly MatrixCell[];
}

export interface MatrixResult {
  /** The one that `message` is about. */
  readonly target: string;
  readonly targets: readonly string[];
  readonly rows: readonly MatrixRow[];
  /** The outcome in one sentence for people. */
  readonly message: string;
  readonly cancelled: boolean;
}

/** Request `ExportParams`: the rows of a matrix that are shown, in their order, as a text to be saved. */
export const EXPORT_MATRIX_METHOD = "smLens/exportMatrix";

export interface ExportParams extends Pick<MatrixResult, "targets" | "rows" | "message"> {
  readonly format: "html" | "markdown" | "csv";
  readonly by: MatrixParams["by"];
  /** The target asked about. */
  readonly target: string;
}
