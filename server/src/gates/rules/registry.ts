import { archListUnbuilt } from "./arch-list-unbuilt";
import { clampsArchitecture } from "./clamps-architecture";
import { comparesAsText } from "./compares-as-text";
import { forgetsSibling } from "./forgets-sibling";
import { guardEmptiesBody } from "./guard-empties-body";
import { guardExcludesTarget } from "./guard-excludes-target";
import { guardTraps } from "./guard-traps";
import { halfOpenChain } from "./half-open-chain";
import { hostCheckExcludes } from "./host-check-excludes";
import { nameDisagrees } from "./name-disagrees";
import { needsSuffix } from "./needs-suffix";
import { pythonConditionExcludes } from "./python-condition-excludes";
import { pythonDecoratorExcludes } from "./python-decorator-excludes";
import { pythonListExcludes } from "./python-list-excludes";
import { pythonPredicateExcludes } from "./python-predicate-excludes";
import { pythonTestSkip } from "./python-test-skip";
import type { Rule, RuleInfo } from "./rule";
import { readsCharacters } from "./reads-characters";
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
  readsCharacters,
  clampsArchitecture,
  archListUnbuilt,
  pythonListExcludes,
  pythonDecoratorExcludes,
  pythonTestSkip,
  pythonPredicateExcludes,
  pythonConditionExcludes,
  nameDisagrees,
  forgetsSibling,
];

/** Rules about several gates on one way: they speak where chains are known, and are asked of no gate alone. */
export const CHAIN_RULES: readonly RuleInfo[] = [halfOpenChain];

/** Every rule there is. */
export const ALL_RULES: readonly RuleInfo[] = [...RULES, ...CHAIN_RULES];
