/** Macro expansion as the standard has it: hide sets, arguments expanded first, `#`, `##`, `__VA_OPT__`. */
import { TooLarge } from "../logic/budget";
import type { Budget } from "../logic/budget";
import { HAS_OPERATORS } from "./expression";
import { takeOutSplices, tokenise } from "./lexer";
import type { Token } from "./lexer";
import { HideSet } from "./hide-set";
import type { Binding, MacroDefinition } from "./macros";

interface Item {
  readonly token: Token;
  readonly hidden: HideSet;
}

/** Calls within the arguments of calls; past this many the call stack itself would be at risk. */
const MOST_NESTED = 300;

export type BindingOf = (name: string) => Binding;

/**
 * Names of numbers (`isNumber`) stay as they are, so that one expansion serves whatever number each stands for; null
 * where that would show: in what `#` and `##` make of them, and beside a `defined` that is no longer an operator.
 *
 * Throws `TooLarge` where the budget runs out: definitions that double each other grow without end.
 */
export function expand(
  tokens: readonly Token[],
  bindingOf: BindingOf,
  budget: Budget,
  isNumber: (name: string) => boolean = () => false,
): Token[] | null {
  const expansion = new Expansion(bindingOf, budget, isNumber);
  const expanded = expansion.runPlain(tokens).map((item) => item.token);
  return expansion.numbersShow ? null : expanded;
}

class Expansion {
  private readonly bindingOf: BindingOf;
  private readonly budget: Budget;
  private readonly nothingHidden = new HideSet(new Set());
  private readonly isNumber: (name: string) => boolean;
  private nested = 0;
  /** Whether something was made of the spelling of a number's name. */
  numbersShow = false;

  constructor(bindingOf: BindingOf, budget: Budget, isNumber: (name: string) => boolean) {
    this.bindingOf = bindingOf;
    this.budget = budget;
    this.isNumber = isNumber;
  }

  runPlain(tokens: readonly Token[]): Item[] {
    return this.run(tokens.map((token) => ({ token, hidden: this.nothingHidden })));
  }

  /** `defined` protects its operand in the condition itself; in a macro's argument it is a name like any other. */
  private run(items: readonly Item[], inArgument = false): Item[] {
    const rest = [...items].reverse();
    const out: Item[] = [];
    for (let item = rest.pop(); item !== undefined; item = rest.pop()) {
      this.budget.spend();
      const { token, hidden } = item;
      if (token.kind !== "name" || hidden.has(token.text)) {
        out.push(item);
        continue;
      }
      if (HAS_OPERATORS.has(token.text) || (token.text === "defined" && !inArgument)) {
        out.push(item);
        if (!opensMacroOperand(token, rest)) this.copyOperand(rest, out, token.text !== "defined");
        continue;
      }
      if (this.isNumber(token.text)) {
        if (inArgument && isOperandOfDefined(out)) this.numbersShow = true;
        out.push(item);
        continue;
      }
      const binding = this.bindingOf(token.text);
      if (binding.kind !== "defined" || !this.expandCall(item, binding.macro, rest)) out.push(item);
    }
    return out;
  }

  /** The operand of `defined` and its like is not expanded. */
  private copyOperand(rest: Item[], out: Item[], nested: boolean): void {
    let depth = 0;
    do {
      const item = rest.pop();
      if (item === undefined) return;
      if (item.token.text === "(") depth++;
      else if (item.token.text === ")") depth--;
      else if (item.token.kind !== "name" && !nested) {
        rest.push(item);
        return;
      }
      // `#define D(x) defined(x)`: what comes out of an argument has been expanded.
      if (item.hidden !== this.nothingHidden && this.isNumber(item.token.text)) this.numbersShow = true;
      out.push(item);
    } while (depth > 0);
  }

