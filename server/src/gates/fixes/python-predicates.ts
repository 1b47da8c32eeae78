import { DEVICES } from "../../arch/devices";
import type { Call, Compare, Expr } from "../../python/syntax/syntax";
import { archLiteral } from "../../python/gates/members";
import { at, show, truth, type Vec } from "../../python/values/values";
import type { TextEdit } from "../edits";
import { literalMembers } from "./python-literals";
import { insertMembers, spelled, type Device } from "./python-members";
import { missing, nameOf, styleOf, type Opening } from "./python-opening";

/** A test like the one that is there, for the devices of the goal. */
export interface Alternative {
  readonly text: string;
  /** What else must change: an import, or, `inPlace`, the test itself. */
  readonly edits: readonly TextEdit[];
  readonly inPlace: boolean;
}

export function alternativeTest(node: Expr, want: boolean, opening: Opening): Alternative | null {
  if (node.kind === "unary" && node.op === "not") {
    const inner = alternativeTest(node.operand, !want, opening);
    return inner === null || inner.inPlace ? null : { ...inner, text: `not ${inner.text}` };
  }
  if (node.kind === "compare") {
    const wanted = missing(opening.shape.valueOf(node) ?? [], want, opening);
    return comparisonLike(node, want, wanted, opening) ?? besideContainer(node, want, wanted, opening);
  }
  if (!want && node.kind !== "call" && node.kind !== "name") return null;
  if (node.kind === "call")
    return listArgument(node, opening) ?? numberArgument(node, opening) ?? siblingNames(node, opening);
  return node.kind === "name" || node.kind === "attribute" ? siblingNames(node, opening) : null;
}

/** `major == 12` beside `major == 9`; `sm in (120, 121)` beside `sm == 90`. */
function comparisonLike(
  node: Compare,
  want: boolean,
  wanted: readonly Device[],
  opening: Opening,
): Alternative | null {
  const [op] = node.ops;
  const [left, right] = node.operands;
  if (node.ops.length !== 1 || left === undefined || right === undefined) return null;
  if (op?.op !== (want ? "==" : "!=")) return null;
  const { text } = opening.source;
  const style = styleOf(right, text);
  if (style === null || style === "minor") return null;
  const model = text.slice(right.start, right.end);
  const name = text.slice(left.start, left.end);
  return oneOf(name, spelled(style, model, wanted), want);
}

function oneOf(name: string, added: readonly string[], want: boolean): Alternative | null {
  const [only] = added;
  if (only === undefined) return null;
  const test =
    added.length === 1
      ? `${name} ${want ? "==" : "!="} ${only}`
      : `${name} ${want ? "in" : "not in"} (${added.join(", ")})`;
  return { text: test, edits: [], inPlace: false };
}

/** `major == 12` beside `major in SUPPORTED`, written as the members of the list are. */
function besideContainer(
  node: Compare,
  want: boolean,
  wanted: readonly Device[],
  opening: Opening,
): Alternative | null {
  const [left, right] = node.operands;
  if (node.ops.length !== 1 || left === undefined || right === undefined) return null;
  if (opening.definedElsewhere || node.ops[0]?.op !== (want ? "in" : "not in")) return null;
  const members = opening.shape.valueOf(right);
  const list = members?.length === 1 ? members[0] : undefined;
  if (list?.t !== "seq" || list.items.length === 0) return null;
  const literal = archLiteral(
    right,
    list.items.map(() => right),
    list.items,
    opening.source.text,
    null,
  );
  if (literal === null || literal.style === "minor" || literal.style === "gencode") return null;
  const last = list.items.at(-1);
  const model = literal.style === "tuple" ? "(0, 0)" : last === undefined ? "" : show(last);
  return oneOf(opening.source.text.slice(left.start, left.end), spelled(literal.style, model, wanted), want);
}

/** `_match_sm_version(device, ["100", "103"])`: the list in the call. */
function listArgument(node: Call, opening: Opening): Alternative | null {
  const lists = [...node.args, ...node.keywords.map(({ value }) => value)];
  for (const argument of lists) {
    const list = literalMembers(argument, opening.source.text);
    if (list === null) continue;
    const wanted = missing(opening.shape.valueOf(node) ?? [], true, opening);
    const edits = insertMembers(
      opening.source,
      list,
      spelled(list.style, list.members.at(-1)?.text ?? "", wanted),
    );
    if (edits.length > 0) return { text: "", edits, inPlace: true };
  }
  return null;
}

