/** What a piece of code does, as far as somebody cares who was sent there instead of to the real thing. */
import type { Token } from "../lexer";
import type { Span } from "../../text/source";
import { asmStatements } from "../ptx/asm";
import { callArguments } from "../ptx/literals";
import type { TextMacro } from "../ptx/literals";
import { parsePtx } from "../ptx/parse";
import { directivesIn, firstTokenAt } from "./code";
import type { Code } from "./code";
import { conditionBefore, statementsOf, tokensOf } from "./statements";

/** Strongest last: a piece of code does what its strongest statement does. */
export const EFFECTS = [
  "nothing", // empty, comments, `(void)x`
  "declares", // declarations and macro definitions alone
  "returns", // `return;`
  "returns zero", // `return 0`, `return {}`, `return false`
  "traps", // `#error`, `__trap()`, `assert(false)`, `throw`, a message and nothing else
  "works", // anything else
] as const;
export type Effect = (typeof EFFECTS)[number];

export interface EffectOf {
  readonly effect: Effect;
  /** The statement that decided it; null where there is none. */
  readonly span: Span | null;
}

/** One thread that speaks for all. */
const BY_THREAD = /^(?:threadIdx|blockIdx|thread\w*|tid\w*|lane\w*|warp\w*|\w*leader\w*)$/i;

/**
 * Whether all who get into the span come to its effect: nothing in front of it asks for more. For a message it is
 * enough that one thread gives it.
 */
export function isForAll(code: Code, span: Span, { effect, span: place }: EffectOf): boolean {
  if (place === null) return true;
  const from = firstTokenAt(code.tokens, span.start);
  const condition = conditionBefore(code, from, firstTokenAt(code.tokens, place.start));
  if (condition === null) return true;
  return (
    effect === "traps" &&
    condition[1]?.text !== "constexpr" &&
    condition.some(({ text }) => BY_THREAD.test(text))
  );
}

const TRAP_CALLS = new Set(
  (
    "__trap __brkpt __builtin_trap __builtin_unreachable __builtin_abort abort exit _exit CUTE_INVALID_CONTROL_PATH " +
    "CUTE_RUNTIME_ASSERT NO_DEVICE_CODE __assert_fail __assertfail unreachable"
  ).split(" "),
);
/** `assert` under whatever name a project has for it. */
const CHECK_CALL = /assert|check|require|ensure|verify/i;
const PRINTS = new Set("printf fprintf puts vprintf print cerr cout".split(" "));
const DISCARDS =
  /^(?:void|[A-Z0-9_]*UNUSED[A-Z0-9_]*|CUTLASS_UNUSED|unused|ignore_unused|UNREFERENCED_PARAMETER)$/;
const DECLARES = new Set(
  (
    "using typedef namespace template struct class enum union extern friend static constexpr const constinit static_assert " +
    "public private protected alignas thread_local __device__ __host__ __constant__ __shared__ __global__ inline auto"
  ).split(" "),
);
/** Calls that only compute: a declaration whose initialiser makes no other call has no effect by itself. */
const PURE_CALL =
  /^(?:sizeof|alignof|decltype|declval|\w+_cast|min|max|ceil_div|ceildiv|cdiv|div_up|this_\w+|tiled_partition|make_\w+|get|size|Int|\w*idx\w*|\w*_t|int|float|T|__cvta_\w+)$/i;

/** What the code in the span does, directives inside it included. */
export function effectOf(code: Code, span: Span): EffectOf {
  const from = firstTokenAt(code.tokens, span.start);
  const to = firstTokenAt(code.tokens, span.end);
  let strongest: EffectOf = { effect: "nothing", span: null };
  for (const statement of statementsOf(code, from, to)) {
    const tokens = tokensOf(code, statement);
    const effect = statementEffect(code, tokens, 0);
    if (rank(effect) > rank(strongest.effect)) strongest = { effect, span: spanOf(tokens) };
    // Nothing is stronger: what else stands there is not looked at.
    if (effect === "works") return strongest;
  }
  const byDirectives = directiveEffect(code, span);
  return rank(byDirectives.effect) >= rank(strongest.effect) ? byDirectives : strongest;
}

/**
 * Whether the code gives back constants and does nothing else: a function that answers one thing here and another there
 * tells what it was compiled for.
 */
export function onlyAnswers(code: Code, span: Span): boolean {
  const { tokens } = code;
  let answers = false;
  for (const statement of statementsOf(
    code,
    firstTokenAt(tokens, span.start),
    firstTokenAt(tokens, span.end),
  )) {
    const [first, ...value] = tokensOf(code, statement);
    const spelled = value.map((token) => token.text).join("");
    if (first?.text !== "return" || !(CONSTANT.test(spelled) || isZero(spelled))) return false;
    answers = true;
  }
  return answers;
}

