import { evalCall } from "./calls";
import { inFormOfMembers, spelledLike } from "../names/capability";
import { execComprehension } from "./comprehension";
import { enclosing, type Frame, type Recorder } from "./frame";
import { isEnumeration, memberByName } from "./enums";
import { bindOnTheWay, given } from "./guards";
import { forgetTaken, storeOne } from "./in-place";
import { and, chooseV, or } from "../values/logic";
import { binary, compare, formatValue, unary } from "../values/operators";
import { evalCase } from "../values/patterns";
import { compareObjects, holdsObject, truthOfObject } from "./objects";
import { attributeOf, lookupName, setBeside } from "./resolve";
import type { BoolExpr, Compare, Expr, Str, Subscript } from "../syntax/syntax";
import { watchValue } from "../modules/watch";
import { MOST_MEMBERS } from "../values/size";
import {
  at,
  FALSE,
  int,
  map,
  map2,
  mapN,
  NONE,
  same,
  str,
  TRUE,
  truth,
  unknown,
  unknownPlace,
  type Val,
  type Vec,
  show,
} from "../values/values";

export function sourceText(node: Expr, frame: Frame): string {
  return frame.module.source.text.slice(node.start, node.end);
}

export function unknownOf(node: Expr, frame: Frame): Val {
  return unknownPlace(frame.module.source.text, node);
}

/** The value of an expression on each device. */
export function evaluate(node: Expr, frame: Frame): Vec {
  const { recorder, world } = frame;
  const { memo } = world;
  if (world.budget-- <= 0) {
    memo.concernsThisAnalysis();
    return [unknownOf(node, frame)];
  }
  if (recorder === null) return valueOf(node, frame);
  const value = recorder.watch === null ? valueOf(node, frame) : watched(node, frame, recorder);
  recorder.values.set(node, value);
  return value;
}

function watched(node: Expr, frame: Frame, recorder: Recorder): Vec {
  const { value, trace } = frame.world.memo.traced(() => valueOf(node, frame));
  watchValue(node, value, trace, recorder);
  return value;
}

function valueOf(node: Expr, frame: Frame): Vec {
  switch (node.kind) {
    case "name":
      return lookupName(node.id, frame);
    case "number":
      if (Number.isNaN(node.value)) return [unknownOf(node, frame)];
      return [node.float ? { t: "float", v: node.value } : int(node.value)];
    case "string":
      return stringValue(node, frame);
    case "constant":
      if (node.value === "...") return [unknown("...")];
      return [node.value === null ? NONE : node.value ? TRUE : FALSE];
    case "tuple":
    case "list":
    case "set":
      return sequenceValue(node.kind, node.items, node, frame);
    case "dict":
      return dictValue(node, frame);
    case "unary":
      return map((node.op === "not" ? evaluateTest : evaluate)(node.operand, frame), (value) =>
        unary(node.op, value, sourceText(node, frame)),
      );
    case "binary":
      return map2(evaluate(node.left, frame), evaluate(node.right, frame), (a, b) =>
        binary(node.op, a, b, sourceText(node, frame)),
      );
    case "bool":
      return operands(node, frame).reduce((left, right) => map2(left, right, node.op === "and" ? and : or));
    case "compare":
      return comparison(node, frame);
    case "call":
      return evalCall(node, frame);
    case "attribute": {
      if (node.object.kind === "name") {
        const path = `${node.object.id}.${node.name}`;
        const own = frame.scope.get(path) ?? setBeside(node.object.id, path, frame);
        if (own !== null) return own;
      }
      const object = evaluate(node.object, frame);
      forgetTaken(node, object, frame);
      return attributeOf(object, node.name, sourceText(node, frame), frame);
    }
    case "subscript":
      return subscript(node, frame);
    case "slice":
      for (const part of node.parts) if (part !== null) evaluate(part, frame);
      return [unknownOf(node, frame)];
    case "conditional": {
      const test = named(evaluateTest(node.test, frame), node.test, frame);
      return chooseV(
        test,
        given(frame, test, true, () => evaluate(node.then, frame)),
        given(frame, test, false, () => evaluate(node.otherwise, frame)),
      );
    }
    case "lambda":
      return [
        {
          t: "func",
          info: { module: frame.module, definition: node, owner: frame.owner, closure: enclosing(frame) },
        },
      ];
    case "comprehension":
      return execComprehension(node, frame);
    case "walrus": {
      const value = evaluate(node.value, frame);
      value.forEach(storeOne);
      bindOnTheWay(node.name, value, frame);
      return value;
    }
    case "starred":
      evaluate(node.value, frame);
      return [unknownOf(node, frame)];
    case "case":
      return evalCase(node, frame);
    case "opaque":
      for (const child of node.children) evaluate(child, frame);
      return [unknownOf(node, frame)];
  }
}

