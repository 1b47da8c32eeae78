/**
 * Conditions that the compiler settles: `if constexpr (__CUDA_ARCH__ >= 900)`. They read like checks of a device, but
 * what they let in is a target: they are gates over targets, as guards are.
 */
import type { Consequence, Gate } from "../../gates/gate";
import { ALL_TARGETS, devicesOf, targetsOf, type Mask } from "../../logic/sets";
import { truthSets, type Values } from "./values";

/**
 * A gate over devices as one over targets; `reached` are those of them that compile the place, `values` what the
 * condition itself comes to, where there is one.
 */
export function asCompiled(gate: Gate, reached: Mask, bodyOf: Gate["bodyOf"], values: Values | null): Gate {
  const { admits, depends } = gate.admission;
  const possible = depends
    .map(({ mask, when }) => ({ mask: targetsOf(mask) & reached, when }))
    .filter(({ mask }) => mask !== 0);
  const certain = targetsOf(admits) & reached;
  const { yes, no } = values === null ? { yes: 0, no: 0 } : truthSets(values);
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
    // What it comes to where the host compiles it is not read.
    host: null,
    settled: { reached, yes: targetsOf(yes) & reached, no: targetsOf(no) & reached },
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
