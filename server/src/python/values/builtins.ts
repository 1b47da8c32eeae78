import { call } from "../evaluate/calls";
import type { Frame } from "../evaluate/frame";
import { choose, not } from "./logic";
import { binary, compare, textOf } from "./operators";
import { attributeOf } from "../evaluate/resolve";
import {
  at,
  bool,
  FALSE,
  int,
  isUnknown,
  mapN,
  NONE,
  perDevice,
  show,
  str,
  TRUE,
  truth,
  tuple,
  unknown,
  type Val,
  type Vec,
} from "./values";

type Pure = (args: readonly Val[], keywords: ReadonlyMap<string, Val>) => Val | null;

/** Functions of values alone, by the name they are called by; null: not decided. */
const PURE: Readonly<Record<string, Pure>> = {
  len: ([value]) => {
    if (value?.t === "str") return int(Array.from(value.v).length);
    if (value?.t === "seq") return int(value.items.length);
    return value?.t === "dict" ? int(value.entries.length) : null;
  },
  int: ([value]) => {
    if (value === undefined) return int(0);
    if (value.t === "cap" || value.t === "int") return value;
    if (value.t === "bool") return int(value.v ? 1 : 0);
    if (value.t === "float") return int(Math.trunc(value.v));
    return value.t === "str" && /^\s*[+-]?\d+\s*$/.test(value.v) ? int(Number(value.v)) : null;
  },
  float: ([value]) => decimal(value),
  Decimal: ([value]) => decimal(value),
  str: ([value]) => {
    if (value?.t === "cap") return value;
    const text = value === undefined ? "" : textOf(value);
    return text === null ? null : str(text);
  },
  bool: ([value]) => {
    const known = value === undefined ? false : truth(value);
    return known === undefined ? (value ?? null) : bool(known);
  },
  dict: ([value], keywords) => {
    if (value !== undefined && value.t !== "dict") return null;
    const named = [...keywords].map(([name, one]): [Val, Val] => [str(name), one]);
    return { t: "dict", entries: [...(value?.entries ?? []), ...named] };
  },
  tuple: ([value]) => sequence("tuple", value),
  list: ([value]) => sequence("list", value),
  set: ([value]) => sequence("set", value),
  frozenset: ([value]) => {
    const set = sequence("set", value);
    return set?.t === "seq" ? { ...set, frozen: true } : set;
  },
  sorted: ([value], keywords) => inOrder(sequence("list", value), keywords),
  reversed: ([value]) => backwards(sequence("list", value)),
  range: (args) => range(args),
  abs: ([value]) => (value?.t === "int" ? int(Math.abs(value.v)) : null),
  round: ([value]) => (value?.t === "int" ? value : value?.t === "float" ? int(Math.round(value.v)) : null),
  min: (args, keywords) => extreme(args, keywords, "<"),
  max: (args, keywords) => extreme(args, keywords, ">"),
  sum: ([value]) =>
    value?.t === "seq" ? value.items.reduce<Val>((a, b) => binary("+", a, b, "sum(…)"), int(0)) : null,
  any: ([value]) => quantified(value, true),
  all: ([value]) => quantified(value, false),
  next: ([value, fallback]) => (value?.t === "seq" ? (value.items[0] ?? fallback ?? null) : null),
  zip: (args) => {
    const all = args.map((value) => (value.t === "seq" ? value.items : null));
    const length = Math.min(...all.map((items) => items?.length ?? 0));
    if (all.includes(null) || all.length === 0) return null;
    const rows = Array.from({ length }, (_, index) => tuple(all.map((items) => items?.[index] ?? NONE)));
    return { t: "seq", kind: "list", items: rows };
  },
  enumerate: ([value, from], keywords) => {
    const start = from ?? keywords.get("start") ?? int(0);
    if (value?.t !== "seq" || start.t !== "int") return null;
    return { t: "seq", kind: "list", items: value.items.map((item, i) => tuple([int(start.v + i), item])) };
  },
  bisect: (args) => bisected(args, "<="),
  bisect_right: (args) => bisected(args, "<="),
  bisect_left: (args) => bisected(args, "<"),
  divmod: ([a, b]) =>
    a && b ? tuple([binary("//", a, b, "divmod(…)"), binary("%", a, b, "divmod(…)")]) : null,
  isinstance: () => null,
  cast: ([, value]) => value ?? null,
  const_expr: ([value]) => value ?? null,
  constexpr: ([value]) => value ?? null,
  parse: ([value]) => version(value),
  Version: ([value]) => version(value),
  parse_version: ([value]) => version(value),
  LooseVersion: ([value]) => version(value),
};

