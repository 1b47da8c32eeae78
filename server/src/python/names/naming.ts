import { entryOf } from "../../text/lookup";
import { DEVICES } from "../../arch/devices";
import { maskWhere, type Mask } from "../../logic/sets";
import { byText } from "./by-text";
import { capability } from "./capability";
import { bool, perDevice, type Unit, type Val, type Vec } from "../values/values";

/** The one table of names: read only where no definition can be found, and the answer says so. */

type Test = (device: (typeof DEVICES)[number]) => boolean;

const GENERATIONS: Readonly<Record<string, Test>> = {
  turing: ({ capability: cc }) => cc === 75,
  ampere: ({ major, minor }) => major === 8 && minor < 9,
  ada: ({ capability: cc }) => cc === 89,
  lovelace: ({ capability: cc }) => cc === 89,
  hopper: ({ major }) => major === 9,
  blackwell: ({ major }) => major >= 10,
  geforce: ({ major }) => major === 12,
};

/** A name that tests by itself, without arguments: `is_sm100_supported`, `has_sm90`, `is_hopper`. */
const SM_NAME =
  /^_*(?:(?:is|has|use|supports?|check|device|arch|gpu|cuda|only|enable|on|run|running|supported|target)_)*sm_?(\d{1,2})(\d|x)([afx]?)(?:_(?:arch|device|gpu|supported|available|capable|family|enabled|support|only|(or_)?(newer|later|above|higher|plus|greater)|and_(?:above|later|newer)|at_least|min))*(?:_?(plus))?$/i;
const GENERATION_NAME =
  /^_*(?:is|has|on|use|check|supports?|device_is|running_on)_(?:dc_|datacenter_|consumer_|nvidia_)?(turing|ampere|ada|lovelace|hopper|blackwell|geforce)(?:_(?:arch|gpu|device|supported|family|available|or_newer|or_later|plus|and_later|and_above))*$/i;

/** A quick look before the patterns above. */
const SPEAKS = /sm_?\d|turing|ampere|ada|lovelace|hopper|blackwell|geforce/i;

export interface NamedTest {
  readonly mask: Mask;
  /** "sm_100 exactly", "10.x", "9.0 and later". */
  readonly meaning: string;
}

/** What a predicate, flag or parameter of this name tests; null when the name says nothing. */
export const testByName = byText((name): NamedTest | null => {
  if (!SPEAKS.test(name)) return null;
  const generation = GENERATION_NAME.exec(name)?.[1]?.toLowerCase();
  if (generation !== undefined) {
    const test = entryOf(GENERATIONS, generation);
    if (test !== undefined) return named(test, generation);
  }
  const match = SM_NAME.exec(name);
  if (match === null) return null;
  const [, majorText = "", minorText = ""] = match;
  const major = Number(majorText);
  const minor = Number(minorText);
  if (/newer|later|above|higher|plus|greater|at_least|_min/i.test(name)) {
    return named(({ capability: cc }) => cc >= major * 10 + (minor || 0), `${major}.${minor || 0} and later`);
  }
  if (minorText.toLowerCase() === "x" || (minor === 0 && major >= 9)) {
    return named((device) => device.major === major, `${major}.x`);
  }
  return named(({ capability: cc }) => cc === major * 10 + minor, `${major}.${minor} exactly`);
});

function named(test: Test, meaning: string): NamedTest {
  return { mask: maskWhere(DEVICES, test), meaning };
}

/** Predicates that take the number: `has_device_capability(90)`. */
const NUMBERED: readonly {
  readonly name: RegExp;
  readonly meaning: string;
  readonly test: (device: (typeof DEVICES)[number], wanted: number) => boolean;
}[] = [
  {
    name: /(?:is_)?device_capability_family$|(?:^|_)capability_family$/,
    meaning: "the major version",
    test: ({ major }, wanted) => major === Math.floor(wanted / 10),
  },
  {
    name: /(?:^|_)has_device_capability$|_(?:at_least|or_newer)$/,
    meaning: "at least",
    test: ({ capability: cc }, wanted) => cc >= wanted,
  },
  {
    name: /(?:^|_)is_device_capability$/,
    meaning: "exactly",
    test: ({ capability: cc }, wanted) => cc === wanted,
  },
];

