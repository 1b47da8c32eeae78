import { inFamily, partOf, plainNumber } from "../names/capability";
import { item, lookupKey } from "../evaluate/evaluate";
import { binary, compare, formatValue } from "./operators";
import { bool, int, mapN, NONE, str, tuple, unknown, type Val, type Vec, show } from "./values";

/** Methods of strings, tuples, lists, dictionaries and capabilities; null when the object is none of these. */
export function callMethod(
  object: Vec,
  name: string,
  args: readonly Vec[],
  keywords: ReadonlyMap<string, Vec>,
  text: string,
): Vec | null {
  if (!object.some((value) => hasMethods(value))) return null;
  const named = [...keywords.keys()];
  return mapN([object, ...args, ...keywords.values()], ([self, ...rest]) => {
    const plain = rest.slice(0, args.length);
    const extra = new Map(named.map((key, index) => [key, rest[args.length + index] ?? NONE]));
    return methodOf(self ?? NONE, name, plain, extra) ?? unknown(text);
  });
}

function hasMethods(value: Val): boolean {
  return value.t === "str" || value.t === "seq" || value.t === "dict" || value.t === "cap";
}

function methodOf(
  self: Val,
  name: string,
  args: readonly Val[],
  keywords: ReadonlyMap<string, Val>,
): Val | null {
  switch (self.t) {
    case "str":
      return stringMethod(self.v, name, args, keywords);
    case "seq":
      if (self.capability) return capabilityMethod(self, name);
      return (
        (self.kind === "set" ? setMethod(self, name, args) : null) ?? sequenceMethod(self.items, name, args)
      );
    case "dict":
      return dictMethod(self, name, args);
    case "cap":
      return capMethod(self, name, args);
    default:
      return null;
  }
}

function stringMethod(
  self: string,
  name: string,
  args: readonly Val[],
  keywords: ReadonlyMap<string, Val>,
): Val | null {
  const [first, second] = args;
  const text = first?.t === "str" ? first.v : null;
  switch (name) {
    case "startswith":
    case "endswith": {
      const options = first?.t === "seq" ? first.items : first === undefined ? [] : [first];
      const texts = options.map((one) => (one.t === "str" ? one.v : null));
      if (texts.includes(null)) return null;
      return bool(
        texts.some(
          (one) => one !== null && (name === "startswith" ? self.startsWith(one) : self.endsWith(one)),
        ),
      );
    }
    case "split":
    case "rsplit": {
      if (first !== undefined && first.t !== "none" && text === null) return null;
      const most = second ?? keywords.get("maxsplit");
      const parts = text === null ? self.trim().split(/\s+/) : self.split(text);
      if (most !== undefined) {
        if (most.t !== "int" || text === null) return null;
        const some = most.v < 0 ? parts.length : most.v;
        const rest = parts.length - some;
        if (rest > 1 && name === "split") parts.push(parts.splice(some).join(text));
        else if (rest > 1) parts.unshift(parts.splice(0, rest).join(text));
      }
      return { t: "seq", kind: "list", items: parts.map(str) };
    }
    case "join":
      if (first?.t !== "seq" || !first.items.every((one) => one.t === "str")) return null;
      return str(first.items.map((one) => one.v).join(self));
    case "replace":
      return text !== null && second?.t === "str" ? str(self.replaceAll(text, second.v)) : null;
    case "lower":
    case "casefold":
      return str(self.toLowerCase());
    case "upper":
      return str(self.toUpperCase());
    case "strip":
    case "lstrip":
    case "rstrip":
      return stripped(self, name, text ?? (first === undefined ? " \t\n\r" : null));
    case "removeprefix":
      return text === null ? null : str(self.startsWith(text) ? self.slice(text.length) : self);
    case "removesuffix":
      return text === null
        ? null
        : str(text !== "" && self.endsWith(text) ? self.slice(0, -text.length) : self);
    case "decode":
      return str(self);
    case "splitlines":
      return { t: "seq", kind: "list", items: self.split(/\r?\n/).map(str) };
    case "isdigit":
    case "isdecimal":
    case "isnumeric":
      return bool(/^\d+$/.test(self));
    case "partition":
    case "rpartition": {
      if (text === null || text === "") return null;
      const place = name === "partition" ? self.indexOf(text) : self.lastIndexOf(text);
      const parts = [self.slice(0, Math.max(0, place)), text, self.slice(place + text.length)];
      if (place < 0) return tuple((name === "partition" ? [self, "", ""] : ["", "", self]).map(str));
      return tuple(parts.map(str));
    }
    case "zfill":
      return first?.t === "int" && first.v <= MOST_FILLED ? str(filled(self, first.v)) : null;
    case "find":
      return text === null ? null : int(self.indexOf(text));
    case "format":
      return formatted(self, args, keywords);
    default:
      return null;
  }
}

