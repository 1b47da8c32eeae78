/** Holds the answers of the analysis against the reference, branch by branch and pass by pass. */
import { HOST_PASS } from "../../server/src/arch/passes";
import type { Region, TargetAdmission } from "../../server/src/cuda/regions";
import { diagnose, type Macros, type Surroundings } from "./gpp";
import { groupPasses, passNames, PASSES } from "./passes";
import type { Reference } from "./reference";

/** What the analysis says about one branch. */
export type Answer = Pick<Region, "span" | "directive"> & Omit<TargetAdmission, "excludes">;

export interface Mismatch {
  /** Line of the directive, from 1. */
  readonly line: number;
  readonly directive: string;
  /** Passes in which the reference leaves the branch standing; null where it sees no branch here. */
  readonly reference: number | null;
  /** Passes in which the analysis does, residuals settled by g++; null where it sees no branch here. */
  readonly analysis: number | null;
}

export interface Comparison {
  readonly branches: number;
  readonly mismatches: readonly Mismatch[];
}

/** Where each residual holds: bit i of its mask is `PASSES[i]`. */
export type Settled = ReadonlyMap<string, number>;

export async function compare(
  text: string,
  answers: readonly Answer[],
  reference: Reference,
  given: Macros = {},
): Promise<Comparison> {
  return compareSettled(text, answers, reference, await settle(answers.flatMap(residualsOf), given));
}

export function compareSettled(
  text: string,
  answers: readonly Answer[],
  { branches, asked }: Reference,
  holding: Settled,
): Comparison {
  const answered = new Map(answers.map((answer) => [answer.span.start, answer]));
  const mismatches: Mismatch[] = [];
  const lineOf = (offset: number): number => text.slice(0, offset).split(/\r\n?|\n/).length;
  for (const branch of branches) {
    const answer = answered.get(branch.offset);
    answered.delete(branch.offset);
    const analysis = answer === undefined ? null : passesOf(answer, holding) & asked;
    if (analysis !== null && branch.passes === null) continue;
    const sameWord = answer?.directive === branch.word;
    if (analysis === branch.passes && sameWord) continue;
    const directive = sameWord || answer === undefined ? branch.word : `${branch.word}/${answer.directive}`;
    mismatches.push({ line: lineOf(branch.offset), directive, reference: branch.passes, analysis });
  }
  for (const answer of answered.values()) {
    const { directive, span } = answer;
    mismatches.push({
      line: lineOf(span.start),
      directive,
      reference: null,
      analysis: passesOf(answer, holding) & asked,
    });
  }
  return { branches: branches.length, mismatches };
}

export function residualsOf(answer: Answer): string[] {
  const residuals = answer.depends.map(({ when }) => when);
  return typeof answer.host === "string" ? [...residuals, answer.host] : residuals;
}

/** Complaints of g++ after which it goes on with some value; any other means that a text is no condition. */
const PASSED_OVER = new RegExp(
  [
    "division by zero",
    "user-defined literal",
    "floating constant",
    "invalid digit",
    "empty character",
    'operator "(?:defined|__has_include)" requires',
    "missing '\\(' before \"__has_include\" operand",
    "#error holds",
  ].join("|"),
);

/** Asks g++ where each residual holds; fails when one is no condition at all. */
export async function settle(
  conditions: readonly string[],
  given: Macros,
  around: Surroundings = {},
): Promise<Settled> {
  const distinct = [...new Set(conditions)];
  const holding = new Map(distinct.map((condition) => [condition, 0]));
  if (distinct.length === 0) return holding;
  const text = distinct
    .map((condition, index) => `#if ${condition}\n#error holds ${index}\n#endif\n`)
    .join("");
  const mentioned = [text, ...Object.values(given)].join("\n");
  await Promise.all(
    groupPasses(mentioned).map(async (group) => {
      const macros = { ...PASSES[group[0] ?? 0]?.macros, ...given };
      const said = await diagnose(text, macros, "directives", around);
      for (const [complaint] of said.matchAll(/^.*: error: .*$/gm)) {
        if (PASSED_OVER.test(complaint)) continue;
        const line = Number(/^[^:]*:(\d+)/.exec(complaint)?.[1]);
        throw new Error(
          `the residual ${distinct[Math.floor((line - 1) / 3)] ?? "?"} is refused: ${complaint}`,
        );
      }
      const mask = group.reduce((bits, index) => bits | (1 << index), 0);
      for (const match of said.matchAll(/: error: #error holds (\d+)/g)) {
        const condition = distinct[Number(match[1])];
        if (condition !== undefined) holding.set(condition, (holding.get(condition) ?? 0) | mask);
      }
    }),
  );
  return holding;
}

function passesOf({ admits, depends, host }: Answer, holding: Settled): number {
  const hostMask = typeof host === "string" ? (holding.get(host) ?? 0) : host ? -1 : 0;
  return depends.reduce(
    (passes, { mask, when }) => passes | (mask & (holding.get(when) ?? 0)),
    admits | (hostMask & (1 << HOST_PASS)),
  );
}

export function describe({ line, directive, reference, analysis }: Mismatch): string {
  const told = [reference, analysis].map((mask) => (mask === null ? "no branch" : passNames(mask)));
  return `line ${line} #${directive}: reference ${told[0] ?? ""}; analysis ${told[1] ?? ""}`;
}
