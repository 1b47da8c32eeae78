/** What was read and what was not decided, in words: that there is nothing to find is an answer too. */
import { conditionsAmong } from "../gates/conditions";
import type { JudgedGate } from "../gates/judgement";
import type { FileReport, Language } from "../service";
import { counted, listed } from "../logic/names";

/** Undecided conditions that depend on the same unknown names. */
export interface DependentCount {
  /** Empty where what they depend on has no name. */
  readonly names: readonly string[];
  readonly conditions: number;
}

export interface ReadCounts {
  readonly conditions: number;
  /** Conditions that are not decided for the target. */
  readonly undecided: number;
  /** The same by the names that they depend on. */
  readonly dependsOn: readonly DependentCount[];
  /** Conditions that leave the target out and are still no findings. */
  readonly exempt: number;
}

const CONDITION_WORDS: Readonly<Record<Language, string>> = {
  cuda: "guard",
  python: "condition",
  build: "list",
};

export function readCounts(report: FileReport): ReadCounts {
  const open = conditionsAmong(report.gates, ({ gate }) => gate).filter(
    ({ whole, parts }) => !isTold(whole) && !parts.some(isTold),
  );
  const undecided = open.filter(({ whole }) => whole.excludesTarget === "depends");
  return {
    conditions: report.read.conditions,
    undecided: undecided.length,
    dependsOn: together(
      undecided.map(({ whole }) => ({ names: namesOf(whole, report.read.dependsOn), conditions: 1 })),
    ),
    exempt: open.filter(({ whole }) => whole.excludesTarget === true).length,
  };
}

/** Whether it is a finding, or one of the places of a finding. */
function isTold({ rule, toldWith }: JudgedGate): boolean {
  return rule !== null || toldWith !== null;
}

/** Which of the file's unknown names the answer for those asked depends on. */
function namesOf({ gate, asked }: JudgedGate, unknown: readonly string[]): string[] {
  const texts = gate.admission.depends.filter(({ mask }) => (mask & asked) !== 0).map(({ when }) => when);
  const words = new Set(texts.flatMap((text) => text.match(/\w+/g) ?? []));
  return unknown.filter((name) =>
    /^\w+$/.test(name) ? words.has(name) : texts.some((text) => text.includes(name)),
  );
}

/** Counts of the same names as one, the most first; what has no name last. */
function together(counts: readonly DependentCount[]): DependentCount[] {
  const byNames = new Map<string, DependentCount>();
  for (const { names, conditions } of counts) {
    const sorted = [...names].sort();
    const key = sorted.join("\0");
    byNames.set(key, { names: sorted, conditions: conditions + (byNames.get(key)?.conditions ?? 0) });
  }
  return [...byNames.values()].sort(
    (a, b) => Number(a.names.length === 0) - Number(b.names.length === 0) || b.conditions - a.conditions,
  );
}

/** The names that undecided conditions depend on, each once. */
export function namesDependedOn({ dependsOn }: ReadCounts): string[] {
  return [...new Set(dependsOn.flatMap(({ names }) => names))];
}

/** Of more it is told that there are others. */
const MOST_DEPENDENT = 3;

/** `1 depends on ENABLE_X, 152 on what is not known`. */
function dependsInWords({ undecided, dependsOn }: ReadCounts): string {
  const named = dependsOn.filter(({ names }) => names.length > 0);
  const parts: (readonly [number, string])[] = named
    .slice(0, MOST_DEPENDENT)
    .map(({ names, conditions }) => [conditions, listed(names)]);
  const others = conditionsIn(named.slice(MOST_DEPENDENT));
  if (others > 0) parts.push([others, "other names"]);
  const nameless = undecided - conditionsIn(named);
  if (nameless > 0) parts.push([nameless, "what is not known"]);
  return parts
    .map(([count, on], index) => {
      const verb = count === 1 ? "depends " : "depend ";
      return `${count} ${index === 0 ? verb : ""}on ${on}`;
    })
    .join(", ");
}

function conditionsIn(counts: readonly DependentCount[]): number {
  return counts.reduce((sum, { conditions }) => sum + conditions, 0);
}

/** `17 guards read, 2 depend on ENABLE_X`; `howToSee` tells how what is no finding is listed. */
export function readInWords(counts: ReadCounts, language: Language | "mixed", howToSee = ""): string {
  const word = language === "mixed" ? "condition" : CONDITION_WORDS[language];
  const parts = [`${counted(counts.conditions, word)} read`];
  if (counts.exempt > 0)
    parts.push(
      `${counts.exempt} ${counts.exempt === 1 ? "leaves" : "leave"} it out but ${counts.exempt === 1 ? "is" : "are"} no finding${howToSee}`,
    );
  if (counts.undecided > 0) parts.push(dependsInWords(counts));
  return parts.join(", ");
}

/** `nothing excludes sm_120 in FILE: 17 guards read, 2 depend on ENABLE_X`. */
export function nothingFound(
  target: string,
  place: string,
  counts: ReadCounts,
  language: Language | "mixed",
  howToSee = "",
): string {
  return `nothing excludes ${target} in ${place}: ${readInWords(counts, language, howToSee)}`;
}

/** Counts of several files together. */
export function addCounts(a: ReadCounts, b: ReadCounts): ReadCounts {
  return {
    conditions: a.conditions + b.conditions,
    undecided: a.undecided + b.undecided,
    dependsOn: b.dependsOn.length === 0 ? a.dependsOn : together([...a.dependsOn, ...b.dependsOn]),
    exempt: a.exempt + b.exempt,
  };
}

export const NO_COUNTS: ReadCounts = { conditions: 0, undecided: 0, dependsOn: [], exempt: 0 };
