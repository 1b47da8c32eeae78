/** `for major in (9, 10): if …: return …` before a refusal: whom no turn of the loop serves is turned away behind it. */
import { possible } from "./draft";
import { emit, reached, remarks } from "./finders";
import { plain, readList, shapeOf } from "./lists";
import { consequenceOf, isRefusing, outcomeOfRest, type Outcome } from "./outcome";
import { outcomeHere } from "./outcome-here";
import type { Site } from "./site";
import { blocksOf } from "../syntax/walk";
import type { Arm, For, Stmt } from "../syntax/syntax";
import { ALWAYS, andV, differs, notV } from "../values/logic";

/** The loop as a gate, where nothing in it has been told as one; `rest` is what follows it. */
export function loopGate(statement: For, rest: readonly Stmt[], tail: boolean, site: Site): void {
  const refusing = statement.otherwise.length > 0 ? statement.otherwise : rest;
  const first = refusing[0];
  if (first === undefined) return;
  const outcome: Outcome =
    refusing === statement.otherwise ? outcomeHere(refusing, site) : outcomeOfRest(refusing, tail);
  const arm = leavingArm(statement.body, outcome === "raises");
  if (arm === null) return;
  const live = site.recorder.live.get(first);
  if (!isRefusing(outcome) || outcome === "disables" || live === undefined || !differs(live)) return;
  const isTold = site.gates.some(
    ({ span, admission }) =>
      statement.start <= span.start && span.end <= statement.end && admission.excludes !== 0,
  );
  if (isTold) return;
  const before = reached(site.recorder.live.get(statement) ?? ALWAYS);
  const literal = readList(site, statement.iterable, null);
  const span = plain(arm.head);
  emit(site, {
    form: "loop",
    span,
    admission: andV(before, notV(live)),
    consequence: consequenceOf(outcome),
    remarks: remarks(site, span, refusing.slice(0, 1)),
    exempt: (excluded) => ((excluded & possible(before)) === 0 ? "left out before this loop" : null),
    shape:
      literal === null
        ? { kind: "list", span, members: [], style: "tens", entries: null }
        : shapeOf(statement.iterable, literal),
  });
}

/** The first condition by which somebody leaves the loop served; by a `return` of nothing where others get an exception. */
function leavingArm(body: readonly Stmt[], nothing: boolean): Arm | null {
  for (const statement of body) {
    if (statement.kind === "if") {
      const found = statement.arms.find(({ body: inner }) => {
        const last = inner.at(-1);
        return last?.kind === "break" || (last?.kind === "return" && (nothing || last.value !== null));
      });
      if (found !== undefined) return found;
    }
    if (statement.kind === "def" || statement.kind === "class" || statement.kind === "for") continue;
    for (const block of blocksOf(statement)) {
      const inner = leavingArm(block, nothing);
      if (inner !== null) return inner;
    }
  }
  return null;
}
