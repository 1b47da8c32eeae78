import { Scope } from "./scope";
import { evaluate, unknownOf } from "./evaluate";
import { gone } from "./enums";
import { assign } from "./targets";
import type { Frame } from "./frame";
import { notV, orV } from "../values/logic";
import { itemsOf } from "./loops";
import { DEVICES } from "../../arch/devices";
import type { Comprehension } from "../syntax/syntax";
import { lastName } from "../syntax/walk";
import { at, perDevice, TRUE, truth, tuple, unknown, type Val, type Vec } from "../values/values";

const MOST_ITEMS = 64;
type ForClause = Extract<Comprehension["clauses"][number], { kind: "for" }>;

/** A comprehension over a short, known list; else what stands inside is read once with unknown items. */
export function execComprehension(node: Comprehension, outer: Frame): Vec {
  const around = outer.around ?? outer.scope;
  const frame: Frame = { ...outer, scope: new Scope(), parent: outer, around };
  const rows: { item: Vec; when: Vec }[] = [];
  const before = outer.guards.length;
  // When, and whether to its end, somebody goes through it.
  if (node.read === "unknown") outer.guards.push({ test: [unknownOf(node, outer)], holds: true });
  const isKnown = collect(node, 0, [TRUE], frame, rows);
  outer.guards.length = before;
  if (!isKnown) return [unknownOf(node, outer)];
  const uniform = rows.every(({ item, when }) => item.length === 1 && when.length === 1);
  const build = (device: number): Val => {
    const items: Val[] = [];
    for (const { item, when } of rows) {
      const included = truth(at(when, device));
      if (included === undefined) return unknownOf(node, outer);
      if (included) items.push(at(item, device));
    }
    if (node.of !== "dict") return { t: "seq", kind: node.of === "set" ? "set" : "list", items };
    const entries = items.map((pair) => (pair.t === "seq" ? pair.items : []));
    return {
      t: "dict",
      entries: entries.flatMap(([key, value]) => (key && value ? [[key, value] as const] : [])),
    };
  };
  return uniform ? [build(0)] : perDevice((_, device) => build(device));
}

function collect(
  node: Comprehension,
  index: number,
  when: Vec,
  frame: Frame,
  rows: { item: Vec; when: Vec }[],
): boolean {
  const clause = node.clauses[index];
  if (clause === undefined) {
    const element = evaluate(node.element, frame);
    const value = node.value === null ? null : evaluate(node.value, frame);
    rows.push({ item: value === null ? element : pairs(element, value), when });
    if (node.read === "any") frame.guards.push({ test: conjunction(when, element), holds: false });
    if (node.read === "all") frame.guards.push({ test: orV(notV(when), element), holds: true });
    return rows.length <= MOST_ITEMS;
  }
  if (clause.kind === "if") {
    const test = evaluate(clause.test, frame);
    const place = frame.guards.push({ test, holds: true }) - 1;
    const isKnown = collect(node, index + 1, conjunction(when, test), frame, rows);
    frame.guards.splice(place, 1);
    return isKnown;
  }
  const list = gone(evaluate(clause.iterable, frame), frame);
  noteUse(node, clause, list, frame);
  const items = itemsOf(list, MOST_ITEMS);
  if (items === null) {
    assign(clause.target, [unknown("…")], frame);
    frame.guards.push({ test: [unknown("…")], holds: true });
    collect(node, index + 1, when, frame, rows);
    return false;
  }
  for (const item of items) {
    assign(clause.target, item, frame);
    if (!collect(node, index + 1, when, frame, rows)) return false;
  }
  return true;
}

/** `any(cc == one for one in LIST)`: the list that decides stands where it is defined. */
function noteUse(node: Comprehension, { target, iterable }: ForClause, list: Vec, { recorder }: Frame): void {
  const { element, read, clauses } = node;
  const one = list.length === 1 ? at(list, 0) : null;
  if (recorder === null || read !== "any" || clauses.length > 1 || element.kind !== "compare") return;
  if (one?.t !== "seq" || one.origin === undefined || one.origin.node === iterable) return;
  const isMember = element.ops.length === 1 && element.ops[0]?.op === "==";
  const names = element.operands.map(lastName);
  if (isMember && target.kind === "name" && names.includes(target.id)) recorder.uses.set(node, one.origin);
}

function conjunction(a: Vec, b: Vec): Vec {
  if (a.length === 1 && truth(at(a, 0)) === true) return b;
  return perDevice((_, device) => (truth(at(a, device)) === true ? at(b, device) : at(a, device)));
}

function pairs(key: Vec, value: Vec): Vec {
  if (key.length === 1 && value.length === 1) return [tuple([at(key, 0), at(value, 0)])];
  return DEVICES.map((_, device) => tuple([at(key, device), at(value, device)]));
}
