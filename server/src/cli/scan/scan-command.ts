import { addCounts, NO_COUNTS, readCounts } from "../../display/summary";
import type { ReadCounts } from "../../display/summary";
import { counted } from "../../logic/names";
import type { Language } from "../../service";
import { join } from "../../text/paths";
import { problemOf } from "../../workspace/file-system";
import type { Analysis } from "../../workspace/engine";
import type { FixLevel } from "../../workspace/scan";
import type { Severity } from "../../gates/judgement";
import type { PlacedGate } from "../../chain/half-open";
import { baselineText, readBaseline } from "./baseline";
import type { Baseline } from "./baseline";
import { Fingerprints } from "./fingerprint";
import type { ScanFormat } from "../formats/format";
import { SCAN_FORMATS } from "../formats/registry";
import { findingsInHeaders } from "./included-findings";
import type { HeaderFindings } from "./included-findings";
import { inputs } from "../inputs";
import type { ExitCode, Io } from "../io";
import { NO_STDIN, UsageError } from "../io";
import { gateJson } from "../json";
import type { GateJson } from "../json";
import { missingLines, MissingHeaders } from "./missing-headers";
import { ScanChains } from "./scan-chains";
import type { Listed } from "./scan-chains";
import { reaches } from "./scan-report";
import type { FoundGate, ScanReport } from "./scan-report";
import { CHECK_FIRST, headersInWords, scanInWords } from "./scan-summary";
import type { Session } from "../session";
import { openSession } from "../session";
import type { AnalysisOptions } from "../settings";

export interface ScanOptions extends AnalysisOptions {
  readonly format: string;
  readonly allGates?: boolean;
  readonly failOn: Severity | "never";
  readonly minSeverity?: Severity;
  readonly exclude: readonly string[];
  readonly baseline?: string;
  readonly writeBaseline?: string;
  readonly showMissing?: boolean;
  readonly jobs?: number;
}

export async function scanCommand(io: Io, paths: readonly string[], options: ScanOptions): Promise<ExitCode> {
  const given = paths.length > 0 ? paths : ["."];
  if (given.includes("")) throw new UsageError("scan takes files and folders, and '' is neither");
  if (given.includes("-")) throw new UsageError(NO_STDIN);
  const format = SCAN_FORMATS.find(({ name }) => name === options.format);
  if (format === undefined) throw new UsageError(`there is no format '${options.format}'`);
  const session = await openSession(io, options, given);
  const known =
    options.baseline === undefined
      ? null
      : await readBaseline(io.disk, join(io.cwd, options.baseline), options.baseline, session.target);
  const collector = new Collector(session, format, options, known);
  const fixes = !format.wantsFixes ? "none" : options.allGates === true ? "all" : "findings";
  await collectAll(collector, session, given, options, fixes);
  io.progress(null);
  await collector.tellChains(given);
  collector.hide(options.minSeverity ?? "hint");
  const inHeaders = await headersOf(session, given, options, known);
  const report = { ...(await collector.report(given)), inHeaders };
  if (options.writeBaseline !== undefined) return writeBaseline(session, options.writeBaseline, report);
  io.out(format.render(report));
  if (options.showMissing === true && format.name === "text") io.out(missingLines(report.missing));
  summarise(io, format, report);
  if (report.problems.length > 0 || session.misread()) return 2;
  return report.gates.some(({ gate }) => reaches(gate.severity, options.failOn)) ? 1 : 0;
}

/** Where files were named alone: in a folder headers are read with all the rest. */
async function headersOf(
  session: Session,
  given: readonly string[],
  options: ScanOptions,
  known: Baseline | null,
): Promise<HeaderFindings[]> {
  if (!options.includes || given.length > MOST_NAMED || options.writeBaseline !== undefined) return [];
  for (const path of given) {
    const stat = await session.io.disk.stat(join(session.io.cwd, path)).catch(() => null);
    if (stat?.kind !== "file") return [];
  }
  return findingsInHeaders(session, given, options.minSeverity ?? "hint", known);
}