const MOST_FILLED = 100;

/** Python puts the zeros behind a sign. */
function filled(text: string, width: number): string {
  const sign = /^[-+]?/.exec(text)?.[0] ?? "";
  return sign + text.slice(sign.length).padStart(width - sign.length, "0");
}

function stripped(self: string, name: string, characters: string | null): Val | null {
  if (characters === null) return null;
  let [start, end] = [0, self.length];
  if (name !== "rstrip") while (start < end && characters.includes(self[start] ?? "")) start++;
  if (name !== "lstrip") while (end > start && characters.includes(self[end - 1] ?? "")) end--;
  return str(self.slice(start, end));
}

function formatted(self: string, args: readonly Val[], keywords: ReadonlyMap<string, Val>): Val | null {
  let next = 0;
  const pieces: (string | null)[] = [];
  let end = 0;
  for (const match of self.matchAll(/\{\{|\}\}|\{(\w*)((?:\.\w+|\[\w+\])*)(:[^{}]*)?\}/g)) {
    const [whole, key = "", path = "", spec = ""] = match;
    pieces.push(self.slice(end, match.index));
    end = match.index + whole.length;
    if (whole === "{{" || whole === "}}") {
      pieces.push(whole.slice(1));
      continue;
    }
    const index = key === "" ? next++ : /^\d+$/.test(key) ? Number(key) : null;
    const value = alongPath((index === null ? keywords.get(key) : args[index]) ?? null, path);
    pieces.push(value === null ? null : formatValue(value, spec));
  }
  return pieces.includes(null) ? null : str(pieces.join("") + self.slice(end));
}

function alongPath(start: Val | null, path: string): Val | null {
  let value = start;
  for (const [, attribute = "", place] of path.matchAll(/\.(\w+)|\[(\w+)\]/g)) {
    if (value === null) return null;
    if (place !== undefined) value = item(value, /^\d+$/.test(place) ? int(Number(place)) : str(place));
    else value = value.t === "cap" ? partOf(value, attribute) : null;
  }
  return value;
}

const SET_OPERATORS: Readonly<Record<string, string>> = {
  union: "|",
  intersection: "&",
  difference: "-",
  symmetric_difference: "^",
};

/** `SUPPORTED.union([120], MORE)`: what the operator does, with anything that holds elements. */
function setMethod(self: Extract<Val, { t: "seq" }>, name: string, args: readonly Val[]): Val | null {
  const op = Object.hasOwn(SET_OPERATORS, name) ? SET_OPERATORS[name] : undefined;
  if (op === undefined) return name === "copy" ? { t: "seq", kind: "set", items: self.items } : null;
  return args.reduce<Val>(
    (left, right) => {
      const items =
        right.t === "seq" ? right.items : right.t === "dict" ? right.entries.map(([key]) => key) : null;
      return items === null
        ? unknown(`….${name}(…)`)
        : binary(op, left, { t: "seq", kind: "set", items }, `….${name}(…)`);
    },
    { t: "seq", kind: "set", items: self.items },
  );
}

