import { admittedDevices, exactTargets, parseArchList } from "../../arch/arch-list";
import { DEVICES } from "../../arch/devices";
import { maskWhere, type Mask } from "../../logic/sets";
import { spelledLike, unitOf } from "../names/capability";
import type { Member, MemberStyle } from "../shape";
import type { Expr } from "../syntax/syntax";
import type { Unit, Val } from "../values/values";

/** A literal list of architectures, or a table keyed by them. */
export interface ArchLiteral {
  readonly members: readonly Member[];
  readonly style: MemberStyle;
  readonly mask: Mask;
  readonly exact: readonly string[] | null;
}

/** Capabilities that toolkits have known; the ones that no toolkit of today builds for count as known numbers too. */
const TENS = new Set([
  35, 37, 50, 52, 53, 60, 61, 62, 70, 72, 75, 80, 86, 87, 88, 89, 90, 100, 101, 103, 107, 110, 120, 121,
]);
/** Numbers that hardly mean anything but a capability. */
const TELLING = new Set([75, 86, 87, 89, 103, 107, 121]);

/**
 * Reads the elements as architectures; null when they are none. `unit` is given where the name of the list tells it:
 * `supported_major_versions`.
 */
export function archLiteral(
  node: Expr,
  elements: readonly Expr[],
  values: readonly Val[],
  text: string,
  unit: Unit | null,
): ArchLiteral | null {
  if (elements.length === 0) return null;
  const place = (i: number): { span: { start: number; end: number }; text: string } => {
    const element = elements[i] ?? node;
    return { span: { start: element.start, end: element.end }, text: text.slice(element.start, element.end) };
  };
  if (values.every((value) => value.t === "int")) {
    const numbers = values.map((value) => value.v);
    const chosen = unit ?? unitOf(Math.max(...numbers));
    if (chosen === null || numbers.some((n) => unitOf(n) === null)) return null;
    const members = numbers.map((n, i) => ({ ...place(i), mask: maskOfNumber(n, chosen) }));
    return { members, style: chosen, mask: union(members), exact: null };
  }
  if (values.every(isPair)) {
    const members = values.map((value, i) => ({ ...place(i), mask: maskOfPair(value) }));
    return { members, style: "tuple", mask: union(members), exact: null };
  }
  if (values.every((value) => value.t === "str")) {
    const texts = values.map((value) => value.v);
    return textMembers(texts, place);
  }
  return null;
}

function textMembers(
  texts: readonly string[],
  place: (i: number) => { span: { start: number; end: number }; text: string },
): ArchLiteral | null {
  if (texts.some((one) => /(?:^|[\s,])-?-?(?:gencode|generate-code|arch)\b|compute_\d/.test(one))) {
    const parsed = texts.map((one) => parseArchList(one).entries);
    if (parsed.every((entries) => entries.length === 0)) return null;
    const members = parsed.map((entries, i) => ({ ...place(i), mask: admittedDevices(entries) }));
    return { members, style: "gencode", mask: union(members), exact: exactTargets(parsed.flat()) };
  }
  const members = texts.map((one, i) => ({ ...place(i), mask: maskOfText(one) }));
  if (!texts.every((one) => /^(?:sm_?|compute_?)?\d{1,3}(?:\.\d)?[af]?$/i.test(one))) return null;
  if (!texts.every((one) => spelledLike(one, { major: 9, minor: 0 }) !== null)) return null;
  return { members, style: "text", mask: union(members), exact: null };
}

function isPair(value: Val): boolean {
  return (
    value.t === "seq" &&
    value.kind === "tuple" &&
    value.items.length === 2 &&
    value.items.every((one) => one.t === "int")
  );
}

function union(members: readonly Member[]): Mask {
  return members.reduce((mask, member) => mask | member.mask, 0);
}

export function maskOfNumber(number: number, unit: Unit): Mask {
  return maskWhere(DEVICES, ({ major, minor, capability }) =>
    unit === "major"
      ? major === number
      : unit === "minor"
        ? minor === number
        : capability * (unit === "hundreds" ? 10 : 1) === number,
  );
}

function maskOfPair(value: Val): Mask {
  if (value.t !== "seq") return 0;
  const [major, minor] = value.items;
  return maskWhere(
    DEVICES,
    (device) =>
      major?.t === "int" && minor?.t === "int" && device.major === major.v && device.minor === minor.v,
  );
}

export function maskOfText(text: string): Mask {
  return maskWhere(DEVICES, (device) => spelledLike(text, device) === text.replace(/[af]$/, ""));
}

export function isCapabilityNumber(number: number): boolean {
  return TENS.has(number);
}

/** Whether one of them is hardly anything but a capability. */
export function tellsArchitectures(numbers: readonly number[]): boolean {
  return numbers.some((number) => TELLING.has(number));
}

/** Capabilities as versions are written that few other things have: 8.6 and 8.9 beside 8.0 and 9.0. */
function speakAsVersions(texts: readonly string[]): boolean {
  const numbers = texts.map((text) => {
    const match = /^(\d{1,2})\.(\d)[af]?(?:\+PTX)?$/.exec(text);
    return match === null ? -1 : Number(match[1]) * 10 + Number(match[2]);
  });
  const some = (wanted: readonly number[]): boolean => wanted.some((number) => numbers.includes(number));
  return (
    new Set(numbers).size >= 3 && numbers.every((n) => TENS.has(n)) && some([86, 89]) && some([80, 90, 75])
  );
}

/** Whether the numbers can hardly be anything but capabilities, whatever the list is called. */
export function speaksForItself(values: readonly Val[]): boolean {
  if (values.length < 2) return false;
  if (values.every((value) => value.t === "str")) {
    if (values.every((value) => /^(?:sm|compute)_?\d{2,3}[af]?$/i.test(value.v))) return true;
    return speakAsVersions(values.map((value) => value.v));
  }
  if (values.every(isPair)) return false;
  const numbers = values.map((value) => (value.t === "int" ? value.v : -1));
  return (
    numbers.every((n) => TENS.has(n)) && numbers.some((n) => TELLING.has(n)) && new Set(numbers).size > 1
  );
}
