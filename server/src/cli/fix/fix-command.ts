import { counted, listed } from "../../logic/names";
import { join } from "../../text/paths";
import { fixKinds } from "../../service";
import { positionAt } from "../../text/source";
import { behindGate } from "../scan/closed-behind";
import type { Behind, ClosedBehind } from "../scan/closed-behind";
import { unifiedDiff } from "./diff";
import type { Change } from "./changes";
import type { Chosen } from "./fix-plan";
import {
  candidatesAt,
  changesOf,
  chooseAll,
  chooseAt,
  countKinds,
  kindAndNumber,
  writeChanges,
} from "./fix-plan";
import { whyNot } from "./fix-refusal";
import type { About } from "./fix-remember";
import { checkRemembered, rememberChanges } from "./fix-remember";
import { inputs } from "../inputs";
import type { ExitCode, Io } from "../io";
import { UsageError } from "../io";
import { editJson, SCHEMA_VERSION } from "../json";
import type { Location } from "../location";
import { checkLocation, locationOf } from "../location";
import type { ScannedInput } from "../scan/scan-all";
import type { NamedAnalysis, Session } from "../session";
import { openSession } from "../session";
import type { AnalysisOptions } from "../settings";

export interface FixOptions extends AnalysisOptions {
  readonly format: "text" | "json";
  readonly kind?: string;
  readonly dryRun?: boolean;
  readonly all?: boolean;
  readonly exclude: readonly string[];
  readonly remember?: boolean;
  readonly store?: string;
}

export async function fixCommand(io: Io, places: readonly string[], options: FixOptions): Promise<ExitCode> {
  const kind = options.kind === undefined ? undefined : kindAndNumber(options.kind)[0];
  if (kind !== undefined && !fixKinds.includes(kind) && options.all === true)
    throw new UsageError(`there is no kind of fix '${kind}'; there are ${listed(fixKinds)}`);
  return options.all === true ? fixAll(io, places, options) : fixOne(io, places, options);
}

async function fixOne(io: Io, places: readonly string[], options: FixOptions): Promise<ExitCode> {
  const [place = "", ...others] = places;
  const location = locationOf(place);
  if (location.line === undefined || others.length > 0)
    throw new UsageError(
      `fix takes one FILE:LINE, or files and folders with --all, not '${places.join(" ")}'`,
    );
  const session = await openSession(io, options, [location.file]);
  const named = await session.analyseNamed(location.file);
  checkLocation(location, named.report.source, session.show(named.path));
  const chosen = chooseAt(session, named, location, options.kind);
  return chosen.length === 0 ? noFix(session, named, location, options) : apply(session, chosen, options);
}

async function fixAll(io: Io, places: readonly string[], options: FixOptions): Promise<ExitCode> {
  await refuseLines(io, places);
  const session = await openSession(io, options, places);
  const chosen: Chosen[] = [];
  const kinds = new Map<string, number>();
  let problems = 0;
  const files = inputs(session, places, options.exclude);
  for await (const each of session.scanAll(files, { fixes: "findings" })) {
    const problem = problemIn(each);
    if (problem !== null) {
      io.err(`sm-lens: ${session.show(each.kind === "problem" ? each.path : each.input.path)}: ${problem}\n`);
      problems++;
    }
    if (each.kind === "problem" || each.analysis === null) continue;
    const { analysis, input } = each;
    const settings = await session.settingsFor(input.path);
    const named = { path: input.path, analysis, report: analysis.report, settings };
    chosen.push(...chooseAll(session, named, options.kind, chosen));
    if (chosen.length === 0) countKinds(session, named, kinds);
  }
  if (chosen.length === 0) {
    const kind = options.kind === undefined ? "preferred fix" : `fix of the kind '${options.kind}'`;
    io.err(
      `sm-lens: ${places.map((place) => `'${place}'`).join(", ")}: no ${kind} is offered${othersOffered(kinds)}\n`,
    );
    if (options.format === "json") io.out(resultJson([], "", []));
    return problems > 0 ? 2 : 1;
  }
  const status = await apply(session, chosen, options);
  return problems > 0 ? 2 : status;
}

/** Edits that need somebody's judgement are applied by their kind alone. */
function othersOffered(kinds: ReadonlyMap<string, number>): string {
  if (kinds.size === 0) return "";
  const listed = [...kinds].sort((a, b) => b[1] - a[1]).map(([kind, count]) => `${kind} (${count})`);
  return `; by --kind there ${kinds.size === 1 ? "is" : "are"} ${listed.join(", ")}`;
}

/** A line of a file and all of its findings are two different things to ask for. */
async function refuseLines(io: Io, places: readonly string[]): Promise<void> {
  for (const place of places) {
    if (!/:\d+$/.test(place)) continue;
    const { file } = locationOf(place);
    if ((await io.disk.stat(join(io.cwd, place)).catch(() => null)) !== null) continue;
    throw new UsageError(
      `fix takes one FILE:LINE, or files and folders with --all: '${place}' or '${file} --all'`,
    );
  }
}

