import type { Gate } from "../gates/gate";
import { noFiles, type Cancellation, type Files } from "../text/files";
import { lineAt, type SourceText } from "../text/source";
import { collectGates } from "./gates/collect";
import { Keeper, type KeptFile } from "./modules/kept";
import { observe, type Observation } from "./modules/observe";
import { ownNames, type CapabilityNames } from "./names/own-names";
import type { PythonParser } from "./syntax/parse";
import { PythonSession } from "./modules/session";
import { newWorld, type World } from "./modules/world";

export interface PythonOptions {
  readonly files?: Files;
  /** Folders that absolute imports start from, beside the file's own package. */
  readonly roots?: readonly string[];
  /** The project's own names of the capability. */
  readonly names?: CapabilityNames;
  readonly cancellation?: Cancellation;
  /** What earlier analyses found out; without one, this analysis starts from nothing. */
  readonly session?: PythonSession;
  /** The text is only tried out: the session remembers the one before. */
  readonly trial?: boolean;
  /** Only who gets in at the gates around this offset is asked for; other places that decide by them are not read. */
  readonly near?: number | null;
  /** Texts that say nothing of devices are read too: what they import may. */
  readonly everyText?: boolean;
}

export interface PythonReport {
  readonly gates: readonly Gate[];
  /** Files that the answer needed and that `Files` did not have loaded yet. */
  readonly wanted: readonly string[];
  /** How many conditions were read that depend on the device. */
  readonly conditions: number;
  /** Lines that are no Python and were not read, in words; null where there are none. */
  readonly fault: string | null;
}

/** A cheap test: false means that the file holds no gate. */
export function mayHoldGates(text: string, names?: CapabilityNames): boolean {
  return ownNames(names).mayHold.test(text);
}

export function analysePython(
  source: SourceText,
  parser: PythonParser,
  options: PythonOptions = {},
): PythonReport {
  if (options.everyText !== true && !mayHoldGates(source.text, options.names))
    return { gates: [], wanted: [], conditions: 0, fault: null };
  const { session = new PythonSession(parser), trial = false, near = null } = options;
  const world = worldFor(source, parser, { ...options, session });
  const { kept } = world.shared;
  const keeper = trial || near !== null ? null : new Keeper(world, kept.get(source.path));
  const seen = observe(world, options, keeper);
  const gates = collectGates(seen, world, keeper, isTest(source.path, world.roots));
  if (keeper !== null && seen.complete) keep(kept, source.path, keeper.result());
  return { gates, wanted: [...world.wanted], conditions: gates.length, fault: faultIn(seen) };
}

/** Somebody may type in so many files by turns; a scan goes through thousands, once. */
const MOST_KEPT = 8;

function keep(kept: Map<string, KeptFile>, path: string, file: KeptFile): void {
  kept.delete(path);
  kept.set(path, file);
  const oldest = kept.keys().next().value;
  if (kept.size > MOST_KEPT && oldest !== undefined) kept.delete(oldest);
}

/** The first place tells enough: what follows it in the chunk is mostly its consequence. */
function faultIn({ units, module: { source } }: Observation): string | null {
  const [first, ...more] = units.flatMap(({ unread }) => unread).sort((a, b) => a.start - b.start);
  if (first === undefined) return null;
  const [from, to] = [
    lineAt(source, first.start) + 1,
    lineAt(source, Math.max(first.start, first.end - 1)) + 1,
  ];
  const lines = from === to ? `line ${from}` : `lines ${from}–${to}`;
  const others =
    more.length === 0 ? "" : `, nor in ${more.length} more ${more.length === 1 ? "place" : "places"}`;
  const why =
    first.why === "too deep"
      ? "nested too deeply to be read in full"
      : "not valid Python, and not read in full";
  return `${lines}: ${why}${others}`;
}

export function worldFor(source: SourceText, parser: PythonParser, options: PythonOptions): World {
  const { files = noFiles, roots = [], session = new PythonSession(parser), trial = false } = options;
  return newWorld(source, session.sharedFor(roots, options.names), files, roots, trial);
}

const TEST_FILE = /(?:^|\/)(?:test_[^/]*|[^/]*_test|conftest)\.py$/;
const TEST_FOLDER = /(?:^|\/)tests\//;

/** By its name, or a folder's below the workspace's root. */
function isTest(path: string, [root]: readonly string[]): boolean {
  if (TEST_FILE.test(path)) return true;
  return root !== undefined && path.startsWith(`${root}/`) && TEST_FOLDER.test(path.slice(root.length));
}