export function numberedTest(name: string, argument: Val): { value: Vec; meaning: string } | null {
  const entry = NUMBERED.find((one) => one.name.test(name));
  const wanted = capabilityNumber(argument);
  if (entry === undefined || wanted === null) return null;
  return { value: perDevice((device) => bool(entry.test(device, wanted))), meaning: entry.meaning };
}

function capabilityNumber(value: Val): number | null {
  if (value.t === "int") return value.v >= 30 ? value.v : null;
  if (value.t === "seq" && value.kind === "tuple") {
    const [major, minor] = value.items;
    if (major?.t === "int" && minor?.t === "int") return major.v * 10 + minor.v;
  }
  return null;
}

const WHAT =
  "(?:sm|cc|arch|capability|compute_capability|compute_cap|capabilities|cap|cuda_arch|cuda_capability|gpu_arch|device_arch|sm_arch|sm_version|sm_ver|sm_num|sm_number|sm_cc|arch_num|arch_number|arch_code|arch_version|cc_version|device_capability|device_cc|device_sm|cuda_cc|cuda_sm|target_sm|target_arch|target_cc|current_arch|current_sm|current_cc|sm_target|gpu_sm|sm_str|arch_str|arch_name|sm_name|device_compute_capability|cc_int|sm_int|cc_str|dev_cap|cuda_device_capability|torch_device_capability|gpu_capability|cuda_compute_capability|target_compute_capability)";
const PARTS: readonly { readonly name: RegExp; readonly unit: Unit | null }[] = [
  {
    name: /^_*(?:(?:sm|cc|arch|device|gpu|cuda|compute|capability|cap|dev|device_sm|sm_arch)_)?major(?:_version)?$/i,
    unit: "major",
  },
  {
    name: /^_*(?:(?:sm|cc|arch|device|gpu|cuda|compute|capability|cap|dev|device_sm|sm_arch)_)?minor(?:_version)?$/i,
    unit: "minor",
  },
  { name: new RegExp(`^_*${WHAT}$`, "i"), unit: null },
];

/** The capability that a parameter or an attribute of this name holds, by its name alone. */
export const capabilityByName = byText((name): Vec | null => {
  const part = PARTS.find((one) => one.name.test(name));
  return part === undefined ? null : capability(part.unit);
});

/** Objects whose `.major` is a capability's, and those whose is a version's. */
const DEVICE_LIKE = /cap|prop|cc|arch|device|gpu|\bsm|cuda\b|compute/i;
const VERSION_LIKE = /version|^v$|\bver\b|toolkit|nvcc|driver|torch_|triton|package/i;

export function isDeviceLike(text: string): boolean {
  return DEVICE_LIKE.test(text) && !VERSION_LIKE.test(text);
}

const ARCHITECTURE =
  "sm_?\\d|sm_?1[0-2]x|capabilit|compute_?cap|\\bcc\\b|_cc\\b|\\bcc_|(?<![a-z]|cute\\.|mark\\.)arch|compute_\\d|(?<!mark\\.arch_)hopper|(?<!mark\\.arch_)blackwell|ampere(?!pi)|(?<![a-z])turing|lovelace|geforce|\\bis_ada|gencode";
/** Of a layout: `k_major`, `MajorK`, `major_mode`. */
const LAYOUT_BEFORE = "(?<!row|col|column|mn|(?<![a-z])[kmnabdqv])";
const LAYOUT_AFTER = "(?!ity|_?(?:mode|type)|_?(?:k|mn?|n|[abd]|ab|cd|dim|axis|order|stride)(?![a-z\\d]))";
/** Of scales and multiprocessors: `sm_scale`, `sm_count`, `num_sm`. */
const SM = "(?<![a-z])sm_(?!scale|count|margin|budget|wise|per)|(?<!num|per)_sm\\b|(?<!per[- ])\\bsm\\b";

/** Whether a piece of code that holds this text can itself depend on the device. */
export const MENTIONS_ARCHITECTURE = new RegExp(
  `${ARCHITECTURE}|(?:\\b|${LAYOUT_BEFORE}_)major${LAYOUT_AFTER}|${SM}`,
  "i",
);

/** Whether a file is about GPUs so closely that flags in it may hang on the device, wherever they are bound. */
export const MAY_USE_ARCHITECTURE = new RegExp(`${ARCHITECTURE}|\\bmajor|_major|\\bsm\\b|sm_|_sm\\b`, "i");
