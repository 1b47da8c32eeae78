/**
 * What calls write to variables, and names that hold something else than they seem to say: an `sm` that counts
 * multiprocessors, a `major` that is a driver's.
 */
import { firstTokenAt, placesWhere, type Code } from "../body/code";
import type { FunctionBody } from "../body/functions";
import { unitOfName, unitOfTextName, wordsOf } from "./names";
import type { Range } from "./statements";
import { remembered } from "./telling";

/** Written by a call: `cudaDeviceGetAttribute(&major, cudaDevAttrComputeCapabilityMajor, dev)`. */
export interface Query {
  readonly name: string;
  readonly at: number;
  /** Null where it is no capability that is asked for. */
  readonly unit: "major" | "minor" | null;
}

const CAPABILITY = /(?:ComputeCapability|COMPUTE_CAPABILITY_)(Major|Minor|MAJOR|MINOR)$/;
const ATTRIBUTE = /^(?:cudaDevAttr|hipDeviceAttribute|CU_DEVICE_ATTRIBUTE_)/;

/** `f(&x, …ComputeCapabilityMajor…)` and, with the attribute in the middle, the name before it; other attributes too. */
export function queriesOf(code: Code): Map<string, Query[]> {
  const found = new Map<string, Query[]>();
  placesWhere(code, (name) => CAPABILITY.test(name) || ATTRIBUTE.test(name)).forEach((at) => {
    const unit = CAPABILITY.exec(code.tokens[at]?.text ?? "")?.[1]?.toLowerCase();
    const isCapability = unit === "major" || unit === "minor";
    for (let back = at - 1; back > at - 8 && back > 0; back--) {
      const name = code.tokens[back];
      if (name?.text === ";" || name?.text === "{") return;
      if (name?.kind !== "name" || code.tokens[back - 1]?.text !== "&") continue;
      const list = found.get(name.text) ?? [];
      list.push({ name: name.text, at: back, unit: isCapability ? unit : null });
      found.set(name.text, list);
      return;
    }
  });
  return found;
}

/** The number of multiprocessors, however it is spelled; `sm_version_num` is none. */
const isCount = remembered((name) => {
  const words = wordsOf(name);
  const isNumber = words.some((word) => /^(?:counts?|num|number|n)$/.test(word));
  return (
    isNumber &&
    words.some((word) => /^(?:sms?|(?:multi)?processors?)$/.test(word)) &&
    unitOfName(name) === null
  );
});

const OF_VERSIONS = /^(?:version|ver|semver|release|driver|toolkit|runtime|cudnn|nccl|cublas|nvml|nvrtc)$/;

/** Of a driver, a library or a toolkit, not of the device. */
export const isVersionName = remembered((name) => {
  const isVersion = wordsOf(name).some((word) => OF_VERSIONS.test(word));
  return isVersion && unitOfTextName(name) === null && !speaksOfDevice(name);
});

/** Whether a value is made of a count of multiprocessors, or of the version of something else than the device. */
export function isOtherThing({ tokens }: Code, { from, to }: Range): boolean {
  for (let at = from; at < to; at++) {
    const token = tokens[at];
    const next = tokens[at + 1]?.text ?? "";
    if (token?.kind !== "name" || next === "::") continue;
    if (isCount(token.text)) return true;
    // `runtime->getSmVersion()` asks a runtime for the device's
    const isAsked = (next === "." || next === "->") && !/^(?:major|minor)$/.test(tokens[at + 2]?.text ?? "");
    if (!isAsked && isVersionName(token.text)) return true;
  }
  return false;
}

const READS_TEXT = /^(?:v?sscanf|sscanf_s|ato[il]|stou?[il]|strtou?l|from_chars)$/;
const OF_DEVICES = /^(?:device|dev|gpu|sm|arch|archs|architecture|cc|cap|capability|compute|prop|props)$/;

function speaksOfDevice(name: string): boolean {
  return wordsOf(name).some((word) => OF_DEVICES.test(word));
}

/** Whether a `major` is read from a text, which is none of an architecture by its name. */
export function isReadFromText({ tokens, partners }: Code, { from, to }: Range): boolean {
  for (let at = from; at < to; at++) {
    if (!READS_TEXT.test(tokens[at]?.text ?? "") || tokens[at + 1]?.text !== "(") continue;
    const close = partners[at + 1] ?? to;
    const names = tokens.slice(at + 2, close).filter(({ kind }) => kind === "name");
    return !names.some(({ text }) => speaksOfDevice(text));
  }
  return false;
}

