/**
 * Conditions that the compiler settles: `if constexpr (__CUDA_ARCH__ >= 900)`. They read like checks of a device, but
 * what they let in is a target: they are gates over targets, as guards are.
 */
import type { Consequence, Gate } from "../../gates/gate";
import { ALL_TARGETS, devicesOf, targetsOf, type Mask } from "../../logic/sets";

/** A gate over devices as one over targets; `reached` are those of them that compile the place. */
export function asCompiled(gate: Gate, reached: Mask, bodyOf: Gate["bodyOf"]): Gate {
  const { admits, depends } = gate.admission;
  const possible = depends
    .map(({ mask, when }) => ({ mask: targetsOf(mask) & reached, when }))
    .filter(({ mask }) => mask !== 0);
  const certain = targetsOf(admits) & reached;
  return {
    layer: "cuda-preprocessor",
    form: gate.form,
    span: gate.span,
    text: gate.text,
    domain: "targets",
    admission: {
      admits: certain,
      excludes: ALL_TARGETS & ~possible.reduce((mask, part) => mask | part.mask, certain),
      depends: possible,
    },
    exact: null,
    host: false,
    operandFor: (excluded) => gate.operandFor(devicesOf(excluded)),
    consequence: instead(gate.consequence),
    bodyOf: bodyOf ?? null,
    get instructions() {
      return gate.instructions;
    },
    madeForOthers: (excluded) => gate.madeForOthers?.(devicesOf(excluded)) ?? [],
    remarks: gate.remarks,
    definedAt: gate.definedAt,
    exemptFor: (excluded) =>
      (excluded & reached) === 0 ? "left out by an outer condition" : gate.exemptFor(devicesOf(excluded)),
    claim: null,
    shape: gate.shape,
  };
}

/** Code of the device throws nothing. */
function instead(consequence: Consequence | null): Consequence | null {
  return consequence === "raises" ? "traps" : consequence;
}
