import type { Connection, Diagnostic } from "vscode-languageserver";
import type { TextDocument } from "vscode-languageserver-textdocument";
import type { Log } from "../run-safely";
import { runQuietly } from "../run-safely";

/** How long typing must rest before diagnostics are pushed. */
const PUSH_DELAY_MS = 150;

export interface PublisherParts {
  readonly connection: Connection;
  document(uri: string): TextDocument | undefined;
  /** Null: the document is not ours, nothing was ever published for it. Throws when it changed meanwhile. */
  diagnose(document: TextDocument): Promise<readonly Diagnostic[] | null>;
  readonly log: Log;
}

/** Pushes diagnostics of open documents, a while after the last change, and never for a text that is gone. */
export class Publisher {
  private readonly parts: PublisherParts;
  private readonly timers = new Map<string, NodeJS.Timeout>();
  private readonly shown = new Set<string>();

  constructor(parts: PublisherParts) {
    this.parts = parts;
  }

  schedule(uri: string, delay = PUSH_DELAY_MS): void {
    clearTimeout(this.timers.get(uri));
    const push = (): void => {
      this.timers.delete(uri);
      void runQuietly("diagnostics", this.parts.log, () => this.push(uri));
    };
    this.timers.set(uri, setTimeout(push, delay));
  }

  /** Takes away what is shown for a document, and what was about to be. */
  clear(uri: string): void {
    clearTimeout(this.timers.get(uri));
    this.timers.delete(uri);
    if (this.shown.delete(uri)) void this.parts.connection.sendDiagnostics({ uri, diagnostics: [] });
  }

  /** Findings of a file that is not open. */
  show(uri: string, diagnostics: readonly Diagnostic[]): void {
    if (diagnostics.length === 0) {
      this.clear(uri);
      return;
    }
    this.shown.add(uri);
    void this.parts.connection.sendDiagnostics({ uri, diagnostics: [...diagnostics] });
  }

  dispose(): void {
    for (const timer of this.timers.values()) clearTimeout(timer);
    this.timers.clear();
  }

  private async push(uri: string): Promise<void> {
    const document = this.parts.document(uri);
    if (document === undefined) return;
    const { version } = document;
    const diagnostics = await this.parts.diagnose(document);
    if (this.parts.document(uri)?.version !== version || this.timers.has(uri)) return;
    if (diagnostics === null) {
      this.clear(uri);
      return;
    }
    this.shown.add(uri);
    await this.parts.connection.sendDiagnostics({ uri, version, diagnostics: [...diagnostics] });
  }
}
