import { rowsOf } from "../chain/matrix";
import type { Row } from "../chain/matrix";
import { VERSION } from "../display/about";
import { cellSentence, matrixMarkdown, matrixText, nameOf } from "../display/matrix-answer";
import type { Matrix, MatrixContext } from "../display/matrix-answer";
import { matrixHtml } from "../display/matrix-html";
import { MATRIX_TARGETS } from "../arch/targets";
import { positionAt } from "../text/source";
import { sourceIn } from "../workspace/source-in";
import type { ChainOptions } from "./chain-run";
import { openRun } from "./chain-run";
import type { ExitCode, Io } from "./io";
import { SCHEMA_VERSION } from "./json";
import { checkedTarget } from "./target-option";

export interface MatrixOptions extends Omit<ChainOptions, "format" | "open" | "dryRun"> {
  readonly by: "features" | "files";
  readonly targets?: string;
  readonly format: "text" | "json" | "markdown" | "html";
}

export async function matrixCommand(
  io: Io,
  paths: readonly string[],
  options: MatrixOptions,
): Promise<ExitCode> {
  const columns = options.targets?.split(",").map((name) => checkedTarget(name.trim()));
  const { workspace, show, target: asked } = await openRun(io, paths, options);
  const targets = columns ?? [...new Set([...MATRIX_TARGETS, asked])];
  const makers = targets.map((name) => workspace.forTarget(name));
  const rows: Row[] = [];
  for (const path of workspace.files.paths) rows.push(...rowsOf(path, options.by, makers));
  const matrix: Matrix = { by: options.by, targets, rows };
  const context: MatrixContext = { show, sourceOf: sourceIn(workspace.round) };
  io.out(printed(matrix, asked, context, options.format));
  return 0;
}

function printed(
  matrix: Matrix,
  target: string,
  context: MatrixContext,
  format: MatrixOptions["format"],
): string {
  switch (format) {
    case "text":
      return matrixText(matrix, target, context);
    case "markdown":
      return matrixMarkdown(matrix, target, context);
    case "html":
      return matrixHtml(matrix, target, context, `SM Lens ${VERSION}`);
    case "json":
      return `${JSON.stringify(matrixJson(matrix, context), null, 2)}\n`;
  }
}

function matrixJson({ by, targets, rows }: Matrix, context: MatrixContext): object {
  return {
    schemaVersion: SCHEMA_VERSION,
    by,
    targets,
    rows: rows.map((row) => {
      const source = context.sourceOf(row.path);
      return {
        name: nameOf(row, context),
        kind: row.kind,
        file: context.show(row.path),
        line: source === null ? 1 : positionAt(source, row.span.start).line + 1,
        cells: row.cells.map((cell, index) => ({
          target: targets[index],
          state: cell.state,
          consequence: cell.consequence,
          text: cellSentence(row, cell, targets[index] ?? "", context),
        })),
      };
    }),
  };
}
