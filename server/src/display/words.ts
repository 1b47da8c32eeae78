/**
 * Sentences as data: what a hover renders as Markdown and a terminal as plain text. Code and places are marked, so
 * that each reader can quote and link in its own way.
 */
export interface Place {
  /** The file's key. */
  readonly path: string;
  /** From 0. */
  readonly line: number;
}

export type Piece = string | { readonly code: string } | { readonly place: Place; readonly text: string };
export type Sentence = readonly Piece[];

/**
 * What a sentence tells: what a gate means; who gets in, who is left out, for whom it depends, whether the host pass
 * compiles it; a value; why; why others are left out than those asked about; anything else about the place; an
 * instruction of the code.
 */
export type Role =
  "message" | "in" | "out" | "depends" | "host" | "value" | "why" | "others" | "note" | "instruction";

export interface Detail {
  readonly role: Role;
  readonly sentence: Sentence;
}

/** An answer about one place: the first line says it in one glance, the others say the rest. */
export interface Answer {
  readonly headline: Sentence;
  readonly details: readonly Detail[];
}

export function detail(role: Role, ...sentence: Sentence): Detail {
  return { role, sentence };
}

export function code(text: string): Piece {
  return { code: text.replace(/\s+/g, " ").trim() };
}

export function plainText(sentence: Sentence): string {
  return sentence
    .map((piece) => (typeof piece === "string" ? piece : "code" in piece ? piece.code : piece.text))
    .join("");
}

export function markdown(sentence: Sentence, linkTo: (place: Place) => string): string {
  return sentence
    .map((piece) => {
      if (typeof piece === "string") return escaped(piece);
      if ("code" in piece) return codeSpan(piece.code);
      return `[${escaped(piece.text)}](${linkTo(piece.place)})`;
    })
    .join("");
}

/** A code span may hold backquotes when its fence is longer than any run of them. */
export function codeSpan(text: string): string {
  const longest = Math.max(0, ...[...text.matchAll(/`+/g)].map((run) => run[0].length));
  const fence = "`".repeat(longest + 1);
  const pad = longest > 0 ? " " : "";
  return `${fence}${pad}${text}${pad}${fence}`;
}

export function escaped(text: string): string {
  return (
    text
      .replace(/[\\`*{}[\]<>#+!|~]/g, "\\$&")
      // Within a word an underscore is itself; at its ends (`__CUDA_ARCH__`) it would set the word in bold.
      .replace(/(?<![A-Za-z0-9_])_+|_+(?![A-Za-z0-9_])/g, (run) => run.replaceAll("_", "\\_"))
  );
}
