/** Sets of targets or devices in words, as short as stays exact. */
import { DEVICES } from "../arch/devices";
import type { Target } from "../arch/targets";
import { TARGETS } from "../arch/targets";
import type { Domain } from "./sets";
import type { Mask } from "./sets";
import { ALL_DEVICES, ALL_TARGETS, bitCount, deviceNames, targetNames } from "./sets";

/** `sm_90–sm_110 (all variants), sm_120a/f`; `9.0–11.0`; `no target`. */
export function maskInWords(mask: Mask, domain: Domain): string {
  if (domain === "targets") return targetsInWords(mask);
  if (mask === 0) return "no device";
  if (mask === ALL_DEVICES) return "every device";
  const runs = runsOf(DEVICES.length, (index) => ((mask >> index) & 1) === 1);
  return runs
    .map(([first, last]) => rangeOf(DEVICES[first]?.name ?? "", DEVICES[last]?.name ?? ""))
    .join(", ");
}

/** As the subject of a sentence that says who gets in: `sm_90a gets in`, `sm_100a/f and sm_120a/f can get in`. */
export function getIn(mask: Mask, domain: Domain, can: boolean): string {
  const who = listed(maskInWords(mask, domain).split(", "), Infinity);
  const one = bitCount(mask) <= 1 || mask === ALL_TARGETS || mask === ALL_DEVICES;
  return `${who} ${can ? "can get" : one ? "gets" : "get"} in`;
}

/** All names, for a reader that is a program. */
export function maskNames(mask: Mask, domain: Domain): string[] {
  return domain === "targets" ? targetNames(mask) : deviceNames(mask);
}

interface Family {
  /** The plain target's name: every capability has one. */
  readonly base: string;
  readonly members: readonly Target[];
  readonly mask: Mask;
}

const FAMILIES: readonly Family[] = DEVICES.map((device) => {
  const members = TARGETS.filter((target) => target.capability === device.capability);
  const mask = members.reduce((bits, member) => bits | (1 << TARGETS.indexOf(member)), 0);
  return { base: `sm_${device.capability}`, members, mask };
});

function targetsInWords(mask: Mask): string {
  if (mask === 0) return "no target";
  if (mask === ALL_TARGETS) return "every target";
  const words: string[] = [];
  let told = -1;
  for (const [index, family] of FAMILIES.entries()) {
    if (index <= told || (mask & family.mask) === 0) continue;
    if ((mask & family.mask) === family.mask) {
      told = lastWhole(index, mask);
      words.push(wholeRange(FAMILIES.slice(index, told + 1)));
    } else {
      words.push(partOf(family, mask));
    }
  }
  return words.join(", ");
}

/** The last of the capabilities from `first` on of which every variant is in the set. */
function lastWhole(first: number, mask: Mask): number {
  let last = first;
  for (;;) {
    const next = FAMILIES[last + 1];
    if (next === undefined) return last;
    if ((mask & next.mask) !== next.mask) return last;
    last++;
  }
}

function wholeRange(families: readonly Family[]): string {
  const range = rangeOf(families[0]?.base ?? "", families[families.length - 1]?.base ?? "");
  return families.some((family) => family.members.length > 1) ? `${range} (all variants)` : range;
}

function partOf(family: Family, mask: Mask): string {
  const there = family.members.filter((member) => (mask >> TARGETS.indexOf(member)) & 1);
  const [first, ...more] = there.map((member) => member.name);
  if (more.length === 0) return first === family.base ? `plain ${first}` : (first ?? "");
  const suffixes = there.map((member) => member.name.slice(family.base.length));
  return first === family.base ? [first, ...more].join(", ") : family.base + suffixes.join("/");
}

function rangeOf(first: string, last: string): string {
  return first === last ? first : `${first}–${last}`;
}

function runsOf(length: number, isIn: (index: number) => boolean): [number, number][] {
  const runs: [number, number][] = [];
  for (let index = 0; index < length; index++) {
    const last = runs[runs.length - 1];
    if (!isIn(index)) continue;
    if (last?.[1] === index - 1) last[1] = index;
    else runs.push([index, index]);
  }
  return runs;
}

/** `1 guard`, `17 guards`. */
export function counted(count: number, one: string, many = `${one}s`): string {
  return `${count} ${count === 1 ? one : many}`;
}

/** `A`, `A and B`, `A, B and C`; past `most`, `A, B and 4 more`. */
export function listed(names: readonly string[], most = 5): string {
  const shown =
    names.length > most ? [...names.slice(0, most - 1), `${names.length - most + 1} more`] : [...names];
  const last = shown.pop();
  return shown.length === 0 ? (last ?? "") : `${shown.join(", ")} and ${last ?? ""}`;
}
