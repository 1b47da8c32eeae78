/** The files of several folders as chains are made from them: read once each, analysed where a chain comes by. */
import type { ChainMaker } from "../chain/make";
import type { FileFacts } from "../chain/facts";
import type { ChainFiles } from "../chain/tree";
import type { Fix, JudgedGate } from "../gates/judgement";
import type { FileReport, Settings } from "../service";
import { neverCancelled } from "../text/files";
import type { Cancellation } from "../text/files";
import { dirname, extension, join } from "../text/paths";
import { makeSource } from "../text/source";
import { ChainIndex } from "./chain-index";
import type { ChainIndexParts, ChainQuestion } from "./chain-index";
import { decode } from "./decode";
import type { Engine } from "./engine";
import type { FileSystem } from "./file-system";
import type { Overlay, Round } from "./overlay";
import { nearestRoots, outermostRoots } from "./projects";
import { checkReadable } from "./read-text";
import { walk } from "./walk";

export interface ChainFolders {
  readonly engine: Engine;
  readonly disk: FileSystem;
  readonly overlay: Overlay;
  readonly folders: readonly string[];
  readonly target: string;
  readonly exclude?: readonly string[];
  readonly cancellation?: Cancellation;
  /** Where what is found out is kept for the next run; absent where that is not wanted. */
  readonly index?: ChainIndexParts;
  /** The settings of a file whose names are resolved from `root`. */
  settingsFor(root: string): Settings;
}

export interface ChainWorkspace {
  readonly maker: ChainMaker;
  readonly files: ChainFiles;
  readonly round: Round;
  settingsOf(path: string): Settings;
  reportOf(path: string): FileReport | null;
  /** Verified edits that open a gate of one of its reports, best first. */
  fixesOf(path: string, judged: JudgedGate): readonly Fix[];
  /** The same files asked about another target. */
  forTarget(target: string): ChainMaker;
  /** Keeps what was found out for the next run. */
  save(): Promise<void>;
}

/** Several folders' files, kept while they stay as they are. */
export class ChainFolderStore {
  private readonly parts: ChainFolders;
  private readonly texts: Texts;
  /** Facts hang on a file's text alone. */
  private readonly facts = new Map<string, { readonly text: string; readonly facts: FileFacts | null }>();
  private paths: readonly string[] | undefined;
  private roots: readonly string[] = [];
  private nearest: ReadonlyMap<string, string> = new Map();

  constructor(parts: ChainFolders) {
    this.parts = parts;
    this.texts = new Texts(parts.disk, parts.overlay);
  }

  /** A text changed; `listed`: a file came or went. */
  changed(path: string, listed: boolean): void {
    this.texts.forget(path);
    if (listed) this.paths = undefined;
  }

  /** The files as they are now. What is answered from it stays as it was then. */
  async open(): Promise<ChainWorkspace> {
    const { parts } = this;
    const { engine, disk, overlay, folders, target } = parts;
    await engine.ready("python");
    const { service } = engine;
    if (this.paths === undefined) {
      this.paths = await listFiles(this.parts);
      this.roots = await outermostRoots(disk, this.paths, folders);
      this.nearest = await nearestRoots(disk, this.paths, folders);
    }
    const { paths } = this;
    await this.texts.loadAll(paths.filter((path) => !isAtOnce(disk, path)));
    const settingsOf = this.settings();
    const round = overlay.startRound();
    const files: ChainFiles = {
      roots: this.roots,
      paths,
      text: (path) => this.texts.get(path),
      mayDecide: (path, text) => this.mayDecide(path, text, settingsOf),
      facts: (path) => this.factsOf(path),
    };
    const readingOf = cached((path) => this.reading(path, settingsOf(path), round));
    const index = parts.index === undefined ? null : await ChainIndex.open(parts.index, disk);
    const reportFor = (other: string): ((path: string) => FileReport | null) =>
      cached((path) => {
        const asked = index === null ? null : this.question(path, { ...settingsOf(path), target: other });
        const known = asked === null ? null : (index?.get(asked) ?? null);
        if (known !== null) return known;
        const report = readingOf(path)?.(other) ?? null;
        if (asked !== null && report !== null) index?.add(asked, report);
        return report;
      });
    const reportOf = reportFor(target);
    const maker = service.chains(files, target, reportOf);
    const forTarget = (other: string): ChainMaker =>
      other === target ? maker : maker.forTarget(other, reportFor(other));
    const fixesOf = (path: string, judged: JudgedGate): readonly Fix[] => {
      const known = index?.fixesOf(judged) ?? null;
      const report = reportOf(path);
      if (known !== null || report === null) return known ?? [];
      const settings = settingsOf(path);
      // A report that was kept has no syntax: edits are made for the file as it is read again.
      const asked = index === null ? null : this.question(path, settings);
      const at = report.gates.findIndex(({ gate }) => gate === judged.gate);
      const isKept = index?.isKept(report) === true;
      const again = isKept ? (readingOf(path)?.(target) ?? report) : report;
      const same = again.gates[at] ?? judged;
      const fixes = service.fixes(again, { ...same, rule: judged.rule }, settings, round);
      index?.addFixes(judged, fixes);
      if (asked !== null) index?.add(asked, report);
      return fixes;
    };
    const save = async (): Promise<void> => index?.save(paths);
    return { maker, files, round, settingsOf, reportOf, fixesOf, forTarget, save };
  }

