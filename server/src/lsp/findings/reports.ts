import { ResponseError } from "vscode-languageserver";
import type { TextDocument } from "vscode-languageserver-textdocument";
import type { PackedReport } from "../../analysis/packed";
import type { Fix, JudgedGate } from "../../gates/judgement";
import type { Explanation, FileReport, Settings } from "../../service";
import type { SourceText } from "../../text/source";
import { makeSource } from "../../text/source";
import type { Engine } from "../../workspace/engine";
import { analyse } from "../../workspace/engine";
import type { Overlay, Round } from "../../workspace/overlay";
import { keyOfUri } from "../locations";
import { contentModified } from "../run-safely";
import type { SettingsStore } from "../settings";

/** An open document's analysis. It answers for one version of the document and of everything it read. */
export interface DocumentReport {
  readonly uri: string;
  readonly version: number;
  readonly report: FileReport;
  readonly settings: Settings;
  readonly files: Round;
}

export interface Clock {
  /** Lets waiting messages be handled. */
  pause(): Promise<void>;
  /** In milliseconds, from any start. */
  now(): number;
}

interface Entry {
  readonly version: number;
  /** Tells one analysis from every other, also of the same version. */
  readonly serial: number;
  readonly pending: Promise<DocumentReport | null>;
  /** Known once the analysis is done. */
  reads: ReadonlySet<string> | undefined;
}

/** So many changes that follow each other more quickly than this are somebody typing. */
const TYPING_CHANGES = 3;
const TYPING_GAP_MS = 150;
/** How long typing must rest before the text is analysed: what stood there between two keys helps nobody. */
const TYPING_REST_MS = 100;

/** How often an analysis is begun again because a file that it read changed under it. */
const MAX_TRIES = 5;

/** The analyses of open documents, each made once per version and shared by all that ask. */
export class Reports {
  private readonly engine: Engine;
  private readonly files: Overlay;
  private readonly settings: SettingsStore;
  private readonly clock: Clock;
  private readonly entries = new Map<string, Entry>();
  /** When each document was changed, and how many changes in a row came soon after the one before. */
  private readonly typing = new Map<string, { readonly at: number; readonly quick: number }>();
  /** Documents that are open no longer; one of the same name may be. */
  private readonly closed = new WeakSet<TextDocument>();
  private readonly fixesOf = new WeakMap<JudgedGate, readonly Fix[]>();
  private serials = 0;

  constructor(engine: Engine, files: Overlay, settings: SettingsStore, clock: Clock) {
    this.engine = engine;
    this.files = files;
    this.settings = settings;
    this.clock = clock;
  }

  /**
   * Null where there is nothing to say: no language of ours, or excluded by the user. Throws "content modified" when
   * the document changed before the answer was there: an answer for a text that is gone is worse than none.
   */
  async get(document: TextDocument): Promise<DocumentReport | null> {
    await this.settings.settled();
    const { version } = document;
    for (let tries = 0; tries < MAX_TRIES && this.has(document, version); tries++) {
      const entry = this.entryFor(document);
      try {
        const made = await entry.pending;
        if (this.isCurrent(document, entry)) return made;
      } catch (thrown) {
        if (this.entries.get(document.uri) === entry) this.entries.delete(document.uri);
        if (!(thrown instanceof ResponseError)) throw thrown;
      }
    }
    throw contentModified();
  }

  private has(document: TextDocument, version: number): boolean {
    return document.version === version && !this.closed.has(document);
  }

  private entryFor(document: TextDocument): Entry {
    const { uri, version } = document;
    const known = this.entries.get(uri);
    if (known?.version === version) return known;
    const serial = ++this.serials;
    const entry: Entry = { version, serial, pending: this.make(document, serial), reads: undefined };
    this.entries.set(uri, entry);
    return entry;
  }

  private isCurrent(document: TextDocument, entry: Entry): boolean {
    return this.entries.get(document.uri) === entry && document.version === entry.version;
  }

  fixes({ report, settings, files }: DocumentReport, judged: JudgedGate): readonly Fix[] {
    const known = this.fixesOf.get(judged);
    if (known !== undefined) return known;
    const fixes = this.engine.service.fixes(report, judged, settings, files);
    this.fixesOf.set(judged, fixes);
    return fixes;
  }

  valueAt({ report, settings, files }: DocumentReport, offset: number): Explanation | null {
    return this.engine.service.valueAt(report.source, report.language, offset, settings, files);
  }

  /** A text changed: analyses that read it are void. Answers the documents concerned, its own left out. */
  invalidate(path: string): string[] {
    const concerned: string[] = [];
    for (const [uri, { reads }] of this.entries) {
      if (keyOfUri(uri) === path || reads?.has(path) === false) continue;
      concerned.push(uri);
      this.entries.delete(uri);
    }
    return concerned;
  }

  /** The document's text changed. */
  changed(uri: string): void {
    const at = this.clock.now();
    const before = this.typing.get(uri);
    const isQuick = before !== undefined && at - before.at < TYPING_GAP_MS;
    this.typing.set(uri, { at, quick: isQuick ? before.quick + 1 : 0 });
  }

  private rest(uri: string): Promise<void> {
    const last = this.typing.get(uri);
    const isTyping = last !== undefined && last.quick >= TYPING_CHANGES;
    const left = isTyping ? last.at + TYPING_REST_MS - this.clock.now() : 0;
    return left > 0 ? new Promise((resolve) => setTimeout(resolve, left)) : this.clock.pause();
  }

  /** The document was closed. */
  forget(document: TextDocument): void {
    this.closed.add(document);
    this.entries.delete(document.uri);
    this.typing.delete(document.uri);
  }

  forgetAll(): void {
    this.entries.clear();
  }

  private async make(document: TextDocument, serial: number): Promise<DocumentReport | null> {
    const { uri, version } = document;
    const path = keyOfUri(uri);
    const language = this.engine.service.languageOf(path, document.languageId);
    if (language === null || (await this.settings.isExcluded(uri))) return null;
    const settings = await this.settings.forFile(uri);
    // What the editor sent meanwhile comes first: further edits make this analysis needless.
    await this.rest(uri);
    const isVoid = (): boolean => document.version !== version || this.entries.get(uri)?.serial !== serial;
    if (isVoid()) throw contentModified();
    const source = makeSource(path, document.getText());
    const { report, files } = await analyse(this.engine, this.files, source, language, settings, {
      cancelled: isVoid,
    });
    const entry = this.entries.get(uri);
    if (entry?.serial === serial) entry.reads = files.reads;
    return { uri, version, report, settings, files };
  }
}

/** A file's text as it is in this state of the workspace; an empty one where it is gone. */
export function textIn(files: Round, path: string): SourceText {
  return makeSource(path, files.read(path) ?? "");
}

/** The files that findings of a scanned file stand in or speak of, as far as their texts are not at hand. */
export function textsToLoad(files: Round, path: string, { gates }: PackedReport): string[] {
  const findings = gates.filter(({ rule }) => rule !== null);
  const spoken = findings.flatMap(({ related, reason, gate }) =>
    [...related, ...(reason?.evidence ?? []), ...(gate.definedAt === null ? [] : [gate.definedAt])].flatMap(
      ({ file }) => file ?? [],
    ),
  );
  const paths = findings.length === 0 ? [] : [...new Set([path, ...spoken])];
  return paths.filter((each) => files.read(each) === undefined);
}
