import { evaluate } from "./evaluate";
import { execBlock } from "./execute";
import type { Frame } from "./frame";
import { given } from "./guards";
import { andV, chooseV, isNever, notV, orV } from "../values/logic";
import { Scope } from "./scope";
import type { Arm, Expr, Stmt } from "../syntax/syntax";
import { at, map, mapN, NONE, truth, unknown, type Val, type Vec } from "../values/values";
import { namesSet } from "../syntax/walk";

interface Path {
  readonly test: Vec;
  readonly scope: Scope;
  /** Who leaves the branch at its end. */
  readonly live: Vec;
}

/** Alternatives in turn, then what the variables are where the paths meet again. */
export function execPaths(
  arms: readonly { readonly test: () => Vec; readonly body: readonly Stmt[] }[],
  otherwise: readonly Stmt[],
  frame: Frame,
  narrowed: Narrowed | null = null,
): void {
  const paths: Path[] = [];
  let remaining = frame.live;
  for (const { test, body } of arms) {
    const answer = given(frame, remaining, true, test);
    paths.push({
      test: answer,
      ...branch(body, andV(remaining, answer), frame, narrowed?.holds),
    });
    remaining = andV(remaining, notV(answer));
  }
  meet(paths, branch(otherwise, remaining, frame, narrowed?.fails), frame);
}

/** What a test tells of a variable where it holds, and where it does not: `if cached is None: cached = …`. */
interface Narrowed {
  readonly holds: ReadonlyMap<string, Vec>;
  readonly fails: ReadonlyMap<string, Vec>;
}

/** Of a variable that is one of several values, those for which the test holds, where the arm gives it another. */
export function narrowing({ test, body }: Arm, frame: Frame): Narrowed | null {
  const subject = test.kind === "compare" ? test.operands[0] : test.kind === "unary" ? test.operand : test;
  if (subject?.kind !== "name") return null;
  const value = frame.scope.get(subject.id);
  if (value?.some((one) => one.t === "unknown" && one.oneOf !== undefined) !== true) return null;
  if (!namesSet(body).has(subject.id)) return null;
  const only = (holds: boolean): ReadonlyMap<string, Vec> => {
    const kept = map(value, (one) => {
      if (one.t !== "unknown" || one.oneOf === undefined) return one;
      const left = one.oneOf.filter((each) => truth(testOn(each, test, subject.id, frame)) !== !holds);
      const [first] = left;
      return left.length === 1 && first !== undefined ? first : unknown(one.text, left);
    });
    return new Map([[subject.id, kept]]);
  };
  return { holds: only(true), fails: only(false) };
}

function testOn(value: Val, test: Expr, name: string, frame: Frame): Val {
  const scope = new Scope(frame.scope);
  scope.set(name, [value]);
  const answer = evaluate(test, { ...frame, scope, recorder: null, guards: [] });
  return answer.length === 1 ? at(answer, 0) : unknown(name);
}

function branch(
  body: readonly Stmt[],
  live: Vec,
  frame: Frame,
  known?: ReadonlyMap<string, Vec>,
): { scope: Scope; live: Vec } {
  const inner: Frame = { ...frame, scope: new Scope(frame.scope), live };
  for (const [name, value] of known ?? []) inner.scope.set(name, value);
  execBlock(body, inner);
  return { scope: inner.scope, live: inner.live };
}

function meet(paths: readonly Path[], last: { scope: Scope; live: Vec }, frame: Frame): void {
  const values = new Map(isNever(last.live) ? [] : last.scope.own);
  let live = last.live;
  for (const path of [...paths].reverse()) {
    if (isNever(path.live)) continue;
    if (isNever(live)) {
      values.clear();
      for (const [name, value] of path.scope.own) values.set(name, value);
      live = path.live;
      continue;
    }
    for (const name of new Set([...path.scope.own.keys(), ...values.keys()])) {
      const before = frame.scope.get(name);
      const theirs = path.scope.own.get(name) ?? before;
      const ours = values.get(name) ?? before;
      const missing: Vec = [unknown(name)];
      values.set(name, chooseV(path.test, theirs ?? missing, ours ?? theirs ?? missing));
    }
    live = joinLive(path.live, live);
  }
  for (const [name, value] of values) frame.scope.set(name, value);
  frame.live = live;
}

/** `a and t or a and not t` is `a`; anything else is the plain disjunction. */
function joinLive(one: Vec, other: Vec): Vec {
  return mapN([one, other], ([live = NONE, rest = NONE]) => {
    const either = at(orV([live], [rest]), 0);
    if (either.t !== "unknown" || rest.t !== "unknown" || live.t !== "unknown") return either;
    const merged = withoutLast(live.text);
    return merged !== null && merged === withoutLast(rest.text) ? unknown(merged) : either;
  });
}

function withoutLast(text: string): string | null {
  const place = text.lastIndexOf(" and ");
  return place < 0 ? null : text.slice(0, place);
}
