/** The files of the workspace as chains see them, kept from one request to the next and brought up to date by need. */
import type { Engine } from "../../workspace/engine";
import { ChainFolderStore } from "../../workspace/chain-files";
import type { ChainWorkspace } from "../../workspace/chain-files";
import type { FileSystem } from "../../workspace/file-system";
import type { DependencyLog } from "../../workspace/dependencies";
import type { IndexStore } from "../../workspace/index-store";
import type { Overlay } from "../../workspace/overlay";
import { below } from "../../workspace/excludes";
import { keyOfUri } from "../locations";
import { isLocal } from "./editor-files";
import type { SettingsStore } from "../settings";

export interface ChainStoreParts {
  readonly engine: Engine;
  readonly disk: FileSystem;
  readonly files: Overlay;
  readonly settings: SettingsStore;
  /** Where what chains find out is kept for the next start, and what the files' answers hang on; null: nowhere. */
  readonly kept: { readonly indexes: IndexStore; readonly log: DependencyLog } | null;
  /** The files were read; undefined: they are no longer what was read. */
  readonly told: (workspace: ChainWorkspace | undefined) => void;
}

/** How long nobody may have asked for a chain before what was found out is written down. */
const REST_MS = 5000;

export class ChainStore {
  private readonly parts: ChainStoreParts;
  private store: ChainFolderStore | undefined;
  private opening: Promise<ChainWorkspace> | undefined;
  private ready: ChainWorkspace | undefined;
  /** The files as they were when somebody last asked about them. */
  private asked: ChainWorkspace | undefined;
  private timer: ReturnType<typeof setTimeout> | undefined;

  constructor(parts: ChainStoreParts) {
    this.parts = parts;
  }

  /** Resolves when every change that was told by then is seen. */
  async get(): Promise<ChainWorkspace> {
    await this.parts.settings.settled();
    const workspace = await this.opened();
    this.asked = workspace;
    this.saveSoon();
    return workspace;
  }

  /** Something was found out: it is written down when nothing more is for a while. */
  saveSoon(): void {
    clearTimeout(this.timer);
    this.timer = setTimeout(() => void this.save(), REST_MS);
  }

  /** Writes down what was found out by now. */
  async save(): Promise<void> {
    clearTimeout(this.timer);
    await this.asked?.save();
  }

  private opened(): Promise<ChainWorkspace> {
    if (this.opening !== undefined) return this.opening;
    const opening = this.open();
    this.opening = opening;
    const isLast = (): boolean => this.opening === opening;
    opening.then(
      (workspace) => {
        if (!isLast()) return;
        this.ready = workspace;
        this.parts.told(workspace);
      },
      () => {
        if (isLast()) this.opening = undefined;
      },
    );
    return opening;
  }

  /**
   * What chains say of the files now; undefined where nobody has asked for a chain since the last change, and while the
   * files are still read for it: what is shown unasked does not wait.
   */
  get current(): ChainWorkspace | undefined {
    return this.ready;
  }

  /** A text changed; `listed`: a file came or went. */
  changed(path: string, listed: boolean): void {
    this.store?.changed(path, listed);
    this.outdate();
  }

  /** Settings or folders changed. */
  reset(): void {
    this.store = undefined;
    this.outdate();
  }

  private outdate(): void {
    if (this.opening === undefined) return;
    this.opening = undefined;
    this.ready = undefined;
    this.parts.told(undefined);
  }

  private async open(): Promise<ChainWorkspace> {
    const { engine, disk, files, settings, kept } = this.parts;
    const uris = settings.folderUris();
    const [first = ""] = uris;
    const lens = await settings.lens(first);
    const projects = await Promise.all(uris.map((uri) => settings.project(uri, keyOfUri(uri))));
    const rest = await settings.project(first, keyOfUri(first));
    const folders = uris.map(keyOfUri);
    this.store ??= new ChainFolderStore({
      engine,
      disk,
      overlay: files,
      folders,
      // What the editor alone can read has no version that the next start could compare.
      ...(kept === null || !folders.every(isLocal)
        ? {}
        : {
            index: {
              store: kept.indexes,
              name: JSON.stringify(["chains", folders]),
              log: kept.log,
              openText: (path) => files.openText(path),
            },
          }),
      target: lens.target,
      exclude: lens.exclude,
      settingsFor(root) {
        const around = projects.find((project) => root === project.root || below(project.root, root) !== "");
        return { ...(around ?? rest).settingsFor(root), target: lens.target, root };
      },
    });
    // What the last state of the files came to serves this one as far as it holds.
    await this.save();
    this.asked = undefined;
    return this.store.open();
  }
}
