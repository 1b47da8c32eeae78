/** What names stand for in one file: initialised variables, constants, enumerators, and short functions. */
import { firstTokenAt, placesOf, placesWhere, type Code } from "../body/code";
import type { Range } from "./statements";
import type { FunctionBody } from "../body/functions";
import type { Expression } from "./expression";
import { isClamp } from "./clamps";
import { asksAnyDevice, countsGiven, isGivenCapability } from "./given";
import { requirementOf, resultOf } from "./results";
import { templateParametersOf, type TemplateParameter } from "./templates";
import { assignments, nearestBefore, type Assignment, type Binding } from "./assignments";
import { lendingPlaces } from "./lent";
import { stepsTo } from "./steps";
import { tellingIn, type Telling } from "./telling";
import {
  isOtherThing,
  isReadFromText,
  isVersionName,
  otherWrites,
  queriesOf,
  typeOf,
  type Query,
} from "./written";

/** A function whose result can be read off as one expression. */
export interface ShortFunction {
  readonly name: string;
  readonly parameters: readonly string[];
  /** Of the template that it is. */
  readonly template: readonly TemplateParameter[];
  readonly result: Expression;
  /** The token that names in the result are seen from. */
  readonly at: number;
  /** Whether its body is one `return` alone. */
  readonly isPlain: boolean;
  /** Whether it gives nothing back: the result is what must hold for a call of it to come back. */
  readonly isRequirement: boolean;
  readonly body: FunctionBody;
}

export interface Scope {
  readonly code: Code;
  readonly functions: readonly FunctionBody[];
  /** The binding of a name as seen from a token, or null: the nearest one before, in the same function or outside of all. */
  bindingOf(name: string, at: number): Binding | null;
  /** A constant of this name outside of all functions, where there is but one: `arch_info::major`. */
  memberOf(name: string): Binding | null;
  /**
   * What the name was given on a straight way to the token, in the same function: a value, and what was joined to it.
   * Null where it was given none, or not on such a way.
   */
  stepsTo(name: string, at: number): readonly Assignment[] | null;
  /** Whether the name gets its value in a way that cannot be followed, before `at` and in the same function. */
  isReassigned(name: string, at: number): boolean;
  /** What the name is given in the range, in source order, by whatever function. */
  assignedIn(name: string, range: Range): readonly Assignment[];
  /** Whether somebody who may write to it is handed the name in the range. */
  isLentIn(name: string, range: Range): boolean;
  /** What is declared with a value in brackets, `bool ok{…}`, in source order. */
  readonly bracketed: readonly Binding[];
  /** Where in the range the name gets another value, or one more way to be true; null where it does not. */
  setAgain(name: string, range: Range): number | null;
  /** Whether a number, or a bound of it, takes the value's place on the way or is there first: `sm = 90`, `sm = std::min(sm, 90)`. */
  isClamped(name: string, at: number): boolean;
  /** What was last asked for and written to the name; a count, or a version of something else than the device, too. */
  queryOf(name: string, at: number): Query | null;
  /** Whether the `major` of what is called so is a version's: `Version v`, `auto v = driverVersion()`. */
  isVersion(name: string, at: number): boolean;
  enumeratorOf(name: string): number | null;
  shortFunctionOf(name: string): ShortFunction | null;
  /** Whether a variable of this name is declared with a type for the properties of a device. */
  isDevice(name: string): boolean;
  /** Whether the file declares both `int major` and `int minor`, and has to do with devices. */
  readonly hasMajorAndMinor: boolean;
  /** Whether a `major` or `minor` that the file says nothing else of is the device's. */
  isDevicesMajor(name: string, at: number): boolean;
  functionAt(at: number): FunctionBody | null;
  /** Where anything may differ from device to device. */
  readonly telling: Telling;
}

