import type { Stmt } from "../syntax";
import { Cursor } from "./cursor";
import { statementsUntilEnd } from "./statements";
import { tokenise, Unread } from "./tokens";

/**
 * Reads plain Python straight into statements, as fast as may be: what the grammar's tree of it would be converted to.
 * Null for everything else, which is left to the grammar: what has errors, and what is rare.
 */
export function readPlain(text: string, shift: number): Stmt[] | null {
  try {
    return statementsUntilEnd(new Cursor(text, tokenise(text, 0, text.length, false), shift));
  } catch (thrown) {
    if (thrown instanceof Unread || thrown instanceof RangeError) return null;
    throw thrown;
  }
}
