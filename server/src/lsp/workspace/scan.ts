import type { CancellationToken, WorkDoneProgressReporter } from "vscode-languageserver";
import { counted } from "../../logic/names";
import type { ReadCounts } from "../../display/summary";
import {
  addCounts,
  namesDependedOn,
  NO_COUNTS,
  nothingFound,
  readCounts,
  readInWords,
} from "../../display/summary";
import { unpackReport } from "../../analysis/packed";
import type { FileReport, Settings } from "../../service";
import { basename } from "../../text/paths";
import type { Engine } from "../../workspace/engine";
import type { FileSystem } from "../../workspace/file-system";
import { scanIndexed } from "../../workspace/indexed-scan";
import type { IndexStore } from "../../workspace/index-store";
import type { Overlay, Round } from "../../workspace/overlay";
import type { ScanJob, Scanned } from "../../workspace/scan";
import type { ScanRequest, Scanner } from "../../workspace/scanner";
import { walk } from "../../workspace/walk";
import { keyOfUri } from "../locations";
import type { SettingsStore } from "../settings";
import type { ScanResult } from "../protocol";
import { textIn, textsToLoad } from "../findings/reports";
import type { Log } from "../run-safely";

export interface ScanParts {
  readonly engine: Engine;
  readonly disk: FileSystem;
  readonly files: Overlay;
  readonly scanner: Scanner;
  readonly indexes: IndexStore | null;
  readonly settings: SettingsStore;
  /** URIs of the workspace folders. */
  readonly folders: readonly string[];
  pause(): Promise<void>;
  /** In milliseconds, from any start. */
  now(): number;
  /** Of faults. */
  readonly log: Log;
  /** Of what came of it. */
  readonly tell: Log;
  /** A file's report, as soon as it is there. */
  readonly found: (path: string, report: FileReport, settings: Settings, round: Round) => void;
  /** Looks through the chains when every file was read; how many findings that adds to each. */
  readonly chains?: () => Promise<ReadonlyMap<string, number>>;
}

interface Outcome {
  filesScanned: number;
  findings: number;
  readonly withFindings: Set<string>;
  faults: number;
  counts: ReadCounts;
}

/** How often the scan tells where it is. */
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
    withFindings: new Set(),
    faults: 0,
    counts: NO_COUNTS,
  };
  try {
    const jobs = await jobsOf(parts, token, outcome);
    const round = parts.files.startRound();
    let told = parts.now();
    let finished = 0;
    const late: Promise<void>[] = [];
    const request: ScanRequest = {
      jobs,
      open: parts.files.openTexts(),
      cancellation: { cancelled: () => token.isCancellationRequested },
      news: () => undefined,
      done(index, scanned) {
        finished++;
        const job = jobs[index];
        if (job === undefined || token.isCancellationRequested) return;
        const texts = scanned.kind === "report" ? textsToLoad(round, job.path, scanned.packed) : [];
        const takeIt = (): void => take(parts, job, scanned, round, outcome);
        // What is on no disk is read through the editor, and that takes its time.
        if (texts.length > 0) late.push(parts.files.load(texts).then(takeIt));
        else takeIt();
        if (parts.now() - told < TELL_MS) return;
        progress.report(
          Math.floor((100 * finished) / jobs.length),
          `${finished} of ${jobs.length}: ${basename(job.path)}`,
        );
        told = parts.now();
      },
    };
    const { scanner, indexes: store, disk } = parts;
    if (store === null) await scanner.scan(request);
    else await scanIndexed({ store, disk, name: nameOf(parts.folders, jobs) }, scanner, request);
    await Promise.all(late);
    if (!token.isCancellationRequested && parts.chains !== undefined) {
      progress.report(100, "gate chains");
      for (const [path, count] of await parts.chains()) addFindings(outcome, path, count);
    }
    return await resultOf(parts, outcome, token.isCancellationRequested);
  } finally {
    progress.done();
  }
}

async function jobsOf(parts: ScanParts, token: CancellationToken, outcome: Outcome): Promise<ScanJob[]> {
  const jobs: ScanJob[] = [];
  const seen = new Set<string>();
  const { service } = parts.engine;
  for (const folderUri of parts.folders) {
    const folder = keyOfUri(folderUri);
    const lens = await parts.settings.lens(folderUri);
    const project = await parts.settings.project(folderUri, folder);
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
      const settings = project.settingsFor(found.path);
      jobs.push({ path: found.path, language, settings, mayPass: true, fixes: "none" });
      if (jobs.length % 256 === 0) await parts.pause();
    }
  }
  return jobs;
}

/** One index for each workspace and target. */
function nameOf(folders: readonly string[], jobs: readonly ScanJob[]): string {
  return JSON.stringify(["workspace", ...folders, jobs[0]?.settings.target ?? ""]);
}

function addFindings(outcome: Outcome, path: string, count: number): void {
  outcome.findings += count;
  if (count > 0) outcome.withFindings.add(path);
}

function take(parts: ScanParts, job: ScanJob, scanned: Scanned, round: Round, outcome: Outcome): void {
  if (scanned.kind === "vanished") return;
  outcome.filesScanned++;
  if (scanned.kind === "problem") {
    outcome.faults++;
    parts.log(`${job.path}: ${scanned.message}`);
  }
  if (scanned.kind !== "report") return;
  const report = unpackReport(scanned.packed, () => textIn(round, job.path));
  if (report.fault !== null) {
    outcome.faults++;
    parts.log(`${job.path}: ${report.fault}`);
  }
  addFindings(outcome, job.path, report.gates.filter((judged) => judged.rule !== null).length);
  outcome.counts = addCounts(outcome.counts, readCounts(report));
  parts.found(job.path, report, job.settings, round);
}

async function resultOf(parts: ScanParts, outcome: Outcome, cancelled: boolean): Promise<ScanResult> {
  const { target } = await parts.settings.lens(parts.folders[0] ?? "");
  const { filesScanned, findings, withFindings, faults, counts } = outcome;
  const filesWithFindings = withFindings.size;
  const result = { cancelled, target, filesScanned, findings, filesWithFindings, faults };
  const message = messageOf(parts, result, counts);
  const details = `${upperFirst(readInWords(counts, "mixed"))}.`;
  parts.tell(`scan: ${message} ${details}`);
  return { ...result, conditionsRead: counts.conditions, message, details };
}

/** More unknown names than these are told in the details alone. */
const MOST_NAMES = 2;

function messageOf(
  parts: ScanParts,
  result: Omit<ScanResult, "message" | "details" | "conditionsRead">,
  counts: ReadCounts,
): string {
  const { target, filesScanned, findings, filesWithFindings, faults, cancelled } = result;
  if (parts.folders.length === 0) return "No folder is open: there is nothing to scan.";
  const files = counted(filesScanned, "file");
  const unread =
    faults === 0 ? "" : ` ${counted(faults, "file")} could not be read or analysed: see the log.`;
  if (cancelled && findings === 0) {
    const read =
      filesScanned === 0 ? "before a file was read" : `after ${files}: none of them excludes ${target}`;
    return `Cancelled ${read}.${unread}`;
  }
  const stopped = cancelled ? "Cancelled. " : "";
  const short = namesDependedOn(counts).length > MOST_NAMES ? { ...counts, dependsOn: [] } : counts;
  const found =
    findings === 0
      ? `${upperFirst(nothingFound(target, files, short, "mixed"))}.`
      : `${counted(findings, "finding")} for ${target} in ${filesWithFindings} of ${files}.`;
  return stopped + found + unread;
}

function upperFirst(text: string): string {
  return text.slice(0, 1).toUpperCase() + text.slice(1);
}
