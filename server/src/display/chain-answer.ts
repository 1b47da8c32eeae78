/** A chain in words: for a terminal, and as Markdown. */
import type { Chain, Step } from "../chain/chain";
import { isClosed, stateOf } from "../chain/chain";
import { counted, maskInWords } from "../logic/names";
import type { SourceText } from "../text/source";
import { positionAt } from "../text/source";

export interface ChainContext {
  readonly markdown: boolean;
  show(path: string): string;
  sourceOf(path: string): SourceText | null;
}

/** The whole answer in one sentence. */
export function chainSummary(chain: Chain): string {
  const { target, steps, halfOpen, firstClosed } = chain;
  const gates = steps.filter(({ judged }) => judged !== null);
  if (gates.length === 0)
    return `No gate on this path: nothing between ${chain.entry} and its code decides by architecture.`;
  const closed = steps.filter(isClosed);
  const first = firstClosed === null ? undefined : steps[firstClosed];
  const half =
    halfOpen.length === 0
      ? ""
      : ` Half-open: ${counted(halfOpen.length, "place")} behind an open gate ${halfOpen.length === 1 ? "leaves" : "leave"} ${target} without its code.`;
  if (first === undefined)
    return `All ${counted(gates.length, "gate")} on this path let ${target} through, or leave it to what is not known.${half}`;
  return `${closed.length} of ${counted(gates.length, "gate")} on this path shut ${target} out; the first is ${first.title}.${half}`;
}

export function chainAnswer(chain: Chain, context: ChainContext): string {
  const lines = chain.steps.map((step, index) => lineOf(step, index, chain, context));
  const halves = chain.halfOpen.map(([outer, inner]) => halfOpenText(chain, outer, inner, context));
  const head = chainSummary(chain);
  const notes = [...new Set(chain.unknown)].map((text) => `not followed: ${text}`);
  if (context.markdown) {
    const table = ["| | what | where | " + chain.target + " | |", "|-|-|-|-|-|", ...lines];
    return `### ${code(chain.entry)}\n\n${head}\n\n${table.join("\n")}\n${list(halves)}${list(notes)}`;
  }
  return `${[head, ...lines, ...halves, ...notes].join("\n")}\n`;
}

function list(texts: readonly string[]): string {
  return texts.length === 0 ? "" : `\n${texts.map((text) => `- ${text}`).join("\n")}\n`;
}

function lineOf(step: Step, index: number, chain: Chain, context: ChainContext): string {
  const place = placeOf(step, context);
  const state = isClosed(step) ? "closed" : WORDS[stateOf(step)];
  const note = noteOf(step);
  const mark = index === chain.firstClosed ? " (first closed)" : "";
  if (context.markdown)
    return `| ${index + 1} | ${step.via}: ${code(step.title)} | ${place} | ${state}${mark} | ${note.replaceAll("|", "\\|")} |`;
  const head = `${String(index + 1).padStart(3)}  ${state.padEnd(8)} ${place}: ${step.via}: ${step.title}`;
  return note === "" ? head + mark : `${head}${mark}\n               ${note}`;
}

const WORDS = { admits: "open", excludes: "not here", depends: "depends", none: "" } as const;

function noteOf({ judged }: Step): string {
  if (judged === null) return "";
  if (judged.rule !== null) return oneLine(judged.message);
  return oneLine(`admits ${maskInWords(judged.gate.admission.admits, judged.gate.domain)}`);
}

/** One step in a sentence, for a tooltip and for those who cannot see its place in the list. */
export function stepSentence(step: Step, target: string): string {
  const { judged, title, via } = step;
  if (judged === null) return `${upperFirst(via)}: ${title}. Nothing here decides by architecture.`;
  if (judged.rule !== null) return oneLine(judged.message);
  const who = maskInWords(judged.gate.admission.admits, judged.gate.domain);
  const state = stateOf(step);
  const does =
    state === "admits"
      ? `lets ${target} in`
      : state === "depends"
        ? `lets ${target} in or not, depending on what is not known`
        : `does not let ${target} in`;
  return `${upperFirst(does)}: admits ${who}.`;
}

function upperFirst(text: string): string {
  return text.slice(0, 1).toUpperCase() + text.slice(1);
}

function halfOpenText(chain: Chain, outer: number, inner: number, context: ChainContext): string {
  const [from, to] = [chain.steps[outer], chain.steps[inner]];
  if (from === undefined || to === undefined) return "";
  const what =
    to.judged?.consequence === "empty"
      ? "runs an empty body: its results are garbage"
      : "misses the code here";
  return `half-open: ${placeOf(from, context)} lets ${chain.target} in, which at ${placeOf(to, context)} ${what}`;
}

export function placeOf(step: Step, { show, sourceOf }: Pick<ChainContext, "show" | "sourceOf">): string {
  const source = sourceOf(step.path);
  const line = source === null ? 1 : positionAt(source, step.span.start).line + 1;
  return `${show(step.path)}:${line}`;
}

function code(text: string): string {
  return `\`${text.replaceAll("`", "'")}\``;
}

function oneLine(text: string): string {
  return text.replace(/\s*[\r\n]+\s*/g, " ");
}
