import { DEVICES } from "../arch/devices";
import { TARGETS, targetIndex, variantsOf } from "../arch/targets";

/** A set of targets or of devices as bits: bit i is `TARGETS[i]` or `DEVICES[i]`. */
export type Mask = number;

/** What a mask's bits are: targets for preprocessor guards, devices for what is decided at run time. */
export type Domain = "targets" | "devices";

export const ALL_TARGETS: Mask = (1 << TARGETS.length) - 1;
export const ALL_DEVICES: Mask = (1 << DEVICES.length) - 1;

export function maskWhere<T>(items: readonly T[], test: (item: T) => boolean): Mask {
  return items.reduce((mask, item, index) => (test(item) ? mask | (1 << index) : mask), 0);
}

export function targetNames(mask: Mask): string[] {
  return TARGETS.filter((_, index) => (mask >> index) & 1).map((target) => target.name);
}

export function deviceNames(mask: Mask): string[] {
  return DEVICES.filter((_, index) => (mask >> index) & 1).map((device) => device.name);
}

/** The targets a question about `name` is about (see `variantsOf`); 0 for an unknown name. */
export function variantMask(name: string): Mask {
  return variantsOf(name).reduce((mask, target) => mask | (1 << (targetIndex(target.name) ?? 0)), 0);
}

/** The one device a target runs on: sm_120f → 12.0. 0 for an unknown name. */
export function deviceMaskOf(targetName: string): Mask {
  const capability = variantsOf(targetName)[0]?.capability;
  return maskWhere(DEVICES, (device) => device.capability === capability);
}

/** The devices that the targets of a mask are made for. */
export function devicesOf(targets: Mask): Mask {
  const capabilities = new Set(
    TARGETS.filter((_, index) => (targets >> index) & 1).map((target) => target.capability),
  );
  return maskWhere(DEVICES, (device) => capabilities.has(device.capability));
}

/** The targets that are made for the devices of a mask. */
export function targetsOf(devices: Mask): Mask {
  const capabilities = new Set(
    DEVICES.filter((_, index) => (devices >> index) & 1).map((device) => device.capability),
  );
  return maskWhere(TARGETS, (target) => capabilities.has(target.capability));
}

/** The index of the lowest bit; -1 of none. Targets and devices are in ascending order. */
export function lowestOf(mask: Mask): number {
  return mask === 0 ? -1 : 31 - Math.clz32(mask & -mask);
}

export function bitCount(mask: Mask): number {
  let count = 0;
  for (let rest = mask; rest !== 0; rest &= rest - 1) count++;
  return count;
}
