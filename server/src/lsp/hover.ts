import type { Hover, Position, Range } from "vscode-languageserver";
import { MarkupKind } from "vscode-languageserver";
import { gatesAt, regionOfLine } from "../display/at-place";
import { branchAnswer } from "../display/branch-answer";
import { gateAnswer } from "../display/gate-answer";
import { readCounts, readInWords } from "../display/summary";
import type { Answer } from "../display/words";
import { markdown, plainText } from "../display/words";
import { ALL_TARGETS } from "../logic/sets";
import { valueAnswer } from "../display/value-answer";
import type { Explanation, FileReport, Region } from "../service";
import { extension } from "../text/paths";
import { lineAt, offsetAt } from "../text/source";
import { findingRange } from "./diagnostics";
import { linkTo, rangeOf, touches } from "./locations";
import type { DocumentReport } from "./reports";
import { sourceIn } from "./reports";

/** What an expression at an offset comes to on each device; asked only where no gate stands. */
export type ValueAt = (offset: number) => Explanation | null;

/**
 * The answer for a place in a document: for the gate under the cursor, else for the branch around its line, else for
 * what depends on the device there.
 */
export function hoverAt(
  document: DocumentReport,
  position: Position,
  asMarkdown: boolean,
  valueAt: ValueAt,
): Hover | null {
  const found = answerAt(document, position, valueAt);
  if (found === null) return null;
  const contents = asMarkdown ? markdownOf(found.answer) : plainOf(found.answer);
  return {
    contents: { kind: asMarkdown ? MarkupKind.Markdown : MarkupKind.PlainText, value: contents },
    ...(found.range === null ? {} : { range: found.range }),
  };
}

interface Found {
  readonly answer: Answer;
  readonly range: Range | null;
}

function answerAt(document: DocumentReport, position: Position, valueAt: ValueAt): Found | null {
  const found = wholeAnswerAt(document, position, valueAt);
  if (found === null) return null;
  // Over a squiggle editors show its message themselves.
  const shown = document.report.gates
    .filter(
      (judged) =>
        judged.rule !== null &&
        touches(findingRange(document.report, judged), { start: position, end: position }),
    )
    .map((judged) => judged.message);
  const details = found.answer.details.filter(
    ([piece, ...more]) => more.length > 0 || !shown.some((text) => text === piece),
  );
  return { ...found, answer: { ...found.answer, details } };
}

function wholeAnswerAt(
  { report, settings, files }: DocumentReport,
  position: Position,
  valueAt: ValueAt,
): Found | null {
  const { target } = settings;
  const region = regionOfLine(report, position.line);
  if (region !== undefined && saysSomething(report, region, position.line)) {
    return {
      answer: branchAnswer(report, region, target, sourceIn(files)),
      range: directiveRange(report, region, position),
    };
  }
  const [judged] = gatesAt(report, offsetAt(report.source, position));
  if (judged !== undefined) {
    const answer = gateAnswer(report, judged, target, sourceIn(files));
    return { answer, range: rangeOf(report.source, judged.gate.span) };
  }
  const value = valueAt(offsetAt(report.source, position));
  if (value !== null) {
    const answer = valueAnswer(value, report.source.path, target, sourceIn(files));
    return { answer, range: rangeOf(report.source, value.span) };
  }
  return showsCleanLines(report) ? { answer: cleanAnswer(report, target), range: null } : null;
}

/** An include guard stands around a whole header and says nothing on its lines; on its own line it does. */
function saysSomething(report: FileReport, region: Region, line: number): boolean {
  const forAll = region.admits === ALL_TARGETS && region.host === true && region.error === null;
  return !forAll || line <= lineAt(report.source, region.span.end);
}

function directiveRange(report: FileReport, region: Region, position: Position): Range | null {
  const range = rangeOf(report.source, region.span);
  return range.start.line <= position.line && position.line <= range.end.line ? range : null;
}

/** On lines that no guard concerns the hover speaks only where an answer about targets is expected at all. */
function showsCleanLines(report: FileReport): boolean {
  if (report.language !== "cuda") return false;
  return report.gates.length > 0 || ["cu", "cuh"].includes(extension(report.source.path));
}

function cleanAnswer(report: FileReport, target: string): Answer {
  const read = readInWords(readCounts(report), report.language);
  return {
    headline: [`${target} compiles this.`],
    details: [[`No guard around this line leaves out a target (in this file: ${read}).`]],
  };
}

function markdownOf({ headline, details }: Answer): string {
  const link = (place: { path: string; line: number }): string => linkTo(place.path, place.line);
  const lines = details.map((sentence) => `- ${markdown(sentence, link)}`);
  return [`**SM Lens:** ${markdown(headline, link)}`, lines.join("\n")].join("\n\n");
}

function plainOf({ headline, details }: Answer): string {
  return [headline, ...details].map(plainText).join("\n");
}
