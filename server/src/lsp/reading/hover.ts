import type { Hover, Position, Range } from "vscode-languageserver";
import { MarkupKind } from "vscode-languageserver";
import { gatesAt, gatesOfRegion, regionOfLine } from "../../display/at-place";
import { gateOfBranch } from "../../display/around";
import { branchAnswer } from "../../display/branch-answer";
import { gateAnswer } from "../../display/gate-answer";
import { instructionAnswer } from "../../display/instruction-answer";
import { readCounts, readInWords } from "../../display/summary";
import { valueAnswer } from "../../display/value-answer";
import { verdictOf, type Decided } from "../../display/verdict";
import type { Answer, Detail } from "../../display/words";
import { detail } from "../../display/words";
import type { InstructionUse } from "../../gates/gate";
import type { JudgedGate } from "../../gates/judgement";
import { maskInWords } from "../../logic/names";
import { ALL_TARGETS, deviceMaskOf, variantMask } from "../../logic/sets";
import type { Explanation, FileReport, Region } from "../../service";
import { extension } from "../../text/paths";
import { lineAt, offsetAt } from "../../text/source";
import { sourceIn } from "../../workspace/source-in";
import type { ClientAbilities } from "../client-abilities";
import { findingRange } from "../findings/diagnostics";
import type { HoverAction } from "./hover-text";
import { markdownHover, plainHover } from "./hover-text";
import { rangeOf, touches } from "../locations";
import type { ChainParams, LensSettings, SilenceParams } from "../protocol";
import { CLIENT_COMMANDS } from "../protocol";
import type { DocumentReport } from "../findings/reports";

/** What an expression at an offset comes to on each device; asked only where no gate stands. */
export type ValueAt = (offset: number) => Explanation | null;

export interface HoverContext {
  readonly lens: LensSettings;
  readonly abilities: ClientAbilities;
  readonly valueAt: ValueAt;
}

interface Found {
  readonly answer: Answer;
  readonly range: Range | null;
  /** The gate that the answer is about. */
  readonly judged?: JudgedGate | undefined;
}

/**
 * The answer for a place in a document: for the instruction under the cursor, else for the gate, else for the branch
 * around its line, else for what depends on the device there.
 */
export function hoverAt(document: DocumentReport, position: Position, context: HoverContext): Hover | null {
  const found = answerAt(document, position, context);
  if (found === null) return null;
  const { isOurs, markdownHover: asMarkdown } = context.abilities;
  const value = asMarkdown
    ? markdownHover(found.answer, actionsFor(document, position, found.judged), isOurs)
    : plainHover(found.answer);
  return {
    contents: { kind: asMarkdown ? MarkupKind.Markdown : MarkupKind.PlainText, value },
    ...(found.range === null ? {} : { range: found.range }),
  };
}

function answerAt(document: DocumentReport, position: Position, context: HoverContext): Found | null {
  const found = wholeAnswerAt(document, position, context);
  if (found === null) return null;
  // Over a squiggle editors show its message themselves.
  const shown = document.report.gates
    .filter(
      (judged) =>
        judged.rule !== null &&
        touches(findingRange(document.report, judged), { start: position, end: position }),
    )
    .map((judged) => judged.message);
  // Nor does a message say more that is the list of who gets in.
  const admitted = found.answer.details
    .filter(({ role }) => role === "in")
    .map(({ sentence: [piece] }) => piece);
  const details = found.answer.details.filter(
    ({ role, sentence: [piece] }) =>
      role !== "message" || ![...shown, ...admitted].some((text) => text === piece),
  );
  return { ...found, answer: { ...found.answer, details } };
}

