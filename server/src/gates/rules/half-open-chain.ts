import type { RuleInfo } from "./rule";

/**
 * An outer gate lets the target in, and an inner one on the same way leaves code out without a word: it is built, it
 * runs, and what it computes is wrong. `chain/half-open.ts` finds it, over all files of a workspace.
 */
export const halfOpenChain: RuleInfo = {
  id: "half-open-chain",
  title: "An outer gate lets the target in, an inner one leaves its code out",
  layers: ["python", "build", "cuda-preprocessor"],
  defaultSeverity: "error",
  fixable: true,
};