/** A literal, or a name that is spelled like a constant's: `true`, `-1`, `Kind::fast`, `kFast`, `FAST`. */
const CONSTANT = /^(?:true|[-+]?\.?\d[\w.]*|(?:\w+::)+\w+|k[A-Z]\w*|[A-Z][A-Z0-9_]+)$/;

function rank(effect: Effect): number {
  return EFFECTS.indexOf(effect);
}

function spanOf(tokens: readonly Token[]): Span | null {
  const first = tokens[0];
  const last = tokens[tokens.length - 1];
  return first === undefined || last === undefined ? null : { start: first.start, end: last.end };
}

function directiveEffect(code: Code, span: Span): EffectOf {
  let strongest: EffectOf = { effect: "nothing", span: null };
  for (const directive of directivesIn(code, span)) {
    const place = { start: directive.start, end: directive.end };
    if (directive.keyword === "error") return { effect: "traps", span: place };
    if (directive.keyword === "define" || directive.keyword === "undef" || directive.keyword === "include")
      strongest = { effect: "declares", span: strongest.span ?? place };
  }
  return strongest;
}

/** Macros of the file are looked into this deep. */
const MAX_DEPTH = 3;

function statementEffect(code: Code, tokens: readonly Token[], depth: number): Effect {
  const first = tokens[0];
  if (first === undefined) return "nothing";
  if (first.text === "throw") return "traps";
  if (first.text === "return") return returnEffect(code, tokens, depth);
  if (first.text === "break" || first.text === "continue") return "nothing";
  if (/^(?:asm|__asm__|__asm)$/.test(first.text)) return asmEffect(code, tokens);
  if (/^(?:if|for|while|switch)$/.test(first.text)) return conditionEffect(tokens);
  if (first.text === "(" && tokens[1]?.text === "void" && tokens[2]?.text === ")") return "nothing";
  const called = calleeOf(tokens);
  const callee = called === null ? undefined : tokens[called];
  if (called !== null && callee !== undefined) {
    if (TRAP_CALLS.has(callee.text)) return "traps";
    if (CHECK_CALL.test(callee.text)) return checkEffect(code, tokens, called, depth);
    if (PRINTS.has(callee.text)) return "traps";
    if (DISCARDS.test(callee.text)) return "nothing";
  }
  if (TRAP_CALLS.has(first.text) && tokens.length === 1) return "traps";
  const macro = called === null || called === 0 ? code.macros.get(first.text) : undefined;
  if (macro !== undefined && depth < MAX_DEPTH) return macroEffect(code, macro, depth);
  return isDeclaration(tokens) ? "declares" : "works";
}

/** The index of the name that the statement calls, where it is a call and nothing else. */
function calleeOf(tokens: readonly Token[]): number | null {
  let at = 0;
  while (tokens[at]?.text === "::" || tokens[at + 1]?.text === "::") at++;
  return tokens[at]?.kind === "name" && tokens[at + 1]?.text === "(" ? at : null;
}