/** What is asked as a yes or no: an object of the project's own may have its own answer. */
export function evaluateTest(node: Expr, frame: Frame): Vec {
  const value = evaluate(node, frame);
  if (!holdsObject(value)) return value;
  const answer = truthOfObject(value, frame);
  frame.recorder?.values.set(node, answer);
  return answer;
}

/** `b` of `a and b` is reached where `a` holds. */
function operands({ operands: all, op }: BoolExpr, frame: Frame): Vec[] {
  const values: Vec[] = [];
  for (const operand of all) {
    const value = named(evaluateTest(operand, frame), operand, frame);
    values.push(value);
    frame.guards.push({ test: value, holds: op === "and" });
  }
  frame.guards.length -= all.length;
  return values;
}

/** A residual reads better with the words of the source than with how the value came about. */
function named(vec: Vec, node: Expr, frame: Frame): Vec {
  const one = vec.length === 1 ? at(vec, 0) : null;
  if (one === null || truth(one) !== undefined) return vec;
  if (one.t === "ext") return [unknownOf(node, frame)];
  const isName = node.kind === "name" || node.kind === "attribute" || node.kind === "call";
  return one.t === "unknown" && isName && !one.oneOf ? [unknownOf(node, frame)] : vec;
}

export function isKnown(value: Val): boolean {
  return value.t !== "unknown" && value.t !== "ext";
}

function stringValue(node: Str, frame: Frame): Vec {
  const parts = node.parts.map((part): Vec => {
    if (typeof part === "string") return [str(part)];
    return map(evaluate(part.value, frame), (value) => {
      const text = formatValue(value, part.format);
      return text === null ? unknownOf(node, frame) : str(text);
    });
  });
  if (parts.length === 0) return [str("")];
  return mapN(parts, (values) =>
    values.every((value) => value.t === "str")
      ? str(values.map((value) => value.v).join(""))
      : unknownOf(node, frame),
  );
}

function sequenceValue(
  kind: "tuple" | "list" | "set",
  items: readonly Expr[],
  node: Expr,
  frame: Frame,
): Vec {
  const origin = { module: frame.module, node };
  if (items.some((item) => item.kind === "starred")) {
    return spread(kind, items, node, frame);
  }
  if (items.length === 0) return [{ t: "seq", kind, items: [], origin }];
  return mapN(
    items.map((item) => evaluate(item, frame)),
    (values) => {
      values.forEach(storeOne);
      return { t: "seq", kind, items: values, origin };
    },
  );
}

function spread(kind: "tuple" | "list" | "set", items: readonly Expr[], node: Expr, frame: Frame): Vec {
  const parts = items.map((item) => evaluate(item.kind === "starred" ? item.value : item, frame));
  return mapN(parts, (values) => {
    const all: Val[] = [];
    for (const [index, value] of values.entries()) {
      if (items[index]?.kind !== "starred") all.push(value);
      else if (value.t === "seq" && all.length + value.items.length <= MOST_MEMBERS) all.push(...value.items);
      else return unknownOf(node, frame);
    }
    return { t: "seq", kind, items: all };
  });
}

function dictValue(node: Extract<Expr, { kind: "dict" }>, frame: Frame): Vec {
  const origin = { module: frame.module, node };
  if (node.entries.length === 0) return [{ t: "dict", entries: [], origin }];
  const keys = node.entries.map(({ key }) => (key === null ? null : evaluate(key, frame)));
  const values = node.entries.map(({ value }) => evaluate(value, frame));
  const all = [...keys.map((key): Vec => key ?? [NONE]), ...values];
  const isSpread = keys.includes(null);
  return mapN(all, (flat) => {
    const entries: (readonly [Val, Val])[] = [];
    for (const [index, key] of keys.entries()) {
      const value = flat[keys.length + index] ?? NONE;
      storeOne(value);
      if (key !== null) entries.push([flat[index] ?? NONE, value]);
      else if (value.t === "dict" && entries.length + value.entries.length <= MOST_MEMBERS)
        entries.push(...value.entries);
      else return unknownOf(node, frame);
    }
    return isSpread ? { t: "dict", entries } : { t: "dict", origin, entries };
  });
}

/** `a < b <= c` is `a < b and b <= c`. */
function comparison(node: Compare, frame: Frame): Vec {
  const values = node.operands.map((operand) => evaluate(operand, frame));
  noteUse(node, values, frame);
  const whole = sourceText(node, frame);
  const pairs = node.ops.map(({ op }, index) => {
    const [left, right] = [node.operands[index], node.operands[index + 1]];
    const text =
      node.ops.length === 1 || left === undefined || right === undefined
        ? whole
        : `${sourceText(left, frame)} ${op} ${sourceText(right, frame)}`;
    const [one, other]: [Vec, Vec] = [values[index] ?? [NONE], values[index + 1] ?? [NONE]];
    const own = holdsObject(one) || holdsObject(other) ? compareObjects(op, one, other, frame) : null;
    return own ?? map2(one, other, (a, b) => compare(op, a, b, text));
  });
  return pairs.reduce((left, right) => map2(left, right, and));
}

