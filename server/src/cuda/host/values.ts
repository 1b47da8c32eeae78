/** What an expression comes to on each device: a number, a truth value, or something unknown with its text. */
import { DEVICES } from "../../arch/devices";
import type { Mask } from "../../logic/sets";
import type { Dependent } from "../../gates/gate";
import type { Span } from "../../text/source";

export interface Unknown {
  readonly unknown: string;
}

export type Value = number | boolean | Unknown;

/** One value a device, in the order of `DEVICES`. */
export type Values = readonly Value[];

export function isUnknown(value: Value): value is Unknown {
  return typeof value === "object";
}

export function everywhere(value: Value): Values {
  return DEVICES.map(() => value);
}

export function truthOf(value: Value): boolean | Unknown {
  return isUnknown(value) ? value : value !== false && value !== 0;
}

export function not(value: Value): boolean | Unknown {
  const truth = truthOf(value);
  if (!isUnknown(truth)) return !truth;
  const { unknown } = truth;
  return {
    unknown: unknown.startsWith("!") && isOneOperand(unknown) ? unknown.slice(1) : `!${asOperand(unknown)}`,
  };
}

export function and(a: Value, b: Value): boolean | Unknown {
  const [left, right] = [truthOf(a), truthOf(b)];
  if (left === false || right === false) return false;
  if (left === true) return right;
  if (right === true) return left;
  return areOpposite(left, right) ? false : joined(left, " && ", right);
}

export function or(a: Value, b: Value): boolean | Unknown {
  const [left, right] = [truthOf(a), truthOf(b)];
  if (left === true || right === true) return true;
  if (left === false) return right;
  if (right === false) return left;
  return areOpposite(left, right) || joined(left, " || ", right);
}

/** `or`, device by device. */
export function either(a: Values, b: Values): Values {
  return a.map((value, index) => or(value, b[index] ?? false));
}

function areOpposite(left: Unknown, right: Unknown): boolean {
  const negated = not(left);
  return isUnknown(negated) && negated.unknown === right.unknown;
}

function joined(left: Unknown, operator: string, right: Unknown): Unknown {
  if (left.unknown === right.unknown) return left;
  return { unknown: shortened(asOperand(left.unknown) + operator + asOperand(right.unknown)) };
}

const LONGEST = 300;

/** Cut texts still differ where the whole ones do. */
function shortened(text: string): string {
  if (text.length <= LONGEST) return text;
  let hash = 0;
  for (let at = 0; at < text.length; at++) hash = (Math.imul(hash, 31) + text.charCodeAt(at)) >>> 0;
  return `${text.slice(0, LONGEST)}… [${hash.toString(36)}]`;
}

function asOperand(text: string): string {
  return isOneOperand(text) ? text : `(${text})`;
}

/** Whether a text can be negated or joined as it stands: a name, or a call without arguments. */
function isOneOperand(text: string): boolean {
  return /^!?[\w.:]{1,80}(?:\(\))?$/.test(text);
}

export interface Truth {
  readonly yes: Mask;
  readonly no: Mask;
  readonly depends: readonly Dependent[];
}

/** The values of a condition as sets; devices with the same open condition are one entry. */
export function truthSets(values: Values): Truth {
  let yes = 0;
  let no = 0;
  const open = new Map<string, Mask>();
  values.forEach((value, index) => {
    const truth = truthOf(value);
    if (truth === true) yes |= 1 << index;
    else if (truth === false) no |= 1 << index;
    else open.set(truth.unknown, (open.get(truth.unknown) ?? 0) | (1 << index));
  });
  return { yes, no, depends: [...open].map(([when, mask]) => ({ mask, when })) };
}

/** Whether a condition tells devices apart. */
export function decides(values: Values): boolean {
  const truths = values.map((value) => {
    const truth = truthOf(value);
    return isUnknown(truth) ? truth.unknown : truth;
  });
  return new Set(truths).size > 1;
}

const unknowns = new WeakMap<Span, Unknown>();

/** A part of the source that is not known, of one device after the other. */
export function unknownIn(source: string, span: Span): Unknown {
  let known = unknowns.get(span);
  if (known === undefined) {
    const text = source.slice(span.start, span.end);
    known = { unknown: text.replace(/\/\*[^]*?\*\/|\/\/[^\n]*/g, " ").replace(/\\?\s+/g, " ") };
    unknowns.set(span, known);
  }
  return known;
}
