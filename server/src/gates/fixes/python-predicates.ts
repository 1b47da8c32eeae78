import { DEVICES } from "../../arch/devices";
import type { Call, Compare, Expr } from "../../python/syntax";
import { at, truth, type Vec } from "../../python/values";
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
  if (node.kind === "compare") return comparisonLike(node, want, opening);
  if (!want && node.kind !== "call" && node.kind !== "name") return null;
  if (node.kind === "call")
    return listArgument(node, opening) ?? numberArgument(node, opening) ?? siblingNames(node, opening);
  return node.kind === "name" || node.kind === "attribute" ? siblingNames(node, opening) : null;
}

/** `major == 12` beside `major == 9`; `sm in (120, 121)` beside `sm == 90`. */
function comparisonLike(node: Compare, want: boolean, opening: Opening): Alternative | null {
  const [op] = node.ops;
  const [left, right] = node.operands;
  if (node.ops.length !== 1 || left === undefined || right === undefined) return null;
  if (op?.op !== (want ? "==" : "!=")) return null;
  const { text } = opening.source;
  const style = styleOf(right, text);
  if (style === null || style === "minor") return null;
  const model = text.slice(right.start, right.end);
  const added = spelled(style, model, missing(opening.shape.valueOf(node) ?? [], want, opening));
  const name = text.slice(left.start, left.end);
  const [only] = added;
  if (only === undefined) return null;
  const test =
    added.length === 1
      ? `${name} ${op.op} ${only}`
      : `${name} ${want ? "in" : "not in"} (${added.join(", ")})`;
  return { text: test, edits: [], inPlace: false };
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
  if (left.length > 0) return null;
  const { text } = opening.source;
  const nameAt = callee.end - name.length;
  const texts = chosen.map(
    ({ name: other }) => text.slice(node.start, nameAt) + other + text.slice(callee.end, node.end),
  );
  return { text: texts.join(" or "), edits: chosen.flatMap(({ edits }) => edits), inPlace: false };
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
