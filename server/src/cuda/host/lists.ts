/** Lists of architectures in containers, and what asks whether one of them holds the device: `archs.count(sm)`. */
import { DEVICES } from "../../arch/devices";
import type { Span } from "../../text/source";
import { bare, numberOf, parseExpression, pathOf, type Expression } from "./expression";
import { mayChange } from "./list-uses";
import { archInName } from "./names";
import type { Binding } from "./assignments";
import type { Scope } from "./scope";
import type { Values } from "./values";

export interface ListItem {
  readonly text: string;
  readonly value: number;
  readonly span: Span;
}

export interface ArchList {
  readonly binding: Binding;
  readonly items: readonly ListItem[];
  /** Whether the items are keys of something else. */
  readonly isMap: boolean;
  /** Where the value ends that holds them. */
  readonly end: number;
}

/** A question of membership: the list, what is looked for, and whether "yes" means that it is not there. */
export interface Membership {
  readonly list: ArchList;
  readonly wanted: Expression;
  readonly negated: boolean;
}

/** Longer containers are not read. */
const MOST_TOKENS = 600;
const MOST_STEPS = 4;

/** Whether a count compared in this way says that it is not there. */
const COUNTED: Readonly<Record<string, boolean>> = {
  "== 0": true,
  "< 1": true,
  "!= 0": false,
  "> 0": false,
  "== 1": false,
  ">= 1": false,
};

/** The question that an expression asks of a list, as seen from a token; null where it asks none. */
export function membershipIn(scope: Scope, expression: Expression, at: number): Membership | null {
  const inner = bare(expression);
  if (inner.kind === "call") {
    const parts = pathOf(inner.callee);
    const [wanted] = inner.arguments;
    const asks = /^(?:count|contains)$/.test(parts.at(-1) ?? "") && inner.arguments.length === 1;
    const list = asks && parts.length === 2 ? listNamed(scope, parts[0] ?? "", at) : null;
    return list === null || wanted === undefined ? null : { list, wanted, negated: false };
  }
  if (inner.kind !== "binary") return null;
  // `archs.count(sm) == 0`
  const right = bare(inner.right);
  const counted = right.kind === "number" ? COUNTED[`${inner.operator} ${right.value}`] : undefined;
  if (counted !== undefined) {
    const asked = membershipIn(scope, inner.left, at);
    return asked === null ? null : { ...asked, negated: asked.negated !== counted };
  }
  if (inner.operator !== "==" && inner.operator !== "!=") return null;
  // Only what is compared with an end is worth looking at: most conditions are not.
  const name = endOf(inner.right);
  const found = name === null ? null : searchIn(scope, inner.left, at, 0);
  const list = found === null ? null : listNamed(scope, found.name, at);
  if (found === null || list === null) return null;
  return found.name === name ? { list, wanted: found.wanted, negated: inner.operator === "==" } : null;
}

/** `archs.find(sm)`, `std::find(archs.begin(), archs.end(), sm)`, or a variable made of one. */
function searchIn(
  scope: Scope,
  expression: Expression,
  at: number,
  steps: number,
): { readonly name: string; readonly wanted: Expression } | null {
  const inner = bare(expression);
  if (inner.kind === "path" && inner.parts.length === 1 && steps < MOST_STEPS) {
    const binding = scope.bindingOf(inner.parts[0] ?? "", at);
    const value = binding === null ? null : parseExpression(scope.code.tokens, binding.from, binding.to);
    return binding === null || value === null ? null : searchIn(scope, value, binding.at, steps + 1);
  }
  if (inner.kind !== "call") return null;
  const parts = pathOf(inner.callee);
  const [first, second, third] = inner.arguments;
  if (parts.at(-1) !== "find" || first === undefined) return null;
  if (inner.arguments.length === 1 && parts.length === 2) return { name: parts[0] ?? "", wanted: first };
  const name = endOf(second);
  return third === undefined || name === null ? null : { name, wanted: third };
}

