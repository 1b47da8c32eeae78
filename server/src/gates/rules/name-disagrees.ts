import { DEVICES } from "../../arch/devices";
import { variantsOf } from "../../arch/targets";
import { maskInWords } from "../../logic/names";
import { lowestOf, maskWhere } from "../../logic/sets";
import type { Mask } from "../../logic/sets";
import type { Rule } from "./rule";

/** `is_sm100` that is true from 10.0 on, a "family" of one, "or newer" that is not. */
export const nameDisagrees: Rule = {
  id: "name-disagrees",
  title: "A name or message promises other devices than the condition lets in",
  layers: ["python", "cuda-host"],
  defaultSeverity: "information",
  fixable: true,
  check(view) {
    const { claim, admission } = view.gate;
    if (claim === null || view.gate.form === "text-comparison" || admission.depends.length > 0) return null;
    const family = familyMask(view.target);
    const differs = (claim.mask ^ admission.admits) & family;
    if (differs === 0 || goesByItsFirst(claim.mask, admission.admits, family)) return null;
    const more = differs & admission.admits;
    const what =
      more !== 0
        ? `${maskInWords(more, "devices")} gets in as well`
        : `${maskInWords(differs, "devices")} does not get in`;
    return {
      severity: "information",
      message: `"${claim.text}" says ${maskInWords(claim.mask, "devices")}, but ${what}.`,
    };
  },
};

/** `is_sm120` for all of 12.x: a family goes by the name of its first member. */
function goesByItsFirst(claimed: Mask, admits: Mask, family: Mask): boolean {
  const named = claimed & family;
  const onlyMore = (named & ~admits) === 0 && (admits & ~family) === 0;
  return onlyMore && named !== 0 && lowestOf(named) === lowestOf(family);
}

/** The asked device and its siblings: what is amiss for others is for those who ask about them. */
function familyMask(target: string): Mask {
  const capability = variantsOf(target)[0]?.capability ?? 0;
  const major = Math.floor(capability / 10);
  return maskWhere(DEVICES, (device) => device.major === major);
}