function sequenceMethod(items: readonly Val[], name: string, args: readonly Val[]): Val | null {
  const [first] = args;
  if (name === "index" && first !== undefined) {
    const index = items.findIndex((one) => compare("==", one, first, "") === bool(true));
    return index < 0 ? null : int(index);
  }
  if (name === "count" && first !== undefined) {
    return int(items.filter((one) => compare("==", one, first, "") === bool(true)).length);
  }
  if (name === "copy") return { t: "seq", kind: "list", items };
  if (name === "issubset" || name === "isdisjoint" || name === "issuperset") {
    if (first?.t !== "seq") return null;
    const [small, big] = name === "issuperset" ? [first.items, items] : [items, first.items];
    const inside = small.filter((one) => big.some((other) => compare("==", one, other, "") === bool(true)));
    return bool(name === "isdisjoint" ? inside.length === 0 : inside.length === small.length);
  }
  return null;
}

function dictMethod(self: Extract<Val, { t: "dict" }>, name: string, args: readonly Val[]): Val | null {
  const [key, fallback] = args;
  switch (name) {
    case "get":
      if (key === undefined) return null;
      if (key.t === "unknown" || key.t === "ext") {
        return unknown(`{…}.get(${show(key)})`, [
          ...self.entries.map(([, value]) => value),
          fallback ?? NONE,
        ]);
      }
      return lookupKey(self.entries, key) ?? fallback ?? NONE;
    case "keys":
      return { t: "seq", kind: "set", items: self.entries.map(([one]) => one) };
    case "values":
      return { t: "seq", kind: "list", items: self.entries.map(([, value]) => value) };
    case "items":
      return { t: "seq", kind: "list", items: self.entries.map((entry) => tuple(entry)) };
    default:
      return null;
  }
}

function capabilityMethod(self: Extract<Val, { t: "seq" }>, name: string): Val | null {
  const [major, minor] = self.items;
  if (major?.t !== "int" || minor?.t !== "int") return null;
  if (name === "to_int") return int(major.v * 10 + minor.v);
  return name === "as_version_str" ? str(`${major.v}.${minor.v}`) : null;
}

function capMethod(self: Extract<Val, { t: "cap" }>, name: string, args: readonly Val[]): Val | null {
  const [first] = args;
  switch (name) {
    case "to_int":
      return int(self.major * 10 + self.minor);
    case "as_version_str":
      return str(`${self.major}.${self.minor}`);
    case "is_family_of":
      return first === undefined ? null : familyOf(self, first);
    case "startswith":
      return startsWithAny(self, first);
    case "split": {
      const parts = [str(String(self.major)), str(String(self.minor))];
      return first?.t === "str" && first.v === "." && self.unit === null
        ? { t: "seq", kind: "list", items: parts }
        : null;
    }
    case "removeprefix":
    case "replace":
    case "removesuffix":
    case "lstrip":
    case "rstrip":
    case "strip":
    case "lower":
    case "upper":
    case "casefold":
      return self;
    default:
      return null;
  }
}

/** `arch.startswith("sm_90")`, `arch.startswith(("sm_90", "sm_100"))` */
function startsWithAny(self: Extract<Val, { t: "cap" }>, given: Val | undefined): Val | null {
  const options = given?.t === "seq" ? given.items : given === undefined ? [] : [given];
  const prefixes = options.map((one) => (one.t === "str" ? /^[A-Za-z_]*(\d*)$/.exec(one.v) : null));
  if (prefixes.includes(null)) return null;
  return bool(prefixes.some((prefix) => String(plainNumber(self)).startsWith(prefix?.[1] ?? "")));
}

function familyOf(self: Extract<Val, { t: "cap" }>, family: Val): Val | null {
  if (family.t === "ext") return inFamily(self, family.path);
  if (family.t === "enum") return inFamily(self, family.name);
  return family.t === "unknown" ? inFamily(self, family.text) : null;
}
