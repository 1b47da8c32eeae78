import type { Arch } from "../arch/arch-list";
import { DEVICES } from "../arch/devices";
import { maskWhere, type Mask } from "../logic/sets";
import type { BuildFile } from "./build-file";
import type { CMakeCommand } from "./cmake-lexer";
import { devicesNamedBy } from "./names";

/**
 * Why code for `served` alone is plainly those devices' own, by the names of its sources; else null. A list that
 * serves more than its first sources are named for has others besides.
 */
export function ownSources(
  file: BuildFile,
  command: CMakeCommand,
  served: Mask,
  excluded: Mask,
): string | null {
  const sources = file.sourcesAfter(command);
  const named = sources.map(devicesNamedBy).reduce<Mask>((mask, devices) => mask | (devices ?? 0), 0);
  return isOwn(named, served, excluded) ? "its sources are named for other devices" : null;
}

/** Whether a name that speaks of `named` says of code for `served` that it is not for `excluded`. */
export function isOwn(named: Mask | null, served: Mask, excluded: Mask): boolean {
  return named !== null && named !== 0 && (named & excluded) === 0 && (served & ~named) === 0;
}

/** The same by the architectures alone: older devices, or one family's architecture-specific code. */
export function ownArchitectures(archs: readonly Arch[], excluded: Mask): string | null {
  if (archs.length === 0) return null;
  const newest = Math.max(...archs.map((arch) => arch.capability));
  const oldest = Math.min(
    ...DEVICES.filter((_, index) => (excluded >> index) & 1).map((device) => device.capability),
  );
  if (newest < HOPPER && oldest >= HOPPER) return "older devices only";
  const families = new Set(archs.map((arch) => familyOf(Math.floor(arch.capability / 10))));
  const siblings = maskWhere(DEVICES, (device) => families.has(familyOf(device.major)));
  const specific = archs.every((arch) => arch.suffix !== "");
  return specific && families.size === 1 && (siblings & excluded) === 0 ? ONE_FAMILY : null;
}

const ONE_FAMILY =
  "one family's architecture-specific code: whether the target has kernels of its own is not in this file";

const HOPPER = 90;

/** 10.x and 11.x have the same tensor cores, so their kernels are listed together. */
function familyOf(major: number): number {
  return major === 11 ? 10 : major;
}
