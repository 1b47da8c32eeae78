import { passesOfSelector } from "../../arch/nv-target";
import { ALL_TARGETS } from "../../logic/sets";
import type { TargetArmShape } from "../../cuda/target-gates";
import type { Gate } from "../gate";
import type { FixKind } from "./fix-kind";

/**
 * `NV_IS_EXACTLY_SM_90` made `NV_PROVIDES_SM_90`, `NV_HAS_FEATURE_SM_120a` made `NV_HAS_FEATURE_SM_120f`: the selector
 * that asks for no more than that one and lets newer ones in.
 */
export const targetSelector: FixKind = {
  kind: "widen-selector",
  layers: ["cuda-preprocessor"],
  propose: ({ gate, asked }) => {
    const shape = gate.shape as Partial<TargetArmShape> | null;
    if (shape?.kind !== "target arm" || shape.selector === undefined) return [];
    const { start, end, text } = shape.selector;
    const wider = text.replace("NV_IS_EXACTLY_", "NV_PROVIDES_").replace(/^(NV_HAS_FEATURE_SM_\d+)a$/, "$1f");
    const passes = wider === text ? null : passesOfSelector(wider);
    if (passes === null || (passes & asked) === 0) return [];
    const title = `Ask for '${wider}'`;
    const edits = [{ span: { start, end }, newText: wider }];
    const mayChange = gate.admission.excludes & passes & ALL_TARGETS;
    return [{ kind: "widen-selector", title, edits, mayChange, keeps: namesItsTargets }];
  },
};

/** An arm that asks for some targets by name must keep them; one that serves the rest need not. */
function namesItsTargets({ shape }: Gate): boolean {
  const arm = shape as Partial<TargetArmShape> | null;
  return arm?.kind === "target arm" && arm.isGeneral === false;
}
