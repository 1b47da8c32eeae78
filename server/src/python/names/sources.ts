import { CAPABILITY_TUPLE, capability } from "./capability";
import { byText } from "./by-text";
import { literalOf } from "../values/literal";
import type { Call } from "../syntax/syntax";
import { FALSE, int, NONE, perDevice, str, TRUE, type Vec } from "../values/values";

/** The forms in which programs hold the capability, with what each is on 12.0. */
export const GIVES = {
  pair: { value: CAPABILITY_TUPLE, on120: "(12, 0)" },
  properties: { value: capability(null), on120: "an object with `major` 12 and `minor` 0" },
  major: { value: perDevice(({ major }) => int(major)), on120: "12" },
  minor: { value: perDevice(({ minor }) => int(minor)), on120: "0" },
  number: { value: perDevice(({ capability: value }) => int(value)), on120: "120" },
  dotted: { value: perDevice(({ name }) => str(name)), on120: '"12.0"' },
  digits: { value: perDevice(({ capability: value }) => str(String(value))), on120: '"120"' },
  sm: { value: perDevice(({ capability: value }) => str(`sm_${String(value)}`)), on120: '"sm_120"' },
} as const;

export type CapabilityForm = keyof typeof GIVES;

/**
 * Where programs learn the device's capability, one line each: a call or attribute, by its last names, and the form in
 * which it gives it. Used where the definition cannot be read, as with compiled packages.
 */
const SOURCES: Readonly<Record<string, CapabilityForm>> = {
  // torch
  get_device_capability: "pair",
  get_device_properties: "properties",
  // flashinfer
  get_compute_capability: "pair",
  get_jit_cuda_arch: "properties",
  // vllm
  get_device_capability_int: "number",
  // sglang
  get_device_sm: "number",
  // transformer-engine
  get_device_compute_capability: "pair",
  get_sm_version: "number",
  // cutlass and its DSL
  device_cc: "number",
  get_sm_arch: "sm",
  get_arch_str: "sm",
  // triton; the target's own attribute is `arch`
  get_cuda_capability: "number",
  // cupy
  "Device.compute_capability": "digits",
  // numba
  "get_current_device.compute_capability": "pair",
  // tilelang, TVM
  get_target_compute_version: "dotted",
  parse_compute_version: "pair",
  // nvidia-ml bindings
  nvmlDeviceGetCudaComputeCapability: "pair",
  get_cuda_compute_capability: "pair",
  // the CUDA driver through cuda-python
  getDeviceProperties: "properties",
  CU_DEVICE_ATTRIBUTE_COMPUTE_CAPABILITY_MAJOR: "major",
  CU_DEVICE_ATTRIBUTE_COMPUTE_CAPABILITY_MINOR: "minor",
};

const DRIVER_QUERY = /^--query-gpu=["']?compute_cap["']?$|nvidia-smi\b.*--query-gpu=compute_cap\b(?!,)/;

/** What the driver's own tool prints when it is asked for the capability alone; null for other calls. */
export function driverAnswer(call: Call): Vec | null {
  const [command] = call.args;
  const parts = command?.kind === "list" || command?.kind === "tuple" ? command.items : [command];
  const isAsked = parts.some((part) => {
    const text = part === undefined ? null : literalOf(part);
    return text?.t === "str" && DRIVER_QUERY.test(text.v);
  });
  return isAsked ? GIVES.dotted.value : null;
}

/** What is taken for granted about the machine: NVIDIA, with this toolkit's CUDA. Shown where it mattered. */
const ASSUMED: Readonly<Record<string, Vec>> = {
  "torch.version.cuda": [str("13.0")],
  "torch.version.hip": [NONE],
  "torch.version.xpu": [NONE],
  "torch.version.musa": [NONE],
  "torch.cuda.is_available": [TRUE],
  "xpu.is_available": [FALSE],
  "hpu.is_available": [FALSE],
  "npu.is_available": [FALSE],
  "musa.is_available": [FALSE],
  "mps.is_available": [FALSE],
  is_cuda: [TRUE],
  is_cuda_alike: [TRUE],
  is_nvidia: [TRUE],
  is_hip: [FALSE],
  is_rocm: [FALSE],
  is_amd: [FALSE],
  is_cpu: [FALSE],
  is_npu: [FALSE],
  is_xpu: [FALSE],
  is_hpu: [FALSE],
  is_tpu: [FALSE],
  is_musa: [FALSE],
};

/** By the whole path, or by its last three, two names or its last. */
export function lastNames<T>(table: ReadonlyMap<string, T>, path: string): T | undefined {
  let dot = path.length;
  for (let count = 0; count < 3 && dot > 0; count++) {
    dot = path.lastIndexOf(".", dot - 1);
    const found = table.get(path.slice(dot + 1));
    if (found !== undefined) return found;
    if (dot < 0) break;
  }
  return undefined;
}

const sources = new Map(Object.entries(SOURCES));
const assumptions = new Map(Object.entries(ASSUMED));

/** The capability that a call or an attribute with this dotted path gives; undefined when it is none. */
export const sourceOfCapability = byText((path): Vec | undefined => {
  const gives = lastNames(sources, path);
  return gives === undefined ? undefined : GIVES[gives].value;
});

export const assumed = byText((path): Vec | undefined => lastNames(assumptions, path));
