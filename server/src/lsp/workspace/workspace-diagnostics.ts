/**
 * `workspace/diagnostic`: the findings of all files, asked for by the client and kept up to date behind its back. Only
 * where the client was started with it; the scan command does not depend on it.
 */
import type {
  CancellationToken,
  WorkDoneProgressReporter,
  WorkspaceDiagnosticParams,
  WorkspaceDiagnosticReport,
  WorkspaceDiagnosticReportPartialResult,
  WorkspaceDocumentDiagnosticReport,
} from "vscode-languageserver";
import { CancellationTokenSource, DocumentDiagnosticReportKind } from "vscode-languageserver";
import type { ServerContext } from "../context";
import { resultIdOf } from "../findings/diagnostics";
import { uriOfKey } from "../locations";
import { runSafely } from "../run-safely";
import { scanWorkspace } from "./scan";
import { scanPartsOf } from "./scan-request";

/** Changes come in swarms (a checkout, a build): the scan waits until one is over. */
const SETTLED_MS = 400;

function settled(): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, SETTLED_MS));
}

type Tell = (reports: WorkspaceDocumentDiagnosticReport[]) => void;

export function answerWorkspaceDiagnostics(context: ServerContext): void {
  let running: CancellationTokenSource | undefined;
  context.connection.languages.diagnostics.onWorkspace((params, token, _progress, partial) => {
    // A client asks one question at a time: the one before is nobody's any more.
    running?.cancel();
    const source = (running = new CancellationTokenSource());
    token.onCancellationRequested(() => source.cancel());
    return runSafely("diagnostics of the workspace", context.log, token, { items: [] }, () =>
      poll(context, params, source.token, partial),
    );
  });
}

/** Answers when there is something to tell: at once the first time, later when an answer has changed. */
async function poll(
  context: ServerContext,
  params: WorkspaceDiagnosticParams,
  token: CancellationToken,
  partial: { report(result: WorkspaceDiagnosticReportPartialResult): void } | undefined,
): Promise<WorkspaceDiagnosticReport> {
  const known = new Map(params.previousResultIds.map(({ uri, value }) => [uri, value]));
  const rest: WorkspaceDocumentDiagnosticReport[] = [];
  let told = 0;
  const cancelled = (): boolean => token.isCancellationRequested;
  const tell: Tell = (items) => {
    told += items.length;
    if (partial === undefined) rest.push(...items);
    else partial.report({ items });
  };
  do {
    const { serial } = context.changes;
    const unchanged = await round(context, known, token, tell);
    if (told > 0 || cancelled()) {
      tell(unchanged);
      break;
    }
    await context.changes.after(serial, token);
    await settled();
  } while (!cancelled());
  return { items: rest };
}

/** Tells what differs from `known`; answers the reports of what does not. */
async function round(
  context: ServerContext,
  known: ReadonlyMap<string, string>,
  token: CancellationToken,
  tell: Tell,
): Promise<WorkspaceDocumentDiagnosticReport[]> {
  const unchanged: WorkspaceDocumentDiagnosticReport[] = [];
  const met = new Set<string>();
  const parts = scanPartsOf(context, (path, report, { target }, files) => {
    const uri = uriOfKey(path);
    const items = context.diagnosticsOf(report, target, files);
    const resultId = resultIdOf(items);
    if (items.length === 0 && !known.has(uri)) return;
    met.add(uri);
    const version = context.documents.get(uri)?.version ?? null;
    if (known.get(uri) === resultId)
      unchanged.push({ kind: DocumentDiagnosticReportKind.Unchanged, uri, resultId, version });
    else tell([{ kind: DocumentDiagnosticReportKind.Full, uri, resultId, version, items }]);
  });
  const { cancelled } = await scanWorkspace(parts, quiet, token);
  if (cancelled) return unchanged;
  const none = resultIdOf([]);
  for (const [uri, resultId] of known) {
    // Gone, or passed over: what was told of it holds no more.
    if (met.has(uri)) continue;
    if (resultId === none)
      unchanged.push({ kind: DocumentDiagnosticReportKind.Unchanged, uri, resultId, version: null });
    else tell([{ kind: DocumentDiagnosticReportKind.Full, uri, resultId: none, version: null, items: [] }]);
  }
  return unchanged;
}

/** It runs behind everything else, and is cancelled with the request. */
const quiet: WorkDoneProgressReporter = {
  begin: () => undefined,
  report: () => undefined,
  done: () => undefined,
};
