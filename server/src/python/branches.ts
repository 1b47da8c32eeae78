import { execBlock } from "./execute";
import type { Frame } from "./frame";
import { given } from "./guards";
import { andV, chooseV, isNever, notV, orV } from "./logic";
import { Scope } from "./scope";
import type { Stmt } from "./syntax";
import { at, mapN, NONE, unknown, type Vec } from "./values";

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
): void {
  const paths: Path[] = [];
  let remaining = frame.live;
  for (const { test, body } of arms) {
    const answer = given(frame, remaining, true, test);
    paths.push({ test: answer, ...branch(body, andV(remaining, answer), frame) });
    remaining = andV(remaining, notV(answer));
  }
  meet(paths, branch(otherwise, remaining, frame), frame);
}

function branch(body: readonly Stmt[], live: Vec, frame: Frame): { scope: Scope; live: Vec } {
  const inner: Frame = { ...frame, scope: new Scope(frame.scope), live };
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
