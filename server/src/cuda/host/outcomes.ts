/** What a piece of host code does to a caller: work, refuse, or nothing. */
import type { Code } from "../body/code";
import { statementsOf, tokensOf } from "../body/statements";
import type { Token } from "../lexer";
import type { Range } from "./statements";

export type Outcome = "works" | "raises" | "returns false" | "nothing";

export interface OutcomeOf {
  readonly outcome: Outcome;
  /** Whether the code ends by leaving what it stands in. */
  readonly leaves: boolean;
}

/** Code longer than this does work. */
const LONGEST_REFUSAL = 400;

export function outcomeOf(code: Code, range: Range): OutcomeOf {
  const leaves = endsByLeaving(code, range);
  if (range.to - range.from > LONGEST_REFUSAL) return { outcome: "works", leaves };
  let outcome: Outcome = "nothing";
  for (const statement of statementsOf(code, range.from, range.to)) {
    const here = outcomeOfStatement(code, tokensOf(code, statement));
    if (here === "works") return { outcome: "works", leaves };
    // what comes after a refusal is not reached
    if (here !== "nothing" && outcome === "nothing") outcome = here;
  }
  return { outcome, leaves };
}

const LEAVES = /^(?:return|throw|break|continue|goto)$/;

/** By the first word of the last statement of the block, not of blocks inside. */
function endsByLeaving(code: Code, range: Range): boolean {
  const { tokens, partners } = code;
  const braced = tokens[range.from]?.text === "{" && (partners[range.from] ?? -1) === range.to - 1;
  let at = braced ? range.from + 1 : range.from;
  const to = braced ? range.to - 1 : range.to;
  let leaves = false;
  let starts = true;
  while (at < to) {
    const token = tokens[at];
    if (token === undefined) break;
    if (starts) leaves = LEAVES.test(token.text) || isRefusal(tokens.slice(at, at + 4));
    starts = token.text === ";" || token.text === "}";
    const partner = partners[at] ?? -1;
    if (partner > at && token.text === "{") {
      at = partner + 1;
      starts = true;
    } else at = partner > at ? partner + 1 : at + 1;
  }
  return leaves;
}

/** Whether a block's last statement is a `return` without a value. */
export function returnsAtOnce({ tokens }: Code, { from, to }: Range): boolean {
  const last = tokens[to - 1]?.text === "}" ? to - 2 : to - 1;
  return last > from - 1 && tokens[last]?.text === ";" && tokens[last - 1]?.text === "return";
}

const LOGS =
  /^(?:printf|fprintf|puts|cout|cerr|std|spdlog|\w*(?:LOG|WARN|INFO|DEBUG|TRACE|PRINT)\w*|(?:log|warn|print)\w*)$/;
const REFUSES =
  /^(?:\w*(?:THROW|ABORT|FATAL|UNSUPPORTED|NOT_IMPLEMENTED|UNREACHABLE)\w*|\w*(?:not_?implemented|unsupported|unreachable|NotImplemented|Unsupported|throw\w+)\w*|abort|exit|_exit|terminate|__trap|[A-Z]+_ERROR|ERROR)$/;
const CHECKS = /(?:CHECK|ASSERT|assert|REQUIRE|ENFORCE)\w*$/;

function outcomeOfStatement(code: Code, tokens: readonly Token[]): Outcome {
  const first = tokens[0];
  if (first === undefined) return "nothing";
  if (refusesHere(code, tokens)) return "raises";
  if (first.text === "return") return returned(code, tokens);
  if (/^(?:break|continue|if|else|while|for|switch|case|default)$/.test(first.text)) return "nothing";
  if (first.text === "(" && tokens[1]?.text === "void") return "nothing";
  const called = calledName(tokens);
  if (called !== null && LOGS.test(called)) return "nothing";
  return isPlainDeclaration(tokens) ? "nothing" : "works";
}

/** Whether a statement refuses, by a macro of the file too: `MY_CHECK(false)`. */
export function refusesHere(code: Code, tokens: readonly Token[]): boolean {
  if (isRefusal(tokens)) return true;
  const called = calledName(tokens);
  const macro = called === null || LOGS.test(called) ? undefined : code.macros.get(called);
  const throws = macro?.body.some(({ text }) => text === "throw" || text === "abort") === true;
  return throws && isFalse(tokens);
}

/** `throw …`, `THROW(…)`, `TORCH_CHECK(false, …)`, `not_implemented(…)`. */
function isRefusal(tokens: readonly Token[]): boolean {
  if (tokens[0]?.text === "throw") return true;
  const called = calledName(tokens);
  if (called === null) return false;
  return REFUSES.test(called) || (CHECKS.test(called) && isFalse(tokens));
}

function isFalse(tokens: readonly Token[]): boolean {
  const open = tokens.findIndex((token) => token.text === "(");
  const argument = tokens[open + 1]?.text;
  return (
    open >= 0 &&
    (argument === "false" || argument === "0" || (argument === "!" && tokens[open + 2]?.kind === "string"))
  );
}

/** The name that a statement calls or streams into. */
function calledName(tokens: readonly Token[]): string | null {
  let at = 0;
  while (tokens[at + 1]?.text === "::" && tokens[at + 2]?.kind === "name") at += 2;
  const name = tokens[at];
  const next = tokens[at + 1]?.text;
  return name?.kind === "name" && (next === "(" || next === "<<") ? name.text : null;
}

const ERROR_VALUE =
  /error|unsupported|not_?supported|invalid|not_?implemented|mismatch|fail|kInternal|no_?backend/i;

/** `ORT_MAKE_STATUS(ONNXRUNTIME, NOT_IMPLEMENTED, …)`, `Status(kUnimplemented, …)`, `errors::Unimplemented(…)`. */
const MAKES_STATUS = /status$|^(?:Unimplemented|InvalidArgument|FailedPrecondition)(?:Error)?$/i;
const FAILS =
  /not_?implemented|unimplemented|unsupported|invalid|^(?:k?(?:EP_)?FAIL\w*|Internal\w*|errors)$/i;

function returned(code: Code, tokens: readonly Token[]): Outcome {
  const spelled = tokens
    .slice(1)
    .map((token) => token.text)
    .join("");
  if (spelled === "") return "nothing";
  if (/^(?:false|nullptr|NULL|std::nullopt|nullopt|\{\})$/.test(spelled)) return "returns false";
  const called = calledName(tokens.slice(1));
  if (called !== null && REFUSES.test(called)) return "raises";
  if (called !== null && MAKES_STATUS.test(called) && tokens.slice(2).some(({ text }) => FAILS.test(text)))
    return "raises";
  const value = /^[\w:.]+$/.test(spelled) || /^[\w:.]+\("/.test(spelled);
  return value && ERROR_VALUE.test(spelled) && !code.macros.has(spelled) ? "raises" : "works";
}

function isPlainDeclaration(tokens: readonly Token[]): boolean {
  const [first, second] = tokens;
  if (first?.kind !== "name" || /^(?:using|typedef|static_assert)$/.test(first.text))
    return first?.kind === "name";
  const declares = second?.kind === "name" || /^(?:auto|const|constexpr)$/.test(first.text);
  return declares && !tokens.some((token, at) => token.text === "(" && tokens[at - 1]?.kind === "name");
}
