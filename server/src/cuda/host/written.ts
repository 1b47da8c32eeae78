/**
 * What calls write to variables, and names that hold something else than they seem to say: an `sm` that counts
 * multiprocessors, a `major` that is a driver's.
 */
import { remembered } from "../../text/own-text";
import { firstTokenAt, placesWhere, type Code } from "../body/code";
import type { FunctionBody } from "../body/functions";
import { unitOfName, unitOfTextName, wordsOf } from "./names";
import type { Range } from "./statements";

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
export const isCount = remembered((name) => {
  const words = wordsOf(name);
  const isNumber = words.some((word) => /^(?:counts?|num|number|n)$/.test(word));
  return (
    isNumber &&
    words.some((word) => /^(?:sms?|(?:multi)?processors?)$/.test(word)) &&
    unitOfName(name) === null
  );
});

const OF_VERSIONS = /^(?:version|ver|semver|release|driver|toolkit|runtime|cudnn|nccl|cublas|nvml|nvrtc)$/;
const OF_ANYTHING = /^(?:version|ver|semver|release)$/;

/** Of a driver, a library or a toolkit, not of the device. */
export const isVersionName = remembered((name) => {
  const isVersion = wordsOf(name).some((word) => OF_VERSIONS.test(word));
  return isVersion && unitOfTextName(name) === null && !speaksOfDevice(name);
});

/** A version that is nobody's, `get_version()`, may be the device's where the name that holds it says so. */
function isVersionFor(holder: string, name: string): boolean {
  if (!isVersionName(name)) return false;
  const isSomeones = wordsOf(name).some((word) => OF_VERSIONS.test(word) && !OF_ANYTHING.test(word));
  return isSomeones || !speaksOfDevice(holder);
}

/** Whether a value is a count of multiprocessors, or the version of something else than the device. */
export function isOtherThing(code: Code, value: Range & { readonly name: string }): boolean {
  return isMadeOf(code, value, (name) => isCount(name) || isVersionFor(value.name, name), isCount);
}

/** Whether a value is a count of multiprocessors. */
export function isCountOf(code: Code, value: Range): boolean {
  return isMadeOf(code, value, isCount, isCount);
}

/** Whether the file speaks of a count of multiprocessors at all. */
export function speaksOfCounts(code: Code): boolean {
  return placesWhere(code, isCount).length > 0;
}

/**
 * Whether names that are told make up a value: of `a ? b : c` what it comes to, of a call what is called. What is
 * only compared, handed over or looked up by is not the value.
 */
function isMadeOf(
  code: Code,
  { from, to }: Range,
  isTold: (name: string) => boolean,
  isToldOfOwner: (name: string) => boolean,
): boolean {
  const { tokens, partners } = code;
  if (to - from > LONGEST_VALUE) return false;
  const arms = armsOf(code, from, to);
  if (arms !== null) {
    const told = arms.map((arm) => isMadeOf(code, arm, isTold, isToldOfOwner));
    return told.includes(true) && arms.every((arm, index) => told[index] === true || isNameless(code, arm));
  }
  let isFound = false;
  for (let at = from; at < to; at++) {
    const token = tokens[at];
    const text = token?.text ?? "";
    if (DECIDES.test(text)) return false;
    const close = partners[at] ?? -1;
    if (close > at) {
      if (handsOn(code, at)) isFound ||= isMadeOf(code, { from: at + 1, to: close }, isTold, isToldOfOwner);
      at = close;
      continue;
    }
    const called = tokens[at + 1]?.text === "(" ? (partners[at + 1] ?? at) : at;
    const next = tokens[called + 1]?.text ?? "";
    if (token?.kind !== "name" || next === "::") continue;
    // `runtime->getSmVersion()` asks a runtime for the device's
    const isAsked =
      (next === "." || next === "->") && !/^(?:major|minor)$/.test(tokens[called + 2]?.text ?? "");
    isFound ||= isAsked ? isToldOfOwner(text) : isTold(text);
  }
  return isFound;
}

/** Longer values are not looked at. */
const LONGEST_VALUE = 200;

/** What is made with these is a yes or a no: `driver >= 12 && sm == 90`. */
const DECIDES = /^(?:==|!=|<=|>=|&&|\|\||and|or|not|!)$/;

/** Calls that give back what they are given, or one of it. */
const HANDS_ON = /^(?:u?int(?:\d+_t)?|unsigned|long|size_t|min|max|clamp|[a-z]+_cast)$/;

/** Whether what stands in brackets is a part of the value: in `(a + b)` and `static_cast<int>(a)`, not in `f(a)` and `t[a]`. */
function handsOn({ tokens }: Code, open: number): boolean {
  if (tokens[open]?.text === "[") return false;
  let callee = open - 1;
  if (tokens[callee]?.text === ">") {
    while (callee > open - 8 && tokens[callee]?.text !== "<") callee--;
    callee--;
  }
  const before = tokens[callee];
  if (before?.kind === "name" && before.text !== "return")
    return HANDS_ON.test(before.text) || READS_TEXT.test(before.text);
  return tokens[open]?.text === "(" && before?.text !== ")" && before?.text !== "]";
}

/** `b` and `c` of `a ? b : c`. */
function armsOf({ tokens, partners }: Code, from: number, to: number): [Range, Range] | null {
  let question = -1;
  let open = 0;
  for (let at = from; at < to; at++) {
    const text = tokens[at]?.text;
    if (text === "?") {
      if (question < 0) question = at;
      open++;
    }
    if (text === ":" && open > 0 && --open === 0)
      return [
        { from: question + 1, to: at },
        { from: at + 1, to },
      ];
    at = Math.max(at, partners[at] ?? -1);
  }
  return null;
}

function isNameless({ tokens }: Code, { from, to }: Range): boolean {
  return !tokens.slice(from, to).some(({ kind }) => kind === "name");
}

const READS_TEXT = /^(?:v?sscanf|sscanf_s|ato[il]|stou?[il]|strtou?l|from_chars)$/;
const OF_DEVICES = /^(?:device|dev|gpu|sm|arch|archs|architecture|cc|cap|capability|compute|prop|props)$/;

/** Whether a word of the name is one for a device or its capability. */
export function speaksOfDevice(name: string): boolean {
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
    const isText = READS_TEXT.test(callee.text);
    if (isText ? !isReadFromText(code, { from: at, to: close }) : speaksOfDevice(callee.text)) return;
    // `cusolverGetProperty(MAJOR_VERSION, &major)`
    const isProperty =
      callee.text.endsWith("GetProperty") && /^(?:MAJOR|MINOR)_VERSION$/.test(tokens[at + 2]?.text ?? "");
    const isOther = (name: string): boolean =>
      isText || isProperty || isCount(callee.text) || isVersionFor(name, callee.text);
    const written = namesWritten(code, at + 2, close).filter((place) => isOther(tokens[place]?.text ?? ""));
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
