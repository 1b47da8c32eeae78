/**
 * Where a variable is handed to somebody who may write to it, beside the assignments that name it: its address, a
 * reference to it, a call that may take one, a stream that reads into it. What only reads it is known as such: checks,
 * casts, calls that print, functions whose parameters the file shows. Of any other call it is not known.
 */
import { placesOf, type Code } from "../body/code";
import { PLAIN_TYPE } from "./assignments";
import { CHECK } from "./check-names";

/** The places, as token indices in source order, where the name is handed on in a way that may change it. */
export function lendingPlaces(code: Code, name: string): number[] {
  return placesOf(code, name).filter((at) => mayChange(code, at));
}

function mayChange(code: Code, place: number): boolean {
  const { tokens } = code;
  const textAt = (at: number): string => tokens[at]?.text ?? "";
  if (/^(?:\.|->|::)$/.test(textAt(place - 1))) return false;
  const { from, to } = withParentheses(code, place);
  const [before, after] = [textAt(from - 1), textAt(to)];
  // `(ok) = true`, `ok.store(true)`
  if (to > place + 1 && /^(?:[-+*/%|^&]|<<|>>)?=$/.test(after)) return true;
  if (/^(?:\.|->)$/.test(after) && WRITES.test(textAt(to + 1)) && textAt(to + 2) === "(") return true;
  if (/^(?:\+\+|--)$/.test(before) || /^(?:\+\+|--)$/.test(after)) return true;
  if (before === "&" && isAddress(code, from - 1)) return !isForReaders(code, from - 1);
  if ((before === ">>" || before === "&") && isStreamed(code, from - 1)) return true;
  if (/^[=?:]$/.test(before) && /^[;,:)}\]]$/.test(after)) return bindsReference(code, from - 1);
  if (!/^[(,{]$/.test(before) || !/^[,)}]$/.test(after)) return false;
  return isHandedOn(code, from);
}

/** Methods that give what they are called on another value. */
const WRITES =
  /^(?:store|exchange|compare_exchange_\w+|fetch_\w+|test_and_set|clear|reset|emplace|swap|assign)$/;

/** The name with the brackets that hold nothing else: `((ok))`. */
function withParentheses({ tokens, partners }: Code, place: number): { from: number; to: number } {
  let [from, to] = [place, place + 1];
  while (tokens[from - 1]?.text === "(" && partners[from - 1] === to && !isCallee(tokens[from - 2])) {
    from--;
    to++;
  }
  return { from, to };
}

function isCallee(token: Code["tokens"][number] | undefined): boolean {
  return token?.kind === "name" || token?.kind === "string" || /^[)\]}>]$/.test(token?.text ?? "");
}

/** Whether an `&` takes an address: no operand stands before it. `[&ok]` lets a lambda write, which is seen in its body. */
function isAddress(code: Code, at: number): boolean {
  const { tokens, partners } = code;
  const before = tokens[at - 1];
  if (before === undefined) return false;
  if (before.text === ")") {
    // a cast: `(void*)&ok`
    const open = partners[at - 1] ?? at;
    return tokens[at - 2]?.text === "*" && tokens[open + 1]?.kind === "name";
  }
  if (before.kind === "name")
    return /^(?:return|and|or|not|case|throw|co_return|co_yield)$/.test(before.text);
  if (before.kind === "number" || /^[\]}>]$/.test(before.text)) return false;
  return !isCapture(code, at);
}

function isCapture(code: Code, at: number): boolean {
  const open = openAround(code, at);
  return code.tokens[open]?.text === "[" && !isCallee(code.tokens[open - 1]);
}

/** `const bool* p = &ok`: nobody writes through it. */
function isForReaders(code: Code, ampersand: number): boolean {
  return code.tokens[ampersand - 1]?.text === "=" && declaresConstant(code, ampersand - 1);
}

/** `in >> ok;`, `archive & ok;`, `while (in >> ok)`: a statement, and no part of a value. */
function isStreamed({ tokens, partners }: Code, operator: number): boolean {
  for (let at = operator - 1; at >= 0 && operator - at < MOST_TOKENS; at--) {
    const text = tokens[at]?.text ?? "";
    if (/^[;{}]$/.test(text)) return operator - at > 1;
    if (text === "(") return /^(?:if|while)$/.test(tokens[at - 1]?.text ?? "");
    if (text === ")" && /^(?:if|while|for)$/.test(tokens[(partners[at] ?? 0) - 1]?.text ?? "")) return true;
    if (tokens[at]?.kind === "number" || ASSIGNS_OR_DECIDES.test(text) || text === "return") return false;
    const open = partners[at] ?? -1;
    if (open >= 0 && open < at) at = open;
  }
  return false;
}