  /**
   * Puts the replacement of a macro call on `rest`; answers false where there is none: for a function-like name alone,
   * and for a call with the wrong arguments, which g++ reports and passes over with the name.
   */
  private expandCall(item: Item, macro: MacroDefinition, rest: Item[]): boolean {
    if (macro.parameters === null) {
      const hidden = item.hidden.with(macro.name, this.budget);
      this.pushBack(rest, this.substitute(macro, new Map(), hidden), item.token);
      return true;
    }
    if (rest[rest.length - 1]?.token.text !== "(") return false;
    const before = rest.length;
    const call = takeArguments(rest);
    this.budget.spend(before - rest.length);
    const values = call === null ? null : bindArguments(macro, macro.parameters, call.values);
    if (call === null || values === null) return false;
    const hidden = item.hidden.common(call.close.hidden, this.budget).with(macro.name, this.budget);
    this.pushBack(rest, this.substitute(macro, values, hidden), item.token);
    return true;
  }

  private pushBack(rest: Item[], items: readonly Item[], from: Token): void {
    for (let i = items.length - 1; i >= 0; i--) {
      const item = items[i];
      if (item === undefined) continue;
      rest.push(
        i === 0 && item.token.spaced !== from.spaced
          ? { ...item, token: { ...item.token, spaced: from.spaced } }
          : item,
      );
    }
  }

  private substitute(
    macro: MacroDefinition,
    values: ReadonlyMap<string, readonly Item[]>,
    hidden: HideSet,
  ): Item[] {
    const expanded = new Map<string, Item[]>();
    const full = (name: string): Item[] => {
      const known = expanded.get(name) ?? this.runNested(values.get(name) ?? []);
      expanded.set(name, known);
      return known;
    };
    const body =
      macro.variadic === null ? macro.body : resolveVaOpt(macro.body, full(macro.variadic).length > 0);
    const out: Item[] = [];
    for (let i = 0; i < body.length; i++) {
      const token = body[i];
      if (token === undefined) continue;
      const next = body[i + 1];
      const value = values.get(token.text);
      if (token.text === "#" && macro.parameters !== null && next !== undefined && values.has(next.text)) {
        if (values.get(next.text)?.some((item) => this.isNumber(item.token.text)) === true)
          this.numbersShow = true;
        out.push({
          token: { ...token, kind: "string", text: asString(values.get(next.text) ?? []) },
          hidden: this.nothingHidden,
        });
        i++;
      } else if (token.text === "##" && next !== undefined && out.length > 0) {
        i++;
        this.paste(
          out,
          values.get(next.text) ?? [{ token: next, hidden: this.nothingHidden }],
          next.text === macro.variadic,
        );
      } else if (value !== undefined && token.kind === "name") {
        // An empty argument before `##` must leave something to paste to.
        const unpasted = next?.text === "##" ? (value.length > 0 ? value : [this.placemarker(token)]) : null;
        this.append(out, unpasted ?? full(token.text));
      } else out.push({ token, hidden: this.nothingHidden });
      this.budget.spend();
    }
    return out
      .filter((item) => item.token.text !== "")
      .map((item) => ({ token: item.token, hidden: item.hidden.union(hidden, this.budget) }));
  }

  private placemarker(token: Token): Item {
    return { token: { ...token, kind: "other", text: "" }, hidden: this.nothingHidden };
  }

  private runNested(items: readonly Item[]): Item[] {
    if (this.nested >= MOST_NESTED) throw new TooLarge();
    this.nested++;
    const out = this.run(items, true);
    this.nested--;
    return out;
  }

  /** Not `push(...items)`: there may be more of them than a call takes arguments. */
  private append(out: Item[], items: readonly Item[]): void {
    this.budget.spend(items.length);
    for (const item of items) out.push(item);
  }

