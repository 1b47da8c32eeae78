import type { Diagnostic } from "vscode-languageserver";
import type { Publisher } from "./publisher";

export interface ScannedFilesParts {
  readonly publisher: Publisher;
  isOpen(uri: string): boolean;
  /** The findings of a file as it is on disk now; none when it is gone. */
  rescan(uri: string): Promise<readonly Diagnostic[]>;
}

/**
 * Findings of files that are not open, from the last scan. They stay until the next one, a change of settings, or a
 * change of the file; while a file is open its findings are those of the open text.
 */
export class ScannedFiles {
  private readonly parts: ScannedFilesParts;
  private uris = new Set<string>();

  constructor(parts: ScannedFilesParts) {
    this.parts = parts;
  }

  /** Whether the last scan found something in this file. */
  has(uri: string): boolean {
    return this.uris.has(uri);
  }

  add(uri: string, diagnostics: readonly Diagnostic[]): void {
    if (diagnostics.length === 0) {
      this.remove(uri);
      return;
    }
    this.uris.add(uri);
    if (!this.parts.isOpen(uri)) this.parts.publisher.show(uri, diagnostics);
  }

  /** The file was closed, or changed on disk: its findings are those of the disk again. */
  async refresh(uri: string): Promise<void> {
    if (!this.uris.has(uri) || this.parts.isOpen(uri)) return;
    const diagnostics = await this.parts.rescan(uri);
    if (this.uris.has(uri) && !this.parts.isOpen(uri)) this.parts.publisher.show(uri, diagnostics);
  }

  /** After a whole scan: what it did not find again is gone. */
  keepOnly(found: ReadonlySet<string>): void {
    for (const uri of [...this.uris]) if (!found.has(uri)) this.remove(uri);
  }

  /** The file is gone, or has nothing to tell any more. */
  remove(uri: string): void {
    if (!this.uris.delete(uri) || this.parts.isOpen(uri)) return;
    this.parts.publisher.clear(uri);
  }
}
