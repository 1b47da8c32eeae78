/** Decorators of a project's own: who gets past what they put around a function. */
import { call } from "./calls";
import { execFunctionBody } from "./execute";
import type { Frame } from "./frame";
import { ALWAYS, andV, differs, notV } from "../values/logic";
import { moduleFrame } from "./resolve";
import { Scope } from "./scope";
import type { Expr } from "../syntax/syntax";
import { at, truth, type FunctionInfo, type Val, type Vec } from "../values/values";

/** Takes down who gets past `decorator`, whose value is `value`, where the definition of it can be read. */
export function noteDecorator(decorator: Expr, value: Vec, decorated: FunctionInfo, frame: Frame): void {
  const one = at(value, 0);
  const fn = one.t === "partial" ? one.fn : one;
  const own = fn.t === "func" ? fn.info : null;
  if (frame.recorder === null || value.length > 1 || own === null) return;
  if (!own.module.mentions(own.definition)) return;
  const around = wrapperOf(at(value, 0), decorated, frame);
  if (around === null || around.info.definition === decorated.definition) return;
  const past = pastRefusals(around.info, frame);
  if (past !== null && differs(past)) frame.recorder.decorated.set(decorator, past);
}

/** The function that takes the place of the decorated one. */
function wrapperOf(decorator: Val, info: FunctionInfo, frame: Frame): Extract<Val, { t: "func" }> | null {
  if (decorator.t !== "func" && decorator.t !== "partial") return null;
  const result = call(decorator, [[{ t: "func", info }]], new Map(), frame, "");
  const only = result?.length === 1 ? at(result, 0) : null;
  return only?.t === "func" ? only : null;
}

/** Who is not turned away by an exception on the way; null where nobody is for certain. */
function pastRefusals({ module, definition, owner, closure }: FunctionInfo, frame: Frame): Vec | null {
  if (definition.kind !== "def") return null;
  const inner: Frame = {
    ...moduleFrame(frame.world, module),
    kind: "function",
    scope: new Scope(),
    parent: closure,
    owner,
    depth: frame.depth + 1,
  };
  execFunctionBody(definition, undefined, inner);
  const raised = inner.exits.filter(({ value }) => value === null);
  const past = raised.reduce((all, { when }) => andV(all, notV(when)), ALWAYS);
  return past.some((one) => truth(one) === false) ? past : null;
}
