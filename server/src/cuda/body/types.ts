/** The structs and classes of a file, by their braces. */
import type { Span } from "../../text/source";
import type { Token } from "../lexer";
import type { Code } from "./code";
import { MAX_HEADER } from "./functions";

export interface TypeBody {
  readonly name: string;
  readonly nameSpan: Span;
  /** Between the braces. */
  readonly body: Span;
  /** Token index of the closing brace. */
  readonly close: number;
  /** The type that this one stands in, else null. */
  readonly outer: TypeBody | null;
}

/** In source order; nested ones come after those around them. */
export function typesOf({ tokens, partners }: Code): TypeBody[] {
  const types: TypeBody[] = [];
  let around: TypeBody | null = null;
  // Of all tokens few open something, and most files are read once: the loop must be quick before it is compiled.
  for (let open = 0; open < tokens.length; open++) {
    const close = partners[open] ?? -1;
    if (close <= open) continue;
    const token = tokens[open];
    if (token?.text !== "{") continue;
    const name = nameBefore(tokens, open);
    if (name === null) continue;
    while (around !== null && around.close < open) around = around.outer;
    around = {
      name: name.text,
      nameSpan: { start: name.start, end: name.end },
      body: { start: token.end, end: tokens[close]?.start ?? token.end },
      close,
      outer: around,
    };
    types.push(around);
  }
  return types;
}

/** `struct Name : Base {`, `class Name final {`. */
function nameBefore(tokens: readonly Token[], open: number): Token | null {
  for (let at = open - 1; at > 0 && open - at < MAX_HEADER; at--) {
    const text = tokens[at]?.text ?? "";
    if (text === ";" || text === "{" || text === "}") return null;
    if (text !== "struct" && text !== "class") continue;
    const [before, name] = [tokens[at - 1]?.text, tokens[at + 1]];
    // `template <class T>` is no type's header.
    if (before !== "<" && before !== "," && name?.kind === "name") return name;
  }
  return null;
}
