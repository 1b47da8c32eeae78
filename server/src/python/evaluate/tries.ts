/** `try` and `with suppress(…)`: who raises what is caught goes on in the handler, and behind it. */
import { handlerOf, raisedBy, suppressed } from "./exceptions";
import { execBlock } from "./execute";
import type { Exit, Frame } from "./frame";
import { noLoop } from "./loops";
import { ALWAYS, chooseV, isNever, NEVER, orV } from "../values/logic";
import { Scope } from "./scope";
import type { Stmt, Try, With } from "../syntax/syntax";
import { TRUE, unknown, type Vec } from "../values/values";

export function execTry(statement: Try, frame: Frame): void {
  const { body, handlers, catches, caughtAs, otherwise, last } = statement;
  const caught = caughtIn(body, catches, frame);
  execBlock(otherwise, frame);
  handlers.forEach((handler, index) => {
    const when = caught[index] ?? NEVER;
    if (isNever(when)) execHandler(handler, frame);
    else goOn(handler, when, frame, caughtAs[index] ?? null);
  });
  execBlock(last, frame);
}

/** The body of a `with`, once what it enters is entered. */
export function execWith({ items, body }: With, frame: Frame): void {
  const passed = items.flatMap(({ value }) => suppressed(value) ?? []);
  if (passed.length === 0) {
    execBlock(body, frame);
    return;
  }
  const [when = NEVER] = caughtIn(body, [passed], frame);
  if (!isNever(when)) goOn([], when, frame);
}

/** Carries out the body; for each handler, who comes to it from a `raise` or an `assert` that is in sight. */
function caughtIn(body: readonly Stmt[], catches: readonly (readonly string[])[], frame: Frame): Vec[] {
  const exits: Exit[] = [];
  const inner: Frame = { ...frame, exits };
  execBlock(body, inner);
  frame.live = inner.live;
  const caught = catches.map(() => NEVER);
  const bound = (name: string): readonly Stmt[] => {
    frame.world.memo.trace.readCell(frame.module, name);
    return frame.module.find(name);
  };
  for (const exit of exits) {
    const place =
      exit.value === null ? handlerOf(raisedBy(exit.statement), catches, bound, exit.classes) : -1;
    if (place < 0) frame.exits.push(exit);
    else caught[place] = orV(caught[place] ?? NEVER, exit.when);
  }
  return caught;
}

/** The handler as a way of its own, which meets the others behind it. */
function goOn(handler: readonly Stmt[], when: Vec, frame: Frame, name: string | null = null): void {
  const path: Frame = { ...frame, scope: new Scope(frame.scope), live: when };
  // Whatever it is, it is there.
  if (name !== null) path.scope.set(name, [unknown(name, [TRUE])]);
  execBlock(handler, path);
  if (isNever(path.live)) return;
  const nobodyElse = isNever(frame.live);
  for (const [name, value] of path.scope.own) {
    const others = frame.scope.get(name);
    frame.scope.set(name, nobodyElse || others === undefined ? value : chooseV(when, value, others));
  }
  frame.live = nobodyElse ? path.live : orV(frame.live, path.live);
}

/** One that nothing in sight leads to is taken not to run; it only gives names that nothing else gives. */
function execHandler(handler: readonly Stmt[], frame: Frame): void {
  const scope = new Scope(frame.scope);
  const live = isNever(frame.live) ? ALWAYS : frame.live;
  execBlock(handler, { ...frame, scope, live, exits: [], loop: noLoop(false) });
  for (const [name, value] of scope.own) if (!frame.scope.has(name)) frame.scope.set(name, value);
}