  private settings(): (path: string) => Settings {
    const { parts } = this;
    const { nearest, roots } = this;
    const byRoot = new Map<string, Settings>();
    return (path) => {
      const root = nearest.get(dirname(path)) ?? roots[0] ?? "";
      let settings = byRoot.get(root);
      if (settings === undefined) {
        const own = parts.settingsFor(root);
        // A library may lie in a folder of its own beside those that include it.
        const others = roots.filter((folder) => folder !== root).map((folder) => join(folder, "include"));
        // A chain asks for files that have to do with the device; some ask it by names of other modules alone.
        settings = {
          ...own,
          includeFolders: [...(own.includeFolders ?? []), ...others],
          readsEveryText: true,
        };
        byRoot.set(root, settings);
      }
      return settings;
    };
  }

  private mayDecide(path: string, text: string, settingsOf: (path: string) => Settings): boolean {
    const { service } = this.parts.engine;
    const language = service.languageOf(path);
    return language !== null && service.mayHoldGates(language, text, settingsOf(path));
  }

  private factsOf(path: string): FileFacts | null {
    const { service } = this.parts.engine;
    const text = this.texts.get(path);
    const language = service.languageOf(path);
    if (text === null || language === null) return null;
    const known = this.facts.get(path);
    if (known?.text === text) return known.facts;
    const facts = service.facts(makeSource(path, text), language);
    this.facts.set(path, { text, facts });
    return facts;
  }

  /** What an index is asked about a file; null where the file cannot be told from a later state of it. */
  private question(path: string, settings: Settings): ChainQuestion | null {
    const language = this.parts.engine.service.languageOf(path);
    const text = this.texts.get(path);
    const version = this.texts.versionOf(path);
    if (language === null || text === null || version === null) return null;
    return { source: makeSource(path, text), language, settings, version };
  }

  private reading(path: string, settings: Settings, round: Round): ((target: string) => FileReport) | null {
    const { engine, cancellation = neverCancelled } = this.parts;
    const { service } = engine;
    const text = this.texts.get(path);
    const language = service.languageOf(path);
    if (text === null || language === null) return null;
    if (language !== "python" && !service.mayHoldGates(language, text, settings)) return null;
    return service.read(makeSource(path, text), language, settings, round, cancellation);
  }
}

function cached<T>(make: (path: string) => T): (path: string) => T {
  const known = new Map<string, T>();
  return (path) => {
    let found = known.get(path);
    if (found === undefined) known.set(path, (found = make(path)));
    return found;
  };
}

/** Whether a file can be read without waiting for it. */
function isAtOnce({ immediate }: FileSystem, path: string): boolean {
  return immediate !== undefined && immediate.answersFor?.(path) !== false;
}

async function listFiles({ engine, disk, folders, exclude = [] }: ChainFolders): Promise<string[]> {
  const paths = new Set<string>();
  const accepts = (path: string): boolean =>
    engine.service.languageOf(path) !== null && extension(path) !== "c";
  for (const folder of folders) {
    const stat = await disk.stat(folder);
    if (stat?.kind === "file") paths.add(folder);
    if (stat?.kind !== "folder") continue;
    for await (const found of walk(disk, folder, { exclude, root: folder, accepts }))
      if (found.kind === "file") paths.add(found.path);
  }
  return [...paths];
}

/** Texts as they are now, open documents first; each is read once. */
class Texts {
  private readonly disk: FileSystem;
  private readonly overlay: Overlay;
  private readonly texts = new Map<string, string | null>();
  private readonly versions = new Map<string, string>();

  constructor(disk: FileSystem, overlay: Overlay) {
    this.disk = disk;
    this.overlay = overlay;
  }

  get(path: string): string | null {
    const open = this.overlay.openText(path);
    if (open !== undefined) return open;
    let text = this.texts.get(path);
    if (text === undefined) this.texts.set(path, (text = this.readNow(path)));
    return text;
  }

  /** The version of the text on the disk that was read; null where none was. */
  versionOf(path: string): string | null {
    return this.overlay.openText(path) === undefined ? (this.versions.get(path) ?? null) : null;
  }

  forget(path: string): void {
    this.texts.delete(path);
    this.versions.delete(path);
  }

  private readNow(path: string): string | null {
    const now = this.disk.immediate;
    if (now === undefined || !isAtOnce(this.disk, path)) return null;
    try {
      const stat = now.stat(path);
      checkReadable(stat);
      this.versions.set(path, stat.version);
      return decode(now.read(path)).text;
    } catch {
      return null; // A file that cannot be read is one that is not there.
    }
  }

  async loadAll(paths: readonly string[]): Promise<void> {
    for (const path of paths) {
      if (this.texts.has(path)) continue;
      try {
        checkReadable(await this.disk.stat(path));
        this.texts.set(path, decode(await this.disk.read(path)).text);
      } catch {
        this.texts.set(path, null);
      }
    }
  }
}