/** Of more it is asked in bulk, as pre-commit does. */
const MOST_NAMED = 8;

async function collectAll(
  collector: Collector,
  session: Session,
  given: readonly string[],
  options: ScanOptions,
  fixes: FixLevel,
): Promise<void> {
  const files = inputs(session, given, options.exclude);
  for await (const each of session.scanAll(files, { fixes, threads: options.jobs })) {
    if (each.kind === "problem") {
      collector.problem(each.path, each.message);
      continue;
    }
    const { input, scanned, analysis } = each;
    if (scanned.kind === "vanished" && !input.explicit) continue;
    if (scanned.kind === "vanished") collector.problem(input.path, "no such file or folder");
    else if (scanned.kind === "problem") collector.problem(input.path, scanned.message);
    else collector.files++;
    collector.chains.add(input.path, scanned, analysis);
    if (analysis === null) continue;
    if (analysis.report.fault !== null) collector.problem(input.path, analysis.report.fault);
    await collector.add(input.path, analysis);
  }
}

function placeKey({ path, judged: { gate, rule } }: PlacedGate): string {
  return `${path}\n${gate.span.start}\n${gate.span.end}\n${rule ?? ""}`;
}

/** Makes plain data of each file's analysis as it comes, so that none has to be kept. */
class Collector {
  files = 0;
  readonly chains = new ScanChains();
  private readonly session: Session;
  private readonly format: ScanFormat;
  private readonly options: ScanOptions;
  private readonly known: Baseline | null;
  private readonly fingerprints = new Fingerprints();
  private gates: FoundGate[] = [];
  private hidden = 0;
  /** Where in the list a gate is. */
  private readonly places = new Map<string, number>();
  private readonly problems: { file: string; message: string }[] = [];
  private readonly languages = new Set<Language>();
  private readonly withFindings = new Set<string>();
  private readonly missing = new MissingHeaders();
  private counts: ReadCounts = NO_COUNTS;
  private findings = 0;
  private left = 0;
  private unread = false;

  constructor(session: Session, format: ScanFormat, options: ScanOptions, known: Baseline | null) {
    this.session = session;
    this.format = format;
    this.options = options;
    this.known = known;
  }

  problem(path: string, message: string): void {
    this.session.io.err(`sm-lens: ${this.session.show(path)}: ${message}\n`);
    this.problems.push({ file: this.shown(path), message });
  }

  /** Where nothing is listed the file's text, which an index does without, is not asked for. */
  async add(path: string, analysis: Analysis): Promise<void> {
    const { session } = this;
    const { report } = analysis;
    this.counts = addCounts(this.counts, readCounts(report));
    if (report.read.conditions > 0) this.languages.add(report.language);
    this.missing.add(report.missing, session.show(path));
    const listed =
      this.options.allGates === true ? report.gates : report.gates.filter(({ rule }) => rule !== null);
    if (listed.length === 0) return;
    const [project, settings] = [await session.projectOf(path), await session.settingsFor(path)];
    const context = session.jsonContext(analysis, (each) => this.shown(each));
    for (const judged of listed) {
      const bare = gateJson(context, judged, []);
      const fingerprint = this.fingerprints.of(bare, path, project.root);
      if (this.known?.knows(bare, path) === true) {
        this.left++;
        continue;
      }
      // A build list that admits the target by another's code may still be made to name it.
      const fixable = judged.rule !== null || judged.excludesTarget !== false || judged.gate.exact !== null;
      const fixes = fixable && this.format.wantsFixes ? session.fixes(analysis, judged, settings) : [];
      const gate = fixes.length === 0 ? bare : gateJson(context, judged, fixes);
      this.places.set(placeKey({ path, judged }), this.gates.length);
      this.gates.push({ gate, path, root: project.root, fingerprint, verdict: judged.message });
      if (judged.rule === null) continue;
      this.findings++;
      this.unread ||= judged.checkFirst !== null;
      this.withFindings.add(path);
    }
  }