function checkEffect(code: Code, tokens: readonly Token[], at: number, depth: number): Effect {
  const name = tokens[at]?.text ?? "";
  const condition = callArguments(tokens, at + 1)?.values[0] ?? [];
  const spelled = condition.map((token) => token.text).join("");
  if (/^(?:\(*(?:false|0)\)*(?:$|&&|and")|!"|!\(")/.test(spelled) || /&&(?:false|0)$/.test(spelled))
    return "traps";
  // `static_assert(dependent_false<T>)`, `static_assert(sizeof(T) == 0, "…")`
  if (/dependent_?false|always_?false|sizeof\(\w+\)==0|^!sizeof/i.test(spelled)) return "traps";
  if (/static/i.test(name)) return "declares";
  if (/assert/i.test(name)) return "nothing";
  const macro = code.macros.get(name);
  return macro === undefined || depth >= MAX_DEPTH ? "works" : macroEffect(code, macro, depth);
}

function returnEffect(code: Code, tokens: readonly Token[], depth: number): Effect {
  if (tokens.length === 1) return "returns";
  const spelled = tokens
    .slice(1)
    .map((token) => token.text)
    .join("");
  if (isZero(spelled)) return "returns zero";
  const rest = tokens.slice(1);
  const called = calleeOf(rest);
  const callee = called === null ? undefined : rest[called]?.text;
  if (callee !== undefined && (TRAP_CALLS.has(callee) || code.macros.has(callee)))
    return statementEffect(code, rest, depth + 1) === "traps" ? "traps" : "works";
  return "works";
}

const ZERO = /^[-+]?0(?:[xX]0+)?[0.]*[uUlLfFhH]*$/;

/** `T(…)` is a value and `f(…)` a call; only the name can tell. */
const TYPE_NAME =
  /^(?:\w+::)*(?:[A-Z]\w*|\w+_t|make_\w+|\w+_cast|(?:__)?\w*(?:float|half|int|bool|double|char|long|short|bfloat16|dim)\d*\w*)(?:<[\w:<>,]*>)?\($/;

/** `0`, `false`, `nullptr`, `{}`, `T{}`, `T(0)`, `make_float2(0.f, 0.f)`. */
function isZero(spelled: string): boolean {
  if (/^(?:false|nullptr|NULL|std::nullopt)$/.test(spelled) || ZERO.test(spelled)) return true;
  const built = /^((?:[\w:]+(?:<[\w:<>,]*>)?)?[({])([^(){}]*)[)}]$/.exec(spelled);
  if (built === null) return false;
  const opening = built[1] ?? "";
  if (opening.endsWith("(") && opening !== "(" && !TYPE_NAME.test(opening)) return false;
  return (built[2] ?? "").split(",").every((value) => value === "" || isZero(value));
}

function asmEffect(code: Code, tokens: readonly Token[]): Effect {
  let effect: Effect = "nothing";
  for (const statement of asmStatements(code.logical, tokens, code.macros))
    for (const instruction of parsePtx(statement.template.text))
      if (instruction.opcode === "trap" || instruction.opcode === "brkpt") effect = "traps";
      else if (instruction.opcode !== "exit") return "works";
  return effect;
}

/** A condition works only where it calls something or assigns. */
function conditionEffect(tokens: readonly Token[]): Effect {
  const works = tokens.some(
    (token, index) =>
      index > 1 &&
      ((token.text === "(" &&
        tokens[index - 1]?.kind === "name" &&
        !PURE_CALL.test(tokens[index - 1]?.text ?? "") &&
        tokens[index - 1]?.text !== "constexpr") ||
        (token.text === "=" && tokens[0]?.text !== "for")),
  );
  return works ? "works" : "nothing";
}

function macroEffect(code: Code, macro: TextMacro, depth: number): Effect {
  if (macro.body.length === 0) return "nothing";
  let strongest: Effect = "nothing";
  // `do { … } while (0)` and `if (…) { … }` around it do not matter; bodies of macros are short.
  for (const tokens of splitPlainly(macro.body)) {
    const effect = statementEffect(code, tokens, depth + 1);
    if (rank(effect) > rank(strongest)) strongest = effect;
  }
  return strongest;
}

function splitPlainly(body: readonly Token[]): Token[][] {
  const parts: Token[][] = [[]];
  for (const token of body) {
    const current = parts[parts.length - 1];
    if (token.text === ";" || token.text === "{" || token.text === "}") parts.push([]);
    else if (token.text !== "do" && token.text !== "else") current?.push(token);
  }
  return parts.filter((part) => part.length > 0);
}

/** A declaration whose initialiser has no effect of its own. */
function isDeclaration(tokens: readonly Token[]): boolean {
  const first = tokens[0];
  const second = tokens[1];
  if (first === undefined) return false;
  if (first.text === "[" || first.text === "#") return true;
  if (/^(?:public|private|protected)$/.test(first.text)) return true;
  const begins =
    DECLARES.has(first.text) ||
    (first.kind === "name" && second?.kind === "name") ||
    (first.kind === "name" && /^(?:\*|&|<|::)$/.test(second?.text ?? "") && declaratorFollows(tokens));
  return begins && !callsSomething(tokens);
}

/** `T<A> x`, `ns::T x`, `T* x =`: a name after the type, and no call on the way. */
function declaratorFollows(tokens: readonly Token[]): boolean {
  let depth = 0;
  for (let index = 0; index < tokens.length; index++) {
    const token = tokens[index];
    if (token?.text === "<") depth++;
    else if (token?.text === ">") depth--;
    else if (token?.text === ">>") depth -= 2;
    else if (token?.text === "=" || token?.text === "(") return false;
    if (depth > 0 || token?.kind !== "name" || index === 0) continue;
    const before = tokens[index - 1]?.text ?? "";
    const after = tokens[index + 1]?.text ?? "";
    if (before !== "::" && /^(?:|=|\[|\{|,)$/.test(after)) return true;
  }
  return false;
}

function callsSomething(tokens: readonly Token[]): boolean {
  const from = tokens.findIndex((token) => token.text === "=");
  if (from < 0) return false;
  return tokens.some(
    (token, index) =>
      index > from &&
      token.text === "(" &&
      tokens[index - 1]?.kind === "name" &&
      !PURE_CALL.test(tokens[index - 1]?.text ?? ""),
  );
}
