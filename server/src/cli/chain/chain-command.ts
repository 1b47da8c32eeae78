import type { ExitCode, Io } from "../io";
import { UsageError } from "../io";
import { chainAnswer } from "../../display/chain-answer";
import type { Chain } from "../../chain/chain";
import type { Entry } from "../../chain/entry";
import { join } from "../../text/paths";
import { sourceIn } from "../../workspace/source-in";
import { chainJson } from "./chain-json";
import { openChain } from "./chain-open";
import { openRun } from "./chain-run";
import type { ChainOptions, ChainRun } from "./chain-run";

export async function chainCommand(
  io: Io,
  entry: string,
  paths: readonly string[],
  options: ChainOptions,
): Promise<ExitCode> {
  const run = await openRun(io, paths, options);
  const found = findEntry(run, entry);
  if (found === null) {
    const near = run.workspace.maker.entries.alike(entry);
    const meant = near.length === 0 ? "" : `; did you mean ${near.join(", ")}?`;
    const where = [...paths, ...options.root].join(", ") || ".";
    if (run.workspace.files.paths.length === 0) throw new UsageError(`no file to read in ${where}`);
    throw new UsageError(`nothing is called '${entry}' in ${where}${meant}`);
  }
  const chain = run.workspace.maker.chain(found);
  if (options.open === true) {
    const exit = await openChain(run, chain, options);
    await run.workspace.save();
    return exit;
  }
  if (options.format === "json") io.out(`${JSON.stringify(chainJson(run, chain), null, 2)}\n`);
  else io.out(textOf(run, chain, options.format));
  await run.workspace.save();
  return chain.firstClosed === null && chain.halfOpen.length === 0 ? 0 : 1;
}

/** A path is taken as the user wrote it before it is looked for by its end. */
function findEntry({ io, workspace }: ChainRun, entry: string): Entry | null {
  const match = /^(.+?\.[A-Za-z]+)(:.+)?$/s.exec(entry);
  const path = match?.[1] === undefined ? null : join(io.cwd, match[1]);
  const isHere = path !== null && workspace.files.paths.includes(path);
  return workspace.maker.entries.find(isHere ? `${path}${match?.[2] ?? ""}` : entry);
}

function textOf(run: ChainRun, chain: Chain, format: "text" | "markdown"): string {
  const sourceOf = sourceIn(run.workspace.round);
  return chainAnswer(chain, { markdown: format === "markdown", show: run.show, sourceOf });
}
