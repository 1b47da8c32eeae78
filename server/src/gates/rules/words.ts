/** Phrases that the messages of several rules share. */
import { unitNamesIn } from "../../arch/unit-names";
import { getIn } from "../../logic/names";
import type { Domain, Mask } from "../../logic/sets";
import type { Consequence, Reason } from "../gate";
import type { RuleView } from "./rule";

/** What the one who is left out gets, first of all: in a list of findings the rest of a line is often cut off. */
const LEADS: Readonly<Record<Consequence, (who: string) => string>> = {
  empty: (who) => `Empty body for ${who}`,
  skipped: (who) => `Skipped for ${who}`,
  traps: (who) => `Trap for ${who}`,
  raises: (who) => `Exception for ${who}`,
  rejects: (who) => `Refused: ${who}`,
  "returns false": (who) => `False or nothing for ${who}`,
  unbuilt: (who) => `No code built for ${who}`,
  "other arm": (who) => `Another arm for ${who}`,
  "falls back": (who) => `Other branch for ${who}`,
};

/** `only sm_90a gets in`; `possible` are those of whom it is not known. */
export function onlyThese(admits: Mask, possible: Mask, domain: Domain): string {
  const who = admits | possible;
  return `${who === 0 ? "" : "only "}${getIn(who, domain, possible !== 0)}`;
}

/** `Empty body for sm_120: only sm_90–sm_110 (all variants) get in`. */
export function leftOut(view: RuleView, who: string): string {
  const { admits, depends } = view.gate.admission;
  const possible = depends.reduce((mask, dependent) => mask | dependent.mask, 0);
  const lead = view.consequence === null ? `Left out: ${who}` : LEADS[view.consequence](who);
  return `${lead}: ${onlyThese(admits, possible, view.gate.domain)}`;
}

export function because(reason: Reason | null): string {
  if (reason === null) return "";
  const first = reason.evidence[0];
  if (reason.kind === "hardware") return first === undefined ? "" : `. Hardware: ${first.text}`;
  if (reason.kind === "stated") return first === undefined ? "" : `. Stated: "${shortened(first.text)}"`;
  return "";
}

/**
 * Whether the guard asks for the features of specific architectures (`__CUDA_ARCH_FEAT_SM90_ALL` and its like): who
 * writes that has instructions in mind, even where they stand in another file.
 */
export function asksForFeatures({ gate, asked }: RuleView): boolean {
  const conditions = gate.conditions ?? gate.text;
  return FEATURES.test(conditions) || unitNamesIn(conditions).some((unit) => (unit.targets & asked) === 0);
}

/** `__CUDA_ARCH_FEAT_SM90_ALL`, and macros of projects that are named for a specific architecture: `…_SM100A_ENABLED`. */
const FEATURES =
  /__CUDA_ARCH_(?:FEAT_SM\d+_ALL|SPECIFIC__|FAMILY_SPECIFIC__)|(?:^|[^a-zA-Z0-9])SM_?\d{2,3}[AF](?:_|\b)/;

/**
 * A kernel launched to overlap with the one before it (programmatic dependent launch) that no longer waits for it may
 * read what has not been written yet.
 */
export function lostWait(view: RuleView): string {
  const lost = view.consequence === "skipped" || view.consequence === "empty";
  const wait = view.gate.instructions.some((use) => use.name.includes("griddepcontrol.wait"));
  return lost && wait
    ? ` Without griddepcontrol.wait it may read what the kernel before it has not written yet.`
    : "";
}

/** What to look at before opening a guard whose code does not show why it is closed. */
export function checkFirst(view: RuleView): string {
  if (view.reason?.kind !== "not apparent" || !asksForFeatures(view)) return "";
  return " It asks for architecture-specific features: check first what the code it guards calls in other files.";
}

function shortened(text: string): string {
  const flat = text.replace(/\s+/g, " ").trim();
  return flat.length > 120 ? `${flat.slice(0, 117)}…` : flat;
}
