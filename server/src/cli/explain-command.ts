import type { InstructionUse } from "../gates/gate";
import {
  gatesAt,
  gatesOfLine,
  gatesOfRegion,
  instructionsWithin,
  regionOfLine,
  withEnclosing,
} from "../display/at-place";
import { gatesAround } from "../display/around";
import { gateAnswer } from "../display/gate-answer";
import { counted, maskInWords } from "../logic/names";
import { branchAnswer } from "../display/branch-answer";
import { directiveText } from "../display/region-answer";
import { nothingFound, readCounts } from "../display/summary";
import type { Answer } from "../display/words";
import { plainText } from "../display/words";
import type { JudgedGate } from "../gates/judgement";
import { targetNames } from "../logic/sets";
import type { FileReport, Region } from "../service";
import { lineAt } from "../text/source";
import { sourceIn } from "../workspace/source-in";
import type { ExitCode, Io } from "./io";
import { UsageError } from "./io";
import { behindGate } from "./scan/closed-behind";
import type { ClosedBehind } from "./scan/closed-behind";
import { gateJson, regionJson, SCHEMA_VERSION } from "./json";
import { nameOfFix } from "./fix/fix-name";
import { checkLocation, locationOf } from "./location";
import type { NamedAnalysis, Session } from "./session";
import { openSession } from "./session";
import type { AnalysisOptions } from "./settings";

export interface ExplainOptions extends AnalysisOptions {
  readonly format: "text" | "json";
}

/**
 * What concerns the line: gates on it or around it, branches innermost first, instructions on it or in its branch. With a
 * column at which gates stand, those alone.
 */
interface Found {
  readonly gates: readonly JudgedGate[];
  readonly regions: readonly Region[];
  readonly instructions: readonly InstructionUse[];
}

export async function explainCommand(io: Io, argument: string, options: ExplainOptions): Promise<ExitCode> {
  const location = locationOf(argument);
  const { file, line, column } = location;
  if (line === undefined) throw new UsageError(`explain takes FILE:LINE, not '${argument}'`);
  const session = await openSession(io, options, [file]);
  const named = await session.analyseNamed(file);
  checkLocation(location, named.report.source, session.show(named.path));
  const found = findAt(named.report, line, column);
  const behind = new Map<JudgedGate, ClosedBehind>();
  if (options.includes)
    for (const judged of found.gates) behind.set(judged, await behindGate(session, named, judged));
  if (options.format === "json")
    io.out(`${JSON.stringify(foundJson(session, named, found, behind), null, 2)}\n`);
  else io.out(foundText(session, named, found, line, behind));
  return session.misread() ? 2 : 0;
}

function findAt(report: FileReport, line: number, column: number | undefined): Found {
  const innermost = regionOfLine(report, line);
  const regions = innermost === undefined ? [] : withEnclosing(report, innermost);
  const here = column === undefined ? [] : gatesAt(report, (report.source.lineStarts[line] ?? 0) + column);
  const gates = new Set(
    here.length > 0
      ? here
      : [
          ...gatesOfLine(report, line),
          ...regions.flatMap((region) => gatesOfRegion(report, region)),
          ...gatesAround(report, line),
        ],
  );
  const onLine = instructionsWithin(report, line, line);
  const inRegion =
    innermost === undefined ? [] : instructionsWithin(report, innermost.line, innermost.endLine);
  return { gates: [...gates], regions, instructions: onLine.length > 0 ? onLine : inRegion };
}

type BehindOf = ReadonlyMap<JudgedGate, ClosedBehind>;

function foundJson(session: Session, named: NamedAnalysis, found: Found, behind: BehindOf): object {
  const { report, analysis, settings } = named;
  const context = session.jsonContext(analysis);
  return {
    schemaVersion: SCHEMA_VERSION,
    gates: found.gates.map((judged) => {
      const gate = gateJson(context, judged, session.fixes(analysis, judged, settings));
      const more = (behind.get(judged)?.gates ?? []).map(({ file, line, consequence }) => ({
        file,
        line,
        text: `closed behind it: ${consequence ?? "left out"}`,
      }));
      return { ...gate, related: [...gate.related, ...more] };
    }),
    regions: found.regions.map((region) => regionJson(report, region)),
    instructions: found.instructions.map((use) => ({
      line: lineAt(report.source, use.span.start) + 1,
      text: use.name,
      targets: targetNames(use.targets),
    })),
  };
}

