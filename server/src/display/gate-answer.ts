import type { Consequence, Evidence, InstructionUse } from "../gates/gate";
import type { JudgedGate } from "../gates/judgement";
import type { FileReport } from "../service";
import { basename } from "../text/paths";
import type { SourceText, Span } from "../text/source";
import { positionAt } from "../text/source";
import { counted, maskInWords } from "../logic/names";
import { hostPass } from "./region-answer";
import { verdict } from "./verdict";
import type { Answer, Piece, Sentence } from "./words";
import { code } from "./words";

/** The text of another file, for the line of a span in it; null when it cannot be had. */
export type SourceOf = (path: string) => SourceText | null;

const CONSEQUENCE_WORDS: Readonly<Record<Consequence, string>> = {
  empty: "an empty body: it launches, does nothing, and the results are garbage",
  skipped: "nothing in place of the statements left out",
  traps: "a trap or an error when it gets here",
  raises: "an exception",
  rejects: "a refusal",
  "returns false": "False, None or an empty result",
  unbuilt: "no code: the build compiles none for it",
  "other arm": "another arm of the ladder",
  "falls back": "the fallback in the other branch",
};

export function consequenceInWords(consequence: Consequence): string {
  return CONSEQUENCE_WORDS[consequence];
}

/** For a gate: the answer for the target first, then what it gets instead, why, and who else gets in. */
export function gateAnswer(
  report: FileReport,
  judged: JudgedGate,
  target: string,
  sourceOf: SourceOf,
): Answer {
  const { gate } = judged;
  const who = gate.domain === "targets" ? target : `${maskInWords(judged.asked, "devices")} (${target})`;
  const headline: Sentence = [`${who} `, ...verdict(target, judged.asked, gate.domain, gate.admission), "."];
  return {
    headline,
    details: [[judged.message], ...admission(judged), ...gateNotes(report, judged, sourceOf)],
  };
}

/** What a gate adds to the answer about its region: consequence, reason, what is related, the instructions. */
export function gateNotes(report: FileReport, judged: JudgedGate, sourceOf: SourceOf): Sentence[] {
  const details: Sentence[] = [];
  const places = (file: string | undefined, span: Span): Piece => placeOf(report, file, span, sourceOf);
  if (judged.consequence !== null && judged.excludesTarget !== false) {
    details.push([`Instead it gets ${consequenceInWords(judged.consequence)}.`]);
  }
  if (judged.reason !== null)
    details.push(...reasonSentences(judged.reason.kind, judged.reason.evidence, places));
  for (const related of judged.related)
    details.push([`${related.text}: `, places(related.file, related.span), "."]);
  const { definedAt } = judged.gate;
  if (definedAt !== null) details.push(["Decided at ", places(definedAt.file, definedAt.span), "."]);
  details.push(...instructionSentences(judged.gate.instructions, places));
  return details;
}

function admission(judged: JudgedGate): Sentence[] {
  const { admission: sets, domain, host, exact } = judged.gate;
  const verb = domain === "targets" ? "Compiled for" : "Admits";
  const details: Sentence[] = [[`${verb} ${maskInWords(sets.admits, domain)}.`]];
  for (const { mask, when } of sets.depends)
    details.push([`Depends: ${maskInWords(mask, domain)} if `, code(when), "."]);
  if (sets.excludes !== 0) details.push([`Left out: ${maskInWords(sets.excludes, domain)}.`]);
  if (exact !== null && exact.length > 0) details.push([`Named: ${exact.join(", ")}.`]);
  if (host !== null) details.push(hostPass(host));
  return details;
}

function reasonSentences(
  kind: "hardware" | "stated" | "not apparent",
  evidence: readonly Evidence[],
  places: (file: string | undefined, span: Span) => Piece,
): Sentence[] {
  if (kind === "not apparent")
    return [["Nothing here says that the target could not run it; compiling is not the same as working."]];
  const opening = kind === "hardware" ? "The hardware lacks " : "Stated: ";
  return evidence.map(({ file, span, text }) => [opening, code(text), " at ", places(file, span), "."]);
}

/** One line for each instruction, however often it is used. */
function instructionSentences(
  uses: readonly InstructionUse[],
  places: (file: string | undefined, span: Span) => Piece,
): Sentence[] {
  const byName = new Map<string, InstructionUse[]>();
  for (const use of uses) byName.set(use.name, [...(byName.get(use.name) ?? []), use]);
  return [...byName.values()].map((same): Sentence => {
    const first = same[0];
    if (first === undefined) return [];
    const about = first.approximate ? " (by its name)" : "";
    const more = same.length > 1 ? `, ${counted(same.length, "use")}` : "";
    return [
      code(first.name),
      `${about} exists on ${maskInWords(first.targets, "targets")}: `,
      places(first.file, first.span),
      `${more}.`,
    ];
  });
}

function placeOf(report: FileReport, file: string | undefined, span: Span, sourceOf: SourceOf): Piece {
  const source = file === undefined || file === report.source.path ? report.source : sourceOf(file);
  if (source === null) return basename(file ?? "");
  const { line } = positionAt(source, span.start);
  const text = source === report.source ? `line ${line + 1}` : `${basename(source.path)}:${line + 1}`;
  return { place: { path: source.path, line }, text };
}
