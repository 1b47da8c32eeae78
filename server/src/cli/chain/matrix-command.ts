import { rowsOf } from "../../chain/matrix";
import type { Row } from "../../chain/matrix";
import { VERSION } from "../../display/about";
import type { MatrixContext } from "../../display/matrix-answer";
import { matrixHtml } from "../../display/matrix-html";
import { tableOf } from "../../display/matrix-table";
import type { MatrixTable } from "../../display/matrix-table";
import { matrixMarkdown, matrixText } from "../../display/matrix-text";
import { matrixTargets } from "../../arch/targets";
import { sourceIn } from "../../workspace/source-in";
import type { ChainOptions } from "./chain-run";
import { openRun } from "./chain-run";
import type { ExitCode, Io } from "../io";
import { UsageError } from "../io";
import { SCHEMA_VERSION } from "../json";
import { checkedTarget } from "../target-option";

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
  const named = options.targets?.split(",").flatMap((name) => (name.trim() === "" ? [] : [name.trim()]));
  if (named?.length === 0) throw new UsageError("--targets takes names of targets, separated by commas");
  const columns = named === undefined ? undefined : [...new Set(named.map(checkedTarget))];
  const { workspace, show, target: asked } = await openRun(io, paths, options);
  if (workspace.files.paths.length === 0 && options.format === "text") {
    io.out(`no file to read in ${[...paths, ...options.root].join(", ") || "."}\n`);
    return 0;
  }
  const targets = columns ?? matrixTargets(asked);
  const makers = targets.map((name) => workspace.forTarget(name));
  const rows: Row[] = [];
  for (const path of workspace.files.paths) rows.push(...rowsOf(path, options.by, makers));
  const context: MatrixContext = { show, sourceOf: sourceIn(workspace.round) };
  io.out(printed(tableOf({ by: options.by, targets, rows }, asked, context), options.format));
  await workspace.save();
  return 0;
}

function printed(table: MatrixTable, format: MatrixOptions["format"]): string {
  switch (format) {
    case "text":
      return matrixText(table);
    case "markdown":
      return matrixMarkdown(table);
    case "html":
      return matrixHtml(table, `SM Lens ${VERSION}`);
    case "json":
      return `${JSON.stringify(matrixJson(table), null, 2)}\n`;
  }
}

function matrixJson({ by, targets, rows }: MatrixTable): object {
  return {
    schemaVersion: SCHEMA_VERSION,
    by,
    targets,
    rows: rows.map(({ cells, ...row }) => ({
      ...row,
      cells: cells.map((cell, index) => ({ target: targets[index], ...cell })),
    })),
  };
}
