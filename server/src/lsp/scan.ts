import type { CancellationToken, WorkDoneProgressReporter } from "vscode-languageserver";
import { counted } from "../logic/names";
import type { ReadCounts } from "../display/summary";
import { addCounts, NO_COUNTS, nothingFound, readCounts, readInWords } from "../display/summary";
import type { FileReport, Language, Settings } from "../service";
import { basename } from "../text/paths";
import type { Engine } from "../workspace/engine";
import type { FileSystem } from "../workspace/file-system";
import type { Overlay, Round } from "../workspace/overlay";
import type { ScanContext } from "../workspace/scan";
import { scanFile } from "../workspace/scan";
import { walk } from "../workspace/walk";
import { keyOfUri } from "./locations";
import { settingsOf } from "./settings";
import type { SettingsStore } from "./settings";
import type { ScanResult } from "./protocol";
import type { Log } from "./run-safely";

export interface ScanParts {
  readonly engine: Engine;
  readonly disk: FileSystem;
  readonly files: Overlay;
  readonly settings: SettingsStore;
  /** URIs of the workspace folders. */
  readonly folders: readonly string[];
  pause(): Promise<void>;
  /** In milliseconds, from any start. */
  now(): number;
  readonly log: Log;
  /** A file's report, as soon as it is there. */
  found(path: string, report: FileReport, settings: Settings, round: Round): void;
}

interface Job {
  readonly path: string;
  readonly language: Language;
  readonly settings: Settings;
}

interface Outcome {
  filesScanned: number;
  findings: number;
  filesWithFindings: number;
  faults: number;
  counts: ReadCounts;
}

/** How long the scan works before it lets the editor have its turn, and how often it tells where it is. */
const TURN_MS = 8;
const TELL_MS = 100;

/** Reads every file of the workspace that can hold a gate. */
export async function scanWorkspace(
  parts: ScanParts,
  progress: WorkDoneProgressReporter,
  token: CancellationToken,
): Promise<ScanResult> {
  progress.begin("SM Lens", 0, "listing files", true);
  const outcome: Outcome = {
    filesScanned: 0,
    findings: 0,
    filesWithFindings: 0,
    faults: 0,
    counts: NO_COUNTS,
  };
  try {
    const jobs = await jobsOf(parts, token, outcome);
    const clock = { turn: parts.now(), told: parts.now() };
    const round = parts.files.startRound();
    for (const [index, job] of jobs.entries()) {
      if (token.isCancellationRequested) break;
      await scanOne(parts, job, round, token, outcome);
      if (parts.now() - clock.told >= TELL_MS) {
        progress.report(
          Math.floor((100 * index) / jobs.length),
          `${index} of ${jobs.length}: ${basename(job.path)}`,
        );
        clock.told = parts.now();
      }
      if (parts.now() - clock.turn >= TURN_MS) {
        await parts.pause();
        clock.turn = parts.now();
      }
    }
    return await resultOf(parts, outcome, token.isCancellationRequested);
  } finally {
    progress.done();
  }
}

async function jobsOf(parts: ScanParts, token: CancellationToken, outcome: Outcome): Promise<Job[]> {
  const jobs: Job[] = [];
  const seen = new Set<string>();
  const { service } = parts.engine;
  for (const folderUri of parts.folders) {
    const folder = keyOfUri(folderUri);
    const lens = await parts.settings.lens(folderUri);
    const settings = settingsOf(lens, folder);
    const accepts = (path: string): boolean => service.languageOf(path) !== null;
    for await (const found of walk(parts.disk, folder, { exclude: lens.exclude, root: folder, accepts })) {
      if (token.isCancellationRequested) return jobs;
      if (found.kind === "problem") {
        outcome.faults++;
        parts.log(`${found.path}: ${found.message}`);
        continue;
      }
      const language = service.languageOf(found.path);
      if (language === null || seen.has(found.path)) continue;
      seen.add(found.path);
      jobs.push({ path: found.path, language, settings });
      if (jobs.length % 256 === 0) await parts.pause();
    }
  }
  return jobs;
}

async function scanOne(
  parts: ScanParts,
  job: Job,
  round: Round,
  token: CancellationToken,
  outcome: Outcome,
): Promise<void> {
  const { engine, disk, files } = parts;
  const cancellation = { cancelled: () => token.isCancellationRequested };
  const context: ScanContext = { engine, disk, files, settings: job.settings, cancellation, round };
  const scanned = await scanFile(context, job.path, job.language);
  if (scanned.kind === "vanished" || token.isCancellationRequested) return;
  outcome.filesScanned++;
  if (scanned.kind === "problem") {
    outcome.faults++;
    parts.log(`${job.path}: ${scanned.message}`);
  }
  if (scanned.kind !== "report") return;
  const { report } = scanned.analysis;
  if (report.fault !== null) {
    outcome.faults++;
    parts.log(`${job.path}: ${report.fault}`);
  }
  const findings = report.gates.filter((judged) => judged.rule !== null).length;
  outcome.findings += findings;
  if (findings > 0) outcome.filesWithFindings++;
  outcome.counts = addCounts(outcome.counts, readCounts(report));
  parts.found(job.path, report, job.settings, round);
}

async function resultOf(parts: ScanParts, outcome: Outcome, cancelled: boolean): Promise<ScanResult> {
  const { target } = await parts.settings.lens(parts.folders[0] ?? "");
  const { filesScanned, findings, filesWithFindings, faults, counts } = outcome;
  const result = { cancelled, target, filesScanned, findings, filesWithFindings, faults };
  return { ...result, conditionsRead: counts.conditions, message: messageOf(parts, result, counts) };
}

function messageOf(
  parts: ScanParts,
  result: Omit<ScanResult, "message" | "conditionsRead">,
  counts: ReadCounts,
): string {
  const { target, filesScanned, findings, filesWithFindings, faults, cancelled } = result;
  if (parts.folders.length === 0) return "No folder is open: there is nothing to scan.";
  const files = counted(filesScanned, "file");
  const unread =
    faults === 0 ? "" : ` ${counted(faults, "file")} could not be read or analysed: see the log.`;
  const stopped = cancelled ? "Cancelled. " : "";
  const found =
    findings === 0
      ? `${upperFirst(nothingFound(target, files, counts, "mixed"))}.`
      : `${counted(findings, "finding")} for ${target} in ${filesWithFindings} of ${files}: ${readInWords(counts, "mixed")}.`;
  return stopped + found + unread;
}

function upperFirst(text: string): string {
  return text.slice(0, 1).toUpperCase() + text.slice(1);
}
