/**
 * The reference: which conditional branches of a text are left standing by g++'s preprocessor in each pass. Includes
 * are taken out; everything else is g++'s own reading.
 *
 * Instead of searching the output, which a raw string or a comment could fake, `#error` lines are put into the text
 * and looked for among the errors: g++ reports one only where it stands as a directive in a group that is compiled.
 */
import { ALL_PASSES } from "../../server/src/arch/passes";
import { findCandidates, isInclude, type Candidate, type Word } from "./candidates";
import { diagnose, type Macros, type Mode } from "./gpp";
import { groupPasses, PASSES } from "./passes";

export interface ReferenceBranch {
  /** Offset of the directive's `#`. */
  readonly offset: number;
  readonly word: Word;
  /** Bit i: left standing in `PASSES[i]`. Null where no text can stand in the branch, so nothing shows which. */
  readonly passes: number | null;
}

export interface Reference {
  readonly mode: Mode;
  /** The passes that were run; of the others nothing is known. */
  readonly asked: number;
  readonly branches: readonly ReferenceBranch[];
}

export interface ReferenceOptions {
  /** Macros that hold in every pass. */
  readonly given?: Macros;
  /** A mask of the passes to run; all where it is left out. */
  readonly asked?: number;
  /** Where the text between directives must be read too; the mode that the text allows where it is left out. */
  readonly mode?: Mode;
}

interface Insertion {
  readonly at: number;
  readonly text: string;
}

interface Structure {
  readonly mode: Mode;
  readonly directives: readonly Candidate[];
  /** Where a line can be added behind the last directive; null where there is no such place. */
  readonly end: number | null;
}

/** A text made ready for any preprocessor: what to run it on, and how to read what it says. */
export interface Marked {
  readonly mode: Mode;
  readonly text: string;
  /** How many branches there are. */
  readonly count: number;
  /** The branches, by number, that were left standing, from the errors reported. */
  standing(said: string): ReadonlySet<number>;
  /** The branches with the passes in which each was left standing. */
  branches(passesOf: (branch: number) => number): ReferenceBranch[];
}

/** The branches of `text` in source order. */
export async function reference(
  text: string,
  { given = {}, asked = ALL_PASSES, mode }: ReferenceOptions = {},
): Promise<Reference> {
  const marked = await mark(text);
  const passes = new Array<number>(marked.count).fill(0);
  const mentioned = [text, ...Object.values(given)].join("\n");
  const groups = marked.count === 0 ? [] : groupPasses(mentioned, asked);
  await Promise.all(
    groups.map(async (group) => {
      const macros = { ...PASSES[group[0] ?? 0]?.macros, ...given };
      const mask = group.reduce((bits, index) => bits | (1 << index), 0);
      for (const branch of marked.standing(await diagnose(marked.text, macros, mode ?? marked.mode))) {
        passes[branch] = (passes[branch] ?? 0) | mask;
      }
    }),
  );
  return { mode: marked.mode, asked, branches: marked.branches((branch) => passes[branch] ?? 0) };
}

/**
 * @param withIncludes the includes stay; a mark then speaks only in the text itself, not where something includes it.
 */
export async function mark(text: string, withIncludes = false): Promise<Marked> {
  const structure = await soundStructureOf(text);
  const conditionals = structure.directives.filter((directive) => !isInclude(directive));
  const branches = branchesOf(conditionals);
  const word = unusedWord(text);
  const numbers = new Map(branches.map((index, branch) => [index, branch]));
  const hidden = structure.end === null ? conditionals.length - 1 : -1;
  return {
    mode: structure.mode,
    text: markBranches(text, structure, conditionals, word, withIncludes),
    count: branches.length,
    standing(said) {
      const seen = [...marksIn(said, word)].map((index) => numbers.get(index));
      return new Set(seen.filter((branch) => branch !== undefined));
    },
    branches: (passesOf) =>
      branches.map((index, branch) => ({
        offset: conditionals[index]?.hash ?? 0,
        word: conditionals[index]?.word ?? "else",
        passes: index === hidden ? null : passesOf(branch),
      })),
  };
}

/**
 * With `-fdirectives-only` g++ lets an apostrophe that nothing closes (`don't` in a skipped group) run over line ends
 * to the next one, and the directives between are gone. Compilers do not, so where the two modes see different
 * directives the whole preprocessor is the reference.
 */
