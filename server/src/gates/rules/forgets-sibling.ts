import { DEVICES } from "../../arch/devices";
import { TARGETS, variantsOf } from "../../arch/targets";
import { maskInWords } from "../../logic/names";
import { maskWhere } from "../../logic/sets";
import type { Mask } from "../../logic/sets";
import type { Finding, Rule, RuleView } from "./rule";

/** `== 1200` without 1210, `(12, 0)` without `(12, 1)`: the target is in, another of its family is not. */
export const forgetsSibling: Rule = {
  id: "forgets-sibling",
  title: "A gate names one architecture of a family and forgets the other",
  layers: ["cuda-preprocessor", "cuda-host", "python", "build"],
  defaultSeverity: "information",
  fixable: true,
  check: (view) => (view.gate.form === "test-skip" ? null : forgottenIn(view)),
};

/** What a gate forgets that lets the target in. */
export function forgottenIn(view: RuleView): Finding | null {
  if (view.excludesTarget === true || view.refused !== 0) return null;
  const capability = variantsOf(view.target)[0]?.capability;
  if (capability === undefined) return null;
  const alone = turnedAwayAlone(view, capability);
  if (alone !== null) return alone;
  // Of a condition every number is in sight; elsewhere a name may stand for more than is seen.
  if (view.gate.layer !== "cuda-preprocessor" && !namesIt(view.gate.conditions ?? view.gate.text, capability))
    return null;
  const forgotten = forgottenSibling(view, capability);
  if (forgotten === null || view.gate.exemptFor(forgotten.mask) !== null) return null;
  return {
    severity: "information",
    message: `${maskInWords(forgotten.mask, view.gate.domain)} is left out, though it is of the same family as ${view.target}, which the gate ${view.excludesTarget === false ? "names and lets in" : "lets in under a condition"}.`,
    fixFor: forgotten.name,
    about: forgotten.mask,
  };
}

const REFUSALS = new Set(["raises", "returns false", "skipped", "rejects"]);

/** `if sm == 120: return False`: what is not for 12.0 is hardly for 12.1. */
function turnedAwayAlone({ gate, target }: RuleView, capability: number): Finding | null {
  const { admits, excludes } = gate.admission;
  if (gate.domain !== "devices" || !REFUSALS.has(gate.consequence ?? "")) return null;
  const index = DEVICES.findIndex((device) => device.capability === capability);
  const [own, older] = [DEVICES[index], DEVICES[index - 1]];
  if (own === undefined || older?.major !== own.major || own.major < FIRST_FAMILY) return null;
  const mask = 1 << (index - 1);
  // Of a bound, all that is older is turned away with it.
  const isAlone = (excludes & mask) !== 0 && (admits & (mask >> 1)) !== 0 && (admits & (mask << 1)) !== 0;
  const isNamed = namesIt(gate.text, older.capability) && !namesIt(gate.text, capability);
  if (!isAlone || !isNamed || gate.exemptFor(mask) !== null) return null;
  return {
    severity: "information",
    message: `${maskInWords(mask, "devices")} is turned away, and ${target} of the same family is not: what keeps the one out may hold for the other.`,
  };
}

/** Families since 10.x differ by little inside. */
const FIRST_FAMILY = 10;

function forgottenSibling(view: RuleView, capability: number): { name: string; mask: Mask } | null {
  const major = Math.floor(capability / 10);
  for (const sibling of DEVICES) {
    if (sibling.major !== major || sibling.capability === capability) continue;
    // An older member of the family may well lack what a newer one has; a newer one lacks nothing of an older.
    if (sibling.capability < capability) continue;
    const mask =
      view.gate.domain === "targets"
        ? maskWhere(TARGETS, (target) => target.capability === sibling.capability)
        : maskWhere(DEVICES, (device) => device.capability === sibling.capability);
    if ((mask & ~view.gate.admission.excludes) === 0) return { name: `sm_${sibling.capability}`, mask };
  }
  return null;
}

/** The gate has the number itself in it: 120, 1200, 12.0, (12, 0), sm_120a. */
function namesIt(text: string, capability: number): boolean {
  const major = Math.floor(capability / 10);
  const minor = capability % 10;
  // `major == 12 and minor == 0`, `cc[0] == 12 and cc[1] == 0`, `p->major != 12 || p->minor != 0`
  const parts = `(?:major|\\[0\\])\\s*[!=]=\\s*${major}\\s*(?:and|or|&&|\\|\\|)\\s*[\\w.>()-]*(?:minor|\\[1\\])\\s*[!=]=\\s*${minor}(?![0-9])`;
  return new RegExp(
    `${parts}|(?<![0-9.])(?:${capability}0?|${major}\\.${minor}|${major},\\s*${minor})(?![0-9.])|SM_?${capability}`,
    "i",
  ).test(text);
}
