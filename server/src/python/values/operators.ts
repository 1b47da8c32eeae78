import { inFormOf, inFormOfMembers, plainNumber, type Cap } from "../names/capability";
import { holdsSet, MOST_MEMBERS } from "./size";
import { alternatives, MOST_ALTERNATIVES, not } from "./logic";
import { bool, FALSE, int, isUnknown, str, TRUE, truth, unknown, type Origin, type Val } from "./values";

/** Python's operators on single values. Null: not decided, or an exception in Python. */

function numeric(value: Val): number | null {
  if (value.t === "int" || value.t === "float") return value.v;
  if (value.t === "bool") return value.v ? 1 : 0;
  return value.t === "enum" ? numeric(value.value) : null;
}

/** -1, 0, 1 as Python orders them; null where they cannot be ordered or it is not known. */
function order(a: Val, b: Val): number | null {
  if (a.t === "cap" && b.t !== "cap") return settled(a, b, (form) => order(form, b));
  if (b.t === "cap" && a.t !== "cap") return settled(b, a, (form) => order(a, form));
  const x = numeric(a);
  const y = numeric(b);
  if (x !== null && y !== null) return Math.sign(x - y);
  if (a.t === "str" && b.t === "str") return a.v === b.v ? 0 : codePointOrder(a.v, b.v);
  if (a.t === "version" && b.t === "version") return versionOrder(a.parts, b.parts);
  if (a.t === "seq" && b.t === "seq" && a.kind === b.kind && a.kind !== "set") {
    for (let i = 0; i < Math.min(a.items.length, b.items.length); i++) {
      const [left, right] = [a.items[i], b.items[i]];
      if (left === undefined || right === undefined) break;
      const equal = equals(left, right);
      if (equal === null) return null;
      if (!equal) return order(left, right);
    }
    return Math.sign(a.items.length - b.items.length);
  }
  return null;
}

function settled<T>(cap: Cap, like: Val, use: (form: Val) => T | null): T | null {
  const form = inFormOf(cap, like);
  return form === null ? null : use(form);
}

/** By code points, not by UTF-16 units. */
function codePointOrder(a: string, b: string): number {
  const x = Array.from(a);
  const y = Array.from(b);
  for (let i = 0; i < Math.min(x.length, y.length); i++) {
    const difference = (x[i]?.codePointAt(0) ?? 0) - (y[i]?.codePointAt(0) ?? 0);
    if (difference !== 0) return Math.sign(difference);
  }
  return Math.sign(x.length - y.length);
}

function versionOrder(a: readonly number[], b: readonly number[]): number {
  for (let i = 0; i < Math.max(a.length, b.length); i++) {
    const difference = (a[i] ?? 0) - (b[i] ?? 0);
    if (difference !== 0) return Math.sign(difference);
  }
  return 0;
}

/** `a == b`; null where it is not known. */
export function equals(a: Val, b: Val): boolean | null {
  if (isUnknown(a) || isUnknown(b)) return null;
  if (a.t === "cap" && b.t !== "cap") return settled(a, b, (form) => equals(form, b));
  if (b.t === "cap" && a.t !== "cap") return settled(b, a, (form) => equals(a, form));
  if (a.t === "cap" && b.t === "cap") return a.major === b.major && a.minor === b.minor;
  if (a.t === "enum" && b.t === "enum") return a.info === b.info && a.name === b.name;
  const x = numeric(a);
  const y = numeric(b);
  if (x !== null && y !== null) return x === y;
  if (a.t === "enum" || b.t === "enum") {
    return equals(a.t === "enum" ? a.value : a, b.t === "enum" ? b.value : b);
  }
  if (a.t === "str" && b.t === "str") return a.v === b.v;
  if (a.t === "none" || b.t === "none") return a.t === b.t;
  if (a.t === "version" && b.t === "version") return versionOrder(a.parts, b.parts) === 0;
  if (a.t === "seq" && b.t === "seq") {
    if (a.kind !== b.kind) return false;
    if (a.kind === "set") return setEquals(a.items, b.items);
    if (a.items.length !== b.items.length) return false;
    return every(a.items.map((item, index) => equals(item, b.items[index] ?? FALSE)));
  }
  if (a.t === "class" && b.t === "class") return a.info === b.info;
  return a.t === b.t || a.t === "inst" || b.t === "inst" ? null : false;
}

