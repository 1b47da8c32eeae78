import { DEVICES } from "../../arch/devices";
import type { Claim } from "../../gates/gate";
import { maskWhere } from "../../logic/sets";
import type { Span } from "../../text/source";

/** What may stand around an architecture in a name that claims nothing but it. */
const PLAIN =
  /^(?:is|has|on|check|supports?|supported|device|gpu|cuda|arch|cc|sm|compute|capability|current|the|a|family|or|and|newer|later|above|higher|plus|at|least)$/;
const ASKS = /^(?:is|has|on|check|supports?|device)$/;
const ARCHITECTURE = /^sm(\d{1,2})(\d|x)([afx]?)$/;

/** What the name of a predicate promises, strictly read; null where it promises nothing, or says more than is known. */
export function claimOf(name: string, span: Span): Claim | null {
  const words = name
    .toLowerCase()
    .replace(/sm_(?=\d)/g, "sm")
    .split("_")
    .filter((word) => word !== "");
  const named = words.filter((word) => Object.hasOwn(GENERATIONS, word) || ARCHITECTURE.test(word));
  const [only] = named;
  if (only === undefined || named.length > 1 || !ASKS.test(words[0] ?? "")) return null;
  if (!words.every((word) => word === only || PLAIN.test(word))) return null;
  const orNewer = words.some((word) => /^(?:newer|later|above|higher|plus|least)$/.test(word));
  const claim = (from: number, to: number): Claim => ({
    text: name,
    span,
    mask: maskWhere(DEVICES, ({ capability: cc }) => cc >= from && (orNewer || cc <= to)),
  });
  const generation = GENERATIONS[only];
  if (generation !== undefined) return claim(...generation);
  const [, major = "", minor = "", suffix = ""] = ARCHITECTURE.exec(only) ?? [];
  const from = Number(major) * 10 + (minor === "x" ? 0 : Number(minor));
  const isFamily = minor === "x" || /[fx]/.test(suffix) || words.includes("family");
  return claim(from, isFamily ? Number(major) * 10 + 9 : from);
}

const GENERATIONS: Readonly<Record<string, readonly [number, number]>> = {
  turing: [75, 75],
  ampere: [80, 88],
  ada: [89, 89],
  hopper: [90, 90],
  blackwell: [100, 121],
};

/** A function named for exactly what it tests: of the architecture, or of an instruction that some have. */
export function isPredicateName(name: string): boolean {
  return (
    claimOf(name, { start: 0, end: 0 }) !== null ||
    /^_*(?:is|isnt|has|hasnt|lacks|no|not|non|without)_\w*(?:sm_?\d+|tcgen05|wgmma|tmem|cvt|pdl|hopper|blackwell|ampere|ada|device_capability|capability_family|compute_capability)/i.test(
      name,
    )
  );
}
