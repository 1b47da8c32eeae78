import { TARGETS } from "./targets";

/** What a program runs on. Runtime checks range over devices, preprocessor guards over targets. */
export interface Device {
  /** The compute capability as people write it: "12.0". */
  readonly name: string;
  readonly major: number;
  readonly minor: number;
  /** Ten times the major plus the minor: 120. */
  readonly capability: number;
}

/** The capabilities of the 23 targets, ascending. A device's index here is its bit in every `DeviceSet`. */
export const DEVICES: readonly Device[] = [...new Set(TARGETS.map((target) => target.capability))]
  .sort((a, b) => a - b)
  .map((capability) => {
    const major = Math.floor(capability / 10);
    const minor = capability % 10;
    return { name: `${major}.${minor}`, major, minor, capability };
  });

/** The index of the device with this capability (120), or undefined when this toolkit knows none. */
export function deviceIndex(capability: number): number | undefined {
  const index = DEVICES.findIndex((device) => device.capability === capability);
  return index < 0 ? undefined : index;
}