function every(answers: readonly (boolean | null)[]): boolean | null {
  if (answers.includes(false)) return false;
  return answers.includes(null) ? null : true;
}

/** Sets in sets are compared each with each, level by level: nobody lists architectures so. */
function setEquals(a: readonly Val[], b: readonly Val[]): boolean | null {
  if (a.length * b.length > MOST_PAIRS || a.some(holdsSet) || b.some(holdsSet)) return null;
  return every([...a.map((item) => contains(b, item)), ...b.map((item) => contains(a, item))]);
}

export function contains(items: readonly Val[], value: Val): boolean | null {
  const forms = value.t === "cap" ? inFormOfMembers(value, items) : items.map(() => value);
  const answers = items.map((item, index) => {
    const form = forms[index];
    return form === null || form === undefined ? null : equals(form, item);
  });
  if (answers.includes(true)) return true;
  return answers.includes(null) ? null : false;
}

export function compare(op: string, a: Val, b: Val, text: string): Val {
  const answer = a.t === "unknown" && a.oneOf !== undefined ? decideAll(op, a.oneOf, b) : decide(op, a, b);
  return answer === null ? unknown(text) : bool(answer);
}

/** The answer that all alternatives give. */
function decideAll(op: string, all: readonly Val[], b: Val): boolean | null {
  const isOrder = op.startsWith("<") || op.startsWith(">");
  // Nothing comes of `None < 9` but an exception: nobody gets past it.
  const answers = all.map((one) => (isOrder && one.t === "none" ? false : decide(op, one, b)));
  const [first = null] = answers;
  return answers.every((answer) => answer === first) ? first : null;
}

function decide(op: string, a: Val, b: Val): boolean | null {
  switch (op) {
    case "==":
      return equals(a, b);
    case "!=":
    case "<>":
      return negate(equals(a, b));
    case "is":
      return identical(a, b);
    case "is not":
      return negate(identical(a, b));
    case "in":
      return member(a, b);
    case "not in":
      return negate(member(a, b));
  }
  if (a.t === "seq" && b.t === "seq" && a.kind === "set" && b.kind === "set")
    return subset(op, a.items, b.items);
  const sign = order(a, b);
  if (sign === null) return null;
  switch (op) {
    case "<":
      return sign < 0;
    case "<=":
      return sign <= 0;
    case ">":
      return sign > 0;
    case ">=":
      return sign >= 0;
    default:
      return null;
  }
}

/** `{(9, 0)} <= SUPPORTED`: sets are ordered by what is in them. */
function subset(op: string, a: readonly Val[], b: readonly Val[]): boolean | null {
  const [small, big] = op.startsWith("<") ? [a, b] : [b, a];
  const inside = every(small.map((item) => contains(big, item)));
  return op.endsWith("=") || inside !== true ? inside : negate(setEquals(a, b));
}

function negate(answer: boolean | null): boolean | null {
  return answer === null ? null : !answer;
}

function identical(a: Val, b: Val): boolean | null {
  if (
    b.t === "none" &&
    a.t === "unknown" &&
    a.oneOf?.every(({ t }) => t !== "none" && t !== "unknown") === true
  )
    return false;
  if (isUnknown(a) || isUnknown(b)) return null;
  if (a.t === "none" || b.t === "none" || a.t === "bool" || b.t === "bool") {
    return a.t === b.t && (a.t !== "bool" || (b.t === "bool" && a.v === b.v));
  }
  return a.t === "enum" || a.t === "class" ? equals(a, b) : null;
}

function member(a: Val, b: Val): boolean | null {
  if (b.t === "unknown" && b.oneOf !== undefined) {
    const answers = b.oneOf.map((one) => member(a, one));
    return answers.every((answer) => answer === answers[0]) ? (answers[0] ?? null) : null;
  }
  if (b.t === "seq") return a.t === "unknown" && b.items.length > 0 ? null : contains(b.items, a);
  if (b.t === "dict")
    return contains(
      b.entries.map(([key]) => key),
      a,
    );
  if (b.t === "str" && a.t === "str") return b.v.includes(a.v);
  return null;
}

