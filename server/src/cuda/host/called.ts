/** What a call stands for: a short function of the file, or a macro with parameters. */
import { parseExpression } from "./expression";
import type { Scope, ShortFunction } from "./scope";

const LONGEST_MACRO = 60;

/** Calls that give back what they are given. */
export const TRANSPARENT =
  /^(?:static_cast|int|__builtin_expect|likely|unlikely|bool|size_t|int32_t|uint32_t)$/;

/** What is called by this name, as far as it is one expression; null where it is not. */
export function calledAs(
  scope: Scope,
  name: string,
  at: number,
): Pick<ShortFunction, "parameters" | "template" | "result" | "at" | "isPlain"> | null {
  const called = scope.shortFunctionOf(name);
  if (called !== null) return called;
  const macro = scope.code.macros.get(name);
  const parameters = macro?.parameters ?? null;
  if (macro === undefined || parameters === null || macro.body.length > LONGEST_MACRO) return null;
  const result = parseExpression(macro.body, 0, macro.body.length);
  return result === null ? null : { parameters, template: [], result, at, isPlain: true };
}
