/** `min(sm, 90)`: a newer device is taken for an older one. */
import { DEVICES } from "../../arch/devices";
import { numberIn } from "../names/capability";
import { isCapabilityNumber, tellsArchitectures } from "./members";
import { emit, remarks } from "./finders";
import { plain } from "./lists";
import { valueOf, type Site } from "./site";
import type { VersionLadderShape } from "../shape";
import type { Call, Expr, Stmt } from "../syntax/syntax";
import { at, bool, perDevice, type Unit, type Val, type Vec } from "../values/values";
import { visitStatements } from "../syntax/walk";

export const CLAMP = "clamp";

/** A call of `min` with the device's capability and the last one that is known. */
export function clampGate(node: Call, site: Site): void {
  if (node.callee.kind !== "name" || node.callee.id !== "min" || node.args.length !== 2) return;
  for (const [own, limit] of [node.args, [...node.args].reverse()]) {
    if (own !== undefined && limit !== undefined && clampAt(node, own, limit, site)) return;
  }
}

function clampAt(node: Call, own: Expr, limit: Expr, site: Site): boolean {
  const value = valueOf(site, own);
  const bounds = boundsOf(valueOf(site, limit));
  if (value === undefined || bounds === null) return false;
  const last = Math.max(...bounds);
  const unit = unitOfDevices(value);
  // A name alone may stand for something else, as the number of multiprocessors.
  const isSure = unit !== null || (isByName(value) && bounds.length > 1 && tellsArchitectures(bounds));
  if (!isSure) return false;
  const place = returnOf(limit, last, site) ?? node;
  const span = { start: place.start, end: place.end };
  if (site.gates.some((gate) => gate.form === CLAMP && gate.span.start === span.start)) return true;
  emit(site, {
    form: CLAMP,
    span,
    admission: perDevice((device) => bool(numberIn(unit ?? "tens", device) <= last)),
    consequence: "falls back",
    remarks: remarks(site, place, []),
    operand: () => (place === node ? { start: limit.start, end: limit.end } : span),
    shape: versionLadder(limit, last, site) ?? {
      kind: "list",
      span,
      members: [],
      style: "tens",
      entries: null,
    },
  });
  return true;
}

/** Where a function of this module gives the last that it knows: there a newer one belongs. */
function returnOf(limit: Expr, last: number, { module }: Site): Stmt | null {
  if (limit.kind !== "call" || limit.callee.kind !== "name") return null;
  const { id } = limit.callee;
  let found: Stmt | null = null;
  visitStatements(module.find(id), (statement) => {
    const value = statement.kind === "return" ? statement.value : null;
    if (value?.kind === "number" && value.value === last) found = statement;
  });
  return found;
}

/** What is compared is a toolkit's version, not an architecture. */
const TOOLKIT = /cuda|nvcc|toolkit|ctk/i;
const ARCHITECTURE = /capab|arch|(?:^|[^a-z])(?:sm|cc)(?:$|[^a-z])/i;

/** The ladder by versions of a toolkit at whose end that place stands; null where it is none. */
function versionLadder(limit: Expr, last: number, { module }: Site): VersionLadderShape | null {
  if (limit.kind !== "call" || limit.callee.kind !== "name") return null;
  let found: VersionLadderShape | null = null;
  visitStatements(module.find(limit.callee.id), (statement) => {
    if (statement.kind !== "if") return;
    const test = statement.arms.at(-1)?.test;
    const [only, ...more] = statement.otherwise ?? [];
    const isEnd = only?.kind === "return" && more.length === 0 && only.value?.kind === "number";
    if (!isEnd || only.value.value !== last || test?.kind !== "compare") return;
    const asked = test.operands[0];
    const name = asked === undefined ? "" : module.source.text.slice(asked.start, asked.end);
    if (!TOOLKIT.test(name) || ARCHITECTURE.test(name)) return;
    if (test.ops.length === 1 && test.ops[0]?.op === "<")
      found = { kind: "versions", test: plain(test), otherwise: plain(only), last };
  });
  return found;
}

/** All that the limit can be, where each is an architecture's number. */
function boundsOf(limit: Vec | undefined): readonly number[] | null {
  const only = limit?.length === 1 ? at(limit, 0) : null;
  const all: readonly Val[] = only === null ? [] : only.t === "unknown" ? (only.oneOf ?? []) : [only];
  const numbers = all.map((one) => (one.t === "int" ? one.v : -1));
  return numbers.length > 0 && numbers.every(isCapabilityNumber) ? numbers : null;
}

/** "tens" of a number that is the capability of each device, the oldest ones perhaps taken for a newer one. */
function unitOfDevices(value: Vec): Unit | null {
  const numbers = value.map((one) => (one.t === "int" ? one.v : NaN));
  const lowest = Math.min(...numbers);
  const isOwn = DEVICES.every((device, i) => numbers[i] === Math.max(lowest, numberIn("tens", device)));
  return value.length > 1 && isOwn ? "tens" : null;
}

function isByName(value: Vec): boolean {
  return (
    value.length > 1 && value.every((one) => one.t === "cap" && (one.unit === null || one.unit === "tens"))
  );
}
