import type { Evidence, InstructionUse, Reason } from "../gates/gate";
import type { JudgedGate } from "../gates/judgement";
import type { FileReport } from "../service";
import { basename } from "../text/paths";
import type { SourceText, Span } from "../text/source";
import { positionAt } from "../text/source";
import { listed, maskInWords } from "../logic/names";
import { variantMask } from "../logic/sets";
import type { Mask } from "../logic/sets";
import { hostPass } from "./region-answer";
import { settledFor, verdictOf } from "./verdict";
import type { Answer, Detail, Piece, Sentence } from "./words";
import { code, detail, plainText } from "./words";

/** The text of another file, for the line of a span in it; null when it cannot be had. */
export type SourceOf = (path: string) => SourceText | null;

/** For a gate: the answer for the target first, then what it gets instead, why, and who else gets in. */
export function gateAnswer(
  report: FileReport,
  judged: JudgedGate,
  target: string,
  sourceOf: SourceOf,
): Answer {
  const { gate } = judged;
  const who = gate.domain === "targets" ? target : `${maskInWords(judged.asked, "devices")} (${target})`;
  const settled = settledFor(judged.asked, gate);
  const headline: Sentence = [
    ...(settled === null
      ? [`${aboutWhat(report, judged)}${who} `, ...verdictOf(target, judged.asked, gate)]
      : [`The condition is ${settled ? "true" : "false"} for ${who}`]),
    ...wholeLadder(report, judged, target),
    ".",
  ];
  return {
    headline,
    details: [
      detail("message", judged.message),
      ...admission(judged),
      ...gateNotes(report, judged, target, sourceOf),
    ],
  };
}

/** Of a ladder and of an operand the answer is another one than of the arm or the condition that stands at the same place. */
function aboutWhat(report: FileReport, judged: JudgedGate): string {
  if (judged.gate.form === "ladder") return "The ladder as a whole: ";
  if (judged.gate.form === "operand") return "This part of the condition: ";
  return ladderAt(report, judged) === undefined ? "" : "This arm: ";
}

/** At a ladder's last arm: what the whole ladder answers, where that is something else. */
function wholeLadder(report: FileReport, judged: JudgedGate, target: string): Sentence {
  const whole = ladderAt(report, judged);
  if (whole === undefined || whole === judged) return [];
  const { asked, gate } = whole;
  const answer = verdictOf(target, asked, gate);
  const own = verdictOf(target, judged.asked, judged.gate);
  return plainText(answer) === plainText(own) ? [] : ["; by the ladder as a whole it ", ...answer];
}

function ladderAt({ gates }: FileReport, { gate: { span, form } }: JudgedGate): JudgedGate | undefined {
  if (form === "operand") return undefined;
  return gates.find(
    ({ gate }) => gate.form === "ladder" && gate.span.start === span.start && gate.span.end === span.end,
  );
}

/** What a gate adds to its message: the reason, what is related, where it is decided, the instructions. */
export function gateNotes(
  report: FileReport,
  judged: JudgedGate,
  target: string,
  sourceOf: SourceOf,
): Detail[] {
  const details: Detail[] = [];
  const places = (file: string | undefined, span: Span): Piece => placeOf(report, file, span, sourceOf);
  if (judged.reason !== null) details.push(...reasonSentences(judged, judged.reason, target, places));
  for (const [text, related] of groupedByText(judged.related)) {
    const where = related.flatMap((one, index): Piece[] => [
      index === 0 ? "" : ", ",
      places(one.file, one.span),
    ]);
    details.push(detail("note", `${text}: `, ...where, "."));
  }
  const { definedAt } = judged.gate;
  if (definedAt !== null)
    details.push(detail("why", "Decided at ", places(definedAt.file, definedAt.span), "."));
  details.push(...instructionSentences(judged.gate.instructions, target, places));
  return details;
}

function groupedByText(related: readonly Evidence[]): Map<string, Evidence[]> {
  const groups = new Map<string, Evidence[]>();
  for (const one of related) {
    const group = groups.get(one.text);
    if (group === undefined) groups.set(one.text, [one]);
    else group.push(one);
  }
  return groups;
}

