import { DEVICES } from "../../arch/devices";
import { OWN_ARM } from "../../gates/gate";
import { maskWhere, type Mask } from "../../logic/sets";
import { certain, possible } from "./draft";
import { andV, NEVER, notV, orV } from "../values/logic";
import { consequenceOf, isRefusing, type Outcome } from "./outcome";
import { outcomeAmong } from "./outcome-here";
import { conditionShape, depends, emit, reached, remarks } from "./finders";
import { spanOfCode } from "./own-code";
import { valueOf, type Site } from "./site";
import type { Arm, If, Stmt } from "../syntax/syntax";
import type { Vec } from "../values/values";
import { expressionsOf, namesSet, visit, visitStatements } from "../syntax/walk";

/** The ladder as a whole: admits whom some arm serves, or what follows the arms. It stands at the last arm. */
export function ladder(
  arms: readonly Arm[],
  after: Outcome,
  live: Vec,
  refusing: readonly Stmt[],
  site: Site,
): void {
  const last = [...arms].reverse().find((arm) => depends(site, arm.test));
  if (last === undefined) return;
  let before = live;
  let served: Vec = NEVER;
  let refused: Vec = NEVER;
  for (const { test, body } of arms) {
    const value = valueOf(site, test) ?? NEVER;
    if (isRefusing(outcomeAmong(body, after, site))) refused = orV(refused, andV(reached(before), value));
    else served = orV(served, andV(reached(before), value));
    before = andV(reached(before), notV(value));
  }
  const admission = isRefusing(after) || after === "message" ? served : andV(live, notV(refused));
  const consequence = after === "message" ? "skipped" : consequenceOf(after);
  const byArm = possible(refused);
  const serving = arms.filter((arm) => !isRefusing(outcomeAmong(arm.body, after, site)));
  emit(site, {
    form: "ladder",
    span: last.head,
    admission,
    consequence: isRefusing(after) ? consequence : after === "message" ? "skipped" : "falls back",
    remarks: remarks(site, last.head, isRefusing(after) ? refusing : []),
    // Who is refused is to be told; who gets nothing special may well be meant to.
    ...(consequence === "returns false" ? { code: serving.flatMap(({ body }) => spanOfCode(body)) } : {}),
    exempt: (excluded) => {
      if ((excluded & possible(live)) === 0) return "left out before this ladder";
      if ((excluded & ~byArm) === 0) return "an arm of its own refuses it";
      if (after === "message" && !namesSibling(served, excluded)) return "other code serves it";
      return servesOldOnly(admission) ? "older devices only" : null;
    },
    shape: conditionShape(
      site,
      last.test,
      true,
      "ladder",
      serving.map(({ test }) => test),
    ),
  });
}

/** Why an arm that leaves devices out is no finding by itself; `others`: who is served by each of the other arms. */
export function exemptArm(others: readonly Vec[]): (excluded: Mask) => string {
  return (excluded) => {
    const isOwn = (arm: Vec): boolean =>
      (excluded & ~certain(arm)) === 0 && (possible(arm) & ~familiesOf(excluded)) === 0;
    return others.some(isOwn) ? OWN_ARM : "an arm of a ladder";
  };
}

function familiesOf(mask: Mask): Mask {
  const majors = new Set(DEVICES.filter((_, i) => (mask >> i) & 1).map(({ major }) => major));
  return maskWhere(DEVICES, ({ major }) => majors.has(major));
}

function servesOldOnly(admission: Vec): boolean {
  const late = DEVICES.reduce((mask, { major }, i) => (major >= 9 ? mask | (1 << i) : mask), 0);
  return (possible(admission) & late) === 0;
}

/** Whether an arm serves another device of the same major. */
function namesSibling(served: Vec, excluded: Mask): boolean {
  const admitted = certain(served);
  return DEVICES.some(
    ({ major }, i) =>
      (excluded >> i) & 1 && DEVICES.some((other, j) => other.major === major && (admitted >> j) & 1),
  );
}

/** Whether a variable is used afterwards that every arm sets and nothing set before. */
export function unboundAfter(statement: If, rest: readonly Stmt[], site: Site): boolean {
  const perArm = statement.arms.map(({ body }) => namesSet(body));
  const common = [...(perArm[0] ?? [])].filter((name) => perArm.every((names) => names.has(name)));
  if (common.length === 0 || site.definition === null) return false;
  const before = new Set(site.definition.parameters.map(({ name }) => name));
  visitStatements(site.definition.body, (one) => {
    if (one.start < statement.start) for (const name of namesSet([one])) before.add(name);
  });
  const used = new Set<string>();
  visitStatements(rest, (one) => {
    for (const node of expressionsOf(one))
      visit(node, (inner) => inner.kind === "name" && used.add(inner.id));
  });
  return common.some((name) => used.has(name) && !before.has(name));
}
