/** What was read and what was not decided, in words: that there is nothing to find is an answer too. */
import type { FileReport, Language } from "../service";
import { counted, listed } from "../logic/names";

export interface ReadCounts {
  readonly conditions: number;
  /** Conditions that are not decided for the target. */
  readonly undecided: number;
  /** The unknown names that they depend on. */
  readonly dependsOn: readonly string[];
  /** Gates that leave the target out and are still no findings. */
  readonly exempt: number;
}

const CONDITION_WORDS: Readonly<Record<Language, string>> = {
  cuda: "guard",
  python: "condition",
  build: "list",
};

export function readCounts(report: FileReport): ReadCounts {
  const undecided = report.gates.filter((judged) => judged.excludesTarget === "depends");
  const exempt = report.gates.filter((judged) => judged.excludesTarget === true && judged.rule === null);
  return {
    conditions: report.read.conditions,
    undecided: undecided.length,
    dependsOn: report.read.dependsOn,
    exempt: exempt.length,
  };
}

/** `17 guards read, 2 depend on ENABLE_X`; `howToSee` tells how what is no finding is listed. */
export function readInWords(counts: ReadCounts, language: Language | "mixed", howToSee = ""): string {
  const word = language === "mixed" ? "condition" : CONDITION_WORDS[language];
  const parts = [`${counted(counts.conditions, word)} read`];
  if (counts.exempt > 0)
    parts.push(
      `${counts.exempt} ${counts.exempt === 1 ? "leaves" : "leave"} it out but ${counts.exempt === 1 ? "is" : "are"} no finding${howToSee}`,
    );
  if (counts.undecided > 0) {
    const on = counts.dependsOn.length > 0 ? ` on ${listed(counts.dependsOn)}` : " on what is not known";
    parts.push(`${counts.undecided} ${counts.undecided === 1 ? "depends" : "depend"}${on}`);
  }
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
    dependsOn: b.dependsOn.length === 0 ? a.dependsOn : [...new Set([...a.dependsOn, ...b.dependsOn])],
    exempt: a.exempt + b.exempt,
  };
}

export const NO_COUNTS: ReadCounts = { conditions: 0, undecided: 0, dependsOn: [], exempt: 0 };
