import { DEVICES } from "../../arch/devices";
import type { Admission, Dependent } from "../../gates/gate";
import type { Mask } from "../../logic/sets";
import {
  at,
  bool,
  FALSE,
  map,
  map2,
  perDevice,
  TRUE,
  truth,
  unknown,
  type Val,
  type Vec,
  show,
} from "./values";

/** Python's `and`, `or`, `not` on values of which some are not known. A condition is a Vec of such values. */
export function not(value: Val): Val {
  const known = truth(value);
  if (known !== undefined) return known ? FALSE : TRUE;
  return unknown(negated(show(value)));
}

function negated(text: string): string {
  const bare = /^not \((.*)\)$/.exec(text)?.[1];
  if (bare !== undefined && balanced(bare)) return bare;
  const plain = /^not ([\w.]+(?:\([^()]*\))?)$/.exec(text)?.[1];
  if (plain !== undefined) return plain;
  return /^[\w.]+(?:\([^()]*\))?$/.test(text) ? `not ${text}` : `not (${text})`;
}

function balanced(text: string): boolean {
  let depth = 0;
  for (const char of text) {
    if (char === "(") depth++;
    else if (char === ")" && --depth < 0) return false;
  }
  return depth === 0;
}

function joined(a: string, word: "and" | "or", b: string): string {
  if (a === b) return a;
  const wrap = (text: string): string =>
    word === "and" && / or | if /.test(text) && !/^\(.*\)$|^not \(/.test(text) ? `(${text})` : text;
  return `${wrap(a)} ${word} ${wrap(b)}`;
}

/** The value of `a and b`. */
export function and(a: Val, b: Val): Val {
  const left = truth(a);
  if (left === false) return a;
  if (left === true) return b;
  if (truth(b) === false) return FALSE;
  if (b.t === "bool") return unknown(show(a));
  return unknown(joined(show(a), "and", show(b)));
}

/** The value of `a or b`. */
export function or(a: Val, b: Val): Val {
  const left = truth(a);
  if (left === true) return a;
  if (left === false) return b;
  if (b.t === "bool") return b.v ? TRUE : unknown(show(a));
  if (show(b) === negated(show(a)) || show(a) === negated(show(b))) return TRUE;
  return unknown(joined(show(a), "or", show(b)));
}

/** `then if test else otherwise`. */
export function choose(test: Val, then: Val, otherwise: Val): Val {
  const known = truth(test);
  if (known !== undefined) return known ? then : otherwise;
  if (then === otherwise || (isPlain(then) && then.t === otherwise.t && show(then) === show(otherwise)))
    return then;
  if (truth(otherwise) === false && then.t === "bool" && then.v) return unknown(show(test));
  if (truth(then) === false && otherwise.t === "bool" && otherwise.v) return not(test);
  if (otherwise.t === "bool" && !otherwise.v) return and(test, then);
  if (then.t === "bool" && then.v) return or(test, otherwise);
  const all = [...alternatives(then), ...alternatives(otherwise)];
  const text = `${show(then)} if ${show(test)} else ${show(otherwise)}`;
  return all.length > MOST_ALTERNATIVES ? unknown(text) : unknown(text, all);
}

/** Two lists that are equal now need not stay so. */
function isPlain(value: Val): boolean {
  return value.t !== "func" && value.t !== "dict" && (value.t !== "seq" || value.kind === "tuple");
}

export const MOST_ALTERNATIVES = 12;

/** What a value can be: itself, where that is one. */
export function alternatives(value: Val): readonly Val[] {
  return value.t === "unknown" && value.oneOf !== undefined ? value.oneOf : [value];
}

export const notV = (a: Vec): Vec => map(a, not);
export const andV = (a: Vec, b: Vec): Vec => map2(a, b, and);
export const orV = (a: Vec, b: Vec): Vec => map2(a, b, or);
export const ALWAYS: Vec = [TRUE];
export const NEVER: Vec = [FALSE];

export function chooseV(test: Vec, then: Vec, otherwise: Vec): Vec {
  if (test.length === 1) {
    const known = truth(at(test, 0));
    if (known !== undefined) return known ? then : otherwise;
    if (then.length === 1 && otherwise.length === 1) {
      return at(then, 0) === at(otherwise, 0) ? then : [choose(at(test, 0), at(then, 0), at(otherwise, 0))];
    }
  }
  return DEVICES.some(
    (_, device) => truth(at(test, device)) !== true || at(then, device) !== at(otherwise, device),
  )
    ? collapse(DEVICES.map((_, device) => choose(at(test, device), at(then, device), at(otherwise, device))))
    : then;
}

function collapse(vec: Vec): Vec {
  return map2(vec, vec, (value) => value);
}

/** True when no device gets there. */
export function isNever(vec: Vec): boolean {
  return vec.every((value) => truth(value) === false);
}

/** True when the answer is not the same for all devices. */
export function differs(vec: Vec): boolean {
  if (vec.length === 1) return false;
  const first = truth(at(vec, 0));
  const text = show(at(vec, 0));
  return vec.some((value) => truth(value) !== first || (first === undefined && show(value) !== text));
}

export function admissionOf(vec: Vec): Admission {
  let admits: Mask = 0;
  let excludes: Mask = 0;
  const depends = new Map<string, Mask>();
  DEVICES.forEach((_, device) => {
    const bit = 1 << device;
    const value = at(vec, device);
    const known = truth(value);
    if (known === true) admits |= bit;
    else if (known === false) excludes |= bit;
    else depends.set(show(value), (depends.get(show(value)) ?? 0) | bit);
  });
  const list: Dependent[] = [...depends].map(([when, mask]) => ({ mask, when }));
  return { admits, excludes, depends: list };
}

/** Yes on these devices. */
export function onDevices(mask: Mask): Vec {
  return perDevice((_, index) => bool(((mask >> index) & 1) === 1));
}
