/** Architectures that types and constants stand for: tags of CUTLASS's, and what code is compiled for. */
import { DEVICES } from "../../arch/devices";
import { archInName } from "./names";
import type { Values } from "./values";

/**
 * Constants of TensorRT-LLM's arch_condition.h, which flashinfer has too: what the code is compiled for has this major,
 * is this architecture, or is one that has all that this one has.
 */
export function compiledFor(what: string, number: number): Values | null {
  if (!Number.isInteger(number)) return null;
  if (what === "major") return DEVICES.map(({ major }) => major === number);
  const isIt = (capability: number): boolean =>
    what === "match" ? capability === number : capability >= number;
  return DEVICES.map(({ capability }) => isIt(capability));
}

/** `Sm90::kMinComputeCapability` is 90. */
export function tagConstant(parts: readonly string[]): number | null {
  const tag = parts.map(archInName).find((arch) => arch !== null) ?? null;
  return tag !== null && (parts.at(-1) ?? "").includes("ComputeCapability") ? tag : null;
}

/** `is_same<ArchTag, cutlass::arch::Sm120>`: a tag stands for the devices of its kind. */
export function sameTag(generic: string): Values | null {
  const [left = "", right = ""] = generic.split(",").map((argument) => argument.split("::").at(-1) ?? "");
  const arch = archInName(right) ?? archInName(left);
  const other = archInName(right) === null ? right : left;
  if (arch === null || !/arch|tag|sm/i.test(other) || generic.split(",").length !== 2) return null;
  const family = DEVICES.filter((device) => device.major === Math.floor(arch / 10));
  const nearest = family.filter((device) => device.capability <= arch).at(-1);
  return DEVICES.map((device) => device.major === nearest?.major && device.capability >= arch);
}
