import { DEVICES } from "../../arch/devices";
import type { Claim } from "../../gates/gate";
import { maskWhere } from "../../logic/sets";
import type { Span } from "../../text/source";

const GENERATION =
  /(?:^|_)((?:(?:dc|datacenter|consumer)_)?(?:turing|ampere|ada|hopper|blackwell|geforce))(?:_|$)/i;

/** `is_non_sm120`: who is not meant. */
const NEGATED = /(?:^|_)(?:non|not|no|without|except|before|pre|post|below|under)_/i;

/** What the name of a predicate promises, strictly read; null where it promises nothing. */
export function claimOf(name: string, span: Span): Claim | null {
  if (NEGATED.test(name)) return null;
  const generation = GENERATION.exec(name)?.[1]?.toLowerCase().replace(/_/, "");
  if (generation !== undefined && /^_*(?:is|has|on|check|supports?)_/i.test(name)) {
    const [from, to] = GENERATIONS[generation] ?? [0, 0];
    return {
      text: name,
      span,
      mask: maskWhere(DEVICES, ({ capability: cc }) => cc >= from && cc <= to),
    };
  }
  const match =
    /^_*(?:is|has|on|check|supports?|device_is)_(?:\w*_)?sm_?(\d{1,2})(\d|x)([afx]?)(?![0-9])/i.exec(name);
  if (match === null) return null;
  const [, majorText = "", minorText = "", suffix = ""] = match;
  const major = Number(majorText);
  const minor = minorText.toLowerCase() === "x" ? 0 : Number(minorText);
  if (/newer|later|above|higher|plus|at_least/i.test(name)) {
    const mask = maskWhere(DEVICES, ({ capability: cc }) => cc >= major * 10 + minor);
    return { text: name, span, mask };
  }
  const family = minorText.toLowerCase() === "x" || /^[fx]$/i.test(suffix) || /family/i.test(name);
  const mask = maskWhere(DEVICES, (device) =>
    family ? device.major === major && device.minor >= minor : device.capability === major * 10 + minor,
  );
  return { text: name, span, mask };
}

const GENERATIONS: Readonly<Record<string, readonly [number, number]>> = {
  turing: [75, 75],
  ampere: [80, 88],
  ada: [89, 89],
  hopper: [90, 90],
  blackwell: [100, 121],
  dcblackwell: [100, 103],
  datacenterblackwell: [100, 103],
  consumerblackwell: [120, 121],
  geforce: [120, 121],
};

/** A function named for exactly what it tests: of the architecture, or of an instruction that some have. */
export function isPredicateName(name: string): boolean {
  return (
    claimOf(name, { start: 0, end: 0 }) !== null ||
    /^_*(?:is|has)_\w*(?:sm_?\d+|tcgen05|wgmma|tmem|cvt|pdl|hopper|blackwell|ampere|ada|device_capability|capability_family|compute_capability)/i.test(
      name,
    )
  );
}
