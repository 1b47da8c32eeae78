/** A chain in words: for a terminal, and as Markdown. */
import type { Chain, Step } from "../chain/chain";
import { isClosed, stateOf } from "../chain/chain";
import { counted, maskInWords } from "../logic/names";
import type { JudgedGate } from "../gates/judgement";
import { basename } from "../text/paths";
import type { SourceText, Span } from "../text/source";
import { positionAt } from "../text/source";

export interface ChainContext {
  readonly markdown: boolean;
  show(path: string): string;
  sourceOf(path: string): SourceText | null;
}

/** The whole answer in one sentence. */
export function chainSummary(chain: Chain): string {
  const { target, steps, halfOpen, firstClosed } = chain;
  const all = steps.filter(({ judged }) => judged !== null);
  const gates = all.filter(({ via }) => via !== "same module");
  if (all.length === 0 && chain.unknown.length > 0)
    return `No gate on this path, as far as it could be followed: ${chain.unknown[0] ?? ""}.`;
  if (all.length === 0)
    return `No gate on this path: nothing between ${chain.entry} and its code decides by architecture.`;
  const closed = gates.filter(isClosed);
  const beside = asideInWords(
    all.filter((step) => step.via === "same module" && isClosed(step)).length,
    target,
  );
  const first = firstClosed === null ? undefined : steps[firstClosed];
  const half =
    halfOpen.length === 0
      ? ""
      : ` Half-open: ${counted(halfOpen.length, "place")} behind an open gate ${halfOpen.length === 1 ? "leaves" : "leave"} ${target} without its code.`;
  const rest =
    half + beside + (half + beside === "" ? aheadInWords(closed) : "") + openWaysInWords(chain, closed);
  if (first === undefined && closed.length > 0)
    return `${closed.length} of ${counted(gates.length, "gate")} on the ways from here ${closed.length === 1 ? "shuts" : "shut"} ${target} out, and not of all of them.${rest}`;
  const undecided = gates.filter((step) => stateOf(step) === "depends").length;
  const caught = gates.filter((step) => step.caught?.when === null).length;
  if (gates.length === 0) return `No gate on this path decides by architecture.${rest}`;
  if (first === undefined && undecided > 0)
    return `None of ${counted(gates.length, "gate")} on this path shuts ${target} out; ${counted(undecided, "gate")} ${undecided === 1 ? "depends" : "depend"} on what is not known.${rest}`;
  if (first === undefined && caught > 0)
    return `None of ${counted(gates.length, "gate")} on this path shuts ${target} out: what ${counted(caught, "gate")} ${caught === 1 ? "raises" : "raise"} is caught.${rest}`;
  if (first === undefined)
    return gates.length === 1
      ? `The one gate on this path lets ${target} through.${rest}`
      : `All ${gates.length} gates on this path let ${target} through.${rest}`;
  const where = chain.openWays.length === 0 ? "on this path" : "on the ways from here";
  return `${closed.length} of ${counted(gates.length, "gate")} ${where} ${closed.length === 1 ? "shuts" : "shut"} ${target} out; the first is ${first.title} in ${basename(first.path)}.${rest}`;
}

/** Gates in code that is compiled with the way's own. */
function asideInWords(closed: number, target: string): string {
  if (closed === 0) return "";
  const shut = closed === 1 ? "1 more gate shuts" : `${closed} more gates shut`;
  return ` ${shut} ${target} out of code of the same module that nothing on this path calls.`;
}

/** What is compiled when it is asked for needs no list of what is compiled ahead. */
function aheadInWords(closed: readonly Step[]): string {
  if (closed.length === 0 || closed.some(({ via }) => via !== "prebuilt")) return "";
  return " Nothing but lists of what is compiled ahead is closed: what is compiled on demand is not shut.";
}

/** "path:name" is how an entry is told from others of its name. */
function lastPart(entry: string): string {
  return entry.slice(entry.lastIndexOf(":") + 1);
}

/** A closed gate on one way says nothing of the others. */
function openWaysInWords({ openWays, entry }: Chain, closed: readonly Step[]): string {
  const [name, ...more] = openWays;
  if (closed.length === 0 || name === undefined) return "";
  const others = more.length === 0 ? "" : ` and ${counted(more.length, "other")}`;
  return ` Another way is open: from ${lastPart(entry)} to ${name}${others} no gate is closed.`;
}

