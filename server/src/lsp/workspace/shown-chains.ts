/**
 * Chains and matrices that a client shows, which it does not ask for again by itself: it is told when the files, the
 * settings or the folders are no longer those that they were made of, once for what is typed and once for all else.
 */
import type { ChainsOutdatedParams } from "../protocol";

export class ShownChains {
  private readonly tell: (params: ChainsOutdatedParams) => void;
  private readonly due = { typed: false, other: false };
  /** Open documents whose text is no longer the one that they were opened with, by their paths. */
  private readonly edited = new Set<string>();

  constructor(tell: (params: ChainsOutdatedParams) => void) {
    this.tell = tell;
  }

  /** An answer is being worked out: from now on it can become outdated. */
  asked(): void {
    this.due.typed = true;
    this.due.other = true;
  }

  /** A document was opened; its text is the file's. */
  opened(path: string): void {
    this.edited.delete(path);
  }

  /** The text of a document that is open changed. */
  typed(path: string): void {
    this.edited.add(path);
    if (!this.due.typed) return;
    this.due.typed = false;
    this.tell({ typed: true });
  }

  /** A document was closed: what was typed into it and not saved is gone. */
  closed(path: string): void {
    if (this.edited.delete(path)) this.changed();
  }

  /** Files, settings or folders changed. */
  changed(): void {
    if (!this.due.other) return;
    this.due.typed = false;
    this.due.other = false;
    this.tell({ typed: false });
  }
}
