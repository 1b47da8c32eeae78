/** What `chain` and `matrix` share: the folders they are asked about, opened as one workspace. */
import type { Io } from "../io";
import { NO_STDIN, UsageError } from "../io";
import { join } from "../../text/paths";
import { openProject } from "../../workspace/config/project";
import type { Project } from "../../workspace/config/project";
import { below } from "../../workspace/excludes";
import { DependencyLog } from "../../workspace/dependencies";
import { Overlay } from "../../workspace/overlay";
import { ChainFolderStore } from "../../workspace/chain-files";
import type { ChainWorkspace } from "../../workspace/chain-files";
import { problemOf } from "../../workspace/file-system";
import type { AnalysisOptions } from "../settings";
import { checkPlaces, givenBy } from "../settings";
import type { ShowPath } from "../shown-paths";
import { showPathFor } from "../shown-paths";

export interface ChainOptions extends Omit<AnalysisOptions, "root"> {
  readonly format: "text" | "json" | "markdown";
  readonly root: readonly string[];
  readonly exclude: readonly string[];
  readonly open?: boolean;
  readonly dryRun?: boolean;
  /** With `open`: whether the changes are kept. Undefined: where a file is not the project's own. */
  readonly remember?: boolean;
  readonly store?: string;
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
    if (folder === "-") throw new UsageError(NO_STDIN);
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
  const places = folders.map((folder) => join(io.cwd, folder));
  const log = options.cache && io.indexes !== null ? new DependencyLog() : null;
  const store = new ChainFolderStore({
    engine: io.engine(),
    disk: io.disk,
    overlay: new Overlay(io.disk, log),
    ...(log === null || io.indexes === null
      ? {}
      : { index: { store: io.indexes, name: JSON.stringify(["chains", places]), log } }),
    folders: places,
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
