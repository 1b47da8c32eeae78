import { certain, possible } from "./draft";
import { ALWAYS, andV, notV, orV } from "../values/logic";
import { conditionShape, depends, emit, operandOf, remarks } from "./finders";
import { valueOf, type Site } from "./site";
import type { BoolExpr, Expr } from "../syntax/syntax";
import { truth, type Vec } from "../values/values";

const OTHERS_DECIDE = "the rest of the condition may let it in or keep it out";

/**
 * Parts of a condition that the device alone settles where the rest is not known: `cc not in ((8, 0), (9, 0))` of
 * `head > 192 and cc not in ((8, 0), (9, 0))`. Each is a gate of its own, with fixes and without a finding.
 */
export function operandGates(site: Site, test: Expr, want: boolean, live: Vec): void {
  const value = valueOf(site, test);
  if (value !== undefined && !isSettled(value)) partsIn(site, test, want, live);
}

function isSettled(value: Vec): boolean {
  return value.every((one) => truth(one) !== undefined);
}

function partsIn(site: Site, node: Expr, want: boolean, live: Vec): void {
  if (node.kind === "unary" && node.op === "not") {
    partAt(site, node.operand, !want, live);
    return;
  }
  if (node.kind !== "bool") return;
  const settled = node.operands.filter(
    (operand) => depends(site, operand) && isSettled(valueOf(site, operand) ?? []),
  );
  for (const operand of node.operands) {
    if (!settled.includes(operand)) partAt(site, operand, want, live);
  }
  const [only, ...more] = settled;
  if (only === undefined) return;
  if (more.length === 0 || more.length + 1 === node.operands.length) emitPart(site, only, want, live);
  else emitPart(site, together(site, node, settled), want, live);
}

function partAt(site: Site, node: Expr, want: boolean, live: Vec): void {
  if (!depends(site, node)) return;
  if (isSettled(valueOf(site, node) ?? [])) emitPart(site, node, want, live);
  else partsIn(site, node, want, live);
}

/** Several operands that the device settles, read as one condition: `major == 12 and minor == 0` of three. */
function together(site: Site, { op }: BoolExpr, operands: readonly Expr[]): Expr {
  const [first, last] = [operands[0], operands.at(-1)];
  const node: BoolExpr = { kind: "bool", op, operands, start: first?.start ?? 0, end: last?.end ?? 0 };
  const values = operands.map((operand) => valueOf(site, operand) ?? ALWAYS);
  site.recorder.values.set(node, values.reduce(op === "and" ? andV : orV));
  return node;
}

function emitPart(site: Site, node: Expr, want: boolean, live: Vec): void {
  const value = valueOf(site, node) ?? ALWAYS;
  const admission = andV(live, want ? value : notV(value));
  if (certain(admission) === possible(live) || possible(admission) === 0) return;
  const span = { start: node.start, end: node.end };
  emit(site, {
    form: "operand",
    span,
    admission,
    consequence: null,
    remarks: remarks(site, span, []),
    operand: operandOf(site, node, want),
    exempt: () => OTHERS_DECIDE,
    shape: conditionShape(site, node, want),
  });
}
