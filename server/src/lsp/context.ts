import type { Connection, Diagnostic, TextDocuments } from "vscode-languageserver";
import type { TextDocument } from "vscode-languageserver-textdocument";
import { unpackReport } from "../analysis/packed";
import type { FileReport } from "../service";
import type { Engine } from "../workspace/engine";
import { decode } from "../workspace/decode";
import type { FileSystem } from "../workspace/file-system";
import type { Round } from "../workspace/overlay";
import { DependencyLog } from "../workspace/dependencies";
import { Overlay } from "../workspace/overlay";
import type { IndexStore } from "../workspace/index-store";
import type { ScanJob } from "../workspace/scan";
import { scanFile } from "../workspace/scan";
import type { Scanner } from "../workspace/scanner";
import { ChainCounts } from "./workspace/chain-counts";
import { ChainStore } from "./workspace/chain-store";
import type { ClientAbilities } from "./client-abilities";
import { diagnosticsOf } from "./findings/diagnostics";
import { halfOpenChain } from "../chain/half-open";
import { sourceIn } from "../workspace/source-in";
import { HalfOpenFindings } from "./findings/half-open";
import { KeptStore } from "./workspace/kept-store";
import { keyOfUri, uriOfKey } from "./locations";
import { CHAINS_OUTDATED_METHOD, KEPT_CHANGED_METHOD, SETTINGS_SECTION } from "./protocol";
import { Publisher } from "./findings/publisher";
import { refreshCodeLenses } from "./reading/refresh";
import { Reports, textIn, textsToLoad } from "./findings/reports";
import type { Log } from "./run-safely";
import { runQuietly } from "./run-safely";
import { ScannedFiles } from "./workspace/scanned-files";
import { ShownChains } from "./workspace/shown-chains";
import { SettingsStore } from "./settings";
import { Changes } from "./workspace/waiting";

/** What differs between running on node and in a web worker. */
export interface Runtime {
  readonly engine: Engine;
  readonly disk: FileSystem;
  /** Reads many files, in threads where there are some. */
  readonly scanner: Scanner;
  /** What scans leave for the next start; `storage` is the folder that the client gives for it. Null: nowhere. */
  indexes(storage: string | undefined): IndexStore | null;
  /** Makes a file of the disk and the folders above it, or replaces it whole; null where there is no disk. */
  readonly keep: ((path: string, bytes: Uint8Array) => void) | null;
  /** Lets waiting messages be handled. */
  pause(): Promise<void>;
  /** In milliseconds, from any start. */
  now(): number;
}

/** One client's state, shared by the features. */
export interface ServerContext {
  readonly connection: Connection;
  readonly runtime: Runtime;
  readonly documents: TextDocuments<TextDocument>;
  readonly abilities: ClientAbilities;
  readonly log: Log;
  readonly files: Overlay;
  readonly settings: SettingsStore;
  readonly reports: Reports;
  readonly publisher: Publisher;
  readonly scanned: ScannedFiles;
  readonly chains: ChainStore;
  readonly chainCounts: ChainCounts;
  readonly shownChains: ShownChains;
  readonly halfOpen: HalfOpenFindings;
  /** Documents that the client has pulled since they were opened: what it pulls is not pushed. */
  readonly pulled: Set<string>;
  readonly indexes: IndexStore | null;
  /** Whether the client asks for the findings of all files. */
  readonly pullsWorkspace: boolean;
  readonly changes: Changes;
  readonly kept: KeptStore;
  /** A file's text as it is now, open or on the disk; null where there is none. */
  textOf(path: string): Promise<string | null>;
  diagnosticsOf(report: FileReport, target: string, files: Round): Diagnostic[];
}

/** What a client says once, when it starts the server. */
export interface StartOptions {
  /** The folder that the client keeps for us, where it names one. */
  readonly storage: string | undefined;
  readonly workspaceDiagnostics: boolean;
}