export function unary(op: string, value: Val, text: string): Val {
  if (op === "not") return not(value);
  const number = value.t === "cap" ? plainNumber(value) : numeric(value);
  if (number === null || value.t === "enum") return unknown(text);
  if (op === "~") return int(~number);
  const signed = op === "-" ? -number : number;
  return value.t === "float" ? { t: "float", v: signed } : int(signed);
}

/** A capability in arithmetic: `arch // 10`, `major * 10 + minor`. */
export function binary(op: string, a: Val, b: Val, text: string): Val {
  if (op === "%" && a.t === "str") return formatPercent(a.v, b) ?? unknown(text);
  if (a.t === "version" || b.t === "version") return unknown(text);
  const plainA = a.t === "cap" ? capNumber(a, op, b) : a;
  const plainB = b.t === "cap" ? int(plainNumber(b)) : b;
  return arithmetic(op, plainA, plainB) ?? oneOfSums(op, a, b, text) ?? unknown(text);
}

/** `common + (new if fast else old)`: a list, and one of several. */
function oneOfSums(op: string, a: Val, b: Val, text: string): Val | null {
  if (op !== "+" || (a.t === "seq" && b.t === "seq")) return null;
  const [these, those] = [alternatives(a), alternatives(b)];
  if (these.length * those.length > MOST_ALTERNATIVES) return null;
  const sums = these.flatMap((one) =>
    those.map((other) => (one.t === "seq" && other.t === "seq" ? sequences(op, one, other) : null)),
  );
  return sums.every((sum) => sum !== null) ? unknown(text, sums) : null;
}

function capNumber(cap: Cap, op: string, b: Val): Val {
  if (cap.unit === null && b.t === "int" && b.v === 100 && op === "//") return int(cap.major * 100);
  return int(plainNumber(cap));
}

function arithmetic(op: string, a: Val, b: Val): Val | null {
  const x = numeric(a);
  const y = numeric(b);
  if (x !== null && y !== null) {
    if (a.t === "bool" && b.t === "bool" && /^[&|^]$/.test(op)) return bool(calculate(op, x, y) === 1);
    const float = a.t === "float" || b.t === "float" || op === "/";
    const result = calculate(op, x, y);
    if (result === null || !Number.isFinite(result)) return null;
    return float ? { t: "float", v: result } : int(result);
  }
  if (a.t === "str" && b.t === "str" && op === "+") {
    return a.v.length + b.v.length > LONGEST ? null : str(a.v + b.v);
  }
  if (a.t === "seq" && b.t === "seq") return sequences(op, a, b);
  if (op === "*" && a.t === "seq" && b.t === "int" && a.items.length * b.v <= 1000) {
    return { t: "seq", kind: a.kind, items: Array.from({ length: b.v }, () => a.items).flat() };
  }
  return null;
}

type Seq = Extract<Val, { t: "seq" }>;

/** Values that grow past this are no architectures any more, and doubling ones would grow without end. */
const LONGEST = 10_000;
/** Set operations compare every pair. */
const MOST_PAIRS = 250_000;

/** A list that grows in a loop is none that somebody looks up. */
const MOST_ORIGINS = 8;

export function originsOf({ origin, madeOf }: Seq): readonly Origin[] {
  return origin === undefined ? (madeOf ?? []) : [origin];
}

