import { archListUnbuilt } from "./arch-list-unbuilt";
import { comparesAsText } from "./compares-as-text";
import { forgetsSibling } from "./forgets-sibling";
import { guardEmptiesBody } from "./guard-empties-body";
import { guardExcludesTarget } from "./guard-excludes-target";
import { guardTraps } from "./guard-traps";
import { hostCheckExcludes } from "./host-check-excludes";
import { nameDisagrees } from "./name-disagrees";
import { needsSuffix } from "./needs-suffix";
import { pythonConditionExcludes } from "./python-condition-excludes";
import { pythonDecoratorExcludes } from "./python-decorator-excludes";
import { pythonListExcludes } from "./python-list-excludes";
import { pythonPredicateExcludes } from "./python-predicate-excludes";
import { pythonTestSkip } from "./python-test-skip";
import type { Rule } from "./rule";
import { stringsJoined } from "./strings-joined";
import { tooWide } from "./too-wide";

/** In the order in which they are asked; the first that speaks of a gate is the gate's rule. */
export const RULES: readonly Rule[] = [
  guardEmptiesBody,
  guardTraps,
  guardExcludesTarget,
  tooWide,
  needsSuffix,
  hostCheckExcludes,
  stringsJoined,
  comparesAsText,
  archListUnbuilt,
  pythonListExcludes,
  pythonDecoratorExcludes,
  pythonTestSkip,
  pythonPredicateExcludes,
  pythonConditionExcludes,
  nameDisagrees,
  forgetsSibling,
];