const ASSIGNS_OR_DECIDES = /^(?:[-+*/%|^&]?=|<<|[<>=!]=|[<>?:,]|&&|\|\||[-+*/%|^])$/;
const MOST_TOKENS = 80;

/** `bool& r = ok`, `auto&& r = a ? ok : b`; through `const bool& r = ok` nobody writes. */
function bindsReference(code: Code, before: number): boolean {
  const { tokens, partners } = code;
  for (let at = before; at >= 0 && before - at < MOST_TOKENS; at--) {
    const text = tokens[at]?.text ?? "";
    if (text === "=") {
      const declarator = tokens[at - 1]?.text === "]" ? (partners[at - 1] ?? at) : at - 1;
      if (/^&&?$/.test(tokens[declarator - 1]?.text ?? "")) return !declaresConstant(code, at);
      return tokens.slice(Math.max(0, at - 6), at).some((one) => one.text === "reference_wrapper");
    }
    if (/^[;{}]$/.test(text) || (text === "(" && isCallee(tokens[at - 1]))) return false;
    const open = partners[at] ?? -1;
    if (open >= 0 && open < at) at = open;
  }
  return false;
}

/** Whether the declaration that ends at the token says `const` of what it refers to. */
function declaresConstant({ tokens }: Code, end: number): boolean {
  for (let at = end - 1; at >= 0 && end - at < 12; at--) {
    const text = tokens[at]?.text ?? "";
    // of `bool* const p` it is the pointer
    if (text === "const" || text === "constexpr") return tokens[at - 1]?.text !== "*";
    if (/^[;{}()]$/.test(text)) return false;
  }
  return false;
}

/** The bracket that is open at a token, where it holds no statements; else -1. */
function openAround({ tokens, partners }: Code, place: number): number {
  for (let at = place - 1; at >= 0; at--) {
    const partner = partners[at] ?? -1;
    if (/^[([{]$/.test(tokens[at]?.text ?? "") && (partner > place || partner < 0)) return at;
    // of a block, or of a `for`
    if (tokens[at]?.text === ";") return -1;
    if (partner >= 0 && partner < at) at = partner;
  }
  return -1;
}

/** Whether what is given to a call, or held by a brace, may be taken as a reference. */
function isHandedOn(code: Code, place: number): boolean {
  const open = openAround(code, place);
  const { tokens } = code;
  const bracket = tokens[open]?.text;
  if (bracket === "[" || open < 0) return false;
  const generic = tokens[open - 1]?.text === ">" ? templateOpen(code, open - 1) : open;
  // a kernel is given copies
  if (/^>+$/.test(tokens[open - 1]?.text ?? "") && generic === open) return false;
  const callee = tokens[generic - 1];
  if (bracket === "{") return isBrace(code, open) && !takesCopies(code, generic - 1);
  if (callee?.kind === "string") return /^"[=+]/.test(callee.text);
  if (callee?.kind !== "name") return /^[)\]}]$/.test(callee?.text ?? "") && !isCast(code, open - 1);
  if (callee.text.endsWith("_cast"))
    return (
      tokens.slice(generic, open).some(({ text }) => /^&&?$/.test(text)) && !isConstIn(code, generic, open)
    );
  if (takesCopies(code, generic - 1)) return false;
  return parameterTakes(code, callee.text, argumentIndex(code, open, place)) ?? true;
}

function isCast({ tokens, partners }: Code, close: number): boolean {
  const open = partners[close] ?? close;
  return tokens[close]?.text === ")" && close - open === 2 && PLAIN_TYPE.test(tokens[open + 1]?.text ?? "");
}

function isConstIn({ tokens }: Code, from: number, to: number): boolean {
  return tokens.slice(from, to).some(({ text }) => text === "const");
}

/** The `<` of `f<a, b>(`, looked for from its `>`; the bracket behind it where that is none. */
function templateOpen({ tokens }: Code, close: number): number {
  let depth = 0;
  for (let at = close; at >= 0 && close - at < 40; at--) {
    const text = tokens[at]?.text ?? "";
    if (/^>+$/.test(text)) depth += text.length;
    else if (/^<+$/.test(text)) depth -= text.length;
    else if (/^[;{}]$/.test(text)) break;
    // `<<<grid, block>>>`
    if (depth <= 0) return /^<<?$/.test(tokens[at - 1]?.text ?? "") || text.length > 1 ? close + 1 : at;
  }
  return close + 1;
}

