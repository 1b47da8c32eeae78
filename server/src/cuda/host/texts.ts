/** Architectures as text: `arch == "9.0"`, `strcmp(sm, "sm_90") == 0`, `arch.starts_with("sm_9")`. */
import { DEVICES, type Device } from "../../arch/devices";
import { bare, parseExpression, pathOf, type Expression } from "./expression";
import { unitOfName } from "./names";
import type { Scope } from "./scope";
import type { Values } from "./values";

const ARCHITECTURE = /^((?:sm|compute)_?|)(?:(\d{1,2})\.(\d)|(\d{2,3}))[af]?$/;
const START = /^((?:sm|compute)_?|)(\d{1,3}|\d{1,2}\.\d?)$/;

/** The device that a text names, ten times its capability: 90 for "9.0", "sm_90a", "90"; null where it names none. */
export function archInText(text: string): number | null {
  const match = ARCHITECTURE.exec(text);
  if (match === null) return null;
  const capability = match[4] === undefined ? Number(match[2]) * 10 + Number(match[3]) : Number(match[4]);
  return capability >= 50 && capability < 140 ? capability : null;
}

/** Another device, written as a text names one: "12.0" like "9.0", "sm_120a" like "sm_90a". */
export function textLike(model: string, device: Device): string {
  return model.replace(/\d+\.\d|\d{2,3}/, (digits) =>
    digits.includes(".") ? device.name : String(device.capability),
  );
}

/**
 * What a comparison of an architecture with a text comes to; null where it is none. `isArchitecture` tells whether an
 * expression is the device's architecture.
 */
export function comparedAsText(
  expression: Expression,
  isArchitecture: (expression: Expression) => boolean,
): Values | null {
  if (expression.kind === "binary") {
    const [left, right] = [bare(expression.left), bare(expression.right)];
    const [text, other] = right.kind === "text" ? [right, left] : [left, right];
    const isEqual = expression.operator === "==";
    if (text.kind !== "text" || (!isEqual && expression.operator !== "!=")) return null;
    const capability = archInText(text.value);
    if (capability === null || !isArchitecture(other)) return null;
    return DEVICES.map((device) => (device.capability === capability) === isEqual);
  }
  return expression.kind === "call" ? calledWithText(expression, isArchitecture) : null;
}

function calledWithText(
  call: Expression & { kind: "call" },
  isArchitecture: (expression: Expression) => boolean,
): Values | null {
  const name = pathOf(call.callee).at(-1) ?? "";
  const texts = call.arguments.map(bare).flatMap((one) => (one.kind === "text" ? [one.value] : []));
  const [text] = texts;
  if (text === undefined || texts.length > 1) return null;
  if (name === "strcmp" && call.arguments.length === 2) {
    const other = call.arguments.find((one) => bare(one).kind !== "text");
    const capability = archInText(text);
    if (other === undefined || capability === null || !isArchitecture(other)) return null;
    return DEVICES.map((device) => (device.capability === capability ? 0 : 1));
  }
  const object = call.callee.kind === "path" ? call.callee.parts.at(-2) : undefined;
  if (object === undefined || call.arguments.length !== 1) return null;
  const holder: Expression = { ...call.callee, kind: "path", parts: [object], generic: "" };
  if (!isArchitecture(holder)) return null;
  if (name === "compare") {
    const capability = archInText(text);
    return capability === null ? null : DEVICES.map((device) => (device.capability === capability ? 0 : 1));
  }
  const start = name === "starts_with" ? START.exec(text)?.[2] : undefined;
  if (start === undefined) return null;
  return DEVICES.map(({ name: dotted, capability }) =>
    (start.includes(".") ? dotted : String(capability)).startsWith(start),
  );
}

/** How deep definitions are followed. */
const DEEPEST = 4;

/** Whether an expression is the device's architecture, by its name or by what it was made of. */
export function isArchitecture(scope: Scope, expression: Expression, at: number, depth = 0): boolean {
  const inner = bare(expression);
  if (inner.kind !== "path" && inner.kind !== "call") return false;
  const parts = pathOf(inner);
  const name = (parts.at(-1) ?? "").replace("()", "");
  if (scope.isReassigned(name, at)) return false;
  if (unitOfName(name) === "any") return true;
  const binding = parts.length === 1 && depth < DEEPEST ? scope.bindingOf(name, at) : null;
  const value = binding === null ? null : parseExpression(scope.code.tokens, binding.from, binding.to);
  return binding !== null && value !== null && isArchitecture(scope, value, binding.at, depth + 1);
}
