/**
 * Macros that a file makes up itself: it defines them before it asks about them. They are not unknown where no
 * definition has been met; one that is first asked about (`#ifndef LIMIT` + `#define LIMIT 4`) may come from outside.
 */
import type { Directive } from "./directives";

const ASKING = new Set(["if", "ifdef", "ifndef", "elif", "elifdef", "elifndef", "undef"]);

export function ownMacros(directives: readonly Directive[]): ReadonlySet<string> {
  const asked = new Set<string>();
  const own = new Set<string>();
  for (const { keyword, tokens } of directives) {
    if (ASKING.has(keyword)) {
      for (const token of tokens) if (token.kind === "name" && !own.has(token.text)) asked.add(token.text);
    } else if (keyword === "define") {
      const name = tokens[0];
      if (name?.kind === "name" && !asked.has(name.text)) own.add(name.text);
    }
  }
  return own;
}
