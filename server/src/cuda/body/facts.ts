/** What stands in a piece of a file's code, for whoever has to judge a gate around it. Pure, and read only on demand. */
import type { Consequence, Evidence } from "../../gates/gate";
import type { Span } from "../../text/source";
import type { DirectiveScan } from "../directives";
import { codeOf, firstTokenAt } from "./code";
import type { Code } from "./code";
import { effectOf, onlyAnswers } from "./effects";
import type { Effect, EffectOf } from "./effects";
import { functionsOf, innermostAround } from "./functions";
import type { FunctionBody } from "./functions";
import { Callees, findInstructions } from "./instructions";
import type { BodyInstruction, Elsewhere } from "./instructions";
import { commentsOf, remarksOf } from "./remarks";
import { sharedDemands } from "./shared-memory";
import type { SharedDemand } from "./shared-memory";
import { statementsOf, tokensOf } from "./statements";
import type { Statement } from "./statements";
import { tuningOf, type Tuning } from "./tuning";
import { typesOf } from "./types";
import type { TypeBody } from "./types";

/** A file made ready for questions about its code. Linear in the file; make it once, when the first question comes. */
export interface BodyFile {
  readonly code: Code;
  readonly functions: readonly FunctionBody[];
  readonly types: readonly TypeBody[];
  readonly callees: Callees;
  readonly comments: readonly Evidence[];
}

export function readBodies(scan: DirectiveScan): BodyFile {
  const code = codeOf(scan);
  const functions = functionsOf(code);
  const callees = new Callees(code, functions);
  // Of most headers nobody asks for these two.
  let types: readonly TypeBody[] | undefined;
  let comments: readonly Evidence[] | undefined;
  return {
    code,
    functions,
    callees,
    get types() {
      return (types ??= typesOf(code));
    },
    get comments() {
      return (comments ??= commentsOf(scan.logical));
    },
  };
}

export interface BodyFacts {
  /** The innermost function, kernel or lambda that holds the code; null at file scope. */
  readonly enclosing: FunctionBody | null;
  /** Whether nothing outside the chain does anything in that function. */
  readonly wholeBody: boolean;
  readonly effect: EffectOf;
  /** Whether it gives back constants and does nothing else. */
  readonly answers: boolean;
  /** Not null where it only tunes. */
  readonly tuning: Tuning;
  readonly instructions: readonly BodyInstruction[];
  /** Instructions of inline assembly that nothing measured comes near: no evidence either way. */
  readonly unknownInstructions: readonly string[];
  readonly shared: readonly SharedDemand[];
  readonly remarks: readonly Evidence[];
}

/**
 * The facts about the code in `span`. `chain` is the whole `#if … #endif` it is a branch of: what stands beside the
 * branch in its chain does not count as the rest of the function. `elsewhere` looks one call into included files.
 */
export function bodyFacts(
  file: BodyFile,
  span: Span,
  chain: Span = span,
  elsewhere: Elsewhere | null = null,
): BodyFacts {
  const { code, functions, callees } = file;
  const enclosing = innermostAround(functions, chain);
  const isWhole = once(() => enclosing !== null && isIdleAround(code, enclosing, chain));
  const effect = once(() => effectOf(code, span));
  const found = once(() => findInstructions(code, callees, span, enclosing, elsewhere));
  const shared = once(() => sharedDemands(code, span));
  const remarks = once(() => remarksOf(code, file.comments, span));
  return {
    enclosing,
    get wholeBody() {
      return isWhole();
    },
    get effect() {
      return effect();
    },
    get answers() {
      return enclosing !== null && onlyAnswers(code, span);
    },
    get tuning() {
      return tuningOf(code, span, enclosing);
    },
    get instructions() {
      return found().uses;
    },
    get unknownInstructions() {
      return found().unknown;
    },
    get shared() {
      return shared();
    },
    get remarks() {
      return remarks();
    },
  };
}

/** Most gates are settled by a few of the facts: each is worked out when it is asked for, and then kept. */
function once<T extends object | boolean>(work: () => T): () => T {
  let known: T | undefined;
  return () => (known ??= work());
}

/** Whether the function does nothing but what stands in the chain: declarations, `(void)x;` and a plain return. */
export function isIdleAround(code: Code, around: FunctionBody, chain: Span): boolean {
  const chainFrom = firstTokenAt(code.tokens, chain.start);
  const chainTo = firstTokenAt(code.tokens, chain.end);
  return isIdle(code, around.open + 1, chainFrom) && isIdle(code, chainTo, around.close);
}

/** Whether the code in the span ends by leaving its function, whatever came before: what follows is for others. */
export function endsByReturning(code: Code, span: Span): boolean {
  const from = firstTokenAt(code.tokens, span.start);
  const to = firstTokenAt(code.tokens, span.end);
  let last: Statement | null = null;
  for (const statement of statementsOf(code, from, to)) last = statement;
  if (last === null || code.tokens[last.from]?.text !== "return") return false;
  // `if (done) return;` and `{ return; }` leave on one way of several.
  const isOwn = last.from === from || /^[;}]$/.test(code.tokens[last.from - 1]?.text ?? "");
  return isOwn && last.to === to - 1 && code.tokens[last.to]?.text === ";";
}

function isIdle(code: Code, from: number, to: number): boolean {
  for (const statement of statementsOf(code, from, to)) {
    if (isPlainReturn(code, statement.from, statement.to)) continue;
    const tokens = tokensOf(code, statement);
    const start = tokens[0]?.start ?? 0;
    const end = tokens[tokens.length - 1]?.end ?? start;
    const { effect } = effectOf(code, { start, end });
    if (effect !== "nothing" && effect !== "declares" && effect !== "returns") return false;
  }
  return true;
}

/** `return x;`: hands on what was declared and, without the chain, never worked out. */
function isPlainReturn(code: Code, from: number, to: number): boolean {
  if (code.tokens[from]?.text !== "return") return false;
  return code.tokens.slice(from + 1, to).every((token) => token.text !== "(" && token.text !== "[");
}

/**
 * What a target gets that is left out of `excluded`, given what it runs instead ("nothing": the code simply goes on).
 * Null: nothing is lost, the branch left out being a trap, a declaration or empty.
 */
export function consequenceOf(excluded: BodyFacts, given: Effect): Consequence | null {
  const lost = excluded.effect.effect;
  if (lost === "nothing" || lost === "traps") return null;
  if (given === "traps") return "traps";
  if (given === "works") return "falls back";
  if (lost === "declares") return given === "declares" ? "falls back" : null;
  if (given === "returns zero") return excluded.wholeBody ? "empty" : "returns false";
  return excluded.wholeBody ? "empty" : "skipped";
}