function wholeAnswerAt(
  { report, settings, files }: DocumentReport,
  position: Position,
  { lens, valueAt }: HoverContext,
): Found | null {
  const { target } = settings;
  const offset = offsetAt(report.source, position);
  const region = regionOfLine(report, position.line);
  const use = instructionAt(report, offset);
  if (
    region !== undefined &&
    (use === undefined || !compiles(region, target)) &&
    saysSomething(report, region, position.line)
  ) {
    const answer = branchAnswer(report, region, target, sourceIn(files));
    const admission = { admits: region.admits, depends: region.depends, excludes: 0 };
    const told = withOthers(answer, { admission, domain: "targets" }, lens.alsoShow);
    return {
      answer: use === undefined ? told : withInstruction(told, instructionAnswer(use, target)),
      range: directiveRange(report, region, position),
      judged: gatesOfRegion(report, region)[0],
    };
  }
  if (use !== undefined)
    return { answer: instructionAnswer(use, target), range: rangeOf(report.source, use.span) };
  const own = gatesAt(report, offset)[0];
  const judged = own ?? gateOfBranch(report, position.line, offset);
  if (judged !== undefined) {
    const told = gateAnswer(report, judged, target, sourceIn(files));
    const line = lineAt(report.source, judged.gate.span.start) + 1;
    const answer =
      own === judged ? told : { ...told, headline: [`Decided on line ${line}: `, ...told.headline] };
    const { span } = judged.gate;
    return {
      answer: withOthers(answer, judged.gate, lens.alsoShow),
      range: rangeOf(report.source, span),
      judged,
    };
  }
  const value = valueAt(offset);
  if (value !== null) {
    const answer = valueAnswer(value, report.source.path, target, sourceIn(files));
    return { answer, range: rangeOf(report.source, value.span) };
  }
  return showsCleanLines(report) ? { answer: cleanAnswer(report, target), range: null } : null;
}

function instructionAt(report: FileReport, offset: number): InstructionUse | undefined {
  if (report.language !== "cuda") return undefined;
  return report.instructions.find(
    ({ file, span }) =>
      (file === undefined || file === report.source.path) && span.start <= offset && offset < span.end,
  );
}

function compiles({ admits }: Region, target: string): boolean {
  const asked = variantMask(target);
  return (admits & asked) === asked;
}

/** Where the target does not compile the line, that comes first; what the instruction is to it comes next. */
function withInstruction(answer: Answer, instruction: Answer): Answer {
  const where = instruction.details
    .filter(({ role }) => role === "in")
    .flatMap(({ sentence }) => [" ", ...sentence]);
  const about = detail("message", ...instruction.headline, ...where);
  // The other instructions of the code are told of where the cursor is on none of them.
  const rest = answer.details.filter(({ role }) => role !== "instruction");
  return { ...answer, details: [about, ...rest] };
}

/** What the targets shown beside the one asked about get, in a line each. */
function withOthers(answer: Answer, gate: Decided, alsoShown: readonly string[]): Answer {
  const others = alsoShown.map((name): Detail => {
    const { domain } = gate;
    const asked = domain === "targets" ? variantMask(name) : deviceMaskOf(name);
    const who = domain === "targets" ? name : maskInWords(asked, domain);
    return detail("message", `${who} `, ...verdictOf(name, asked, gate), ".");
  });
  return { ...answer, details: [...others, ...answer.details] };
}

/** What can be done about the gate; the target can be changed anywhere. */
function actionsFor(
  { uri, report }: DocumentReport,
  position: Position,
  judged: JudgedGate | undefined,
): HoverAction[] {
  const actions: HoverAction[] = [];
  const chain: ChainParams = { uri, position };
  if (judged !== undefined)
    actions.push({
      title: "Show gate chain",
      icon: "list-tree",
      command: CLIENT_COMMANDS.showChain,
      argument: chain,
    });
  const rule = judged?.rule ?? null;
  if (judged !== undefined && rule !== null) {
    const place = findingRange(report, judged).start;
    const silencing: Omit<SilenceParams, "reason"> = { uri, position: place, rule };
    actions.push(
      { title: "Rule page", icon: "book", command: CLIENT_COMMANDS.openRulePage, argument: rule },
      {
        title: "Silence with reason",
        icon: "bell-slash",
        command: CLIENT_COMMANDS.silenceFinding,
        argument: silencing,
      },
    );
  }
  return [...actions, { title: "Choose target", icon: "target", command: CLIENT_COMMANDS.chooseTarget }];
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
    details: [detail("note", `No guard around this line leaves out a target (in this file: ${read}).`)],
  };
}
