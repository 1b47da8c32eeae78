/** Every request that the server answers; what each one answers stands in the file of its feature. */
import type { CodeAction, DocumentDiagnosticReport } from "vscode-languageserver";
import { DocumentDiagnosticReportKind, LSPErrorCodes, ResponseError } from "vscode-languageserver";
import { answerChains } from "./workspace/chain-request";
import { resultIdOf } from "./findings/diagnostics";
import { closedBehindIn } from "./findings/closed-behind";
import type { ClosedBehind } from "./findings/closed-behind";
import type { ActionData } from "./findings/code-actions";
import { codeActionsFor, fixesOf } from "./findings/code-actions";
import type { ServerContext } from "./context";
import type { Explanation } from "../service";
import { hoverAt } from "./reading/hover";
import { answerKeptChanges, withKeeping } from "./workspace/kept-changes";
import { answerMatrix } from "./workspace/matrix-request";
import { keyOfUri } from "./locations";
import { TARGETS_METHOD } from "./protocol";
import { answerReadingAids } from "./reading/reading-aids";
import type { DocumentReport } from "./findings/reports";
import { contentModified, runSafely } from "./run-safely";
import { answerScan } from "./workspace/scan-request";
import { targetChoices } from "./workspace/targets";
import { workspaceEdit } from "./workspace/workspace-edits";
import { answerWorkspaceDiagnostics } from "./workspace/workspace-diagnostics";

export function answerRequests(context: ServerContext): void {
  answerDiagnostics(context);
  if (context.pullsWorkspace) answerWorkspaceDiagnostics(context);
  answerHover(context);
  answerCodeActions(context);
  answerReadingAids(context);
  answerScan(context);
  answerChains(context);
  answerMatrix(context);
  answerKeptChanges(context);
  context.connection.onRequest(TARGETS_METHOD, async (params?: { readonly uri?: string }) => {
    const { settings } = context;
    const lens = await settings.lens(params?.uri ?? settings.folderUris()[0] ?? "");
    return targetChoices(lens.target, lens.targetProblem);
  });
}

async function reportFor(context: ServerContext, uri: string): Promise<DocumentReport | null> {
  const document = context.documents.get(uri);
  return document === undefined ? null : context.reports.get(document);
}

function answerDiagnostics(context: ServerContext): void {
  const { connection, log, pulled, publisher } = context;
  connection.languages.diagnostics.on((params, token) => {
    const { uri } = params.textDocument;
    const nothing: DocumentDiagnosticReport = { kind: DocumentDiagnosticReportKind.Full, items: [] };
    return runSafely(
      `diagnostics of ${uri}`,
      log,
      token,
      nothing,
      async (): Promise<DocumentDiagnosticReport> => {
        const found = await retriggering(() => reportFor(context, uri));
        pulled.add(uri);
        publisher.clear(uri);
        if (found === null) return nothing;
        const items = context.diagnosticsOf(found.report, found.settings.target, found.files);
        // Of the items, and not of the report: what chains say of a file may change when its text does not.
        const resultId = resultIdOf(items);
        if (params.previousResultId === resultId)
          return { kind: DocumentDiagnosticReportKind.Unchanged, resultId };
        return { kind: DocumentDiagnosticReportKind.Full, resultId, items };
      },
    );
  });
}

/** A pull that a change overtook is to be asked again, whoever made the change. */
async function retriggering<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (thrown) {
    if (thrown instanceof ResponseError && thrown.code === LSPErrorCodes.ContentModified) {
      throw new ResponseError(LSPErrorCodes.ServerCancelled, thrown.message, { retriggerRequest: true });
    }
    throw thrown;
  }
}

function answerHover(context: ServerContext): void {
  const { connection, log, abilities, reports } = context;
  connection.onHover((params, token) =>
    runSafely("hover", log, token, null, async () => {
      const found = await reportFor(context, params.textDocument.uri);
      if (found === null) return null;
      const valueAt = (offset: number): Explanation | null => reports.valueAt(found, offset);
      const lens = await context.settings.lens(params.textDocument.uri);
      return hoverAt(found, params.position, { lens, abilities, valueAt });
    }),
  );
}

function answerCodeActions(context: ServerContext): void {
  const { connection, log, abilities, reports } = context;
  connection.onCodeAction((params, token) =>
    runSafely("code actions", log, token, [], async () => {
      const found = await reportFor(context, params.textDocument.uri);
      if (found === null) return [];
      const behind = closedBehindIn(context, found);
      const actions = codeActionsFor(reports, found, params, abilities, behind.gatesOf);
      // A client that resolves no commands would never come to keep anything.
      const isLazy =
        abilities.resolvesEdits &&
        (abilities.resolvesCommands || !context.kept.keeps(keyOfUri(params.textDocument.uri)));
      return isLazy ? actions : actions.map((action) => withEdit(context, found, action, behind));
    }),
  );
  connection.onCodeActionResolve((action, token) =>
    runSafely("resolving a code action", log, token, action, async () => {
      const data: unknown = action.data;
      if (!isActionData(data)) return action;
      const found = await reportFor(context, data.uri);
      if (found?.version !== data.version) throw contentModified();
      return withEdit(context, found, action, closedBehindIn(context, found));
    }),
  );
}

function withEdit(
  context: ServerContext,
  found: DocumentReport,
  action: CodeAction,
  { textOf }: ClosedBehind,
): CodeAction {
  const data: unknown = action.data;
  const fixes = isActionData(data) ? fixesOf(context.reports, found, data) : null;
  if (fixes === null) return action;
  const versionOf = (uri: string): number | null => context.documents.get(uri)?.version ?? null;
  const judged = isActionData(data) ? found.report.gates[data.gate] : undefined;
  const behind = judged === undefined || fixes.length > 1 ? null : textOf(judged);
  const edited = { ...action, edit: workspaceEdit(found, fixes, context.abilities, versionOf, behind) };
  const rule = judged?.rule ?? null;
  return withKeeping(context, found, edited, fixes, rule);
}

function isActionData(data: unknown): data is ActionData {
  if (typeof data !== "object" || data === null) return false;
  const { uri, version, gate, fix, all } = data as Partial<Record<keyof ActionData, unknown>>;
  const numbers = [version, gate, fix].every((value) => typeof value === "number");
  return numbers && typeof uri === "string" && typeof all === "boolean";
}