function foundText(
  session: Session,
  named: NamedAnalysis,
  found: Found,
  line: number,
  behind: BehindOf,
): string {
  const { report, analysis, settings } = named;
  const { target } = session;
  const place = `${session.show(named.path)}:${line + 1}`;
  const sourceOf = sourceIn(analysis.files);
  const fixLines = (judged: JudgedGate): string => {
    const fixes = session.fixes(analysis, judged, settings);
    const stays = behind.get(judged)?.text ?? null;
    const lines = fixes.map((fix) => `  fix (${nameOfFix(fixes, fix)}): ${fix.title}\n`);
    return lines.join("") + (stays === null ? "" : `  ${stays}\n`);
  };
  const [innermost] = found.regions;
  const own = innermost === undefined ? undefined : gatesOfRegion(report, innermost)[0];
  const parts: string[] = [];
  if (innermost !== undefined) {
    const answer = answerText(branchAnswer(report, innermost, target, sourceOf));
    const head = headOf(innermost.line, directiveText(innermost), own?.rule ?? null);
    parts.push(head + answer + (own === undefined ? "" : fixLines(own)));
  }
  for (const judged of [...found.gates].sort(wholeFirst)) {
    if (judged === own) continue;
    const head = headOf(lineAt(report.source, judged.gate.span.start), titleOf(judged), judged.rule);
    parts.push(head + answerText(gateAnswer(report, judged, target, sourceOf)) + fixLines(judged));
  }
  if (parts.length === 0) {
    return `${place}: no condition on the architecture stands here or around it; ${nothingHere(session, report)}\n`;
  }
  const instructions = found.instructions.map(({ span, name, targets }) => {
    const where = lineAt(report.source, span.start) + 1;
    return `line ${where}: ${name} exists on ${maskInWords(targets, "targets")}\n`;
  });
  if (instructions.length > 0) parts.push(instructions.join(""));
  return `${place}\n${parts.join("\n")}`;
}

function headOf(line: number, text: string, rule: string | null): string {
  return `line ${line + 1}: ${oneLine(text)}${rule === null ? "" : ` [${rule}]`}\n`;
}

/** A ladder has the place of its last arm, and its text. */
function titleOf({ gate: { form, text } }: JudgedGate): string {
  return form === "ladder" ? `the ladder that ends with ${text}` : text;
}

/** Findings, then whole ladders, and what is a part of a condition behind the condition. */
function wholeFirst(a: JudgedGate, b: JudgedGate): number {
  return rankOf(a) - rankOf(b);
}

function rankOf({ rule, gate: { form } }: JudgedGate): number {
  if (rule !== null) return 0;
  return form === "ladder" ? 1 : form === "operand" ? 3 : 2;
}

function nothingHere(session: Session, report: FileReport): string {
  const counts = readCounts(report);
  const findings = report.gates.filter((judged) => judged.rule !== null).length;
  const shown = session.show(report.source.path);
  if (findings > 0) return `${shown} has ${counted(findings, "finding")} elsewhere`;
  return nothingFound(session.target, shown, counts, report.language);
}

/** The message comes first of the details; what it has said of who gets in is not said again. */
function answerText({ headline, details }: Answer): string {
  const told = details[0] === undefined ? "" : plainText(details[0].sentence);
  const sentences = [headline, ...details.map(({ sentence }) => sentence)];
  const texts = sentences.map((sentence) => oneLine(plainText(sentence)));
  return texts
    .filter((text, index) => index < 2 || !isTold(text, told))
    .map((text) => `  ${text}\n`)
    .join("");
}

function isTold(text: string, told: string): boolean {
  const who = /^(?:Compiled for|Admits) (.*)\.$/.exec(text)?.[1];
  return who !== undefined && told.includes(who);
}

function oneLine(text: string): string {
  return text.replace(/\s*[\r\n]+\s*/g, " ");
}
