/** Gates of one extension that belong together, in words. */
import { shortened } from "../chain/code-steps";
import type { GatesBehind, PlacedGate } from "../chain/half-open";
import { counted } from "../logic/names";
import type { SourceText } from "../text/source";
import { shortGate } from "./short-gate";

/** What is found where an outer gate lets the target in and its code is left out. */
export function halfOpenMessage({ module, inner }: GatesBehind, target: string): string {
  const empty = inner.filter(({ judged }) => judged.consequence === "empty").length;
  const what =
    empty > 0
      ? `${counted(empty, "body", "bodies")} behind it left empty`
      : `${counted(inner.length, "place")} behind it left out`;
  return `Half-open: ${module} is built for ${target}, with ${what}. What it then computes is wrong, and nothing says so.`;
}

/** An inner gate, as the outer one's evidence. */
export function innerText(
  { isHalfOpen }: GatesBehind,
  { judged }: PlacedGate,
  source: SourceText | null,
): string {
  const title = source === null ? shortened(judged.gate.text) : shortGate(judged, source);
  const text = `${judged.consequence ?? "left out"}: ${title}`;
  return isHalfOpen ? text : `closed behind it: ${text}`;
}

/** The outer gate, as an inner one's evidence. */
export function outerText({ isHalfOpen, module, outer }: GatesBehind, target: string): string {
  if (isHalfOpen) return `half-open: this lets ${target} into ${module}`;
  return `closed before it: ${shortened(outer.judged.gate.text)} keeps ${target} out of ${module}`;
}

/** What whoever opens the outer gate is told; null where nothing behind it is closed. */
export function staysClosed(inner: readonly PlacedGate[]): string | null {
  if (inner.length === 0) return null;
  return inner.length === 1
    ? "1 gate behind it stays closed"
    : `${counted(inner.length, "gate")} behind it stay closed`;
}

const MOST_PLACES = 8;

/** Where they are, the worst first: "norm.cuh:5, 10 (empty), norm.cu:3 (skipped)". */
export function placesBehind(inner: readonly PlacedGate[], placeOf: (gate: PlacedGate) => string): string {
  const groups = new Map<string, string[]>();
  const isEmpty = ({ judged }: PlacedGate): number => (judged.consequence === "empty" ? 0 : 1);
  for (const gate of [...inner].sort((a, b) => isEmpty(a) - isEmpty(b)).slice(0, MOST_PLACES)) {
    const place = placeOf(gate);
    const cut = place.lastIndexOf(":");
    const key = `${place.slice(0, cut)}\n${gate.judged.consequence ?? "left out"}`;
    groups.set(key, [...(groups.get(key) ?? []), place.slice(cut + 1)]);
  }
  const parts = [...groups].map(([key, lines]) => {
    const [file = "", consequence = ""] = key.split("\n");
    return `${file}:${lines.join(", ")} (${consequence})`;
  });
  const left = inner.length - MOST_PLACES;
  return left > 0 ? `${parts.join(", ")} and ${left} more` : parts.join(", ");
}
