import type { CancellationToken, WorkDoneProgressReporter } from "vscode-languageserver";
import { CancellationTokenSource, LSPErrorCodes, ResponseError } from "vscode-languageserver";
import { isPushed } from "../changes";
import type { ServerContext } from "../context";
import { keyOfUri } from "../locations";
import type { ScanParams, ScanResult } from "../protocol";
import { SCAN_METHOD } from "../protocol";
import { faultText, runQuietly } from "../run-safely";
import type { ScanParts } from "./scan";
import { scanWorkspace } from "./scan";

/** Answers `smLens/scan`. A new scan ends one that is still running. A cancelled one answers what it has. */
export function answerScan(context: ServerContext): void {
  let running: CancellationTokenSource | undefined;
  context.connection.onRequest(SCAN_METHOD, async (params: ScanParams | null, token: CancellationToken) => {
    running?.cancel();
    const source = new CancellationTokenSource();
    running = source;
    const following = token.onCancellationRequested(() => source.cancel());
    if (token.isCancellationRequested) source.cancel();
    try {
      return await scan(context, await progressFor(context, params, source), source.token);
    } catch (thrown) {
      context.log(`scan: ${faultText(thrown)}`);
      throw new ResponseError(LSPErrorCodes.RequestFailed, "the scan failed; the log says why");
    } finally {
      following.dispose();
      if (running === source) running = undefined;
    }
  });
}

async function scan(
  context: ServerContext,
  progress: WorkDoneProgressReporter,
  token: CancellationToken,
): Promise<ScanResult> {
  const { scanned } = context;
  const found = new Set<string>();
  scanned.begin();
  const parts = scanPartsOf(context, (path, report, { target }, round) => {
    found.add(path);
    // A client that asks for the findings of all files has them from there.
    if (context.pullsWorkspace) return;
    scanned.add(path, context.diagnosticsOf(report, target, round));
    showWhereOpen(context, path);
  });
  const chains = async (): Promise<ReadonlyMap<string, number>> => {
    scanned.keepOnly(found);
    await runQuietly("half-open chains", context.log, () => context.halfOpen.begin());
    return context.halfOpen.counts();
  };
  return scanWorkspace({ ...parts, chains }, progress, token);
}

/** A file may be open and show in no editor, so that nobody pulls what is found there. */
function showWhereOpen(context: ServerContext, path: string): void {
  if (context.files.openText(path) === undefined) return;
  for (const { uri } of context.documents.all())
    if (keyOfUri(uri) === path && isPushed(context, uri)) context.publisher.schedule(uri);
}

export function scanPartsOf(context: ServerContext, found: ScanParts["found"]): ScanParts {
  const { runtime, files, settings, log } = context;
  return {
    engine: runtime.engine,
    disk: runtime.disk,
    scanner: runtime.scanner,
    indexes: context.indexes,
    files,
    settings,
    folders: settings.folderUris(),
    pause: () => runtime.pause(),
    now: () => runtime.now(),
    log,
    tell: (message) => context.connection.console.info(message),
    found,
  };
}

/** The client's own progress, else one of ours where the client shows such; its cancel button counts too. */
async function progressFor(
  { connection, abilities }: ServerContext,
  params: ScanParams | null,
  source: CancellationTokenSource,
): Promise<WorkDoneProgressReporter> {
  const token = params?.workDoneToken;
  if (token !== undefined || !abilities.workDoneProgress)
    return connection.window.attachWorkDoneProgress(token);
  const progress = await connection.window.createWorkDoneProgress();
  progress.token.onCancellationRequested(() => source.cancel());
  return progress;
}
