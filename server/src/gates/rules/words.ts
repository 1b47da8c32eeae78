/** Phrases that the messages of several rules share. */
import { maskInWords } from "../../logic/names";
import type { Consequence, Reason } from "../gate";
import type { RuleView } from "./rule";

const INSTEAD: Readonly<Record<Consequence, string>> = {
  empty: "gets an empty body",
  skipped: "gets nothing in its place",
  traps: "runs into a trap",
  raises: "gets an exception",
  rejects: "is refused",
  "returns false": "gets False, None or nothing",
  unbuilt: "gets no code at all",
  "other arm": "is served by another arm",
  "falls back": "takes the other branch",
};

/** `sm_120 is left out: only sm_90–sm_110 (all variants) get in`. */
export function whoGetsIn(view: RuleView): string {
  const { admits, depends } = view.gate.admission;
  const possible = depends.reduce((mask, dependent) => mask | dependent.mask, 0);
  const who = maskInWords(admits | possible, view.gate.domain);
  return `${view.target} is left out; only ${who} ${possible === 0 ? "" : "can "}get in`;
}

export function insteadOf(view: RuleView): string {
  return view.consequence === null ? "" : `, and ${view.target} ${INSTEAD[view.consequence]}`;
}

export function because(reason: Reason | null): string {
  if (reason === null) return "";
  const first = reason.evidence[0];
  if (reason.kind === "hardware") return first === undefined ? "" : `. Hardware: ${first.text}`;
  if (reason.kind === "stated") return first === undefined ? "" : `. Stated: "${shortened(first.text)}"`;
  return "";
}

function shortened(text: string): string {
  const flat = text.replace(/\s+/g, " ").trim();
  return flat.length > 120 ? `${flat.slice(0, 117)}…` : flat;
}