const COMPARING: Readonly<Record<string, string>> = {
  eq: "==",
  ne: "!=",
  lt: "<",
  le: "<=",
  gt: ">",
  ge: ">=",
};
const CALCULATING: Readonly<Record<string, string>> = {
  add: "+",
  sub: "-",
  mul: "*",
  floordiv: "//",
  mod: "%",
  and_: "&",
  or_: "|",
  xor: "^",
};

/** `operator.ge`, and the others of its module. */
function operatorFunction(path: string, name: string): Pure | undefined {
  if (path !== `operator.${name}`) return undefined;
  const comparing = Object.hasOwn(COMPARING, name) ? COMPARING[name] : undefined;
  if (comparing !== undefined) return ([a, b]) => (a && b ? compare(comparing, a, b, path) : null);
  const calculating = Object.hasOwn(CALCULATING, name) ? CALCULATING[name] : undefined;
  if (calculating !== undefined) return ([a, b]) => (a && b ? binary(calculating, a, b, path) : null);
  if (name === "contains") return ([list, one]) => (list && one ? compare("in", one, list, path) : null);
  return name === "not_" ? ([value]) => (value ? not(value) : null) : undefined;
}

/** A call of something that is no definition of the project: a builtin or a library's function. */
export function callBuiltin(
  callee: Extract<Val, { t: "ext" | "unknown" }>,
  args: readonly Vec[],
  keywords: ReadonlyMap<string, Vec>,
  frame: Frame,
  text: string,
): Vec | null {
  const path = callee.t === "ext" ? callee.path : callee.text;
  const name = path.slice(path.lastIndexOf(".") + 1);
  if (!/^[\w.]+$/.test(path)) return wrapped(path, args, text);
  switch (name) {
    case "partial":
    case "partialmethod":
      return args[0]?.length === 1 && args[0][0] !== undefined
        ? [{ t: "partial", fn: args[0][0], args: args.slice(1), keywords }]
        : null;
    case "lru_cache":
    case "cache":
    case "cached_property":
    case "staticmethod":
    case "classmethod":
    case "property":
    case "jit":
    case "wraps":
      return args[0] ?? [{ t: "ext", path: "functools.lru_cache()" }];
    case "defaultdict":
      return withDefault(args, frame, text);
    case "getattr":
      return getattr(args, text, frame);
    case "map":
      return mapped(args, frame, text);
    case "filter":
      return filtered(args, frame, text);
    case "reduce":
      return reduced(args, frame, text);
    default:
      break;
  }
  const pure = operatorFunction(path, name) ?? (Object.hasOwn(PURE, name) ? PURE[name] : undefined);
  if (pure === undefined) return null;
  const names = [...keywords.keys()];
  if (args.some((vec) => vec.some((value) => value.t === "ext")) && name !== "cast") return [unknown(text)];
  return mapN(
    [...args, ...keywords.values()].length === 0 ? [[NONE]] : [...args, ...keywords.values()],
    (values) => {
      const plain = args.length === 0 ? [] : values.slice(0, args.length);
      const extra = new Map(names.map((key, index) => [key, values[args.length + index] ?? NONE]));
      return pure(plain, extra) ?? unknown(text);
    },
  );
}

/** `lru_cache(maxsize=1)(f)` is `f`. */
function wrapped(path: string, args: readonly Vec[], text: string): Vec | null {
  if (path === "functools.lru_cache()" || /(?:^|\.)(?:lru_cache|cache|jit)\([^()]*\)$/.test(path))
    return args[0] ?? null;
  return text === "" ? null : null;
}

