import type { CancellationToken } from "vscode-languageserver";

/** Tells those who wait that something on the disk, in a document or in the settings may have changed. */
export class Changes {
  private readonly waiting = new Set<() => void>();
  private count = 0;

  /** Grows with every change. */
  get serial(): number {
    return this.count;
  }

  tell(): void {
    this.count++;
    for (const wake of [...this.waiting]) wake();
  }

  /** Resolves at the first change after `serial`, or when cancelled. */
  after(serial: number, token: CancellationToken): Promise<void> {
    if (this.count !== serial || token.isCancellationRequested) return Promise.resolve();
    return new Promise((resolve) => {
      const wake = (): void => {
        this.waiting.delete(wake);
        cancelling.dispose();
        resolve();
      };
      const cancelling = token.onCancellationRequested(wake);
      this.waiting.add(wake);
    });
  }
}