/** `family(120)` beside `family(100)`: the same call with another number. */
function numberArgument(node: Call, opening: Opening): Alternative | null {
  const { text } = opening.source;
  const [argument] = [...node.args, ...node.keywords.map(({ value }) => value)].filter(
    (one) => styleOf(one, text) !== null && styleOf(one, text) !== "minor",
  );
  const style = argument === undefined ? null : styleOf(argument, text);
  if (argument === undefined || style === null) return null;
  const model = text.slice(argument.start, argument.end);
  const wanted = missing(opening.shape.valueOf(node) ?? [], true, opening);
  const exact = /(?:^|_)is_device_capability$/.test(nameOf(node.callee));
  const numbers =
    exact || style === "tuple" ? spelled(style, model, wanted) : spelled(style, model, wanted.slice(0, 1));
  if (numbers.includes(model) || numbers.length === 0) return null;
  const calls = numbers.map(
    (number) => text.slice(node.start, argument.start) + number + text.slice(argument.end, node.end),
  );
  return { text: calls.join(" or "), edits: [], inPlace: false };
}

/** `is_sm120_supported()` beside `is_sm100_supported()`, where there is one of that name. */
function siblingNames(node: Expr, opening: Opening): Alternative | null {
  const callee = node.kind === "call" ? node.callee : node;
  const name = nameOf(callee);
  const wanted = missing(opening.shape.valueOf(node) ?? [], true, opening);
  const chosen: { name: string; edits: readonly TextEdit[] }[] = [];
  let left = wanted;
  for (const candidate of candidates(name, wanted)) {
    if (left.length === 0) break;
    const found = opening.shape.sibling(name, candidate);
    if (found === null) continue;
    const served = left.filter((device) => admits(found.value, device));
    if (served.length === 0) continue;
    chosen.push({ name: candidate, edits: found.edits });
    left = left.filter((device) => !served.includes(device));
  }
  if (left.length > 0) return boundLike(node, wanted, opening);
  const { text } = opening.source;
  const nameAt = callee.end - name.length;
  const texts = chosen.map(
    ({ name: other }) => text.slice(node.start, nameAt) + other + text.slice(callee.end, node.end),
  );
  return { text: texts.join(" or "), edits: chosen.flatMap(({ edits }) => edits), inPlace: false };
}

/** `cc[0] == 12` beside `has_sm100`, which stands for `cc[0] == 10`; with what else is asked for there. */
function boundLike(node: Expr, wanted: readonly Device[], opening: Opening): Alternative | null {
  const bound = node.kind === "name" ? opening.shape.bound(node.id) : null;
  if (bound === null || bound.kind === "compare") {
    return bound === null ? null : comparisonLike(bound, true, wanted, opening);
  }
  const { text } = opening.source;
  for (const operand of bound.operands) {
    const like = operand.kind === "compare" ? comparisonLike(operand, true, wanted, opening) : null;
    if (like === null) continue;
    const whole = text.slice(bound.start, operand.start) + like.text + text.slice(operand.end, bound.end);
    return { ...like, text: whole };
  }
  return null;
}

function admits(value: Vec, device: Device): boolean {
  const answer = at(value, DEVICES.indexOf(device));
  return answer.t === "func" || answer.t === "partial" || truth(answer) !== false;
}

/** `is_sm100a_supported`: with 12x, 120, 120a, 121 and so on in its place. */
function candidates(name: string, devices: readonly Device[]): string[] {
  const match = /^(.*?sm_?)(\d{2,3})([afx]?)(.*)$/i.exec(name);
  if (match === null) return [];
  const [, before = "", , suffix = "", after = ""] = match;
  const [first] = devices;
  if (first === undefined) return [];
  const family = devices.length > 1 ? [`${String(first.major)}x`, `${String(first.capability)}f`] : [];
  const each = devices.flatMap(({ capability }) => [
    `${String(capability)}${suffix}`,
    String(capability),
    `${String(capability)}a`,
  ]);
  return [...new Set([...family, ...each])].map((number) => before + number + after);
}