function problemIn(each: ScannedInput): string | null {
  if (each.kind === "problem") return each.message;
  if (each.scanned.kind === "problem") return each.scanned.message;
  return each.scanned.kind === "vanished" && each.input.explicit ? "no such file or folder" : null;
}

async function apply(session: Session, chosen: readonly Chosen[], options: FixOptions): Promise<ExitCode> {
  // Of many edits each would have its own: `chain` tells of them together.
  const [only] = chosen.length === 1 && options.includes ? chosen : [];
  const behind = only === undefined ? null : await behindGate(session, only.named, only.judged);
  const changes = await changesOf(session.io, chosen);
  const diffs = changes.map(({ path, before, after }) => unifiedDiff(session.show(path), before, after));
  if (options.dryRun !== true) await checkRemembered(session, changes, options);
  const problems = options.dryRun === true ? [] : await writeChanges(session, chosen, changes);
  for (const problem of problems) session.io.err(`sm-lens: ${problem}\n`);
  if (options.dryRun !== true) await rememberChanges(session, changes, aboutOf(chosen), options);
  if (problems.length < changes.length) report(session, chosen, changes, diffs, options, behind);
  return problems.length > 0 ? 2 : 0;
}

/** What the edits of a file say that they do. */
function aboutOf(chosen: readonly Chosen[]): (path: string) => About {
  return (path) => {
    const own = chosen.filter(({ named, fix }) =>
      fix.edits.some(({ file }) => (file ?? named.path) === path),
    );
    return {
      title: [...new Set(own.map(({ fix }) => fix.title))].join("; "),
      target: own[0]?.named.settings.target ?? "",
      rule: own[0]?.judged.rule ?? null,
    };
  };
}

async function noFix(
  session: Session,
  named: NamedAnalysis,
  location: Location,
  options: FixOptions,
): Promise<ExitCode> {
  const place = `${session.show(named.path)}:${(location.line ?? 0) + 1}`;
  const gates = candidatesAt(named, location);
  session.io.err(`sm-lens: ${place}: ${whyNot(session, named, gates, options.kind, location.line ?? 0)}\n`);
  // A gate that lets the target in has nothing to be opened; what it leads to may have.
  const [open] = options.includes ? gates.filter(({ excludesTarget }) => excludesTarget === false) : [];
  const behind = open === undefined ? null : (await behindGate(session, named, open)).text;
  if (behind !== null) session.io.err(`sm-lens: ${behind}\n`);
  if (options.format === "json") session.io.out(resultJson([], "", []));
  return 1;
}

function report(
  session: Session,
  chosen: readonly Chosen[],
  changes: readonly Change[],
  diffs: readonly Uint8Array[],
  options: FixOptions,
  behind: ClosedBehind | null,
): void {
  const { io } = session;
  if (options.format === "json") {
    const edits = chosen.flatMap(({ named, fix }) => {
      const context = session.jsonContext(named.analysis);
      return fix.edits.flatMap((edit) => editJson(context, edit));
    });
    const decoder = new TextDecoder();
    const diff = diffs.map((bytes) => decoder.decode(bytes)).join("");
    io.out(resultJson(edits, diff, admittedByAll(chosen), behind?.gates));
    return;
  }
  if (options.dryRun === true) for (const diff of diffs) io.out(diff);
  for (const { named, judged, fix } of chosen) {
    const line = positionAt(named.report.source, judged.gate.span.start).line + 1;
    const verb = options.dryRun === true ? "would apply" : "applied";
    io.err(`sm-lens: ${session.show(named.path)}:${line}: ${verb}: ${fix.title}\n`);
    if (judged.checkFirst !== null) io.err(`sm-lens: ${judged.checkFirst}\n`);
  }
  if (behind?.text !== undefined && behind.text !== null)
    io.err(`sm-lens: ${behind.text}; 'sm-lens chain' lists the whole way, and --open opens it\n`);
  if (chosen.length < 2) return;
  const where = changes.length > 1 ? ` in ${counted(changes.length, "file")}` : "";
  io.err(`sm-lens: ${counted(chosen.length, "edit")}${where}; compiling is not the same as working\n`);
}

function resultJson(
  edits: readonly object[],
  diff: string,
  admitsAfter: readonly string[],
  behind: readonly Behind[] = [],
): string {
  const result = { schemaVersion: SCHEMA_VERSION, edits, diff, admitsAfter, behind };
  return `${JSON.stringify(result, null, 2)}\n`;
}

/** What gets through every gate that was edited. */
function admittedByAll(chosen: readonly Chosen[]): string[] {
  const [first, ...others] = chosen.map(({ fix }) => fix.admitsAfter);
  return (first ?? []).filter((name) => others.every((names) => names.includes(name)));
}
