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
