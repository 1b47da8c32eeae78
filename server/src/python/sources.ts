import { CAPABILITY_TUPLE, capability } from "./capability";
import { byText } from "./by-text";
import { FALSE, int, NONE, perDevice, str, TRUE, type Vec } from "./values";

/**
 * Where programs learn the device's capability, one line each: a call or attribute, by its last names, and what it
 * gives. Used where the definition cannot be read, as with compiled packages.
 */
const GIVES = {
  tuple: CAPABILITY_TUPLE,
  /** An object with `.major` and `.minor`. */
  properties: capability(null),
  major: perDevice(({ major }) => int(major)),
  minor: perDevice(({ minor }) => int(minor)),
  /** 120 */
  tens: perDevice(({ capability: value }) => int(value)),
  /** "12.0" */
  dotted: perDevice(({ name }) => str(name)),
  /** "120" */
  digits: perDevice(({ capability: value }) => str(String(value))),
  /** "sm_120" */
  named: perDevice(({ capability: value }) => str(`sm_${String(value)}`)),
} as const;

const SOURCES: Readonly<Record<string, keyof typeof GIVES>> = {
  // torch
  get_device_capability: "tuple",
  get_device_properties: "properties",
  // flashinfer
  get_compute_capability: "tuple",
  get_jit_cuda_arch: "properties",
  // vllm
  get_device_capability_int: "tens",
  // sglang
  get_device_sm: "tens",
  // transformer-engine
  get_device_compute_capability: "tuple",
  get_sm_version: "tens",
  // cutlass and its DSL
  device_cc: "tens",
  get_sm_arch: "named",
  get_arch_str: "named",
  // triton; the target's own attribute is `arch`
  get_cuda_capability: "tens",
  // cupy
  "Device.compute_capability": "digits",
  // numba
  "get_current_device.compute_capability": "tuple",
  // nvidia-ml bindings
  nvmlDeviceGetCudaComputeCapability: "tuple",
  get_cuda_compute_capability: "tuple",
  // the CUDA driver through cuda-python
  getDeviceProperties: "properties",
  CU_DEVICE_ATTRIBUTE_COMPUTE_CAPABILITY_MAJOR: "major",
  CU_DEVICE_ATTRIBUTE_COMPUTE_CAPABILITY_MINOR: "minor",
};

/** What is taken for granted about the machine: NVIDIA, with this toolkit's CUDA. Shown where it mattered. */
const ASSUMED: Readonly<Record<string, Vec>> = {
  "torch.version.cuda": [str("13.0")],
  "torch.version.hip": [NONE],
  "torch.version.xpu": [NONE],
  "torch.version.musa": [NONE],
  "torch.cuda.is_available": [TRUE],
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
function lastNames<T>(table: ReadonlyMap<string, T>, path: string): T | undefined {
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
  return gives === undefined ? undefined : GIVES[gives];
});

export const assumed = byText((path): Vec | undefined => lastNames(assumptions, path));
