import { forgetsSibling } from "./forgets-sibling";
import { guardEmptiesBody } from "./guard-empties-body";
import { guardExcludesTarget } from "./guard-excludes-target";
import { needsSuffix } from "./needs-suffix";
import type { Rule } from "./rule";
import { tooWide } from "./too-wide";

/** In the order in which they are asked; the first that speaks of a gate is the gate's rule. */
export const RULES: readonly Rule[] = [
  guardEmptiesBody,
  guardExcludesTarget,
  tooWide,
  needsSuffix,
  forgetsSibling,
];
