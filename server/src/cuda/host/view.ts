/** What host checks need to know of the preprocessor: which of the code around them stands in which build. */
import { ALL_TARGETS, type Mask } from "../../logic/sets";

export interface HostView {
  /** Whether guards keep the asked targets from what stands at the offset and give them other code that works. */
  isReplacedAt(offset: number): boolean;
  /** Whether the asked targets compile what stands at the offset for certain. */
  isCompiledAt(offset: number): boolean;
  /** The targets that may compile what stands at the offset. */
  targetsAt(offset: number): Mask;
  /** Whether the host compiles the branch whose directive starts there: a condition where that is not known. */
  hostAt(directive: number): boolean | string;
  /** The place of an edit: what stands there is a gate even where it tells no devices apart; null where none is tried. */
  readonly near: number | null;
}

/** Where nothing is known of it: no guard replaces anything, and every condition is open. */
export const UNSEEN: HostView = {
  isReplacedAt: () => false,
  isCompiledAt: () => false,
  targetsAt: () => ALL_TARGETS,
  hostAt: () => "",
  near: null,
};
