import type { ArchEntry } from "../arch/arch-list";
import type { Span } from "../text/source";

/** A list of architectures, for the fixes: what it names and where one more would stand. */
export interface ArchListShape {
  readonly kind: "architectures";
  /** The entries of the place where another one belongs. */
  readonly entries: readonly ArchEntry[];
}

/** A test of a list's names, for the fixes. */
export interface ArchTestShape {
  readonly kind: "architecture test";
  readonly operator: string;
  /** The literal that is compared with, its quotes left out. */
  readonly literal: { readonly text: string; readonly span: Span };
  readonly negated: boolean;
  /** The whole comparison, and whether AND joins it to something else. */
  readonly place: Span;
  readonly joined: boolean;
  /** Whether it is one arm among several. */
  readonly inLadder: boolean;
}

export type BuildShape = ArchListShape | ArchTestShape;

export function buildShape(shape: unknown): BuildShape | null {
  const kind = typeof shape === "object" && shape !== null && "kind" in shape ? shape.kind : null;
  return kind === "architectures" || kind === "architecture test" ? (shape as BuildShape) : null;
}
