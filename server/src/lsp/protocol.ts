/**
 * What the editor side and the server say to each other beyond the standard protocol: names, once, and plain types.
 * Nothing of the server's workings is imported here, so the client may use it without learning them.
 */

/** The section of all settings, and of `workspace/configuration` requests. */
export const SETTINGS_SECTION = "smLens";

/** The `source` of every diagnostic. */
export const DIAGNOSTIC_SOURCE = "SM Lens";

export { DEFAULT_TARGET } from "../arch/targets";

export type RuleLevel = "error" | "warning" | "information" | "hint" | "off";

/** `smLens.*` as `workspace/configuration` answers it, per resource. */
export interface LensSettings {
  /** What is asked about: `sm_120` (the plain target and its variants), `sm_120a`. */
  readonly target: string;
  /** The level of a rule, by its id; a rule that is not named keeps its own. */
  readonly rules: Readonly<Record<string, RuleLevel>>;
  /** Globs, relative to the workspace folder: files that are neither scanned nor reported on. */
  readonly exclude: readonly string[];
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
  /** The whole outcome in one sentence for people, that nothing was found included. */
  readonly message: string;
}

/** Request `smLens/targets`, no parameters: all targets that can be asked about, ascending. */
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
}