/** `x in TABLE`: the list that decides stands where the table is defined. */
function noteUse(node: Compare, values: readonly Vec[], frame: Frame): void {
  if (frame.recorder === null) return;
  const index = node.ops.findIndex(({ op }) => op === "in" || op === "not in");
  const left = values[index];
  const container = values[index + 1];
  if (index < 0 || left === undefined || container === undefined || left.length === 1) return;
  // One that is not the same for all stands nowhere as it is.
  if (container.length > 1) return;
  const list = at(container, 0);
  if (
    (list.t === "seq" || list.t === "dict") &&
    list.origin &&
    list.origin.node !== node.operands[index + 1]
  ) {
    frame.recorder.uses.set(node, list.origin);
  } else if (list.t === "unknown" && list.oneOf) {
    for (const one of list.oneOf) {
      if ((one.t === "seq" || one.t === "dict") && one.origin) frame.recorder.lists.add(one.origin.node);
    }
  }
}

function subscript(node: Subscript, frame: Frame): Vec {
  const object = evaluate(node.object, frame);
  const { index } = node;
  if (index.kind === "slice") {
    const bounds = index.parts.map((part) => (part === null ? [NONE] : evaluate(part, frame)));
    return mapN(
      [object, ...bounds],
      ([value, ...limits]) => sliced(value ?? NONE, limits) ?? unknownOf(node, frame),
    );
  }
  const key = evaluate(index, frame);
  const table = at(object, 0);
  if (frame.recorder !== null && key.length > 1 && table.t === "dict" && table.origin) {
    frame.recorder.uses.set(node, table.origin);
  }
  if (isEnumeration(table)) {
    return map(key, (one) => memberByName(table, one, frame) ?? unknownOf(node, frame));
  }
  return map2(object, key, (value, place) => item(value, place) ?? unknownOf(node, frame));
}

/** `value[key]`; null where it is not known or an exception. */
export function item(value: Val, key: Val): Val | null {
  if (value.t === "cap" && key.t === "int") {
    return key.v === 0 ? int(value.major) : key.v === 1 ? int(value.minor) : null;
  }
  if (value.t === "seq" && value.kind !== "set" && key.t === "int") return value.items.at(key.v) ?? null;
  if (value.t === "seq" && key.t === "unknown") {
    const [first] = value.items;
    const isOne = first !== undefined && value.items.every((one) => same(one, first));
    return isOne ? first : unknown(`…[${key.text}]`, value.items);
  }
  if (value.t === "str" && key.t === "int") {
    const char = Array.from(value.v).at(key.v);
    return char === undefined ? null : str(char);
  }
  if (value.t === "dict") {
    if (!isKnown(key)) {
      return value.entries.length === 0
        ? null
        : unknown(
            `{…}[${show(key)}]`,
            value.entries.map(([, entry]) => entry),
          );
    }
    return lookupKey(value.entries, key) ?? value.fallback ?? null;
  }
  return null;
}

export function lookupKey(entries: readonly (readonly [Val, Val])[], key: Val): Val | null {
  const keys = entries.map(([entry]) => entry);
  const forms = key.t === "cap" ? inFormOfMembers(key, keys) : keys.map(() => key);
  const index = keys.findLastIndex((entry, i) => {
    const form = forms[i];
    return form !== null && form !== undefined && compare("==", form, entry, "") === TRUE;
  });
  return entries[index]?.[1] ?? null;
}

const BIGGEST = 4096;

function sliced(value: Val, limits: readonly Val[]): Val | null {
  const bound = (limit: Val | undefined): number | undefined | null =>
    limit === undefined || limit.t === "none" ? undefined : limit.t === "int" ? limit.v : null;
  const [from, to, step] = [bound(limits[0]), bound(limits[1]), bound(limits[2])];
  if (from === null || to === null || (step !== undefined && step !== 1)) return null;
  if (value.t === "str" && value.v.length < BIGGEST) return str(Array.from(value.v).slice(from, to).join(""));
  if (value.t === "seq" && value.kind !== "set") {
    return { t: "seq", kind: value.kind, items: value.items.slice(from, to) };
  }
  // A name such as "sm_120": what follows its prefix is the number.
  if (value.t === "cap" && value.unit === null && to === undefined && from !== undefined && from > 1) {
    const name = spelledLike("sm_90", value);
    return name === null ? null : str(name.slice(from));
  }
  return null;
}
