/** `smLens/matrix`: the support matrix of the workspace, made a few files at a time so that the editor stays served. */
import type { CancellationToken } from "vscode-languageserver";
import { MATRIX_TARGETS } from "../arch/targets";
import { rowsOf } from "../chain/matrix";
import type { Row } from "../chain/matrix";
import { cellSentence, matrixSummary, nameOf } from "../display/matrix-answer";
import type { MatrixContext } from "../display/matrix-answer";
import { basename } from "../text/paths";
import { makeSource } from "../text/source";
import { sourceIn } from "../workspace/source-in";
import type { ServerContext } from "./context";
import { keyOfUri, rangeOf, uriOfKey } from "./locations";
import type { MatrixParams, MatrixResult, MatrixRow } from "./protocol";
import { MATRIX_METHOD } from "./protocol";
import { runSafely } from "./run-safely";

const TURN_MS = 8;
const TELL_MS = 100;

export function answerMatrix(context: ServerContext): void {
  const { connection, log } = context;
  connection.onRequest(MATRIX_METHOD, (params: MatrixParams, token: CancellationToken) => {
    const nothing: MatrixResult = {
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
}

async function matrixOf(
  context: ServerContext,
  params: MatrixParams,
  token: CancellationToken,
): Promise<MatrixResult> {
  const { connection, runtime, settings } = context;
  const progress = connection.window.attachWorkDoneProgress(params.workDoneToken);
  progress.begin("SM Lens", 0, "support matrix", true);
  try {
    const workspace = await context.chains.get();
    const { target } = await settings.lens(settings.folderUris()[0] ?? "");
    const targets = [...new Set([...MATRIX_TARGETS, target])];
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
    const message =
      (cancelled ? "Cancelled. " : "") + matrixSummary({ by: params.by, targets, rows }, target);
    const shown = rows.map((row) => rowOf(row, targets, { show, sourceOf }));
    return { targets, rows: shown, message, cancelled };
  } finally {
    progress.done();
  }
}

function rowOf(row: Row, targets: readonly string[], context: MatrixContext): MatrixRow {
  const source = context.sourceOf(row.path) ?? makeSource(row.path, "");
  return {
    name: nameOf(row, context),
    kind: row.kind,
    uri: uriOfKey(row.path),
    range: rangeOf(source, row.span),
    cells: row.cells.map((cell, index) => ({
      state: cell.state,
      consequence: cell.consequence,
      text: cellSentence(row, cell, targets[index] ?? "", context),
    })),
  };
}

function relative(path: string, folders: readonly string[]): string {
  const folder = folders.find((one) => path.startsWith(`${one}/`));
  return folder === undefined ? path : path.slice(folder.length + 1);
}
