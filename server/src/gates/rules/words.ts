/** Phrases that the messages of several rules share. */
import { unitNamesIn } from "../../arch/unit-names";
import { TARGETS } from "../../arch/targets";
import { getIn, maskInWords } from "../../logic/names";
import { maskWhere } from "../../logic/sets";
import type { Domain, Mask } from "../../logic/sets";
import type { Consequence, Gate, Reason } from "../gate";
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
  if (view.refused !== 0) return `${lead}: the code under this guard turns targets away, ${who} among them`;
  // What a look-up without an entry comes to stands where the look-up does, which may be another file.
  if (view.gate.form === "table" && view.consequence === "returns false") {
    const isOne = ((admits | possible) & ((admits | possible) - 1)) === 0;
    const verb = possible !== 0 ? "may have one" : isOne ? "has one" : "have one";
    return `No entry for ${who}: only ${maskInWords(admits | possible, view.gate.domain)} ${verb}`;
  }
  return `${lead}: ${onlyThese(admits, possible, view.gate.domain)}`;
}

/** Whether all of the asked are let in to code that only turns them away. */
export function isWhollyRefused({ refused, asked }: RuleView): boolean {
  return refused !== 0 && refused === asked;
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
  if (showsFeatures(gate, asked)) return false;
  return (
    FEATURES.test(conditions) ||
    letsOnlySpecificIn(gate) ||
    unitNamesIn(conditions).some((unit) => (unit.targets & asked) === 0)
  );
}

const FROM_HOPPER_ON = maskWhere(TARGETS, ({ capability }) => capability >= 90);
const PLAIN = maskWhere(TARGETS, ({ suffix }) => suffix === "");

/** Whether builds for a specific architecture or family alone get in, under whatever name the guard asks for them. */
function letsOnlySpecificIn({ domain, admission: { admits, depends } }: Gate): boolean {
  const possible = depends.reduce((mask, dependent) => mask | dependent.mask, admits) & FROM_HOPPER_ON;
  return domain === "targets" && possible !== 0 && (possible & PLAIN) === 0;
}

/** Whether the code shows which feature it is that it asks for, and variants of the asked have it. */
function showsFeatures({ instructions }: Gate, asked: Mask): boolean {
  return instructions.some(
    ({ approximate, targets }) =>
      !approximate &&
      (targets & asked) !== 0 &&
      (targets & asked & PLAIN) === 0 &&
      (targets & FROM_HOPPER_ON & PLAIN) === 0,
  );
}

/** Whether something in sight speaks for leaving the target out: what is left out then is information. */
export function hasReason(view: RuleView): boolean {
  return view.reason?.kind !== "not apparent" || asksForFeatures(view) || view.madeForOthers.length > 0;
}

/** That code by its name is somebody else's is no proof; whether it can serve the target as well is for people to see. */
export function namedForOthers({ madeForOthers: [first, ...more] }: RuleView): string {
  if (first === undefined) return "";
  const rest = more.length === 0 ? "" : ` (and ${more.length} more)`;
  return ` Check first what it opens: ${first.text}${rest}.`;
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
  // Escapes of a string are where a line ends or a word begins: the message stands on one line.
  const line = text.replace(/(?:\\[nrt])+(?=["']|$)/g, "").replace(/(?:\s|\\[nrt])+/g, " ");
  const flat = withoutMarks(line.trim());
  return flat.length > 120 ? `${flat.slice(0, 117)}…` : flat;
}

/** What a comment or a string says, without what makes it one. */
function withoutMarks(text: string): string {
  const isString = /^[a-z]{0,2}(?:"|')/i.test(text);
  const said = isString
    ? text.replace(/^[a-z]{0,2}(?:"+|'+)|(?:"+|'+)$/gi, "").replace(/(["']) ?[a-z]{0,2}\1/gi, "")
    : text.replace(/^#+\s*/, "");
  return said.replace(/(?<!\.)\.$/, "");
}
