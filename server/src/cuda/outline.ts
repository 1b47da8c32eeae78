/** What a reader of a file goes by: its functions, its blocks, and the headers it includes. */
import type { SourceText, Span } from "../text/source";
import { lineAt } from "../text/source";
import type { BodyFile } from "./body/facts";
import type { FunctionBody } from "./body/functions";
import type { Directive, DirectiveScan } from "./directives";
import type { IncludeSearch } from "./include-search";

/** A function with a body, not a lambda. */
export interface OutlinedFunction {
  readonly kind: "kernel" | "function";
  readonly name: string;
  readonly nameSpan: Span;
  /** Where its header begins. */
  readonly start: number;
  /** Between its braces. */
  readonly body: Span;
}

export interface CudaOutline {
  readonly functions: readonly OutlinedFunction[];
  /** What a pair of braces holds, of all that are longer than a line. */
  readonly blocks: readonly Span[];
  /** Comments longer than a line. */
  readonly comments: readonly Span[];
  /** `#include` and its spelling, the quotes or brackets left out; the file it leads to, null where none was found. */
  readonly includes: readonly { readonly span: Span; readonly path: string | null }[];
}

const INCLUDES = new Set(["include", "include_next", "import"]);
const SPELT_OUT = /"([^"\n]+)"|<([^>\n]+)>/;

/** `search` finds included files; null: none is looked for. */
export function outlineOf(
  source: SourceText,
  scan: DirectiveScan,
  bodies: BodyFile,
  search: IncludeSearch | null,
): CudaOutline {
  return {
    functions: bodies.functions.flatMap((found) => outlined(found) ?? []),
    blocks: blocksOf(source, bodies),
    comments: bodies.comments.map(({ span }) => span).filter((span) => isLong(source, span)),
    includes: scan.directives.flatMap((directive) => includeOf(source, directive, search) ?? []),
  };
}

function outlined({ kind, name, nameSpan, start, body }: FunctionBody): OutlinedFunction | null {
  return kind === "lambda" ? null : { kind, name, nameSpan, start, body };
}

function blocksOf(source: SourceText, { code }: BodyFile): Span[] {
  return code.tokens.flatMap((token, index) => {
    const close = token.text === "{" ? code.tokens[code.partners[index] ?? -1] : undefined;
    if (close === undefined || close.start < token.end) return [];
    const span = { start: token.end, end: close.start };
    return isLong(source, span) ? [span] : [];
  });
}

function isLong(source: SourceText, span: Span): boolean {
  return lineAt(source, span.start) < lineAt(source, span.end);
}

function includeOf(
  source: SourceText,
  directive: Directive,
  search: IncludeSearch | null,
): { span: Span; path: string | null } | null {
  if (!INCLUDES.has(directive.keyword)) return null;
  const from = directive.keywordSpan.end;
  const match = SPELT_OUT.exec(source.text.slice(from, directive.lineEnd));
  if (match === null) return null;
  const spelling = match[1] ?? match[2] ?? "";
  const start = from + match.index + 1;
  const next = directive.keyword === "include_next";
  const found = search?.find({ spelling, quoted: match[1] !== undefined, next }, source.path) ?? null;
  return { span: { start, end: start + spelling.length }, path: found?.path ?? null };
}
