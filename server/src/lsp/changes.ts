/** What the client tells without asking for an answer: documents, settings, folders, files on disk. */
import { FileChangeType } from "vscode-languageserver";
import type { TextDocument } from "vscode-languageserver-textdocument";
import type { ServerContext } from "./context";
import { isProjectFile } from "../workspace/config/project";
import { keyOfUri } from "./locations";
import { SCAN_OUTDATED_METHOD, SETTINGS_SECTION } from "./protocol";
import { tellChanged } from "./reading/refresh";
import type { SettingsChange } from "./settings";
import { runQuietly } from "./run-safely";

export function followChanges(context: ServerContext): void {
  followDocuments(context);
  followSettings(context);
  followDisk(context);
}

function followDocuments(context: ServerContext): void {
  const { documents, files, reports, publisher, pulled, scanned, shownChains } = context;
  /** A document that is opened is told of as changed as well. */
  let opening: TextDocument | undefined;
  documents.onDidOpen(({ document }) => {
    opening = document;
    scanned.opened(keyOfUri(document.uri), document.uri);
    shownChains.opened(keyOfUri(document.uri));
  });
  documents.onDidChangeContent(({ document }) => {
    const { uri } = document;
    if (document !== opening) shownChains.typed(keyOfUri(uri));
    opening = undefined;
    files.setOpen(keyOfUri(uri), document.getText());
    reports.changed(uri);
    if (isPushed(context, uri)) publisher.schedule(uri);
    textChanged(context, keyOfUri(uri));
  });
  documents.onDidClose(({ document }) => {
    const { uri } = document;
    files.setClosed(keyOfUri(uri));
    files.forget(keyOfUri(uri));
    reports.forget(document);
    context.chainCounts.forget(keyOfUri(uri));
    shownChains.closed(keyOfUri(uri));
    pulled.delete(uri);
    publisher.clear(uri);
    textChanged(context, keyOfUri(uri));
    context.changes.tell();
    void runQuietly("close", context.log, () => scanned.refresh(keyOfUri(uri)));
  });
}

/** Documents that read the file have new answers; a pulling client asks for them by itself. */
function textChanged(context: ServerContext, path: string): void {
  context.chains.changed(path, false);
  context.halfOpen.touch(path);
  const concerned = context.reports.invalidate(path);
  for (const uri of concerned) {
    if (isPushed(context, uri)) context.publisher.schedule(uri);
  }
  tellChanged(context, concerned);
}

/**
 * Diagnostics are pushed to clients that do not pull. A client that does may have a document open without pulling
 * it (it shows in no editor): what a scan found there is still pushed, until the client pulls.
 */
export function isPushed({ abilities, pulled, scanned }: ServerContext, uri: string): boolean {
  return !abilities.pullsDiagnostics || (scanned.has(keyOfUri(uri)) && !pulled.has(uri));
}

/** Folders come and go; only a client that says so can tell. */
export function followFolders(context: ServerContext): void {
  context.connection.workspace.onDidChangeWorkspaceFolders(({ added, removed }) => {
    context.settings.changeFolders(
      added.map((folder) => folder.uri),
      removed.map((folder) => folder.uri),
    );
    everythingChanged(context);
  });
}

function followSettings(context: ServerContext): void {
  const { connection, settings } = context;
  connection.onDidChangeConfiguration(({ settings: all }: { settings: unknown }) => {
    const apply = (change: SettingsChange): void => {
      if (change === "answers") everythingChanged(context);
      else if (change === "display") tellChanged(context, openUris(context));
    };
    void runQuietly("settings", context.log, () => settings.renew(sectionOf(all), apply));
  });
}

/** Older clients send all their settings with a change; ours are one section of them. */
function sectionOf(all: unknown): unknown {
  if (typeof all !== "object" || all === null || !(SETTINGS_SECTION in all)) return undefined;
  return all[SETTINGS_SECTION];
}

export function everythingChanged(context: ServerContext): void {
  context.reports.forgetAll();
  context.chains.reset();
  context.chainCounts.clear();
  context.shownChains.changed();
  context.halfOpen.touch(null);
  context.changes.tell();
  forgetScan(context);
  for (const { uri } of context.documents.all())
    if (isPushed(context, uri)) context.publisher.schedule(uri, 0);
  refreshPulled(context);
  tellChanged(context, openUris(context));
}

const openUris = ({ documents }: ServerContext): string[] => documents.all().map(({ uri }) => uri);

/** What the last scan found was an answer to another question. */
function forgetScan(context: ServerContext): void {
  const { scanned, abilities, connection, documents, publisher, log } = context;
  const hadFindings = !scanned.isEmpty;
  scanned.forget();
  // Documents that are open and show in no editor had theirs from the scan as well.
  for (const { uri } of documents.all()) if (!isPushed(context, uri)) publisher.clear(uri);
  if (hadFindings && abilities.isOurs)
    void runQuietly("scan", log, () => connection.sendNotification(SCAN_OUTDATED_METHOD));
}

function refreshPulled({ abilities, connection, log }: ServerContext): void {
  if (!abilities.pullsDiagnostics || !abilities.refreshesDiagnostics) return;
  void runQuietly("refresh", log, () => connection.languages.diagnostics.refresh());
}

function followDisk(context: ServerContext): void {
  const { connection, files, scanned, log } = context;
  connection.onDidChangeWatchedFiles(({ changes }) =>
    runQuietly("watched files", log, async () => {
      if (changes.some(({ uri }) => isProjectFile(keyOfUri(uri)))) {
        context.settings.forget();
        everythingChanged(context);
      }
      let concerned = 0;
      context.changes.tell();
      context.shownChains.changed();
      for (const { uri, type } of changes) {
        const path = keyOfUri(uri);
        files.forget(path);
        context.chains.changed(path, type !== FileChangeType.Changed);
        context.halfOpen.touch(type === FileChangeType.Changed ? path : null);
        if (files.openText(path) === undefined) {
          const documents = context.reports.invalidate(path);
          concerned += documents.length;
          tellChanged(context, documents);
          for (const each of documents) if (isPushed(context, each)) context.publisher.schedule(each);
        }
        if (type === FileChangeType.Deleted) scanned.remove(path);
        else await scanned.refresh(path);
      }
      if (concerned > 0) refreshPulled(context);
    }),
  );
}