export function chainAnswer(chain: Chain, context: ChainContext): string {
  const lines = alike(chain.steps).map((group) => lineOf(group, chain, context));
  const halves = halfOpenTexts(chain, context);
  const head = chainSummary(chain);
  const notes = [...new Set(chain.unknown)].map((text) => `not followed: ${text}`);
  if (context.markdown) {
    const table = [`| | what | where | ${chain.target} | |`, "|-|-|-|-|-|", ...lines];
    return `### ${code(chain.entry)}\n\n${head}\n\n${table.join("\n")}\n${list(halves)}${list(notes)}`;
  }
  return `${[head, ...lines, ...halves, ...notes].join("\n")}\n`;
}

interface Group {
  /** Index of the first in the chain. */
  readonly index: number;
  readonly steps: Step[];
}

/** Steps that follow each other in one file and say the same; sources that no gate stands in. */
function alike(steps: readonly Step[]): Group[] {
  const groups: Group[] = [];
  steps.forEach((step, index) => {
    const last = groups[groups.length - 1];
    const before = last?.steps[0];
    const plain = [index - 1, index].every((at) => isPlainSource(steps, at));
    if (last !== undefined && before !== undefined && (plain || isAlike(before, step))) last.steps.push(step);
    else groups.push({ index, steps: [step] });
  });
  return groups;
}

function isAlike(a: Step, b: Step): boolean {
  const same = a.path === b.path && a.via === b.via && a.title === b.title;
  const isCaughtAlike = a.caught?.path === b.caught?.path && a.caught?.span.start === b.caught?.span.start;
  return same && isCaughtAlike && a.judged !== null && stateOf(a) === stateOf(b) && noteOf(a) === noteOf(b);
}

/** Where a refusal is caught. */
function caughtInWords({ caught }: Step, context: Pick<ChainContext, "show" | "sourceOf">): string {
  if (caught === undefined) return "";
  const place = placeAt(caught.path, caught.span, context);
  return caught.when === null
    ? `It is caught, and the way goes on at ${place}.`
    : `The way goes on at ${place} if ${caught.when}.`;
}

/** A source of which no gate follows. */
function isPlainSource(steps: readonly Step[], index: number): boolean {
  const names = (step: Step | undefined): boolean => step?.via === "source" && step.judged === null;
  const next = steps[index + 1];
  const isLast = next === undefined || names(next) || next.module !== steps[index]?.module;
  return names(steps[index]) && isLast;
}

function list(texts: readonly string[]): string {
  return texts.length === 0 ? "" : `\n${texts.map((text) => `- ${text}`).join("\n")}\n`;
}

function lineOf({ index, steps }: Group, chain: Chain, context: ChainContext): string {
  const [step] = steps;
  if (step === undefined) return "";
  const isList = steps.length > 1 && step.judged === null;
  const place = isList ? placeOf(step, context) : placesOf(steps, context);
  const others = isList ? ` and ${counted(steps.length - 1, "other source")} without a gate` : "";
  const state = isClosed(step) ? "closed" : WORDS[stateOf(step)];
  const note = [noteOf(step), caughtInWords(step, context)].filter((text) => text !== "").join(" ");
  const first = chain.firstClosed;
  const mark = first !== null && first >= index && first < index + steps.length ? " (first closed)" : "";
  const number = steps.length === 1 ? String(index + 1) : `${index + 1}–${index + steps.length}`;
  if (context.markdown)
    return `| ${number} | ${step.via}: ${code(step.title)}${others} | ${place} | ${state}${mark} | ${note.replaceAll("|", "\\|")} |`;
  const head = `${number.padStart(5)}  ${state.padEnd(8)} ${place}: ${step.via}: ${step.title}${others}`;
  return note === "" ? head + mark : `${head}${mark}\n                ${note}`;
}

/** `file:417, 455`. */
function placesOf(steps: readonly Step[], context: ChainContext): string {
  const [first, ...others] = steps.map((step) => placeOf(step, context));
  return [first, ...others.map((place) => place.slice(place.lastIndexOf(":") + 1))].join(", ");
}

const WORDS = { admits: "open", excludes: "not here", depends: "depends", none: "" } as const;

