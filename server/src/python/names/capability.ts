import { DEVICES } from "../../arch/devices";
import { bool, int, perDevice, str, tuple, type Unit, type Val, type Vec } from "../values/values";

/** A capability whose form is not settled, and what it is taken for beside a value of a known form. */
export type Cap = Extract<Val, { t: "cap" }>;

export function capability(unit: Unit | null): Vec {
  return perDevice(({ major, minor }) => ({ t: "cap", major, minor, unit }));
}

/** (12, 0) with `.major` and `.minor`, as torch and the serving stacks give it. */
export const CAPABILITY_TUPLE: Vec = perDevice(({ major, minor }) => ({
  t: "seq",
  kind: "tuple",
  items: [int(major), int(minor)],
  capability: true,
}));

export function numberIn(unit: Unit, { major, minor }: { major: number; minor: number }): number {
  if (unit === "major") return major;
  if (unit === "minor") return minor;
  return unit === "tens" ? major * 10 + minor : (major * 10 + minor) * 10;
}

/**
 * The unit in which people write `value` when they mean a capability; null when it is no capability at all. Capabilities
 * from 3.0 to 19.9 are told apart by their size alone: 12 is a major, 120 ten times as much, 1200 a hundred times.
 */
export function unitOf(value: number): Unit | null {
  if (!Number.isInteger(value) || value < 0) return null;
  if (value < 20) return "major";
  if (value >= 30 && value < 200) return "tens";
  return value >= 300 && value < 2000 && value % 10 === 0 ? "hundreds" : null;
}

const ARCH_TEXT = /^([A-Za-z_]*)(\d+)(?:\.(\d+))?([a-z]?)$/;

/** The device's name in the spelling of `like` ("sm_90a", "9.0", "120"); null when `like` names no architecture. */
export function spelledLike(like: string, cap: { major: number; minor: number }): string | null {
  const match = ARCH_TEXT.exec(like);
  if (match === null) return null;
  const [, prefix = "", digits = "", fraction, suffix = ""] = match;
  if (prefix !== "" && !/^(?:sm|compute|arch|cc)_?$/i.test(prefix)) return null;
  if (fraction !== undefined) return `${prefix}${cap.major}.${cap.minor}`;
  const unit = unitOf(Number(digits));
  if (unit === null || (unit === "hundreds" && suffix !== "")) return null;
  return `${prefix}${numberIn(unit, cap)}`;
}

/** The capability, as a value of the same form as `like`; null when `like` is of no form known. */
export function inFormOf(cap: Cap, like: Val): Val | null {
  switch (like.t) {
    case "bool":
      return null;
    case "int": {
      const unit = cap.unit ?? unitOf(like.v);
      return unit === null ? null : int(numberIn(unit, cap));
    }
    case "float":
      return cap.unit === null && like.v < 20 ? { t: "float", v: Number(`${cap.major}.${cap.minor}`) } : null;
    case "str": {
      if (cap.unit !== null && cap.unit !== "tens") {
        return /^\d+$/.test(like.v) ? str(String(numberIn(cap.unit, cap))) : null;
      }
      const text = spelledLike(like.v, cap);
      if (text === null) return null;
      // An architecture-specific name is told from the plain one by a build, not by the device.
      const suffix = /[a-z]$/.exec(like.v)?.[0] ?? "";
      return str(text + (/\d[a-z]$/.test(like.v) ? suffix : ""));
    }
    case "seq":
      if (like.kind !== "tuple" || cap.unit !== null || !like.items.every((item) => item.t === "int"))
        return null;
      return like.items.length === 1 ? tuple([int(cap.major)]) : tuple([int(cap.major), int(cap.minor)]);
    case "enum":
      return inFormOf(cap, like.value);
    default:
      return null;
  }
}

/** Among the elements of a list, the largest number tells the unit: in [8, 9, 10, 100] eight is odd, not a major. */
export function inFormOfMembers(cap: Cap, members: readonly Val[]): readonly (Val | null)[] {
  const numbers = members.flatMap((member) => (member.t === "int" ? [member.v] : []));
  if (numbers.length === members.length && numbers.length > 0 && cap.unit === null) {
    const unit = unitOf(Math.max(...numbers));
    return members.map(() => (unit === null ? null : int(numberIn(unit, cap))));
  }
  return members.map((member) => inFormOf(cap, member));
}

/** The plain form in which the capability takes part in arithmetic and in text: 120 unless the unit is known. */
export function plainNumber(cap: Cap): number {
  return numberIn(cap.unit ?? "tens", cap);
}

/** Attributes and items that a capability of any form has. */
export function partOf(cap: { major: number; minor: number }, part: string): Val | null {
  switch (part) {
    case "major":
      return int(cap.major);
    case "minor":
      return int(cap.minor);
    case "value":
    case "capability":
    case "sm":
    case "sm_version":
      return int(cap.major * 10 + cap.minor);
    default:
      return null;
  }
}

/** Whether a family name such as `Arch.sm_100f` covers the device: the same major, the same or a later minor. */
export function inFamily(cap: { major: number; minor: number }, name: string): Val | null {
  const match = /sm_?(\d+?)(\d)([af]?)$/i.exec(name);
  if (match === null) return null;
  return bool(cap.major === Number(match[1]) && cap.minor >= Number(match[2]));
}

export const ALL_MAJORS: readonly number[] = [...new Set(DEVICES.map((device) => device.major))];