async function soundStructureOf(text: string): Promise<Structure> {
  const [quick, whole] = await Promise.all([structureOf(text, "directives"), structureOf(text, "whole")]);
  const places = ({ directives }: Structure): string => directives.map(({ hash }) => hash).join(" ");
  return places(quick) === places(whole) ? quick : whole;
}

/**
 * The candidates that g++ takes for directives: each is made an `#error`, so that none hides another, and is
 * reported or not.
 */
async function structureOf(text: string, mode: Mode): Promise<Structure> {
  const word = unusedWord(text);
  let directives = findCandidates(text);
  while (directives.some((candidate) => !isInclude(candidate))) {
    const insertions = directives.map(({ start }, index) => ({ at: start, text: `error ${word}${index} ` }));
    const said = await diagnose(insert(text, insertions), {}, mode);
    const seen = marksIn(said, word);
    if (seen.size === directives.length)
      return { mode, directives, end: await endOf(text, directives, mode) };
    // The insertions themselves may have changed the text where they hit no directive: ask again without those.
    directives = directives.filter((_, index) => seen.has(index));
  }
  return { mode, directives: [], end: null };
}

/**
 * Behind the last directive, the first line start where a directive can stand: at the text's end it may be too late,
 * in a comment or a raw string that nothing closes.
 */
async function endOf(text: string, directives: readonly Candidate[], mode: Mode): Promise<number | null> {
  const from = directives[directives.length - 1]?.start ?? 0;
  const ends = [...text.slice(from).matchAll(/(?<!\\[ \t\v\f]*)(?:\r\n?|(?<!\r)\n)/g)].map(
    (match) => from + match.index + match[0].length,
  );
  const places = [...ends, text.length];
  const word = unusedWord(text);
  const lines = places.map((at, index) => ({
    at,
    text: `${at === text.length ? "\n\n" : ""}#error ${word}${index}\n`,
  }));
  const conditions = directives.map(({ start }) => ({ at: start, text: "warning " }));
  const seen = marksIn(await diagnose(insert(text, [...conditions, ...lines]), {}, mode), word);
  return places.find((_, index) => seen.has(index)) ?? null;
}

/** Indices of the conditionals that open a branch; a stray `#else` or `#elif` opens none. */
function branchesOf(conditionals: readonly Candidate[]): number[] {
  const branches: number[] = [];
  let depth = 0;
  conditionals.forEach(({ word }, index) => {
    if (word.startsWith("if")) depth++;
    if (word === "endif") depth = Math.max(0, depth - 1);
    else if (depth > 0) branches.push(index);
  });
  return branches;
}

/** An `#error` at the end of each conditional's own text, just before the next conditional. */
function markBranches(
  text: string,
  { directives, end }: Structure,
  conditionals: readonly Candidate[],
  word: string,
  withIncludes: boolean,
): string {
  const keepsLines = text.includes("__LINE__");
  const insertions: Insertion[] = directives
    .filter((directive) => isInclude(directive) && !withIncludes)
    .map((include) => ({ at: include.start, text: "warning " }));
  conditionals.forEach((_, index) => {
    const next = conditionals[index + 1];
    const at = next?.hash ?? end;
    if (at === null) return;
    const line =
      keepsLines && next !== undefined ? `#line ${text.slice(0, at).split(/\r\n?|\n/).length}\n` : "";
    const error = `#error ${word}${index}\n`;
    const spoken = withIncludes ? `#if !__INCLUDE_LEVEL__\n${error}#endif\n` : error;
    insertions.push({ at, text: `${at === text.length ? "\n\n" : ""}${spoken}${line}` });
  });
  return insert(text, insertions);
}

function insert(text: string, insertions: readonly Insertion[]): string {
  const parts: string[] = [];
  let from = 0;
  for (const { at, text: added } of [...insertions].sort((a, b) => a.at - b.at)) {
    parts.push(text.slice(from, at), added);
    from = at;
  }
  return parts.join("") + text.slice(from);
}

function marksIn(said: string, word: string): Set<number> {
  const marks = new RegExp(`: error: #error ${word}(\\d+)\\b`, "g");
  return new Set([...said.matchAll(marks)].map((match) => Number(match[1])));
}

function unusedWord(text: string): string {
  let word = "sm_lens_mark_";
  while (text.includes(word)) word += "_";
  return word;
}
