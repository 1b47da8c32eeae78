import type { Frame } from "./frame";
import { ALWAYS, andV, chooseV, notV } from "../values/logic";
import type { Vec } from "../values/values";

/** What a part of an expression is reached under: `b` of `a and b` where `a` holds. */
export interface Guard {
  readonly test: Vec;
  readonly holds: boolean;
}

/** Does something that happens only where the test comes out so. */
export function given<T>(frame: Frame, test: Vec, holds: boolean, work: () => T): T {
  frame.guards.push({ test, holds });
  const result = work();
  frame.guards.pop();
  return result;
}

/** `name := value`, and what a pattern captures: of what was there before, only that goes which is reached. */
export function bindOnTheWay(name: string, value: Vec, frame: Frame): void {
  const scope = frame.around ?? frame.scope;
  const before = scope.get(name);
  const when = frame.guards.reduce((all, { test, holds }) => andV(all, holds ? test : notV(test)), ALWAYS);
  // Where it was not bound and is not reached, whoever reads it fails.
  scope.set(name, before === undefined ? value : chooseV(when, value, before));
}
