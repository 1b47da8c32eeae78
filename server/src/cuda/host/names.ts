/** Which names mean the device's architecture, by the words they are made of. */

/** The scale of a number that stands for a capability: 12, 120 or 1200 for the device 12.0. */
export type Unit = "major" | "minor" | "tenfold" | "hundredfold";

/** `smVersion_` → sm, version. */
export function wordsOf(name: string): string[] {
  return name
    .replace(/\(\)$/, "")
    .replace(/([a-z0-9])([A-Z])/g, "$1_$2")
    .replace(/([A-Z]+)([A-Z][a-z])/g, "$1_$2")
    .toLowerCase()
    .split("_")
    .filter((word) => word !== "");
}

/** In code of the device it is what the code was compiled for, a hundred times the major plus ten times the minor. */
export const DEVICE_CODE_MACRO = "__CUDA_ARCH__";

/** Words that make `sm` or `arch` something else: `sm_count`, `num_sms`, `arch_name`. */
const NOT_A_CAPABILITY = new Set(
  (
    "count num nums number size id idx index smem shared scale limit name str string list margin per threads " +
    "blocks usage ptr stride offset warps cpu host cubin flags flag type tag enabled supported used required"
  ).split(" "),
);

/**
 * The unit that a name claims by itself; "any" where its numbers must tell; null where it claims none.
 * `major` and `minor` alone are for the context to settle.
 */
export function unitOfName(name: string): Unit | "any" | null {
  const words = wordsOf(name);
  const meaning = words.filter((word) => !FILLERS.has(word));
  const has = (word: string): boolean => words.includes(word);
  const aboutDevice =
    has("sm") || has("arch") || has("cc") || has("capability") || (has("compute") && has("cap"));
  if (
    !aboutDevice ||
    meaning.some((word) => NOT_A_CAPABILITY.has(word) && !(word === "num" && has("version")))
  )
    return null;
  if (has("major")) return "major";
  if (has("minor")) return "minor";
  return meaning.every((word) => CAPABILITY_WORDS.has(word)) ? "any" : null;
}

const FILLERS = new Set(
  "m k s g the current cur device dev gpu cuda target nv this get query my i int fetch c from of min max highest compiled ggml".split(
    " ",
  ),
);
const CAPABILITY_WORDS = new Set(
  "sm arch architecture cc capability compute cap version ver num major minor value runtime".split(" "),
);

/** The unit of a name that may say that it holds a text: `arch_name`, `sm_str`. */
export function unitOfTextName(name: string): Unit | "any" | null {
  return unitOfName(name) ?? unitOfName(name.replace(/_?(?:str|string|name|text)_?(?:\(\))?$/i, ""));
}

/** Calls that ask for the device's capability: `getSMVersion()`, `get_sm_version_num()`, `query_sm()`. */
export function isCapabilityCall(name: string): boolean {
  return unitOfName(name) !== null;
}

/** Objects whose `.major` is the device's: `prop`, `dprops`, `getCurrentDeviceProperties()`, `device_info`. */
export function isDeviceObject(name: string): boolean {
  const words = wordsOf(name);
  return (
    words.some((word) =>
      /^d?prop(?:s|ertie?s?|erty)?$|^(?:device|dev|gpu|capability|cc|cap|arch|sm)$/.test(word),
    ) && !isVersionObject(name)
  );
}

/** `.major` of these is a toolkit's, a driver's or a library's. */
export function isVersionObject(name: string): boolean {
  return wordsOf(name).some((word) =>
    /^(?:version|ver|driver|runtime|toolkit|cudnn|nccl|cublas|cutlass|torch|python|nvcc|semver|v)$/.test(
      word,
    ),
  );
}

/** Records of a kernel's or a tactic's own architecture, which is not the device's. */
export function isKernelRecord(name: string): boolean {
  return wordsOf(name).some((word) => /^(?:meta|profile|tactic|kernel|cubin)$/.test(word));
}

/** The architecture that a constant's or a type's name carries: `kSM_100`, `kArch103`, `Sm90`, `SM89`; ten times. */
export function archInName(name: string): number | null {
  const match =
    /(?:^|[a-z_])(?:SM|Sm|sm|ARCH|Arch|arch|CC)_?(\d{2,3})[af]?$/.exec(name) ??
    /^k?(?:SM|Sm|sm)_?(\d{2,3})[af]?$/.exec(name);
  const value = Number(match?.[1] ?? NaN);
  return value >= 50 && value < 140 ? value : null;
}

/** What ggml names its capabilities, a hundred times the major plus ten times the minor. Source: ggml's common.cuh. */
export const GGML_CAPABILITIES: Readonly<Record<string, number>> = {
  GGML_CUDA_CC_PASCAL: 600,
  GGML_CUDA_CC_DP4A: 610,
  GGML_CUDA_CC_VOLTA: 700,
  GGML_CUDA_CC_TURING: 750,
  GGML_CUDA_CC_AMPERE: 800,
  GGML_CUDA_CC_ADA_LOVELACE: 890,
  GGML_CUDA_CC_HOPPER: 900,
  GGML_CUDA_CC_BLACKWELL: 1200,
  GGML_CUDA_CC_DGX_SPARK: 1210,
  GGML_CUDA_CC_RUBIN: 1300,
};
