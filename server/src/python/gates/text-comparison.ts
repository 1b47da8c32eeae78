import type { Claim } from "../../gates/gate";
import { DEVICES } from "../../arch/devices";
import { inFormOf, spelledLike } from "../names/capability";
import { possible } from "./draft";
import { andV, notV, orV } from "../values/logic";
import { valueOf, type Site } from "./site";
import type { Compare, Expr } from "../syntax/syntax";
import { at, bool, perDevice, type Val, type Vec } from "../values/values";

export const TEXT_COMPARISON = "text-comparison";

/**
 * `arch >= "sm_89"` orders text, character by character: "sm_120" comes before "sm_89". What the condition would admit if
 * it ordered the numbers is what it promises; null where no text is ordered, or where that makes no difference.
 */
export function numericPromise(site: Site, test: Expr, want: boolean, live: Vec): Claim | null {
  const numeric = asNumbers(site, test);
  const text = valueOf(site, test);
  if (numeric === null || text === undefined) return null;
  const mask = possible(andV(live, want ? numeric.value : notV(numeric.value)));
  if (mask === possible(andV(live, want ? text : notV(text)))) return null;
  const { start, end } = numeric.first;
  return { text: site.module.source.text.slice(start, end), span: { start, end }, mask };
}

interface Numeric {
  readonly value: Vec;
  /** The first comparison of text. */
  readonly first: Compare;
}

function asNumbers(site: Site, node: Expr): Numeric | null {
  if (node.kind === "compare") {
    const value = comparedAsNumbers(site, node);
    return value === null ? null : { value, first: node };
  }
  if (node.kind === "unary" && node.op === "not") {
    const inner = asNumbers(site, node.operand);
    return inner === null ? null : { ...inner, value: notV(inner.value) };
  }
  if (node.kind !== "bool") return null;
  const numeric = node.operands.map((operand) => asNumbers(site, operand));
  const first = numeric.find((one) => one !== null)?.first;
  const values = node.operands.map((operand, i) => numeric[i]?.value ?? valueOf(site, operand));
  const known = values.filter((value) => value !== undefined);
  if (first === undefined || known.length < values.length) return null;
  return { value: known.reduce(node.op === "and" ? andV : orV), first };
}

const ORDERS: Readonly<Record<string, (a: number, b: number) => boolean>> = {
  "<": (a, b) => a < b,
  "<=": (a, b) => a <= b,
  ">": (a, b) => a > b,
  ">=": (a, b) => a >= b,
};

/** The comparison with the number in each text in place of the text; null when it orders no names of architectures. */
function comparedAsNumbers(site: Site, { operands, ops }: Compare): Vec | null {
  const order = ORDERS[ops[0]?.op ?? ""];
  const [left, right] = operands.map((operand) => valueOf(site, operand));
  if (ops.length !== 1 || order === undefined || left === undefined || right === undefined) return null;
  if ((left.length === 1) === (right.length === 1)) return null;
  const bound = at(left.length === 1 ? left : right, 0);
  const limit = numberOf(bound);
  if (bound.t !== "str" || limit === null || spelledLike(bound.v, { major: 9, minor: 0 }) === null)
    return null;
  const numbers = DEVICES.map((_, i) => {
    const value = at(left.length === 1 ? right : left, i);
    return numberOf(value.t === "cap" ? (inFormOf(value, bound) ?? value) : value);
  });
  if (numbers.includes(null)) return null;
  return perDevice((_, i) => {
    const own = numbers[i] ?? 0;
    return bool(left.length === 1 ? order(limit, own) : order(own, limit));
  });
}

/** 120 of "sm_120a", "12.0" and "120"; of "9" and "12" the major as it stands. */
function numberOf(value: Val): number | null {
  if (value.t !== "str") return null;
  const match = /^[a-z_]*(\d+)(?:\.(\d))?[a-z]?$/i.exec(value.v);
  if (match === null) return null;
  return match[2] === undefined ? Number(match[1]) : Number(match[1]) * 10 + Number(match[2]);
}