/** `defaultdict(list, entries)` */
function withDefault([makes, given]: readonly Vec[], frame: Frame, text: string): Vec | null {
  const factory = makes?.length === 1 ? at(makes, 0) : NONE;
  const made = factory.t === "none" ? null : call(factory, [], new Map(), frame, text);
  return mapN([given ?? [{ t: "dict", entries: [] }], made ?? [NONE]], ([start, value]) => {
    if (start?.t !== "dict") return unknown(text);
    const fallback = made === null || value === undefined ? unknown(text) : value;
    return factory.t === "none"
      ? { t: "dict", entries: start.entries }
      : { t: "dict", entries: start.entries, fallback };
  });
}

function getattr(args: readonly Vec[], text: string, frame: Frame): Vec | null {
  const [object, name, fallback] = args;
  const key = name === undefined ? undefined : name[0];
  if (object === undefined || key?.t !== "str") return null;
  const value = attributeOf(object, key.v, `${show(object[0] ?? NONE)}.${key.v}`, frame);
  return value.every(isUnknown) && fallback !== undefined ? [unknown(text)] : value;
}

function mapped(args: readonly Vec[], frame: Frame, text: string): Vec | null {
  const [fn, list] = args;
  if (fn?.[0] === undefined || list === undefined) return null;
  const apply = fn[0];
  return mapN([list], ([value]) => {
    if (value?.t !== "seq") return unknown(text);
    const items = value.items.map(
      (item) => call(apply, [[item]], new Map(), frame, text)?.[0] ?? unknown(text),
    );
    return { t: "seq", kind: "list", items };
  });
}

function applied(fn: Val, args: readonly Val[], device: number, frame: Frame, text: string): Val {
  const answer = call(
    fn,
    args.map((value): Vec => [value]),
    new Map(),
    frame,
    text,
  );
  return answer === null ? unknown(text) : at(answer, device);
}

/** `filter(None, values)` keeps what is true. */
function filtered([fn, list]: readonly Vec[], frame: Frame, text: string): Vec | null {
  const keeps = fn?.length === 1 ? at(fn, 0) : undefined;
  if (keeps === undefined || list === undefined) return null;
  return perDevice((_, device) => {
    const value = at(list, device);
    if (value.t !== "seq") return unknown(text);
    const answers = value.items.map((item) =>
      truth(keeps.t === "none" ? item : applied(keeps, [item], device, frame, text)),
    );
    if (answers.includes(undefined)) return unknown(text);
    return { t: "seq", kind: "list", items: value.items.filter((__, index) => answers[index]) };
  });
}

function reduced([fn, list, start]: readonly Vec[], frame: Frame, text: string): Vec | null {
  const joins = fn?.length === 1 ? at(fn, 0) : undefined;
  if (joins === undefined || list === undefined) return null;
  return perDevice((_, device) => {
    const value = at(list, device);
    if (value.t !== "seq") return unknown(text);
    const items = start === undefined ? value.items : [at(start, device), ...value.items];
    const [first, ...more] = items;
    return more.reduce((a, b) => applied(joins, [a, b], device, frame, text), first ?? unknown(text));
  });
}

function sequence(kind: "tuple" | "list" | "set", value: Val | undefined): Val | null {
  if (value === undefined) return { t: "seq", kind, items: [] };
  if (value.t === "cap") return kind === "tuple" ? value : null;
  if (value.t === "dict") return { t: "seq", kind, items: value.entries.map(([key]) => key) };
  if (value.t === "str") return { t: "seq", kind, items: Array.from(value.v).map(str) };
  if (value.t !== "seq") return null;
  return value.origin === undefined
    ? { t: "seq", kind, items: value.items }
    : { t: "seq", kind, items: value.items, origin: value.origin };
}

const LONGEST_RANGE = 2000;

function range(args: readonly Val[]): Val | null {
  // What is asked of every GPU of a machine is asked as of one.
  const [only] = args;
  if (args.length === 1 && only?.t === "unknown" && /\bdevice_count\(\)$/.test(only.text))
    return { t: "seq", kind: "list", items: [int(0)] };
  const numbers = args.map((value) => (value.t === "int" ? value.v : null));
  if (numbers.includes(null) || numbers.length === 0) return null;
  const [a = 0, b, c] = numbers.map((value) => value ?? 0);
  const [from, to, step] = b === undefined ? [0, a, 1] : [a, b, c ?? 1];
  if (step === 0 || (to - from) / step > LONGEST_RANGE) return null;
  const items: Val[] = [];
  for (let value = from; step > 0 ? value < to : value > to; value += step) items.push(int(value));
  return { t: "seq", kind: "list", items };
}