/** For each name the calls that write something else than a capability to it: `sscanf(driver, "%d.%d", &major, &minor)`. */
export function otherWrites(code: Code): Map<string, number[]> {
  const found = new Map<string, number[]>();
  const { tokens, partners } = code;
  const isTold = (name: string): boolean => READS_TEXT.test(name) || isCount(name) || isVersionName(name);
  if (placesWhere(code, isTold).length === 0) return found;
  tokens.forEach((callee, at) => {
    const close = tokens[at + 1]?.text === "(" ? (partners[at + 1] ?? -1) : -1;
    if (callee.kind !== "name" || close < at || close - at > MOST_TOKENS) return;
    const written = namesWritten(code, at + 2, close);
    const call = { from: at, to: close };
    const isOther = READS_TEXT.test(callee.text)
      ? isReadFromText(code, call)
      : !speaksOfDevice(callee.text) && isOtherThing(code, call);
    if (written.length === 0 || !isOther) return;
    for (const place of written) {
      const name = tokens[place]?.text ?? "";
      const places = found.get(name);
      if (places === undefined) found.set(name, [place]);
      else places.push(place);
    }
  });
  return found;
}

/** Longer calls are not looked at. */
const MOST_TOKENS = 60;

/** `&x` among the arguments of the call itself. */
function namesWritten({ tokens, partners }: Code, from: number, close: number): number[] {
  const found: number[] = [];
  for (let at = from; at < close; at++) {
    if (
      tokens[at]?.text === "&" &&
      /^[(,]$/.test(tokens[at - 1]?.text ?? "") &&
      tokens[at + 1]?.kind === "name"
    )
      found.push(at + 1);
    const partner = partners[at] ?? -1;
    if (partner > at) at = partner;
  }
  return found;
}

/** Where calls are given the address of a variable: `set(&ok)`. */
export function addressesGiven({ tokens }: Code): Map<string, number[]> {
  const found = new Map<string, number[]>();
  tokens.forEach((token, at) => {
    if (token.text !== "&" || !/^[(,]$/.test(tokens[at - 1]?.text ?? "")) return;
    const name = tokens[at + 1];
    if (name?.kind !== "name" || !/^[,)]$/.test(tokens[at + 2]?.text ?? "")) return;
    const places = found.get(name.text);
    if (places === undefined) found.set(name.text, [at + 1]);
    else places.push(at + 1);
  });
  return found;
}

/** The parameters that calls in the file give a count or a version to, as `function index`. */
export function parametersOfOthers(code: Code): ReadonlySet<string> {
  const found = new Set<string>();
  const { tokens, partners } = code;
  placesWhere(code, isCount).forEach((at) => {
    let index = 0;
    for (let back = at - 1; back > 0 && at - back < MOST_TOKENS; back--) {
      const text = tokens[back]?.text ?? "";
      if (/^[;{}]$/.test(text)) return;
      if (text === ",") index++;
      if (text === "(") {
        const callee = tokens[back - 1];
        if (callee?.kind === "name") found.add(`${callee.text} ${index}`);
        return;
      }
      const partner = partners[back] ?? -1;
      if (partner >= 0 && partner < back) back = partner;
    }
  });
  return found;
}

/** The type that a variable is declared with where it is seen from a function: its parameters, its body, or outside of all. */
export function typeOf(code: Code, owner: FunctionBody | null, name: string, at: number): string | null {
  const { tokens } = code;
  const start = owner === null ? at : firstTokenAt(tokens, owner.nameSpan.end);
  for (let back = at - 1; back >= start; back--) {
    const type = tokens[back]?.text === name ? typeBefore(code, back) : null;
    if (type !== null) return type;
  }
  return null;
}

/** `Ver v`, `const ns::Ver& v`. */
function typeBefore({ tokens }: Code, at: number): string | null {
  let back = at - 1;
  while (/^(?:const|\*|&|&&)$/.test(tokens[back]?.text ?? "")) back--;
  const type = tokens[back];
  if (type?.kind !== "name" || NO_TYPE.test(type.text)) return null;
  return /^[;=({,)[:]$/.test(tokens[at + 1]?.text ?? "") ? type.text : null;
}

const NO_TYPE = /^(?:return|else|do|case|goto|throw|new|delete|and|or|not|sizeof|typename|class|struct)$/;
