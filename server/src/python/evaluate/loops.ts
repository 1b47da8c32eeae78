import { evaluate, sourceText } from "./evaluate";
import { execBlock } from "./execute";
import { execPaths } from "./branches";
import { gone } from "./enums";
import { assign } from "./targets";
import type { Frame, Leaving, Loop } from "./frame";
import { ALWAYS, andV, chooseV, isNever, NEVER, notV, orV } from "../values/logic";
import { Scope } from "./scope";
import type { For, While } from "../syntax/syntax";
import { map, NONE, shared, unknown, type Val, type Vec } from "../values/values";
import { namesChanged } from "../syntax/walk";

const MOST_TURNS = 24;
/** All turns together carry out so much text, those of the loops around it included; of a function called in them too. */
export const MOST_TEXT = 12_000;

/** The items that a loop goes through, each a value per device; null where they are not known or too many. */
export function itemsOf(list: Vec, most: number): Vec[] | null {
  const parts = list.map(elementsIn);
  const lengths = parts.map((items) => items?.length ?? -1);
  const length = lengths[0] ?? -1;
  if (length < 0 || length > most || lengths.some((other) => other !== length)) return null;
  return Array.from({ length }, (_, index) => shared(parts.map((items) => items?.[index] ?? NONE)));
}

/** What somebody meets who goes through it: of a dictionary the keys. */
function elementsIn(value: Val): readonly Val[] | null {
  if (value.t === "dict") return value.entries.map(([key]) => key);
  return value.t === "seq" ? value.items : null;
}

export function execFor(statement: For, frame: Frame): void {
  const list = gone(evaluate(statement.iterable, frame), frame);
  const items = mayDecide(statement, list, frame)
    ? itemsOf(list, Math.min(MOST_TURNS, mostTurns(statement, frame)))
    : null;
  if (frame.recorder !== null || items === null) {
    const text = sourceText(statement.iterable, frame);
    // When the turns are known, this one is only for what is seen on the way.
    const inner: Frame = items === null ? frame : { ...frame, scope: new Scope(frame.scope), exits: [] };
    assign(statement.target, someOf(list, text), inner);
    const { broken } = once(statement.body, [unknown(`for … in ${text}`)], inner);
    if (items === null) execElse(statement, broken.length > 0, frame);
  }
  if (items !== null) {
    const turns = frame.turns * Math.max(1, items.length);
    unroll(statement, items, { ...frame, recorder: null, turns }, frame);
  }
}

/** The `else` of a loop is for those who did not leave it by `break`; whether somebody did is not known of all. */
function execElse({ otherwise }: For | While, mayBreak: boolean, frame: Frame): void {
  if (otherwise.length === 0) return;
  if (mayBreak) execPaths([{ test: () => [unknown("no break")], body: otherwise }], [], frame);
  else execBlock(otherwise, frame);
}

function mostTurns({ start, end }: For, { turns }: Frame): number {
  return Math.floor(MOST_TEXT / (turns * (end - start)));
}

/** A loop as short as a question, or one that speaks of architectures: going through it turn by turn may tell more. */
const SHORT_LOOP = 300;

function mayDecide(statement: For, list: Vec, { module }: Frame): boolean {
  return list.length > 1 || statement.end - statement.start < SHORT_LOOP || module.mentions(statement);
}

function someOf(list: Vec, text: string): Vec {
  const name = `one of ${text}`;
  return map(list, (value) => {
    const items = elementsIn(value) ?? [];
    const [only, ...more] = items;
    if (only === undefined) return unknown(name);
    // One that every device has alone is what all of the loop is about.
    return more.length === 0 && list.length > 1 ? only : unknown(name, items);
  });
}

function unroll(statement: For, items: readonly Vec[], frame: Frame, outer: Frame): void {
  const loop: Loop = { broken: [], continued: [], once: false, names: namesChanged([statement]) };
  const inner: Frame = { ...frame, loop };
  for (const item of items) {
    if (isNever(inner.live)) break;
    assign(statement.target, item, inner);
    loop.continued = [];
    execBlock(statement.body, inner);
    rejoin(loop.continued, inner);
  }
  outer.live = inner.live;
  execBlock(statement.otherwise, outer);
  rejoin(loop.broken, outer);
}

/** `break` and `continue`. */
export function leaveTurn(kind: "break" | "continue", frame: Frame): void {
  const { loop, live, scope } = frame;
  if (loop !== null && !isNever(live)) {
    const values = new Map<string, Vec>();
    for (const name of loop.names) {
      const value = scope.get(name);
      if (value !== undefined) values.set(name, value);
    }
    loop[kind === "break" ? "broken" : "continued"].push({ when: live, values });
  }
  frame.live = NEVER;
}

/** Those who left a turn go on here, with what they had. */
function rejoin(left: readonly Leaving[], frame: Frame): void {
  for (const { when, values } of [...left].reverse()) {
    const nobodyElse = isNever(frame.live);
    for (const [name, value] of values) {
      const others = frame.scope.get(name);
      frame.scope.set(name, nobodyElse || others === undefined ? value : chooseV(when, value, others));
    }
    frame.live = orV(frame.live, when);
  }
}

/** `once`: what stands there is a loop, of which one turn stands for all. */
export function noLoop(once: boolean): Loop {
  return { broken: [], continued: [], once, names: new Set() };
}

/** How often it runs is not known: what it changes is not known of those who enter, from its second turn on. */
export function execWhile(statement: While, frame: Frame): void {
  const test = evaluate(statement.test, frame);
  const before = new Map<string, Vec>();
  for (const name of namesChanged([statement])) {
    const value = frame.scope.get(name);
    if (value === undefined) continue;
    before.set(name, value);
    frame.scope.set(name, [unknown(name)]);
  }
  const { broken } = once(statement.body, test, frame);
  for (const [name, value] of before) {
    const after = frame.scope.get(name);
    if (after !== undefined) frame.scope.set(name, chooseV(test, after, value));
  }
  execElse(statement, broken.length > 0, frame);
}

/** A body that runs some number of times: what it leaves behind may or may not have happened. */
function once(body: While["body"], entered: Vec, frame: Frame): Loop {
  const loop = noLoop(true);
  const before = frame.live;
  const start = frame.exits.length;
  const inner: Frame = {
    ...frame,
    live: andV(before, entered),
    exits: frame.exits,
    loop,
  };
  execBlock(body, inner);
  const left = frame.exits.slice(start).reduce((when, exit) => orV(when, exit.when), NEVER);
  frame.live = isNever(left) ? before : andV(before, notV(left));
  if (before === ALWAYS && isNever(frame.live)) frame.live = [unknown("…")];
  return loop;
}