type Keywords = ReadonlyMap<string, Val>;

/** What cannot be put in order still holds the same: as a set it has no first and no last one. */
function inOrder(list: Val | null, keywords: Keywords): Val | null {
  if (list?.t !== "seq") return null;
  const items = keywords.has("key") ? null : merged(list.items);
  if (items === null) return { ...list, kind: "set" };
  const way = keywords.get("reverse");
  const isReverse = way === undefined ? false : truth(way);
  if (isReverse === undefined) return { ...list, kind: "set" };
  return { ...list, items: isReverse ? items.reverse() : items };
}

function merged(items: readonly Val[]): Val[] | null {
  if (items.length < 2) return [...items];
  const middle = items.length >> 1;
  const [left, right] = [merged(items.slice(0, middle)), merged(items.slice(middle))];
  if (left === null || right === null) return null;
  const all: Val[] = [];
  for (let i = 0, j = 0; i < left.length || j < right.length;) {
    const [a, b] = [left[i], right[j]];
    const isRight: boolean | undefined =
      a === undefined ? true : b === undefined ? false : truth(compare("<", b, a, "?"));
    if (isRight === undefined) return null;
    const next = isRight ? b : a;
    if (next !== undefined) all.push(next);
    if (isRight) j++;
    else i++;
  }
  return all;
}

/** How many at the front of a list are below; of one that is not in order it depends on where the search begins. */
function bisected([list, value, ...more]: readonly Val[], op: "<" | "<="): Val | null {
  if (list?.t !== "seq" || value === undefined || more.length > 0) return null;
  const isInOrder = list.items.every(
    (item, index) => index === 0 || truth(compare("<=", list.items[index - 1] ?? item, item, "?")) === true,
  );
  if (!isInOrder) return null;
  const below = list.items.map((item) => truth(compare(op, item, value, "?")));
  return below.includes(undefined) ? null : int(below.filter((one) => one === true).length);
}

function backwards(list: Val | null): Val | null {
  if (list?.t !== "seq") return null;
  return { ...list, items: [...list.items].reverse() };
}

function extreme(args: readonly Val[], keywords: Keywords, op: "<" | ">"): Val | null {
  const values = args.length === 1 && args[0]?.t === "seq" ? args[0].items : args;
  if (keywords.has("key")) return null;
  if (args.length === 1 && values.length === 0) return keywords.get("default") ?? null;
  let best: Val | null = null;
  for (const value of values) {
    if (best === null) best = value;
    else {
      const answer = truth(compare(op, value, best, "?"));
      if (answer === undefined) return null;
      if (answer) best = value;
    }
  }
  return best;
}

function quantified(value: Val | undefined, any: boolean): Val | null {
  if (value?.t !== "seq") return null;
  let result: Val = any ? FALSE : TRUE;
  for (const item of value.items) {
    result = any ? choose(result, TRUE, asCondition(item)) : choose(result, asCondition(item), FALSE);
  }
  return result;
}

function asCondition(value: Val): Val {
  const known = truth(value);
  return known === undefined ? value : bool(known);
}

function decimal(value: Val | undefined): Val | null {
  if (value?.t === "int" || value?.t === "float") return { t: "float", v: value.v };
  if (value?.t === "cap" && value.unit === null)
    return { t: "float", v: Number(`${value.major}.${value.minor}`) };
  return value?.t === "str" && /^\s*[+-]?\d+(?:\.\d+)?\s*$/.test(value.v)
    ? { t: "float", v: Number(value.v) }
    : null;
}

function version(value: Val | undefined): Val | null {
  if (value?.t === "version") return value;
  if (value?.t !== "str") return null;
  const parts = /^v?(\d+(?:\.\d+)*)/.exec(value.v)?.[1];
  return parts === undefined ? null : { t: "version", parts: parts.split(".").map(Number) };
}