function noteOf({ judged }: Step): string {
  if (judged === null) return "";
  return judged.rule !== null ? findingOf(judged) : oneLine(whoGetsIn(judged));
}

/** What is found, and on what it depends for those of whom it is not known whether they get in. */
function findingOf({ message, gate }: JudgedGate): string {
  const { depends } = gate.admission;
  const some = depends
    .slice(0, MOST_DEPENDING)
    .map(({ mask, when }) => `${maskInWords(mask, gate.domain)} if ${shortened(when)}`);
  const rest = depends.length - some.length;
  if (some.length === 0) return oneLine(message);
  return `${oneLine(message)} Depends: ${some.join("; ")}${rest === 0 ? "" : `; and ${rest} more`}.`;
}

const MOST_DEPENDING = 3;
const LONGEST_CONDITION = 120;

function shortened(condition: string): string {
  const text = oneLine(condition);
  return text.length <= LONGEST_CONDITION ? text : `${text.slice(0, LONGEST_CONDITION - 1)}…`;
}

/** Who gets in, and where that is not known of the target, or of all who may get in, on what it depends. */
function whoGetsIn({ gate, asked, excludesTarget }: JudgedGate): string {
  const { admits, depends } = gate.admission;
  const open =
    excludesTarget === "depends"
      ? depends.find(({ mask }) => (mask & asked) !== 0)
      : admits === 0
        ? depends[0]
        : undefined;
  if (open === undefined) return `admits ${maskInWords(admits, gate.domain)}`;
  const who = maskInWords(open.mask, gate.domain);
  const always = admits === 0 ? "" : `${maskInWords(admits, gate.domain)}, and `;
  return `admits ${always}${who} if ${shortened(open.when)}`;
}

/** One step in a sentence, for a tooltip and for those who cannot see its place in the list. */
export function stepSentence(step: Step, target: string): string {
  const { judged, title, via, caught } = step;
  if (judged === null) return `${upperFirst(via)}: ${title}. Nothing here decides by architecture.`;
  if (judged.rule !== null && caught === undefined) return findingOf(judged);
  if (caught !== undefined)
    return `${findingOf(judged)} ${caught.when === null ? "It is caught, and the way goes on." : `The way goes on if ${caught.when}.`}`;
  const state = stateOf(step);
  const does =
    state === "admits"
      ? `lets ${target} in`
      : state === "depends"
        ? `lets ${target} in or not, depending on what is not known`
        : `does not let ${target} in`;
  return `${upperFirst(does)}: ${oneLine(whoGetsIn(judged))}.`;
}

function upperFirst(text: string): string {
  return text.slice(0, 1).toUpperCase() + text.slice(1);
}

/** What is left empty first: nothing tells of it when it runs. */
function halfOpenTexts(chain: Chain, context: ChainContext): string[] {
  const groups = new Map<string, { outer: Step; empty: boolean; steps: Step[] }>();
  for (const [outer, inner] of chain.halfOpen) {
    const [from, to] = [chain.steps[outer], chain.steps[inner]];
    if (from === undefined || to === undefined) continue;
    const empty = to.judged?.consequence === "empty";
    const key = `${outer} ${to.path} ${empty}`;
    const group = groups.get(key) ?? { outer: from, empty, steps: [] };
    groups.set(key, group);
    group.steps.push(to);
  }
  return [...groups.values()]
    .sort((a, b) => Number(b.empty) - Number(a.empty))
    .map(({ outer, empty, steps }) => {
      const what = empty ? "leaves an empty body: its results are garbage" : "leaves code out";
      return `half-open: ${placeOf(outer, context)} lets ${chain.target} in, and ${placesOf(steps, context)} ${what}`;
    });
}

export function placeOf(step: Step, context: Pick<ChainContext, "show" | "sourceOf">): string {
  return placeAt(step.path, step.span, context);
}

function placeAt(
  path: string,
  { start }: Span,
  { show, sourceOf }: Pick<ChainContext, "show" | "sourceOf">,
): string {
  const source = sourceOf(path);
  const line = source === null ? 1 : positionAt(source, start).line + 1;
  return `${show(path)}:${line}`;
}

function code(text: string): string {
  return `\`${text.replaceAll("`", "'")}\``;
}

function oneLine(text: string): string {
  return text.replace(/\s*[\r\n]+\s*/g, " ");
}