  private paste(out: Item[], right: readonly Item[], variadic: boolean): void {
    const left = out[out.length - 1];
    const first = right[0];
    if (left === undefined) return;
    if (left.token.text === "," && variadic) {
      // GNU: a comma pasted to no variable arguments goes away.
      if (first === undefined) out.pop();
      else this.append(out, right);
      return;
    }
    if (first === undefined) return;
    if (this.isNumber(left.token.text) || this.isNumber(first.token.text)) this.numbersShow = true;
    const text = left.token.text + first.token.text;
    const pasted = tokenise(takeOutSplices(text), 0, text.length);
    const only = pasted[0];
    if (text !== "" && (pasted.length !== 1 || only === undefined)) {
      // No token: g++ reports it and leaves the two side by side.
      this.append(out, right);
      return;
    }
    out.pop();
    const token = only === undefined ? left.token : { ...left.token, kind: only.kind, text };
    out.push({ token, hidden: this.nothingHidden });
    this.append(out, right.slice(1));
  }
}

/** `__has_include(HEADER)`: what is not a header's name itself is a macro for one. Names of attributes are expanded too. */
function opensMacroOperand({ text }: Token, rest: readonly Item[]): boolean {
  if (text === "defined") return false;
  if (!text.startsWith("__has_include")) return true;
  const [operand, open] = rest.slice(-2);
  return open?.token.text === "(" && operand?.token.kind === "name";
}

/** `F(defined(X))`: the macros of an argument are expanded before it is known what becomes of it. */
function isOperandOfDefined(out: readonly Item[]): boolean {
  const [before, last] = [out.at(-2), out.at(-1)];
  return last?.token.text === "defined" || (last?.token.text === "(" && before?.token.text === "defined");
}

/** What `#` makes of an argument. */
function asString(items: readonly Item[]): string {
  const parts = items.map(({ token }, index) => {
    const escapes = token.kind === "string" || token.kind === "char";
    const text = escapes ? token.text.replace(/["\\]/g, "\\$&") : token.text;
    return index > 0 && token.spaced ? ` ${text}` : text;
  });
  return `"${parts.join("")}"`;
}

/** Takes `( … )` off the stack, split at the commas of the outermost level. */
function takeArguments(rest: Item[]): { values: Item[][]; close: Item } | null {
  rest.pop();
  const values: Item[][] = [[]];
  let depth = 0;
  for (let item = rest.pop(); item !== undefined; item = rest.pop()) {
    const { text } = item.token;
    if (text === ")" && depth === 0) return { values, close: item };
    if (text === "(") depth++;
    if (text === ")") depth--;
    if (text === "," && depth === 0) values.push([]);
    else values[values.length - 1]?.push(item);
  }
  return null;
}

/** Null where there are too few or too many. */
function bindArguments(
  macro: MacroDefinition,
  parameters: readonly string[],
  given: readonly (readonly Item[])[],
): Map<string, readonly Item[]> | null {
  const none = given.length === 1 && given[0]?.length === 0;
  const count = none && parameters.length === 0 ? 0 : given.length;
  if (count < parameters.length || (macro.variadic === null && count > parameters.length)) return null;
  const values = new Map<string, readonly Item[]>();
  parameters.forEach((parameter, index) => values.set(parameter, given[index] ?? []));
  if (macro.variadic !== null) values.set(macro.variadic, joinArguments(given.slice(parameters.length)));
  return values;
}

function joinArguments(values: readonly (readonly Item[])[]): Item[] {
  const joined: Item[] = [];
  values.forEach((value, index) => {
    const near = value[0] ?? values[index - 1]?.[0];
    if (index > 0 && near !== undefined)
      joined.push({ ...near, token: { ...near.token, kind: "punctuator", text: "," } });
    for (const item of value) joined.push(item);
  });
  return joined;
}

/** `__VA_OPT__(x)` is `x` where there are variable arguments, and nothing where there are none. */
function resolveVaOpt(body: readonly Token[], present: boolean): readonly Token[] {
  const start = body.findIndex((token) => token.text === "__VA_OPT__");
  if (start < 0 || body[start + 1]?.text !== "(") return body;
  let depth = 0;
  let end = start + 1;
  for (; end < body.length; end++) {
    if (body[end]?.text === "(") depth++;
    else if (body[end]?.text === ")" && --depth === 0) break;
  }
  const inner = present ? body.slice(start + 2, end) : [];
  return [...body.slice(0, start), ...inner, ...resolveVaOpt(body.slice(end + 1), present)];
}
