/** A task of type `smLens` as `tasks.json` writes it. */
export interface ScanDefinition {
  readonly type: string;
  /** By default the setting of the folder. */
  readonly target?: string;
  /** Files and folders, relative to the workspace folder; none: all of it. */
  readonly paths?: readonly string[];
  /** The lowest severity at which the task fails; by default it never does: findings are an answer. */
  readonly failOn?: string;
}

/** What the command line is started with. */
export function scanArguments(definition: ScanDefinition, target: string): string[] {
  const { target: own = target, paths = [], failOn = "never" } = definition;
  // What stands behind "--" is a path, whatever it begins with.
  return ["scan", "--target", own, "--fail-on", failOn, "--", ...(paths.length === 0 ? ["."] : paths)];
}