  /** What the files say of each other, once all of them were read. */
  async tellChains(given: readonly string[]): Promise<void> {
    const { session } = this;
    const roots = given.map((path) => join(session.io.cwd, path));
    const listed: Listed = {
      find: (gate) => this.gates[this.places.get(placeKey(gate)) ?? -1]?.gate ?? null,
      replace: (gate, by) => this.replace(this.places.get(placeKey(gate)), by),
      add: (gate, found) => this.addFound(gate, found),
    };
    await this.chains.tell(session, roots, listed, (each) => this.shown(each));
  }

  /** Leaves out findings that are less grave, once it is known how grave each is. */
  hide(least: Severity): void {
    const isShown = ({ gate: { rule, severity } }: FoundGate): boolean =>
      rule === null || reaches(severity, least);
    const shown = this.gates.filter(isShown);
    this.hidden = this.gates.length - shown.length;
    this.findings -= this.hidden;
    this.gates = shown;
    this.withFindings.clear();
    for (const { gate, path } of shown) if (gate.rule !== null) this.withFindings.add(path);
  }

  private replace(index: number | undefined, gate: GateJson): void {
    const found = this.gates[index ?? -1];
    if (index !== undefined && found !== undefined) this.gates[index] = { ...found, gate };
  }

  private async addFound(place: PlacedGate, gate: GateJson): Promise<void> {
    const { path } = place;
    const { root } = await this.session.projectOf(path);
    const fingerprint = this.fingerprints.of(gate, path, root);
    if (this.known?.knows(gate, path) === true) {
      this.left++;
      return;
    }
    const found: FoundGate = { gate, path, root, fingerprint, verdict: gate.message };
    const index = this.places.get(placeKey(place));
    if (index !== undefined && this.gates[index]?.gate.rule === null) this.gates[index] = found;
    else this.gates.push(found);
    this.findings++;
    this.withFindings.add(path);
  }

  async report(given: readonly string[]): Promise<ScanReport> {
    const { session, gates, problems, counts, findings } = this;
    const [language] = this.languages;
    const { root } = await session.projectOf(join(session.io.cwd, given[0] ?? "."));
    return {
      target: session.target,
      given,
      root,
      filesScanned: this.files,
      gates,
      findings,
      hidden: this.hidden,
      inHeaders: [],
      filesWithFindings: this.withFindings.size,
      known: this.known === null ? null : this.left,
      problems,
      counts,
      allGates: this.options.allGates === true,
      language: this.languages.size === 1 && language !== undefined ? language : "mixed",
      missing: this.missing.all(),
      unread: this.unread,
    };
  }

  private shown(path: string): string {
    return this.format.paths === "absolute" ? path : this.session.show(path);
  }
}

function writeBaseline(session: Session, file: string, report: ScanReport): ExitCode {
  const { io } = session;
  try {
    const path = join(io.cwd, file);
    io.create(path, new TextEncoder().encode(baselineText(path, report.target, report.gates)));
  } catch (thrown) {
    throw new UsageError(`--write-baseline: ${file}: ${problemOf(thrown).message}`);
  }
  io.err(`sm-lens: ${counted(report.findings, "finding")} written to ${file}\n`);
  return report.problems.length > 0 ? 2 : 0;
}

/** The text format says itself that nothing was found: there that is the answer; what was found is an aside. */
function summarise(io: Io, format: ScanFormat, report: ScanReport): void {
  if (report.findings > 0) {
    io.err(`sm-lens: ${scanInWords(report)}\n`);
    if (report.unread) io.err(`sm-lens: ${CHECK_FIRST}\n`);
  } else if (report.problems.length > 0 && format.name === "text" && report.filesScanned > 0) {
    // What could not be read may hold anything: then there is no answer to give.
    io.err(`sm-lens: ${counted(report.problems.length, "problem")} above; nothing found in what was read\n`);
  }
  const headers = report.findings > 0 ? headersInWords(report) : null;
  if (headers !== null) io.err(`sm-lens: ${headers}\n`);
}