export function scopeOf(code: Code, functions: readonly FunctionBody[]): Scope {
  const owners = ownersOf(code, functions);
  const assigned = assignments(code, owners);
  const queries = queriesOf(code);
  const enumerators = enumeratorsOf(code);
  const devices = deviceVariables(code);
  let others: Map<string, number[]> | undefined;
  let isGivenCounts: ReturnType<typeof countsGiven> | undefined;
  const lent = new Map<string, number[]>();
  const hasMajorAndMinor = declaresMajorAndMinor(code) && asksAnyDevice(code);
  const shortFunctions = shortFunctionsOf(code, functions);
  const functionAt = (at: number): FunctionBody | null => owners[at] ?? null;
  const before = (name: string, at: number): Assignment[] =>
    nearestBefore(assigned.get(name) ?? [], at).filter(
      (one) => one.inside === null || one.inside === functionAt(at),
    );
  const isOwn = (name: string, at: number): boolean =>
    functionAt(at) !== null && typeOf(code, functionAt(at), name, at) !== null;
  const lastWithin = (name: string, at: number): Assignment | undefined =>
    before(name, at).findLast((one) => one.inside !== null);
  /** Where in between somebody is handed the name who may write to it. */
  const lentWithin = (name: string, from: number, to: number): number | undefined => {
    let places = lent.get(name);
    if (places === undefined) lent.set(name, (places = lendingPlaces(code, name)));
    const owner = functionAt(from);
    return places.find((one) => one > from && one < to && functionAt(one) === owner);
  };
  /** Whether the name was last given a count, or a version of something else than the device. */
  const holdsOther = (name: string, at: number): boolean => {
    others ??= otherWrites(code);
    const written = others.get(name)?.findLast((one) => one < at && functionAt(one) === functionAt(at)) ?? -1;
    const last = lastWithin(name, at);
    if (last !== undefined && last.at > written)
      return isOtherThing(code, last) || (isMajorOrMinor(name) && isReadFromText(code, last));
    const owner = functionAt(at);
    if (written >= 0 || owner === null) return written >= 0;
    const index = parametersOf(code, owner).indexOf(name);
    if (index < 0) return false;
    isGivenCounts ??= countsGiven(code, functions);
    return isGivenCounts(owner, index) || (isMajorOrMinor(name) && isVersionName(owner.name));
  };
  const queryOf = (name: string, at: number): Query | null => {
    const all = queries.get(name) ?? [];
    const here = all.findLast((one) => one.at < at && functionAt(one.at) === functionAt(at));
    if (here !== undefined) return here;
    if (holdsOther(name, at)) return { name, at, unit: null };
    if (all.length === 0 || lastWithin(name, at) !== undefined) return null;
    // what another function asks for is what is meant here, unless either has a name of its own for it
    const meant = all.filter((one) => one.unit !== null || !(isOwn(name, at) || isOwn(name, one.at)));
    return meant.findLast((one) => one.at < at) ?? meant[0] ?? null;
  };
  return {
    code,
    functions,
    functionAt,
    bindingOf: (name, at) =>
      before(name, at).findLast((one) => one.declares) ??
      (assigned.get(name) ?? []).find((one) => one.declares && one.inside === null) ??
      null,
    memberOf: (name) => {
      const all = (assigned.get(name) ?? []).filter((one) => one.constant && one.inside === null);
      return all.length === 1 ? (all[0] ?? null) : null;
    },
    stepsTo: (name, at) => {
      const all = before(name, at).filter((one) => one.inside !== null);
      return stepsTo(code, all, at, (from, to) => {
        const later = (assigned.get(name) ?? []).some((one) => one.at > at && one.at < to);
        return later || lentWithin(name, from, to) !== undefined;
      });
    },
    assignedIn: (name, { from, to }) =>
      (assigned.get(name) ?? []).filter((one) => one.at >= from && one.at < to),
    isLentIn: (name, { from, to }) => lentWithin(name, from, to) !== undefined,
    bracketed: [...assigned.values()]
      .flat()
      .filter((one) => /^[({]$/.test(code.tokens[one.at + 1]?.text ?? ""))
      .sort((a, b) => a.at - b.at),
    setAgain: (name, { from, to }) => {
      const set = before(name, to).find(
        (one) =>
          !one.declares && one.at > from && /^(?:[|^+-]|<<)?=$/.test(code.tokens[one.at + 1]?.text ?? ""),
      )?.at;
      const isFixed = lastWithin(name, from)?.constant === true;
      const lent = isFixed ? undefined : lentWithin(name, from, to);
      return set === undefined || lent === undefined ? (set ?? lent ?? null) : Math.min(set, lent);
    },
    isReassigned: (name, at) => {
      if (before(name, at).some((one) => !one.declares)) return true;
      const binding = lastWithin(name, at);
      return binding !== undefined && !binding.constant && lentWithin(name, binding.at, at) !== undefined;
    },
    isClamped: (name, at) =>
      before(name, at).some(
        (one) => one.inside !== null && (one.declares ? isChosen(code, one) : clamps(code, one)),
      ),
    queryOf,
    isVersion: (name, at) => {
      const type = typeOf(code, functionAt(at), name, at);
      if (type !== null && type !== "auto") return isVersionName(type);
      const value = before(name, at).findLast((one) => one.declares);
      return value !== undefined && isOtherThing(code, value);
    },
    enumeratorOf: (name) => enumerators.get(name) ?? null,
    shortFunctionOf: (name) => shortFunctions.get(name) ?? null,
    isDevice: (name) => devices.has(name),
    hasMajorAndMinor,
    isDevicesMajor: (name, at) => {
      const owner = functionAt(at);
      const index = owner === null ? -1 : parametersOf(code, owner).indexOf(name);
      if (owner === null || index < 0) return hasMajorAndMinor;
      return declaresMajorAndMinor(code) && isGivenCapability(code, owner, index, hasMajorAndMinor);
    },
    telling: tellingIn(code, queries.keys(), [
      ...[...assigned.values()].flat(),
      ...[...shortFunctions].map(([name, { body }]) => ({ name, from: body.open, to: body.close })),
    ]),
  };
}

/** Whether what is assigned is a number or a bound: `90`, `std::min(sm, 90)`. */
function clamps({ tokens }: Code, { from, to }: Binding): boolean {
  if (to - from === 1) return tokens[from]?.kind === "number";
  let open = from;
  while (open < to && tokens[open]?.text !== "(") open++;
  return open > from && open < to && isClamp(tokens[open - 1]?.text ?? "");
}

/** Whether a variable is declared with a number that somebody chose: `int arch = 120`, not `int arch = 0`. */
function isChosen({ tokens }: Code, { from, to }: Binding): boolean {
  return to - from === 1 && tokens[from]?.kind === "number" && Number(tokens[from].text) !== 0;
}

/** For each token the innermost function around it. */
function ownersOf(code: Code, functions: readonly FunctionBody[]): (FunctionBody | undefined)[] {
  const owners = new Array<FunctionBody | undefined>(code.tokens.length);
  // inner functions come after those around them
  for (const body of functions) {
    if (body.kind === "lambda") continue;
    owners.fill(body, body.open, body.close + 1);
  }
  return owners;
}

function enumeratorsOf(code: Code): Map<string, number> {
  const found = new Map<string, number>();
  placesOf(code, "enum").forEach((at) => {
    let open = at + 1;
    while (open < at + 8 && code.tokens[open]?.text !== "{" && code.tokens[open]?.text !== ";") open++;
    const close = code.tokens[open]?.text === "{" ? (code.partners[open] ?? -1) : -1;
    for (let index = open + 1; index + 2 < close; index++) {
      const [name, equals, value] = [code.tokens[index], code.tokens[index + 1], code.tokens[index + 2]];
      if (name?.kind === "name" && equals?.text === "=" && value?.kind === "number")
        found.set(name.text, Number.parseInt(value.text, 10));
    }
  });
  return found;
}

/** Functions whose result can be read off; a name defined twice stands for neither. */
function shortFunctionsOf(code: Code, functions: readonly FunctionBody[]): Map<string, ShortFunction> {
  const found = new Map<string, ShortFunction>();
  const several = new Set<string>();
  for (const body of functions) {
    const name = body.name.split("::").at(-1) ?? "";
    if (body.kind === "lambda" || name === "") continue;
    const given = resultOf(code, body.open, body.close);
    const read = given ?? requirementOf(code, body.open, body.close);
    if (read === null) continue;
    const isRequirement = given === null;
    if (found.has(name)) several.add(name);
    const { expression: result, at, isPlain } = read;
    const template = templateParametersOf(code, body);
    found.set(name, {
      name,
      parameters: parametersOf(code, body),
      template,
      result,
      at,
      isPlain,
      isRequirement,
      body,
    });
  }
  for (const name of several) found.delete(name);
  return found;
}

/** The names of a function's parameters: the last name of each. */
export function parametersOf(code: Code, body: FunctionBody): string[] {
  const open = firstTokenAt(code.tokens, body.nameSpan.end);
  const close = code.partners[open] ?? -1;
  const names: string[] = [];
  let last = "";
  for (let at = open + 1; at <= close; at++) {
    const token = code.tokens[at];
    if (token?.text === "," || at === close) {
      if (last !== "") names.push(last);
      last = "";
    } else if (token?.kind === "name" && code.tokens[at - 1]?.text !== "=") last = token.text;
  }
  return names;
}

const DEVICE_TYPE = /DeviceProp|ComputeCapability|compute_capability/;

/** `cudaDeviceProp p`, `const cudaDeviceProp& p`, `cudaDeviceProp* p`. */
function deviceVariables(code: Code): ReadonlySet<string> {
  const names = new Set<string>();
  placesWhere(code, (name) => DEVICE_TYPE.test(name)).forEach((at) => {
    let next = at + 1;
    while (/^(?:const|\*|&|&&)$/.test(code.tokens[next]?.text ?? "")) next++;
    const name = code.tokens[next];
    if (name?.kind === "name") names.add(name.text);
  });
  return names;
}

function isMajorOrMinor(name: string): boolean {
  return name === "major" || name === "minor";
}

function declaresMajorAndMinor(code: Code): boolean {
  const declared = (name: string): boolean =>
    placesOf(code, name).some((at) =>
      /^(?:int|unsigned|uint32_t|int32_t|,|&|\[|auto)$/.test(code.tokens[at - 1]?.text ?? ""),
    );
  return declared("major") && declared("minor");
}