function admission(judged: JudgedGate): Detail[] {
  const { admission: sets, domain, host, exact, settled } = judged.gate;
  const verb = domain === "targets" && settled === undefined ? "Compiled for" : "Admits";
  const details: Detail[] = [];
  // "No target" would be untrue where some get in under a condition.
  if (sets.admits !== 0 || sets.depends.length === 0)
    details.push(detail("in", `${verb} ${maskInWords(sets.admits, domain)}.`));
  for (const { mask, when } of sets.depends)
    details.push(detail("depends", `Depends: ${maskInWords(mask, domain)} if `, code(when), "."));
  if (sets.excludes !== 0) details.push(detail("out", `Left out: ${maskInWords(sets.excludes, domain)}.`));
  if (exact !== null && exact.length > 0) details.push(detail("note", `Named: ${exact.join(", ")}.`));
  if (host !== null) details.push(hostPass(host));
  return details;
}

function reasonSentences(
  { message, checkFirst }: JudgedGate,
  { kind, evidence }: Reason,
  target: string,
  places: (file: string | undefined, span: Span) => Piece,
): Detail[] {
  if (kind === "not apparent") {
    const unread = `Nothing in this code says that ${target} could not run it; compiling is not the same as working.`;
    return [detail("why", checkFirst ?? unread)];
  }
  // Which instructions the hardware lacks is told of each of them below.
  if (kind === "hardware") return [];
  return evidence
    .filter(({ text }) => !message.includes(text))
    .map(({ file, span, text }) => detail("why", "Stated: ", code(text), " at ", places(file, span), "."));
}

/** What some variant of the target lacks, a line for each set of targets that has it; the others are named in one. */
function instructionSentences(
  uses: readonly InstructionUse[],
  target: string,
  places: (file: string | undefined, span: Span) => Piece,
): Detail[] {
  const asked = variantMask(target);
  const first = new Map<string, InstructionUse>();
  for (const use of uses) if (!first.has(use.name)) first.set(use.name, use);
  const lacking = new Map<Mask, InstructionUse[]>();
  const there: string[] = [];
  for (const use of first.values())
    if ((use.targets & asked) === asked) there.push(use.form ?? use.name);
    else lacking.set(use.targets, [...(lacking.get(use.targets) ?? []), use]);
  const sentences = [...lacking].map(([targets, same]) =>
    detail("instruction", ...lackingSentence(targets, same, places)),
  );
  return there.length === 0
    ? sentences
    : [
        ...sentences,
        detail("instruction", `Instructions used here that ${target} has: ${listed([...new Set(there)])}.`),
      ];
}

const MOST_NAMED = 3;

function lackingSentence(
  targets: Mask,
  uses: readonly InstructionUse[],
  places: (file: string | undefined, span: Span) => Piece,
): Sentence {
  const sure = uses.filter((use) => !use.approximate);
  const ordered = [...sure, ...uses.filter((use) => use.approximate)];
  const shown = ordered.slice(0, MOST_NAMED);
  const pieces = shown.flatMap((use, index): Piece[] => [
    index === 0 ? "" : ", ",
    code(use.name),
    use.approximate ? " (told by its name, " : " (",
    places(use.file, use.span),
    ")",
  ]);
  const more = ordered.length - shown.length;
  const verb = ordered.length === 1 ? "exists" : "exist";
  return [...pieces, `${more > 0 ? ` and ${more} more` : ""} ${verb} on ${maskInWords(targets, "targets")}.`];
}

function placeOf(report: FileReport, file: string | undefined, span: Span, sourceOf: SourceOf): Piece {
  const source = file === undefined || file === report.source.path ? report.source : sourceOf(file);
  if (source === null) return basename(file ?? "");
  const { line } = positionAt(source, span.start);
  const text = source === report.source ? `line ${line + 1}` : `${basename(source.path)}:${line + 1}`;
  return { place: { path: source.path, line }, text };
}
