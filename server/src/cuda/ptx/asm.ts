/** Inline assembly in C++ code: finds the statements, reads their templates, says which instructions they hold. */
import type { LogicalText, Token } from "../lexer";
import type { Mask } from "../../logic/sets";
import type { Span } from "../../text/source";
import { textOf } from "./literals";
import type { MappedText, TextMacros } from "./literals";
import { matchInstruction } from "./match";
import { HOLE, nameOf, parsePtx } from "./parse";

/** One `asm(…)`, from its keyword to its closing parenthesis. */
export interface AsmStatement extends Span {
  /** The template with its escapes resolved, `%%` as `%`. */
  readonly template: MappedText;
}

/** One instruction of an `asm` statement, placed in the source. */
export interface AsmInstruction extends Span {
  /** The opcode with its modifiers, as written. */
  readonly name: string;
  readonly opcode: string;
  /** Null: nothing measured comes near. */
  readonly targets: Mask | null;
  /** The measured form that answered. */
  readonly form: string | null;
  readonly approximate: boolean;
}

const KEYWORDS = new Set(["asm", "__asm__", "__asm"]);
const QUALIFIERS = new Set(["volatile", "__volatile__", "__volatile", "goto", "inline", "__inline__"]);

/** The `asm` statements among the tokens, in order. */
export function asmStatements(
  logical: LogicalText,
  tokens: readonly Token[],
  macros: TextMacros,
): AsmStatement[] {
  const statements: AsmStatement[] = [];
  for (let index = 0; index < tokens.length; index++) {
    const keyword = tokens[index];
    if (keyword?.kind !== "name" || !KEYWORDS.has(keyword.text)) continue;
    let open = index + 1;
    while (QUALIFIERS.has(tokens[open]?.text ?? "")) open++;
    if (tokens[open]?.text !== "(") continue;
    const { templateEnd, last } = boundsOf(tokens, open);
    const template = textOf(logical, tokens.slice(open + 1, templateEnd), macros);
    statements.push({
      start: keyword.start,
      end: tokens[last]?.end ?? keyword.end,
      template: withoutEscapedPercent(template),
    });
    index = last;
  }
  return statements;
}

/** Where the template ends (its first colon or the closing parenthesis) and the index of the last token. */
function boundsOf(tokens: readonly Token[], open: number): { templateEnd: number; last: number } {
  let depth = 0;
  let templateEnd = -1;
  for (let index = open; index < tokens.length; index++) {
    const text = tokens[index]?.text;
    if (text === "(") depth++;
    else if (text === ")" && --depth === 0)
      return { templateEnd: templateEnd < 0 ? index : templateEnd, last: index };
    else if (depth === 1 && templateEnd < 0 && (text === ":" || text === "::")) templateEnd = index;
    // An unclosed parenthesis must not swallow the file.
    else if (text === ";" || text === "}")
      return { templateEnd: templateEnd < 0 ? index : templateEnd, last: index };
  }
  return { templateEnd: templateEnd < 0 ? tokens.length : templateEnd, last: tokens.length - 1 };
}

function withoutEscapedPercent(template: MappedText): MappedText {
  if (!template.text.includes("%%")) return template;
  const pieces: string[] = [];
  const offsets: number[] = [];
  for (let index = 0; index < template.text.length; index++) {
    pieces.push(template.text.charAt(index));
    offsets.push(template.offsets[index] ?? 0);
    if (template.text.startsWith("%%", index)) index++;
  }
  return { text: pieces.join(""), offsets };
}

/** The instructions of one statement with the targets that have them. */
export function instructionsOf(statement: AsmStatement): AsmInstruction[] {
  const { text, offsets } = statement.template;
  return parsePtx(text).map((instruction) => {
    const match = matchInstruction(instruction);
    return {
      start: offsets[instruction.start] ?? statement.start,
      end: (offsets[instruction.end - 1] ?? statement.start) + 1,
      name: nameOf(instruction),
      opcode: instruction.opcode,
      targets: match?.targets ?? null,
      form: match?.form ?? null,
      approximate: match?.approximate ?? true,
    };
  });
}

/** Whether all of the statement could be read as text. */
export function isWhole(statement: AsmStatement): boolean {
  return !statement.template.text.includes(HOLE);
}