export function makeContext(
  connection: Connection,
  runtime: Runtime,
  documents: TextDocuments<TextDocument>,
  abilities: ClientAbilities,
  log: Log,
  { storage, workspaceDiagnostics }: StartOptions,
): ServerContext {
  const indexes = runtime.indexes(storage);
  // Who types is not kept waiting for hashes: a file that was only touched is read again.
  const dependencies = indexes === null ? null : new DependencyLog({ hashes: false });
  const files = new Overlay(runtime.disk, dependencies);
  const settings = new SettingsStore(askFor(connection, abilities), runtime.disk, log);
  const reports = new Reports(runtime.engine, files, settings, runtime);
  const chains = new ChainStore({
    engine: runtime.engine,
    disk: runtime.disk,
    files,
    settings,
    kept: indexes === null || dependencies === null ? null : { indexes, log: dependencies },
    told: (workspace) => chainCounts.told(workspace),
  });
  const chainCounts = new ChainCounts({
    log,
    pause: () => runtime.pause(),
    read: () => chains.get(),
    changed: () => refreshCodeLenses({ abilities, connection, log }),
  });
  const halfOpen = new HalfOpenFindings({
    chains,
    log,
    pause: () => runtime.pause(),
    target: async () => (await settings.lens(settings.folderUris()[0] ?? "")).target,
    level: async () =>
      (await settings.lens(settings.folderUris()[0] ?? "")).rules[halfOpenChain.id] ??
      halfOpenChain.defaultSeverity,
    changed: (paths) => void runQuietly("half-open chains", log, () => showAgain(paths)),
  });
  const diagnose = (report: FileReport, target: string, round: Round): Diagnostic[] =>
    halfOpen.addTo(diagnosticsOf(report, { target, abilities, sourceOf: sourceIn(round) }), report);
  const publisher = new Publisher({
    connection,
    log,
    document: (uri) => documents.get(uri),
    async diagnose(document) {
      const made = await reports.get(document);
      return made === null ? null : diagnose(made.report, made.settings.target, made.files);
    },
  });
  const isOpen = (key: string): boolean => files.openText(key) !== undefined;
  const scanned = new ScannedFiles({ publisher, isOpen, rescan });

  /** Chains say something else of these files: those that are open are asked about again. */
  async function showAgain(paths: readonly string[]): Promise<void> {
    for (const path of paths) {
      if (!isOpen(path)) await scanned.renew(path);
      else if (!abilities.pullsDiagnostics)
        for (const { uri } of documents.all()) if (keyOfUri(uri) === path) publisher.schedule(uri);
    }
    if (paths.length > 0 && abilities.pullsDiagnostics && abilities.refreshesDiagnostics)
      await connection.languages.diagnostics.refresh();
  }

  async function rescan(key: string): Promise<readonly Diagnostic[]> {
    const language = runtime.engine.service.languageOf(key);
    if (language === null) return [];
    const round = files.startRound();
    const own = await settings.forFile(uriOfKey(key));
    const cancellation = { cancelled: () => isOpen(key) };
    const { engine, disk } = runtime;
    const job: ScanJob = { path: key, language, settings: own, mayPass: true, fixes: "none" };
    const result = await scanFile({ engine, disk, files, cancellation, round }, job);
    if (result.kind !== "report") return [];
    await files.load(textsToLoad(round, key, result.packed));
    return diagnose(
      unpackReport(result.packed, () => textIn(round, key)),
      own.target,
      round,
    );
  }

  async function textOf(path: string): Promise<string | null> {
    try {
      return files.openText(path) ?? decode(await runtime.disk.read(path)).text;
    } catch {
      return null;
    }
  }

  const kept = new KeptStore({
    disk: runtime.disk,
    keep: runtime.keep,
    folderUris: () => settings.folderUris(),
    text: textOf,
    changed() {
      if (abilities.isOurs) void connection.sendNotification(KEPT_CHANGED_METHOD);
    },
  });

  return {
    connection,
    runtime,
    documents,
    abilities,
    log,
    files,
    settings,
    reports,
    publisher,
    scanned,
    chains,
    chainCounts,
    shownChains: new ShownChains((params) => {
      if (abilities.isOurs) void connection.sendNotification(CHAINS_OUTDATED_METHOD, params);
    }),
    halfOpen,
    pulled: new Set(),
    indexes,
    pullsWorkspace: workspaceDiagnostics,
    changes: new Changes(),
    kept,
    textOf,
    diagnosticsOf: diagnose,
  };
}

function askFor(connection: Connection, abilities: ClientAbilities): (uri: string) => Promise<unknown> {
  if (!abilities.configuration) return () => Promise.resolve(undefined);
  return (uri) =>
    connection.workspace.getConfiguration(
      uri === "" ? { section: SETTINGS_SECTION } : { scopeUri: uri, section: SETTINGS_SECTION },
    );
}
