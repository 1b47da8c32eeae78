/** What objects of the project's own classes answer where Python asks them: `if ok`, `sm in archs`, `capability >= 90`. */
import { DEVICES } from "../../arch/devices";
import { call } from "./calls";
import type { Frame } from "./frame";
import { instanceMember } from "./resolve";
import { notV } from "../values/logic";
import { at, bool, map, shared, truth, unknown, type Val, type Vec } from "../values/values";

type Instance = Extract<Val, { t: "inst" }>;

export function holdsObject(vec: Vec): boolean {
  return vec.some(({ t }) => t === "inst");
}

/** Whether Python takes it as true: what `__bool__` says, else whether `__len__` is more than 0, else yes. */
export function truthOfObject(vec: Vec, frame: Frame): Vec {
  const answer = askedOf(vec, "__bool__", [], frame) ?? askedOf(vec, "__len__", [], frame);
  if (answer === undefined) return vec;
  return map(answer, (value) => {
    const known = truth(value);
    return known === undefined ? value : bool(known);
  });
}

const REFLECTED: Readonly<Record<string, readonly [string, string]>> = {
  "==": ["__eq__", "__eq__"],
  "!=": ["__ne__", "__ne__"],
  "<": ["__lt__", "__gt__"],
  "<=": ["__le__", "__ge__"],
  ">": ["__gt__", "__lt__"],
  ">=": ["__ge__", "__le__"],
};

/** `a op b` where one of them is such an object that says how; null where none does. */
export function compareObjects(op: string, a: Vec, b: Vec, frame: Frame): Vec | null {
  if (op === "in" || op === "not in") {
    const answer = askedOf(b, "__contains__", [a], frame);
    if (answer === undefined) return null;
    return op === "in" ? answer : notV(answer);
  }
  const names = Object.hasOwn(REFLECTED, op) ? REFLECTED[op] : undefined;
  if (names === undefined) return null;
  const answer = askedOf(a, names[0], [b], frame) ?? askedOf(b, names[1], [a], frame);
  if (answer !== undefined || op !== "!=") return answer ?? null;
  const equal = compareObjects("==", a, b, frame);
  return equal === null ? null : notV(equal);
}

/** What a method of its class answers; undefined where it is no such object, or has no such method. */
function askedOf(vec: Vec, method: string, args: readonly Vec[], frame: Frame): Vec | undefined {
  const [only] = vec;
  if (vec.length === 1) return only?.t === "inst" ? askedOfOne(only, method, args, frame) : undefined;
  const answers = DEVICES.map((_, device) => {
    const one = at(vec, device);
    const own = args.map((value): Vec => [at(value, device)]);
    const answer = one.t === "inst" ? askedOfOne(one, method, own, frame) : undefined;
    return answer === undefined ? null : at(answer, device);
  });
  const all = answers.filter((answer) => answer !== null);
  return all.length === answers.length ? shared(all) : undefined;
}

function askedOfOne(object: Instance, method: string, args: readonly Vec[], frame: Frame): Vec | undefined {
  const found = instanceMember(object, method, frame);
  const one = found?.length === 1 ? at(found, 0) : undefined;
  if (one?.t !== "func") return undefined;
  const text = `${object.info.name}.${method}()`;
  return call(one, args, new Map(), frame, text) ?? [unknown(text)];
}
