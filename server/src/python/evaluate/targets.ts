import { call } from "./calls";
import { evaluate, sourceText } from "./evaluate";
import type { Frame } from "./frame";
import { assignItem, store } from "./in-place";
import { capabilityByName } from "../names/naming";
import { attributeOf, nameAlone, nameOf, note, ownName } from "./resolve";
import type { Expr } from "../syntax/syntax";
import { at, isUnknown, map, NONE, unknown, type Val, type Vec } from "../values/values";

/** Binds a target: a name, an attribute of `self`, or several at once. */
export function assign(target: Expr, value: Vec, frame: Frame): void {
  switch (target.kind) {
    case "name":
      store(value);
      frame.scope.set(target.id, byTarget(target.id, value, frame));
      if (frame.given?.name === target.id) frame.given.values.push(value);
      return;
    case "attribute":
      store(value);
      evaluate(target.object, frame);
      if (target.object.kind === "name") frame.scope.set(`${target.object.id}.${target.name}`, value);
      return;
    case "tuple":
    case "list":
      assignParts(target.items, value, frame);
      return;
    case "subscript":
      evaluate(target.object, frame);
      evaluate(target.index, frame);
      assignItem(target, value, frame);
      return;
    default:
      return;
  }
}

/** `a, *rest, b = value` */
function assignParts(targets: readonly Expr[], value: Vec, frame: Frame): void {
  const star = targets.findIndex(({ kind }) => kind === "starred");
  targets.forEach((target, index) => {
    const fromEnd = star >= 0 && index > star ? index - targets.length : index;
    const part = map(value, (whole) =>
      target.kind === "starred" ? restOf(whole, index, targets.length - 1 - index) : partAt(whole, fromEnd),
    );
    assign(target.kind === "starred" ? target.value : target, part, frame);
  });
}

/** What is between so many items at the front and so many at the end. */
export function restOf(whole: Val, before: number, behind: number): Val {
  const items = itemsIn(whole);
  if (items === null || items.length < before + behind) return unknown("…");
  return { t: "seq", kind: "list", items: items.slice(before, items.length - behind) };
}

function itemsIn(whole: Val): readonly Val[] | null {
  if (whole.t === "cap" && whole.unit === null)
    return [
      { t: "int", v: whole.major },
      { t: "int", v: whole.minor },
    ];
  return whole.t === "seq" && whole.kind !== "set" ? whole.items : null;
}

/** What `with value as name` gives the name. */
export function enter(node: Expr, value: Vec, frame: Frame): Vec {
  const lost: Vec = [unknown(sourceText(node, frame))];
  if (value.length > 1 || at(value, 0).t === "inst") {
    const method = attributeOf(value, "__enter__", "", { ...frame, recorder: null });
    if (method.length > 1 || at(method, 0).t !== "func") return lost;
    return call(at(method, 0), [], new Map(), frame, sourceText(node, frame)) ?? lost;
  }
  const isPlain =
    node.kind === "call" &&
    nameOf(node.callee) === "nullcontext" &&
    !evaluate(node.callee, { ...frame, recorder: null }).some(({ t }) => t === "func");
  return isPlain && node.args[0] !== undefined ? evaluate(node.args[0], { ...frame, recorder: null }) : lost;
}

const VERSION_TEXT = /version|split|shape|toolkit|nvcc|driver|release|parse|stride|size/i;
const DEVICE_TEXT = /capab|comput|_cc\b|device|arch|\bsm|_sm/i;

/** A variable named for a capability that an unknown call gives, one that speaks of devices and not of versions. */
function byTarget(id: string, value: Vec, frame: Frame): Vec {
  const one = value.length === 1 ? at(value, 0) : null;
  if (one === null || !isUnknown(one)) return value;
  const own = ownName(id, frame);
  if (own !== null) return own;
  const text = one.t === "unknown" ? one.text : one.t === "ext" ? one.path : "";
  if (VERSION_TEXT.test(text) || !DEVICE_TEXT.test(text)) return value;
  const cap = capabilityByName(id);
  if (cap === null) return nameAlone(id, frame) ?? value;
  note(frame.world, { kind: "name", text: `${id}: a capability, by its name` });
  return cap;
}

function partAt(whole: Val, index: number): Val {
  const items = itemsIn(whole);
  if (items !== null) return items.at(index) ?? NONE;
  if (whole.t === "unknown" && whole.oneOf?.every((one) => one.t === "seq")) {
    const parts = whole.oneOf.map((one) => one.items[index] ?? NONE);
    return unknown(`${whole.text}[${index}]`, parts);
  }
  return unknown(whole.t === "unknown" ? `${whole.text}[${index}]` : `…[${index}]`);
}
