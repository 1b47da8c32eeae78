import { devicesOfBinary, devicesOfPtx, parseArch, type Arch, type ArchEntry } from "../../arch/arch-list";
import { DEVICES } from "../../arch/devices";
import type { Suffix } from "../../arch/targets";
import type { Mask } from "../../logic/sets";
import type { FixRequest } from "./fix-kind";

/** The architectures to add, in turn: each choice as a whole. */
export interface Wanted {
  readonly archs: readonly Arch[];
  /** What people call them: "12.x" for a family. */
  readonly label: string;
}

/**
 * What a list could name for the target: by the suffixes that its entries from Hopper on have, the target alone
 * first, then its whole family.
 */
export function wantedFor(request: FixRequest, present: readonly Arch[]): Wanted[] {
  const asked = parseArch(request.target);
  if (asked === null) return [];
  const { capability } = asked;
  const suffix = asked.suffix === "" ? suffixOf(present) : asked.suffix;
  const major = Math.floor(capability / 10);
  const missing = DEVICES.filter(
    (device) => device.major === major && !present.some((arch) => arch.capability === device.capability),
  );
  const own: Wanted = { archs: [{ capability, suffix }], label: "" };
  const siblings: Wanted = {
    archs: missing.map((device) => ({ capability: device.capability, suffix })),
    label: `${major}.x`,
  };
  const family: Wanted = {
    archs: [{ capability: familyStart(major, capability), suffix: "f" }],
    label: `${major}.x`,
  };
  if (suffix === "f") return [family];
  if (suffix === "") return [own];
  return missing.length > 1 ? [own, siblings, family] : [own, family];
}

const HOPPER = 90;

function suffixOf(present: readonly Arch[]): Suffix {
  const recent = present.filter((arch) => arch.capability >= HOPPER);
  const suffixes = (recent.length > 0 ? recent : present).map((arch) => arch.suffix);
  return suffixes.includes("f")
    ? "f"
    : suffixes.length > 0 && suffixes.every((suffix) => suffix === "a")
      ? "a"
      : "";
}

/** f code serves its family from its own minor on, so the family's first device is the one to name. */
function familyStart(major: number, capability: number): number {
  return DEVICES.find((device) => device.major === major)?.capability ?? capability;
}

export function archsOf(entries: readonly ArchEntry[]): Arch[] {
  return entries.map((entry) => entry.virtual).filter((arch) => arch !== null);
}

/** Whether the list names the target's own device, so that there is machine code for it. */
export function namesDevice(exact: readonly string[] | null, target: string): boolean {
  const capability = parseArch(target)?.capability;
  return (exact ?? []).some((name) => parseArch(name)?.capability === capability);
}

/** The devices that code for these may serve. */
export function servedBy(archs: readonly Arch[], withPtx: boolean): Mask {
  return archs.reduce((mask, arch) => mask | (withPtx ? devicesOfPtx(arch) : devicesOfBinary(arch)), 0);
}