/** Whether a brace holds values: `T{ok}`, `f({ok})`, and no block. */
function isBrace({ tokens }: Code, open: number): boolean {
  const before = tokens[open - 1];
  return before?.kind === "name"
    ? !OPENS_BLOCK.test(before.text)
    : /^(?:[=(,{\]:]|>+)$/.test(before?.text ?? "");
}

const OPENS_BLOCK = /^(?:else|do|try|const|noexcept|override|final|mutable)$/;

/** Whether a call, or what is made by brackets or braces behind a name, takes what it is given by value, by its name. */
function takesCopies(code: Code, at: number): boolean {
  const { tokens } = code;
  const [name, type] = [tokens[at]?.text ?? "", tokens[at - 1]?.text ?? ""];
  if (CONTROL.test(name) || PLAIN_TYPE.test(name) || CHECK.test(name) || READS.test(name)) return true;
  return PLAIN_TYPE.test(type) || (/^&&?$/.test(type) && declaresConstant(code, at));
}

const CONTROL =
  /^(?:if|while|switch|for|return|sizeof|decltype|alignof|typeid|noexcept|explicit|constexpr|and|or|not|case|throw|co_return)$/;

/** Calls that print, log, compare, convert or keep a copy, and macros that choose by a condition. */
const READS = new RegExp(
  [
    "^(?:v?s?n?f?printf|puts|format(?:_to)?|print(?:ln)?|str(?:cat|_cat)?|to_string|concat|min|max|clamp|abs|hash)$",
    "^(?:make_(?:pair|tuple|optional|unique|shared)|push_back|emplace(?:_back)?|insert|append|count|contains|find|at)$",
    "^(?:likely|unlikely|__builtin_expect|__builtin_assume|ignore_unused|static_assert|as_const|vector|array|pair|tuple|optional)$",
    "(?:DISPATCH|SWITCH|EXPECT|PRINT|TRACE|DEBUG|WARN|INFO|ERROR|LOG|STR|UNUSED)",
    "^(?:log|warn|print|debug|trace|info|error)[A-Z_]?\\w*$",
  ].join("|"),
);

function argumentIndex({ tokens, partners }: Code, open: number, place: number): number {
  let index = 0;
  for (let at = open + 1; at < place; at++) {
    if (tokens[at]?.text === ",") index++;
    const partner = partners[at] ?? -1;
    if (partner > at && partner < place) at = partner;
  }
  return index;
}

const shownByCode = new WeakMap<Code, Map<string, boolean | null>>();

/** Whether a function of the file takes a parameter so that it may write to it; null where the file shows none of that name. */
function parameterTakes(code: Code, name: string, index: number): boolean | null {
  let shown = shownByCode.get(code);
  if (shown === undefined) shownByCode.set(code, (shown = new Map<string, boolean | null>()));
  const key = `${index} ${name}`;
  let takes = shown.get(key);
  if (takes === undefined) shown.set(key, (takes = takesAt(code, name, index)));
  return takes;
}

function takesAt(code: Code, name: string, index: number): boolean | null {
  const { tokens, partners } = code;
  let takes: boolean | null = null;
  for (const at of placesOf(code, name)) {
    const close = tokens[at + 1]?.text === "(" ? (partners[at + 1] ?? -1) : -1;
    if (close < 0 || !declares(code, at)) continue;
    const parameter = parameterAt(code, at + 2, close, index);
    // of a call with the name of a type before it, `Lock held(ok)`, it is an argument
    if (parameter.length < 2 && !PLAIN_TYPE.test(parameter[0] ?? "")) continue;
    const isReference = parameter.some((text) => /^&&?$/.test(text)) && !parameter.includes("const");
    takes = takes === true || isReference;
  }
  return takes;
}

/** `void f(`, `Ver* f(`, `std::vector<int> f(`. */
function declares({ tokens }: Code, at: number): boolean {
  const before = tokens[at - 1];
  if (before?.kind === "name")
    return !/^(?:return|else|do|throw|case|and|or|not|co_return|co_await|new|delete)$/.test(before.text);
  return (
    /^(?:[*&>]|&&|::)$/.test(before?.text ?? "") && tokens[at - 2]?.kind === "name" && before?.text !== "::"
  );
}

function parameterAt({ tokens, partners }: Code, from: number, close: number, index: number): string[] {
  let which = 0;
  let depth = 0;
  const found: string[] = [];
  for (let at = from; at < close; at++) {
    const text = tokens[at]?.text ?? "";
    if (text === "<") depth++;
    else if (/^>+$/.test(text)) depth -= text.length;
    if (text === "," && depth <= 0) which++;
    else if (which === index) found.push(text);
    else if (text === "..." && which < index) return found;
    const partner = partners[at] ?? -1;
    if (partner > at) at = partner;
  }
  return found;
}
