import type { Diagnostic } from "vscode-languageserver";
import { uriOfKey } from "../locations";
import type { Publisher } from "../findings/publisher";

export interface ScannedFilesParts {
  readonly publisher: Publisher;
  /** Whether the file of this key is open, under whatever URI. */
  isOpen(key: string): boolean;
  /** The findings of a file as it is on disk now; none when it is gone. */
  rescan(key: string): Promise<readonly Diagnostic[]>;
}

/**
 * Findings of files that are not open, from the last scan. They stay until the next one, a change of settings, or a
 * change of the file; while a file is open its findings are those of the open text.
 */
export class ScannedFiles {
  private readonly parts: ScannedFilesParts;
  /** Keys of the files: editors spell URIs each in their own way. */
  private readonly keys = new Set<string>();
  private standing = false;

  constructor(parts: ScannedFilesParts) {
    this.parts = parts;
  }

  /** Whether the last scan found something in this file. */
  has(key: string): boolean {
    return this.keys.has(key);
  }

  get isEmpty(): boolean {
    return this.keys.size === 0;
  }

  /** A scan begins: what it finds stands from now on. */
  begin(): void {
    this.standing = true;
  }

  /** Whether there was a scan that holds: asked again after waiting. */
  private stands(): boolean {
    return this.standing;
  }

  /** What the last scan found was an answer to another question: until the next one, closed files have no findings. */
  forget(): void {
    this.standing = false;
    this.keepOnly(new Set());
  }

  /** Something else than its text changed what a closed file has to tell; without a scan that stands it tells nothing. */
  async renew(key: string): Promise<void> {
    if (!this.stands()) return;
    const diagnostics = await this.parts.rescan(key);
    if (this.stands()) this.add(key, diagnostics);
  }

  add(key: string, diagnostics: readonly Diagnostic[]): void {
    if (diagnostics.length === 0) {
      this.remove(key);
      return;
    }
    this.keys.add(key);
    if (!this.parts.isOpen(key)) this.parts.publisher.show(uriOfKey(key), diagnostics);
  }

  /** The file was opened: where the editor spells its URI otherwise, ours would be told beside it. */
  opened(key: string, uri: string): void {
    if (this.keys.has(key) && uriOfKey(key) !== uri) this.parts.publisher.clear(uriOfKey(key));
  }

  /** The file was closed, or changed on disk: its findings are those of the disk again. */
  async refresh(key: string): Promise<void> {
    if (!this.keys.has(key) || this.parts.isOpen(key)) return;
    const diagnostics = await this.parts.rescan(key);
    if (this.keys.has(key) && !this.parts.isOpen(key)) this.parts.publisher.show(uriOfKey(key), diagnostics);
  }

  /** After a whole scan: what it did not find again is gone. */
  keepOnly(found: ReadonlySet<string>): void {
    for (const key of [...this.keys]) if (!found.has(key)) this.remove(key);
  }

  /** The file is gone, or has nothing to tell any more. */
  remove(key: string): void {
    if (!this.keys.delete(key) || this.parts.isOpen(key)) return;
    this.parts.publisher.clear(uriOfKey(key));
  }
}