function sequences(op: string, a: Seq, b: Seq): Val | null {
  if (a.items.length + b.items.length > MOST_MEMBERS) return null;
  if (a.kind === "set" && a.items.length * b.items.length > MOST_PAIRS) return null;
  if (op === "+" && a.kind === b.kind && a.kind !== "set") {
    const madeOf = [...originsOf(a), ...originsOf(b)].slice(0, MOST_ORIGINS);
    const sum = { t: "seq", kind: a.kind, items: [...a.items, ...b.items] } as const;
    return madeOf.length === 0 ? sum : { ...sum, madeOf };
  }
  if (a.kind !== "set" || b.kind !== "set") return null;
  const inB = (item: Val): boolean => contains(b.items, item) === true;
  const isSure = a.items.every((item) => contains(b.items, item) !== null);
  if (op !== "|" && !isSure) return null;
  if (op === "|") {
    const more = b.items.filter((item) => contains(a.items, item) !== true);
    return { t: "seq", kind: "set", items: [...a.items, ...more] };
  }
  if (op === "&") return { t: "seq", kind: "set", items: a.items.filter(inB) };
  if (op === "-") return { t: "seq", kind: "set", items: a.items.filter((item) => !inB(item)) };
  if (op === "^") {
    const more = b.items.filter((item) => contains(a.items, item) !== true);
    return { t: "seq", kind: "set", items: [...a.items.filter((item) => !inB(item)), ...more] };
  }
  return null;
}

function calculate(op: string, x: number, y: number): number | null {
  switch (op) {
    case "+":
      return x + y;
    case "-":
      return x - y;
    case "*":
      return x * y;
    case "/":
      return y === 0 ? null : x / y;
    case "//":
      return y === 0 ? null : Math.floor(x / y);
    case "%":
      return y === 0 ? null : x - Math.floor(x / y) * y;
    case "**":
      return x ** y;
    case "&":
      return x & y;
    case "|":
      return x | y;
    case "^":
      return x ^ y;
    case "<<":
      return x * 2 ** y;
    case ">>":
      return Math.floor(x / 2 ** y);
    default:
      return null;
  }
}

/** `str(value)`; null where it is not known. */
export function textOf(value: Val): string | null {
  switch (value.t) {
    case "str":
      return value.v;
    case "int":
      return String(value.v);
    case "float":
      return Number.isInteger(value.v) ? value.v.toFixed(1) : String(value.v);
    case "bool":
      return value.v ? "True" : "False";
    case "none":
      return "None";
    case "cap":
      return String(plainNumber(value));
    case "seq":
      return null;
    default:
      return null;
  }
}

function formatPercent(format: string, argument: Val): Val | null {
  const values = argument.t === "seq" && argument.kind === "tuple" ? [...argument.items] : [argument];
  const pieces: (string | null)[] = [];
  let end = 0;
  for (const match of format.matchAll(/%(?:%|(0?)(\d*)(?:\.(\d+))?([sdif]))/g)) {
    const [whole, zero = "", width = "", precision, kind = "s"] = match;
    pieces.push(format.slice(end, match.index));
    end = match.index + whole.length;
    const value = whole === "%%" ? undefined : values.shift();
    if (whole === "%%") pieces.push("%");
    else pieces.push(value === undefined ? null : formatOne(value, `${zero}${width}`, precision, kind));
  }
  return pieces.includes(null) || values.length > 0 ? null : str(pieces.join("") + format.slice(end));
}

function formatOne(value: Val, width: string, precision: string | undefined, kind: string): string | null {
  let text = textOf(value);
  if (text === null) return null;
  if (kind === "f") {
    const number = numeric(value);
    if (number === null) return null;
    const digits = precision === undefined ? 6 : Number(precision);
    if (digits > 100) return null;
    text = number.toFixed(digits);
  } else if (kind !== "s" && numeric(value) === null && value.t !== "cap") return null;
  if (Number(width || "0") > 1000) return null;
  return text.padStart(Number(width || "0"), width.startsWith("0") ? "0" : " ");
}

/** `format(value, spec)` for the few specifications that occur: "", "d", "02d", "!s". */
export function formatValue(value: Val, spec: string): string | null {
  const match = /^(?:!s)?:?(0?)(\d*)(?:\.(\d+))?([sdf]?)$/.exec(spec);
  if (match === null) return null;
  const [, zero = "", width = "", precision, kind = ""] = match;
  return formatOne(value, `${zero}${width}`, precision, kind || "s");
}

export function isTrue(value: Val): boolean {
  return truth(value) === true;
}

export { TRUE };
