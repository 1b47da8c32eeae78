import { onDevices } from "../values/logic";
import { admittedDevices, parseArchList } from "../../arch/arch-list";
import type { Call, Expr } from "../syntax/syntax";
import type { Vec } from "../values/values";
import { lastName } from "../syntax/walk";

/** A constructor that takes the architecture to compile for. */
const COMPILE_TARGET = /^(?:GPUArch|GpuArch|TargetArch)$/;
/** What asks of options rather than setting one. */
const QUESTION = /^_*(?:is|has|needs?|uses?|wants?|contains?|match(?:es)?|equals?)_/i;

/** The architecture to compile for: in `GPUArch("sm_120a")`, in `f(options, GPUArch, "sm_120a")`; null in other calls. */
export function compileTargetOf(call: Call): Expr | null {
  if (COMPILE_TARGET.test(lastName(call.callee))) return call.args[0] ?? null;
  const isNamed = call.args.some((one) => one.kind !== "call" && COMPILE_TARGET.test(lastName(one)));
  return isNamed ? (call.args.find(({ kind }) => kind === "string") ?? null) : null;
}

/** `has_option(options, GPUArch, "sm_120a")`: whether that is compiled for. */
export function asksForTarget(node: Expr): node is Call {
  return node.kind === "call" && QUESTION.test(lastName(node.callee)) && compileTargetOf(node) !== null;
}

/** Yes on the devices that the code runs on; null where the call asks for no architecture. */
export function targetAnswer(node: Call): Vec | null {
  const target = asksForTarget(node) ? compileTargetOf(node) : null;
  const [name] = target?.kind === "string" ? target.parts : [];
  if (typeof name !== "string") return null;
  const { entries } = parseArchList(name);
  return entries.length === 0 ? null : onDevices(admittedDevices(entries));
}