/** The container whose end it is: `archs.end()`, `std::end(archs)`. */
function endOf(expression: Expression | undefined): string | null {
  if (expression?.kind !== "call") return null;
  const parts = pathOf(expression.callee);
  if (!/^c?end$/.test(parts.at(-1) ?? "")) return null;
  if (expression.arguments.length === 0) return parts.length === 2 ? (parts[0] ?? null) : null;
  const [only] = expression.arguments;
  return only?.kind === "path" && only.parts.length === 1 ? (only.parts[0] ?? null) : null;
}

const lists = new WeakMap<Scope, Map<number, ArchList | null>>();

function listNamed(scope: Scope, name: string, at: number): ArchList | null {
  const binding = scope.bindingOf(name, at);
  if (binding === null) return null;
  const known = lists.get(scope) ?? new Map<number, ArchList | null>();
  lists.set(scope, known);
  let list = known.get(binding.at);
  if (list === undefined) {
    list = readList(scope, binding);
    known.set(binding.at, list);
  }
  return list;
}

function readList(scope: Scope, binding: Binding): ArchList | null {
  const { tokens, partners } = scope.code;
  let { from, to } = binding;
  if (to - from > MOST_TOKENS || mayChange(scope, binding)) return null;
  const isMap = saysMap(scope, binding.at);
  // `= {…}`, `= std::array{…}`, and `{{…}}` of a list
  while (
    from < to &&
    tokens[from]?.text !== "{" &&
    tokens[from]?.kind !== "number" &&
    tokens[to - 1]?.text === "}"
  )
    from++;
  while (
    tokens[from]?.text === "{" &&
    partners[from] === to - 1 &&
    !(isMap && tokens[from + 1]?.kind === "number")
  ) {
    from++;
    to--;
  }
  const items: ListItem[] = [];
  for (let at = from; at < to;) {
    const item = itemAt(scope, isMap && tokens[at]?.text === "{" ? at + 1 : at);
    if (item === null) return null;
    items.push(item);
    if (isMap && tokens[at]?.text === "{") at = (partners[at] ?? to) + 1;
    else while (at < to && tokens[at]?.text !== ",") at++;
    if (tokens[at]?.text === ",") at++;
  }
  const end = tokens[to]?.start ?? 0;
  return items.length < 2 ? null : { binding, items, isMap, end };
}

function saysMap({ code: { tokens } }: Scope, at: number): boolean {
  for (let back = at - 1; back > at - 40 && back >= 0; back--) {
    const text = tokens[back]?.text ?? "";
    if (/^[;{}]$/.test(text)) return false;
    if (/map$/i.test(text)) return true;
  }
  return false;
}

/** A number, or a constant named for an architecture, up to the next comma. */
function itemAt(scope: Scope, from: number): ListItem | null {
  const { tokens } = scope.code;
  let last = from;
  while (tokens[last + 1] !== undefined && !/^[,{}]$/.test(tokens[last + 1]?.text ?? "")) last++;
  const [first, end] = [tokens[from], tokens[last]];
  if (first === undefined || end === undefined || last - from > 6) return null;
  const value = last === from && end.kind === "number" ? numberOf(end.text) : null;
  const named = end.kind === "name" ? (scope.enumeratorOf(end.text) ?? archInName(end.text)) : null;
  const number = value ?? named;
  if (number === null) return null;
  return { text: end.text, value: number, span: { start: first.start, end: end.end } };
}

/** Whether the numbers of a list can be in the unit of these values: 90 beside 75 to 121. */
export function fits({ items }: ArchList, values: Values): boolean {
  const numbers = values.filter((value) => typeof value === "number");
  if (numbers.length !== DEVICES.length) return false;
  const [least, most] = [Math.min(...numbers), Math.max(...numbers)];
  return least >= 5 && items.every(({ value }) => value >= least * 0.4 && value <= most * 1.16);
}
