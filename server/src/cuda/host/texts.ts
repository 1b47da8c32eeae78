/** Architectures as text: `arch == "9.0"`, `strcmp(sm, "sm_90") == 0`, `arch.starts_with("sm_9")`. */
import { DEVICES, type Device } from "../../arch/devices";
import { bare, parseExpression, pathOf, type Expression } from "./expression";
import { unitOfTextName } from "./names";
import type { Scope } from "./scope";
import { not, type Unknown, type Values } from "./values";

const ARCHITECTURE = /^((?:sm|compute)_?|)(?:(\d{1,2})\.(\d)|(\d{2,3}))[af]?$/;
const START = /^((?:sm|compute)_?|)(\d{1,3}|\d{1,2}\.\d?)$/;

/** The device that a text names, ten times its capability: 90 for "9.0", "sm_90a", "90"; null where it names none. */
export function archInText(text: string): number | null {
  const match = ARCHITECTURE.exec(text);
  if (match === null) return null;
  const capability = match[4] === undefined ? Number(match[2]) * 10 + Number(match[3]) : Number(match[4]);
  return capability >= 50 && capability < 140 ? capability : null;
}

/** Another device, written as a text names one: "12.0" like "9.0", "sm_120a" like "sm_90a". */
export function textLike(model: string, device: Device): string {
  return model.replace(/\d+\.\d|\d{2,3}/, (digits) =>
    digits.includes(".") ? device.name : String(device.capability),
  );
}

/** Tells whether an expression is the device's architecture. */
type IsArchitecture = (expression: Expression) => boolean;

/** What a comparison of an architecture with a text comes to; null where it is none. */
export function comparedAsText(expression: Expression, isArchitecture: IsArchitecture): Values | null {
  if (expression.kind === "call") {
    const asked = askedOfText(expression, isArchitecture);
    if (asked === null) return null;
    const { kind, test } = asked;
    if (kind === "order") return DEVICES.map((device) => (test(device) === true ? 0 : 1));
    return kind === "place" ? null : DEVICES.map(test);
  }
  if (expression.kind !== "binary") return null;
  const [left, right] = [bare(expression.left), bare(expression.right)];
  const isEqual = expression.operator === "==";
  if (!isEqual && expression.operator !== "!=") return null;
  const [text, other] = right.kind === "text" ? [right, left] : [left, right];
  if (text.kind === "text") return equalToText(text.value, other, isEqual, isArchitecture);
  // `arch.find("sm_90") != std::string::npos`, `strstr(arch, "sm_90") != nullptr`
  const [call, answer] = left.kind === "call" ? [left, right] : [right, left];
  const asked = call.kind === "call" ? askedOfText(call, isArchitecture) : null;
  if (asked === null || asked.kind === "order") return null;
  const name = answer.kind === "path" ? (answer.parts.at(-1) ?? "") : "";
  if (asked.kind === "place" ? name === "npos" : /^(?:nullptr|NULL)$/.test(name))
    return DEVICES.map((device) => (isEqual ? not(asked.test(device)) : asked.test(device)));
  const isFirst = asked.kind === "place" && answer.kind === "number" && answer.value === 0;
  return isFirst ? DEVICES.map((device) => asked.first(device) === isEqual) : null;
}

function equalToText(
  text: string,
  other: Expression,
  isEqual: boolean,
  isArchitecture: IsArchitecture,
): Values | null {
  const part = other.kind === "call" ? partOf(other, isArchitecture) : null;
  if (part !== null) {
    const style = styleOf(text, part.from);
    if (style === null) return null;
    const end = part.length === null ? undefined : part.from + part.length;
    return DEVICES.map((device) => (style(device).slice(part.from, end) === text) === isEqual);
  }
  const capability = archInText(text);
  if (capability === null || !isArchitecture(other)) return null;
  return DEVICES.map((device) => (device.capability === capability) === isEqual);
}

/** What a call asks of an architecture's text. */
interface Asked {
  /** "truth": yes or no; "order": 0 where they are alike; "place": where the text stands in it. */
  readonly kind: "truth" | "order" | "place";
  readonly test: (device: Device) => boolean | Unknown;
  /** Whether the text stands at its start. */
  readonly first: (device: Device) => boolean;
}

