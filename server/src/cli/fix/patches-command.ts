import { counted } from "../../logic/names";
import { baseOf } from "../../patches/store";
import { decode } from "../../workspace/decode";
import type { PatchReader, PatchStatus } from "../../workspace/kept-patches";
import { problemOf } from "../../workspace/file-system";
import { exportPatches, reapplyAll, verifyPatches } from "../../workspace/kept-patches";
import { changeOf, writeChange } from "./changes";
import { unifiedDiff } from "./diff";
import type { ExitCode, Io } from "../io";
import { SCHEMA_VERSION } from "../json";
import { loadNamed, show } from "./patches-store";
import { openSession } from "../session";
import type { AnalysisOptions } from "../settings";

export interface PatchesOptions {
  readonly store?: string;
  readonly format?: "text" | "json";
  readonly dryRun?: boolean;
}

export type PatchesAction = "list" | "verify" | "apply" | "export";

export async function patchesCommand(
  io: Io,
  action: PatchesAction,
  options: PatchesOptions,
): Promise<ExitCode> {
  const { place, store } = await loadNamed(io, options.store);
  const statuses = await verifyPatches(store, baseOf(place), patchReader(io));
  if (action === "export") io.out(exportPatches(statuses));
  else if (action === "apply") return applyLost(io, statuses, options);
  else tell(io, statuses, options);
  if (store.patches.length === 0) io.err(`sm-lens: ${show(io, place)}: no fix is kept\n`);
  return action === "verify" && statuses.some(needsSomething) ? 1 : 0;
}

/** Reads files, and looks for findings in them, for whoever asks what became of a change. */
export function patchReader(io: Io): PatchReader {
  return {
    text: (path) => textOf(io, path),
    async hasFinding(path, rule, target) {
      const options: AnalysisOptions = { ...ANALYSIS, target };
      try {
        const session = await openSession(io, options, [path]);
        const { report } = await session.analyseNamed(path);
        return report.fault === null ? report.gates.some((judged) => judged.rule === rule) : null;
      } catch {
        return null;
      }
    },
  };
}

const ANALYSIS = {
  define: [],
  undefine: [],
  includePath: [],
  rule: [],
  includes: true,
  cache: true,
} as const;

async function textOf(io: Io, path: string): Promise<string | null> {
  try {
    return decode(await io.disk.read(path)).text;
  } catch {
    return null;
  }
}

function needsSomething({ state }: PatchStatus): boolean {
  return state !== "in place" && state !== "opened otherwise";
}

function tell(io: Io, statuses: readonly PatchStatus[], options: PatchesOptions): void {
  if (options.format === "json") {
    const patches = statuses.map(({ patch, path, state, line }) => ({
      file: show(io, path),
      line: line === null ? null : line + 1,
      state,
      title: patch.title,
      target: patch.target,
      rule: patch.rule,
    }));
    io.out(`${JSON.stringify({ schemaVersion: SCHEMA_VERSION, patches }, null, 2)}\n`);
    return;
  }
  for (const { patch, path, state, line } of statuses) {
    const place = line === null ? show(io, path) : `${show(io, path)}:${line + 1}`;
    io.out(`${place}: ${state}: ${patch.title}\n`);
  }
  if (statuses.length > 0) io.err(`sm-lens: ${summary(statuses)}\n`);
}

function summary(statuses: readonly PatchStatus[]): string {
  const counts = new Map<string, number>();
  for (const { state } of statuses) counts.set(state, (counts.get(state) ?? 0) + 1);
  const parts = [...counts].map(([state, count]) => `${count} ${state}`).join(", ");
  const advice = counts.has("lost") ? "; `sm-lens patches apply` puts back what is lost" : "";
  return `${counted(statuses.length, "fix", "fixes")} kept: ${parts}${advice}`;
}

async function applyLost(
  io: Io,
  statuses: readonly PatchStatus[],
  options: PatchesOptions,
): Promise<ExitCode> {
  const texts = new Map<string, string | null>();
  for (const { path } of statuses) texts.set(path, await textOf(io, path));
  const edits = reapplyAll(statuses, (path) => texts.get(path) ?? null);
  const problems = new Map<string, string>();
  for (const [path, own] of edits) {
    try {
      const change = await changeOf(io, path, own, texts.get(path));
      if (options.dryRun === true) io.out(unifiedDiff(show(io, path), change.before, change.after));
      else await writeChange(io, change, show(io, path));
    } catch (thrown) {
      problems.set(path, problemOf(thrown).message);
    }
  }
  for (const problem of problems.values()) io.err(`sm-lens: ${problem}\n`);
  const verb = options.dryRun === true ? "would put back" : "put back";
  for (const { patch, path, state } of statuses) {
    if (problems.has(path)) continue;
    if (state === "lost") io.err(`sm-lens: ${show(io, path)}: ${verb}: ${patch.title}\n`);
    else if (needsSomething({ state } as PatchStatus))
      io.err(`sm-lens: ${show(io, path)}: ${state}, not put back: ${patch.title}\n`);
  }
  if (edits.size === 0) io.err("sm-lens: nothing is lost\n");
  if (problems.size > 0) return 2;
  return statuses.some(({ state }) => state === "changed" || state === "missing") ? 1 : 0;
}
