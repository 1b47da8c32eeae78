import type { ExitCode, Io } from "./io";
import { UsageError } from "./io";
import { chainAnswer } from "../display/chain-answer";
import type { Chain } from "../chain/chain";
import type { Entry } from "../chain/entry";
import { join } from "../text/paths";
import { openProject } from "../workspace/config/project";
import type { Project } from "../workspace/config/project";
import { below } from "../workspace/excludes";
import { Overlay } from "../workspace/overlay";
import { ChainFolderStore } from "../workspace/chain-files";
import type { ChainWorkspace } from "../workspace/chain-files";
import { problemOf } from "../workspace/file-system";
import { chainJson } from "./chain-json";
import { openChain } from "./chain-open";
import { sourceIn } from "./session";
import type { AnalysisOptions } from "./settings";
import { checkPlaces, givenBy } from "./settings";
import type { ShowPath } from "./shown-paths";
import { showPathFor } from "./shown-paths";

export interface ChainOptions extends Omit<AnalysisOptions, "root"> {
  readonly format: "text" | "json" | "markdown";
  readonly root: readonly string[];
  readonly exclude: readonly string[];
  readonly open?: boolean;
  readonly dryRun?: boolean;
}

/** One run of `chain` or `matrix` over several folders. */
export interface ChainRun {
  readonly io: Io;
  readonly workspace: ChainWorkspace;
  readonly show: ShowPath;
  readonly target: string;
}

export async function openRun(
  io: Io,
  paths: readonly string[],
  options: Omit<ChainOptions, "format">,
): Promise<ChainRun> {
  const named = [...paths, ...options.root];
  const folders = named.length > 0 ? named : ["."];
  for (const folder of folders) {
    try {
      if ((await io.disk.stat(join(io.cwd, folder))) === null)
        throw new UsageError(`${folder}: no such file or folder`);
    } catch (thrown) {
      throw thrown instanceof UsageError ? thrown : new UsageError(`${folder}: ${problemOf(thrown).message}`);
    }
  }
  await checkPlaces(options, io);
  const given = givenBy(options, io);
  const open = (folder: string): Promise<Project> => openProject(io.disk, join(io.cwd, folder), given);
  const first = await open(folders[0] ?? ".");
  const projects = [first, ...(await Promise.all(folders.slice(1).map(open)))];
  const { target } = first;
  for (const problem of new Set(projects.flatMap(({ problems }) => problems)))
    io.err(`sm-lens: ${problem}\n`);
  const store = new ChainFolderStore({
    engine: io.engine(),
    disk: io.disk,
    overlay: new Overlay(io.disk),
    folders: folders.map((folder) => join(io.cwd, folder)),
    target,
    exclude: options.exclude,
    settingsFor(root) {
      const around = projects.find((project) => root === project.root || below(project.root, root) !== "");
      return { ...(around ?? first).settingsFor(root), target, root };
    },
  });
  const workspace = await store.open();
  return { io, workspace, show: showPathFor(io.cwd, folders), target };
}

export async function chainCommand(
  io: Io,
  entry: string,
  paths: readonly string[],
  options: ChainOptions,
): Promise<ExitCode> {
  const run = await openRun(io, paths, options);
  const found = findEntry(run, entry);
  if (found === null)
    throw new UsageError(`nothing is called '${entry}' in ${[...paths, ...options.root].join(", ") || "."}`);
  const chain = run.workspace.maker.chain(found);
  if (options.open === true) return openChain(run, chain, options);
  if (options.format === "json") io.out(`${JSON.stringify(chainJson(run, chain), null, 2)}\n`);
  else io.out(textOf(run, chain, options.format));
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
