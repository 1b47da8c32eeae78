/** Code that is never run: behind `if (0)`, and in a lambda that nobody calls. */
import { placesOf, type Code } from "../body/code";
import type { Scope } from "./scope";

/** How many blocks outwards are looked at. */
const DEEPEST = 30;

/** Whether what stands at a token is never run, by a block around it. */
export function isNeverRun(scope: Scope, blocks: Int32Array, at: number): boolean {
  const { code } = scope;
  let block = blocks[at] ?? -1;
  for (let depth = 0; block >= 0 && depth < DEEPEST; depth++) {
    if (isShut(code, block) || isNeverCalled(scope, block)) return true;
    block = blocks[block] ?? -1;
  }
  return false;
}

/** `if (0) {`, `if (false) {` */
function isShut({ tokens }: Code, block: number): boolean {
  return (
    tokens[block - 1]?.text === ")" &&
    /^(?:0|false)$/.test(tokens[block - 2]?.text ?? "") &&
    tokens[block - 3]?.text === "(" &&
    tokens[block - 4]?.text === "if"
  );
}

/** `auto f = [&] { … };` in a function that does not name it again; a macro may do so unseen. */
function isNeverCalled(scope: Scope, block: number): boolean {
  const { code } = scope;
  const { tokens, partners } = code;
  let close = block - 1;
  if (tokens[close]?.text === ")") close = (partners[close] ?? 0) - 1;
  const open = tokens[close]?.text === "]" ? (partners[close] ?? -1) : -1;
  const [type, name, equals] = tokens.slice(Math.max(0, open - 3), Math.max(0, open));
  const end = partners[block] ?? -1;
  if (open < 3 || type?.text !== "auto" || name?.kind !== "name" || equals?.text !== "=") return false;
  const owner = scope.functionAt(open);
  if (owner === null || tokens[end + 1]?.text !== ";") return false;
  if (placesOf(code, name.text).some((place) => place > end && place < owner.close)) return false;
  return ![...code.macros.values()].some(({ body }) => body.some(({ text }) => text === name.text));
}
