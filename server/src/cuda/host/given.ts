/** What calls in a file give to the parameters of its functions. */
import { firstTokenAt, placesOf, placesWhere, type Code } from "../body/code";
import type { FunctionBody } from "../body/functions";
import type { Range } from "./statements";
import { isDeviceObject, unitOfName, wordsOf } from "./names";
import { isCount, isCountOf, speaksOfCounts, speaksOfDevice } from "./written";

/** Asks whether all calls of a function in its file give a count to this parameter. */
export function countsGiven(
  code: Code,
  functions: readonly FunctionBody[],
): (owner: FunctionBody, index: number) => boolean {
  if (!speaksOfCounts(code)) return () => false;
  const known = new Map<string, boolean>();
  return (owner, index) => {
    const key = `${owner.open} ${index}`;
    const answer = known.get(key) ?? isGivenCounts(code, functions, owner, index);
    known.set(key, answer);
    return answer;
  };
}

const OF_DEVICES = /DeviceProp|Compute_?Capability|^(?:cudaDevAttr|CU_DEVICE_ATTRIBUTE_)/i;

/** `archText`, `sm_list`, `is_sm90`; not `num_sms`. */
const OF_CAPABILITIES =
  /^(?:archs?|architectures?|sm(?:\d{1,3}[xaf]?)?|cc|capabilit(?:y|ies)|ampere|hopper|blackwell)$/;

/** Whether the file asks a device for its capability, or has a name for one. */
export function asksAnyDevice(code: Code): boolean {
  const isOne = (name: string): boolean =>
    OF_DEVICES.test(name) || (!isCount(name) && wordsOf(name).some((word) => OF_CAPABILITIES.test(word)));
  const places = placesWhere(code, isOne);
  return places.some((at) => code.tokens[at + 1]?.text !== "::");
}

/**
 * Whether a function is given a device's `major` there: its name says so, or a call of the file hands it one. Where
 * the file calls it nowhere, it is so if the file has to do with devices at all.
 */
export function isGivenCapability(
  code: Code,
  { name, nameSpan }: FunctionBody,
  index: number,
  isAboutDevices: boolean,
): boolean {
  if (speaksOfDevice(name)) return true;
  if (!isAboutDevices) return false;
  const { tokens } = code;
  const defined = firstTokenAt(tokens, nameSpan.start);
  const calls = placesOf(code, name.split("::").at(-1) ?? "").filter((at) => {
    const before = tokens[at - 1];
    return (
      at !== defined &&
      tokens[at + 1]?.text === "(" &&
      !declares(before?.kind === "name" ? before.text : null, before?.text ?? "")
    );
  });
  const given = calls.flatMap((at) => argumentsOf(code, at + 1)[index] ?? []);
  return given.length === 0 || given.some((range) => isOfDevice(code, range));
}

/** `props.major`, `sm_major`, `get_arch().first`, a `major` of the caller's. */
function isOfDevice({ tokens }: Code, { from, to }: Range): boolean {
  return tokens.slice(from, to).some(({ kind, text }, at) => {
    if (kind !== "name") return false;
    if (unitOfName(text) !== null || isDeviceObject(text)) return true;
    return (text === "major" || text === "minor") && (at === 0 || to - from > 3);
  });
}

/** Only of a free function without overloads: whose `init` is meant in `s.init(n)` cannot be told by its name. */
function isGivenCounts(
  code: Code,
  functions: readonly FunctionBody[],
  owner: FunctionBody,
  index: number,
): boolean {
  const { tokens, partners } = code;
  const { name } = owner;
  if (functions.some((other) => other !== owner && other.name.split("::").at(-1) === name)) return false;
  const defined = firstTokenAt(tokens, owner.nameSpan.start);
  if (name === "" || tokens[defined]?.text !== name || isInClass(code, defined)) return false;
  const listed = listOf(code, defined + 1);
  let calls = 0;
  for (const at of placesWhere(code, (text) => text === name)) {
    const before = tokens[at - 1];
    if (at === defined || before?.text === "." || before?.text === "->") continue;
    const close = tokens[at + 1]?.text === "(" ? (partners[at + 1] ?? -1) : -1;
    // handed over, or with a template's arguments: who knows what it is given there
    if (close < 0) return false;
    if (declares(before?.kind === "name" ? before.text : null, before?.text ?? "")) {
      if (isInClass(code, at) || listOf(code, at + 1) !== listed) return false;
      continue;
    }
    const given = argumentsOf(code, at + 1)[index];
    if (given === undefined || !isCountOf(code, given)) return false;
    if (before?.text !== "::") calls++;
  }
  return calls > 0;
}

/** `void f(`, `Ver* f(`. */
function declares(name: string | null, before: string): boolean {
  if (name !== null) return !/^(?:return|else|do|throw|case|and|or|not|co_return|co_await)$/.test(name);
  return before === "*" || before === "&" || before === ">";
}

function listOf({ tokens, partners }: Code, open: number): string {
  return tokens
    .slice(open, partners[open] ?? open)
    .map(({ text }) => text)
    .join(" ");
}

function argumentsOf({ tokens, partners }: Code, open: number): Range[] {
  const close = partners[open] ?? open;
  const found: Range[] = [];
  let from = open + 1;
  for (let at = from; at <= close; at++) {
    if (at === close || tokens[at]?.text === ",") {
      found.push({ from, to: at });
      from = at + 1;
    }
    at = Math.max(at, partners[at] ?? -1);
  }
  return found;
}

/** Whether the braces around hold the members of a class. */
function isInClass({ tokens, partners }: Code, place: number): boolean {
  let at = place - 1;
  for (; at >= 0 && tokens[at]?.text !== "{"; at--) {
    const partner = partners[at] ?? -1;
    if (partner >= 0 && partner < at) at = partner;
  }
  for (at--; at >= 0 && !/^[;{}]$/.test(tokens[at]?.text ?? ""); at--)
    if (/^(?:class|struct|union)$/.test(tokens[at]?.text ?? "")) return true;
  return false;
}
