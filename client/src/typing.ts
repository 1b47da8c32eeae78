/** Holds back, while somebody types, what is asked again for every letter: between two keys it helps nobody. */
import * as vscode from "vscode";

/** So many changes that follow each other more quickly than this are somebody typing. */
const TYPING_CHANGES = 3;
const TYPING_GAP_MS = 250;
/** How long the keys must rest. */
const REST_MS = 100;

interface Rhythm {
  /** When the last change was made. */
  readonly at: number;
  /** How many changes in a row came soon after the one before. */
  readonly quick: number;
}

export class Typing {
  readonly #rhythms = new WeakMap<vscode.TextDocument, Rhythm>();
  readonly #now: () => number;

  constructor(now: () => number = () => performance.now()) {
    this.#now = now;
  }

  changed(document: vscode.TextDocument): void {
    const at = this.#now();
    const before = this.#rhythms.get(document);
    const isQuick = before !== undefined && at - before.at < TYPING_GAP_MS;
    this.#rhythms.set(document, { at, quick: isQuick ? before.quick + 1 : 0 });
  }

  /** Resolves at once after a single change, and else when the keys rest. Throws what the editor takes for cancelled. */
  async rest(document: vscode.TextDocument, token: vscode.CancellationToken): Promise<void> {
    for (;;) {
      const rhythm = this.#rhythms.get(document);
      const isTyping = rhythm !== undefined && rhythm.quick >= TYPING_CHANGES;
      const left = isTyping ? rhythm.at + REST_MS - this.#now() : 0;
      if (token.isCancellationRequested) throw new vscode.CancellationError();
      if (left <= 0) return;
      await pause(left, token);
    }
  }
}

/** Ends early when it is cancelled. */
function pause(ms: number, token: vscode.CancellationToken): Promise<void> {
  return new Promise((resolve) => {
    const end = (): void => {
      clearTimeout(timer);
      listening.dispose();
      resolve();
    };
    const timer = setTimeout(end, ms);
    const listening = token.onCancellationRequested(end);
  });
}
