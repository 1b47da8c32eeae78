/** `smLens/matrix`: the support matrix of the workspace, made a few files at a time so that the editor stays served. */
import type { CancellationToken } from "vscode-languageserver";
import { matrixTargets } from "../../arch/targets";
import { rowsOf } from "../../chain/matrix";
import type { Row } from "../../chain/matrix";
import { VERSION } from "../../display/about";
import { matrixHtml } from "../../display/matrix-html";
import { tableOf } from "../../display/matrix-table";
import type { MatrixTable, TableRow } from "../../display/matrix-table";
import { matrixCsv, matrixMarkdown } from "../../display/matrix-text";
import { basename } from "../../text/paths";
import { makeSource } from "../../text/source";
import type { SourceText } from "../../text/source";
import { sourceIn } from "../../workspace/source-in";
import type { ServerContext } from "../context";
import { keyOfUri, rangeOf, uriOfKey } from "../locations";
import type { ExportParams, MatrixParams, MatrixResult, MatrixRow } from "../protocol";
import { EXPORT_MATRIX_METHOD, MATRIX_METHOD } from "../protocol";
import { runSafely } from "../run-safely";

const TURN_MS = 8;
const TELL_MS = 100;

export function answerMatrix(context: ServerContext): void {
  const { connection, log } = context;
  connection.onRequest(MATRIX_METHOD, (params: MatrixParams, token: CancellationToken) => {
    const nothing: MatrixResult = {
      target: "",
      targets: [],
      rows: [],
      message: "The matrix could not be made: the log says why.",
      cancelled: false,
    };
    // A cancelled request answers with what it has: it is not run under its own token.
    const always: CancellationToken = {
      isCancellationRequested: false,
      onCancellationRequested: token.onCancellationRequested,
    };
    return runSafely("matrix", log, always, nothing, () => matrixOf(context, params, token));
  });
  connection.onRequest(EXPORT_MATRIX_METHOD, (params: ExportParams) => exported(context, params));
}

async function matrixOf(
  context: ServerContext,
  params: MatrixParams,
  token: CancellationToken,
): Promise<MatrixResult> {
  const { connection, runtime, settings } = context;
  const progress = connection.window.attachWorkDoneProgress(params.workDoneToken);
  progress.begin("SM Lens", 0, "support matrix", true);
  context.shownChains.asked();
  try {
    const workspace = await context.chains.get();
    const { target } = await settings.lens(settings.folderUris()[0] ?? "");
    const targets = matrixTargets(target);
    const makers = targets.map((name) => workspace.forTarget(name));
    const rows: Row[] = [];
    const { paths } = workspace.files;
    const clock = { turn: runtime.now(), told: runtime.now() };
    for (const [index, path] of paths.entries()) {
      if (token.isCancellationRequested) break;
      rows.push(...rowsOf(path, params.by, makers));
      if (runtime.now() - clock.turn < TURN_MS) continue;
      if (runtime.now() - clock.told >= TELL_MS) {
        progress.report(
          Math.floor((100 * index) / paths.length),
          `${index} of ${paths.length}: ${basename(path)}`,
        );
        clock.told = runtime.now();
      }
      await runtime.pause();
      clock.turn = runtime.now();
    }
    const folders = settings.folderUris().map(keyOfUri);
    const show = (path: string): string => relative(path, folders);
    const sourceOf = sourceIn({ read: (path) => workspace.files.text(path) });
    const cancelled = token.isCancellationRequested;
    const table = tableOf({ by: params.by, targets, rows }, target, { show, sourceOf });
    const shown = table.rows.flatMap((each, index) => {
      const row = rows[index];
      return row === undefined ? [] : [rowOf(row, each, sourceOf(row.path) ?? makeSource(row.path, ""))];
    });
    return {
      target,
      targets,
      rows: shown,
      message: (cancelled ? "Cancelled. " : "") + table.summary,
      cancelled,
    };
  } finally {
    progress.done();
    context.chains.saveSoon();
  }
}

function rowOf(row: Row, table: TableRow, source: SourceText): MatrixRow {
  const { name, kind, cells } = table;
  return { name, kind, cells, uri: uriOfKey(row.path), range: rangeOf(source, row.span) };
}

/** The same pages and texts that the command line makes. */
function exported({ settings }: ServerContext, { format, message, ...params }: ExportParams): string {
  const folders = settings.folderUris().map(keyOfUri);
  const rows = params.rows.map(({ name, kind, cells, uri, range }) => {
    return { name, kind, cells, file: relative(keyOfUri(uri), folders), line: range.start.line + 1 };
  });
  const table: MatrixTable = { ...params, rows, summary: message };
  switch (format) {
    case "html":
      return matrixHtml(table, `SM Lens ${VERSION}`);
    case "markdown":
      return matrixMarkdown(table);
    case "csv":
      return matrixCsv(table);
  }
}

function relative(path: string, folders: readonly string[]): string {
  const folder = folders.find((one) => path.startsWith(`${one}/`));
  return folder === undefined ? path : path.slice(folder.length + 1);
}
