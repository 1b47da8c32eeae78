import { productsOf } from "../../arch/products";
import type { Suffix } from "../../arch/targets";
import { TARGETS } from "../../arch/targets";
import type { TargetsResult } from "../protocol";

const SUFFIX_NOTES: Readonly<Record<Suffix, string>> = {
  "": "",
  a: "architecture-specific: runs on this device alone",
  f: "family-specific: runs on the family",
};

/** All targets that can be asked about, with the products people know them by, and the one that is. */
export function targetChoices(asked: string, problem: string | null): TargetsResult {
  return {
    targets: TARGETS.map(({ name, capability, suffix }) => ({
      name,
      products: productsOf(capability),
      note: SUFFIX_NOTES[suffix],
    })),
    asked,
    problem,
  };
}