function askedOfText(call: Expression & { kind: "call" }, isArchitecture: IsArchitecture): Asked | null {
  const name = pathOf(call.callee).at(-1) ?? "";
  const given = call.arguments.map(bare);
  const texts = given.flatMap((one) => (one.kind === "text" ? [one.value] : []));
  const [text] = texts;
  if (text === undefined || texts.length > 1) return null;
  const whole = archInText(text);
  const start = styleOf(text, 0);
  const isWhole = (device: Device): boolean => device.capability === whole;
  const startsSo = (device: Device): boolean =>
    start?.(device).startsWith(text.replace(/[af]$/, "")) === true;
  const holdsIt = (device: Device): boolean | Unknown => heldBy(device, text, name);
  const asked = (kind: Asked["kind"], test: Asked["test"]): Asked => ({ kind, test, first: startsSo });
  if (/^str(?:n?cmp|str)$/.test(name)) {
    const other = given.find((one) => one.kind !== "text" && one.kind !== "number");
    if (other === undefined || !isArchitecture(other)) return null;
    if (name === "strcmp") return whole === null || given.length !== 2 ? null : asked("order", isWhole);
    if (name === "strstr") return start === null || given.length !== 2 ? null : asked("truth", holdsIt);
    const length = given.at(-1);
    const isAll = length?.kind === "number" && length.value === text.length;
    return start === null || !isAll ? null : asked("order", startsSo);
  }
  const holder = holderOf(call);
  if (holder === null || !isArchitecture(holder)) return null;
  if (name === "compare" && given.length === 1) return whole === null ? null : asked("order", isWhole);
  if (start === null) return null;
  const [, from] = given;
  // from another place on it is seen in a part alone
  if (given.length > 2 || (from !== undefined && (from.kind !== "number" || from.value !== 0))) return null;
  if (name === "starts_with") return from === undefined ? asked("truth", startsSo) : null;
  if (name === "contains") return from === undefined ? asked("truth", holdsIt) : null;
  if (name === "rfind" && from !== undefined) return asked("place", startsSo);
  return name === "find" || name === "rfind" ? asked("place", holdsIt) : null;
}

/**
 * Whether a device's text holds another anywhere: "10" stands in "sm_100" and in "sm_110", not in "11.0". Unknown where
 * that hangs on how the device is spelled and the text does not tell.
 */
function heldBy(device: Device, text: string, name: string): boolean | Unknown {
  const part = text.replace(/[af]$/, "");
  const digits = part.replace(/^(?:sm|compute)_?/, "");
  const capability = String(device.capability);
  const isWhole = archInText(part) !== null;
  const spellings = digits.includes(".") ? [device.name] : isWhole ? [capability] : [capability, device.name];
  const prefix = part.slice(0, part.length - digits.length);
  const held = spellings.map((one) => (prefix === "" ? one.includes(digits) : one.startsWith(digits)));
  return held.every((one) => one === held[0]) ? held[0] === true : { unknown: `${name}("${text}")` };
}

/** `arch.substr(0, 5)`, `arch.substr(3)`: a piece of the text. */
function partOf(
  call: Expression & { kind: "call" },
  isArchitecture: IsArchitecture,
): { readonly from: number; readonly length: number | null } | null {
  const holder = (pathOf(call.callee).at(-1) ?? "") === "substr" ? holderOf(call) : null;
  const [from, length, more] = call.arguments.map(bare);
  if (holder === null || from?.kind !== "number" || more !== undefined || !isArchitecture(holder))
    return null;
  if (length === undefined) return { from: from.value, length: null };
  return length.kind === "number" ? { from: from.value, length: length.value } : null;
}

/** What a method is called of. */
function holderOf({ callee }: Expression & { kind: "call" }): Expression | null {
  const object = callee.kind === "path" ? callee.parts.at(-2) : undefined;
  return object === undefined ? null : { ...callee, kind: "path", parts: [object], generic: "" };
}

/** How a device is spelled where a text names one, or starts to, from its character `from` on: `sm_90`, `90`, `9.0`. */
function styleOf(text: string, from: number): ((device: Device) => string) | null {
  const match = START.exec(text.replace(/[af]$/, ""));
  if (match === null) return null;
  const [, written = "", digits = ""] = match;
  // What stands before the piece is not seen; a number is not cut in two.
  if (from > 0 && (written !== "" || !Object.hasOwn(PREFIXES, from))) return null;
  const prefix = from > 0 ? (PREFIXES[from] ?? "") : written;
  return ({ name, capability }) => prefix + (digits.includes(".") ? name : String(capability));
}

/** By their lengths. */
const PREFIXES: Readonly<Record<number, string>> = { 2: "sm", 3: "sm_", 8: "compute_" };

/** How deep definitions are followed. */
const DEEPEST = 4;

/** Whether an expression is the device's architecture, by its name or by what it was made of. */
export function isArchitecture(scope: Scope, expression: Expression, at: number, depth = 0): boolean {
  const inner = bare(expression);
  if (inner.kind !== "path" && inner.kind !== "call") return false;
  const parts = pathOf(inner);
  const name = (parts.at(-1) ?? "").replace("()", "");
  if (scope.isReassigned(name, at)) return false;
  if (unitOfTextName(name) === "any") return true;
  const binding = parts.length === 1 && depth < DEEPEST ? scope.bindingOf(name, at) : null;
  const value = binding === null ? null : parseExpression(scope.code.tokens, binding.from, binding.to);
  return binding !== null && value !== null && isArchitecture(scope, value, binding.at, depth + 1);
}
