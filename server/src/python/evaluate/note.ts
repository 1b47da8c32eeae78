import type { Span } from "../../text/source";

/** How an answer came about: for hovers, and to say that a name alone was read. */
export interface Note {
  readonly kind: "definition" | "source" | "name" | "assumption";
  readonly text: string;
  readonly file?: string;
  readonly span?: Span;
}
