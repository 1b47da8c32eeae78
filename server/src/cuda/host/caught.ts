/** Exceptions that the function itself catches to go another way: `try { if (…) throw E(); } catch (E&) { return other(); }`. */
import type { Code } from "../body/code";
import { outcomeOf } from "./outcomes";
import type { Range } from "./statements";

/** How many blocks outwards a `try` is looked for. */
const DEEPEST = 30;

/** Whether an exception out of the place leads to other work: a handler around it that does more than report it. */
export function isCaught(code: Code, blocks: Int32Array, at: number): boolean {
  let block = blocks[at] ?? -1;
  for (let depth = 0; block >= 0 && depth < DEEPEST; depth++) {
    if (code.tokens[block - 1]?.text === "try")
      return handlersOf(code, code.partners[block] ?? -1).some((body) => works(code, body));
    block = blocks[block] ?? -1;
  }
  return false;
}

/** The bodies of the handlers behind the brace that closes a `try` block. */
export function handlersOf({ tokens, partners }: Code, closing: number): Range[] {
  const found: Range[] = [];
  let at = closing + 1;
  while (at > 0 && tokens[at]?.text === "catch" && tokens[at + 1]?.text === "(") {
    const open = (partners[at + 1] ?? -1) + 1;
    const close = tokens[open]?.text === "{" ? (partners[open] ?? -1) : -1;
    if (close < open) break;
    found.push({ from: open, to: close + 1 });
    at = close + 1;
  }
  return found;
}

/** Whether a handler calls something beside what reports: a plain value handed back is an error's. */
function works(code: Code, body: Range): boolean {
  if (outcomeOf(code, body).outcome !== "works") return false;
  let calls = false;
  for (let at = body.from; at < body.to; at++) {
    const token = code.tokens[at];
    if (token?.text === "throw" || token?.text === "goto") return false;
    calls ||= token?.kind === "name" && code.tokens[at + 1]?.text === "(" && !REPORTS.test(token.text);
  }
  return calls;
}

const REPORTS =
  /^(?:what|c_str|str|\w*(?:log|warn|error|err|print|fail|status|abort|exit|report|message)\w*)$/i;
