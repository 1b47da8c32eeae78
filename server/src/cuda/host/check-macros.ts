/**
 * Calls of macros and functions that refuse when their first argument is false, `TORCH_CHECK(sm >= 90, "…")`, or when
 * their first two do not compare as the name says: `CHECK_EQ(sm, 90)`.
 */
import { placesWhere } from "../body/code";
import { CHECK, endOfFirstArgument } from "./check-names";
import type { HostReader } from "./reader";
import type { Range } from "./statements";

export interface Check {
  /** The token index of the macro's name. */
  readonly at: number;
  readonly condition: Range;
  /** The rest of its arguments. */
  readonly rest: Range;
  /** Where the macro compares its first two arguments: the operator that it stands for, and the second. */
  readonly comparison?: { readonly operator: string; readonly right: Range };
}

/** By the token index at which their conditions start. */
export type Checks = ReadonlyMap<number, Check>;

/** Every call of a macro that refuses when its first argument is false. */
export function checksOf(reader: HostReader): Checks {
  const { tokens, partners, macros } = reader.code;
  const found = new Map<number, Check>();
  const refuses = (name: string): boolean => {
    if (CHECK.test(name)) return true;
    const macro = macros.get(name);
    if (macro === undefined || macro.parameters?.length === 0) return false;
    return macro.body.some((part) => /^(?:throw|abort|exit)$/.test(part.text) || CHECK.test(part.text));
  };
  placesWhere(reader.code, refuses).forEach((at) => {
    const name = tokens[at]?.text ?? "";
    const close = tokens[at + 1]?.text === "(" ? (partners[at + 1] ?? -1) : -1;
    if (close < 0) return;
    const end = endOfFirstArgument(reader.code, at + 2, close);
    const check = { at, condition: { from: at + 2, to: end } };
    const operator = OPERATORS[COMPARES.exec(name)?.[1] ?? ""];
    if (operator === undefined) found.set(at + 2, { ...check, rest: { from: end, to: close } });
    else if (end < close) {
      const second = endOfFirstArgument(reader.code, end + 1, close);
      const right = { from: end + 1, to: second };
      found.set(at + 2, { ...check, rest: { from: second, to: close }, comparison: { operator, right } });
    }
  });
  return found;
}

const COMPARES = /(?:CHECK|ASSERT|REQUIRE|ENFORCE)\w*_(EQ|NE|GE|GT|LE|LT)$/;
const OPERATORS: Readonly<Record<string, string>> = {
  EQ: "==",
  NE: "!=",
  GE: ">=",
  GT: ">",
  LE: "<=",
  LT: "<",
};
