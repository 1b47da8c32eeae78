/**
 * Places that look like a conditional or an include directive, far more than there are: a `#` anywhere, in a string,
 * a comment or a raw string too. Which of them are directives is for g++ to say, so that the reference does not rest
 * on a lexer of ours.
 */
const SPLICE = String.raw`(?:\\[ \t\v\f]*(?:\r\n?|\n))`;
const COMMENT = String.raw`/${SPLICE}*\*[\s\S]*?\*${SPLICE}*/`;
const GAP = String.raw`(?:[ \t\v\f\0]|${SPLICE}|${COMMENT})*`;
const NO_IDENTIFIER = String.raw`(?!${SPLICE}*[\w$\u0080-\uffff])`;

const CONDITIONALS = ["ifdef", "ifndef", "if", "elifdef", "elifndef", "elif", "else", "endif"] as const;
const INCLUDES = ["include_next", "include", "import"] as const;

export type Word = (typeof CONDITIONALS)[number] | (typeof INCLUDES)[number];

export interface Candidate {
  /** Offset of the `#`. */
  readonly hash: number;
  /** Offset of the word. */
  readonly start: number;
  readonly word: Word;
}

const words = [...CONDITIONALS, ...INCLUDES];
const spelled = words.map((word) => word.split("").join(`${SPLICE}*`)).join("|");
const pattern = new RegExp(`(?:#|%${SPLICE}*:)${GAP}(?=((?:${spelled})${NO_IDENTIFIER}))`, "g");
const splice = new RegExp(SPLICE, "g");

export function findCandidates(text: string): Candidate[] {
  const found: Candidate[] = [];
  for (const match of text.matchAll(pattern)) {
    const word = (match[1] ?? "").replace(splice, "") as Word;
    found.push({ hash: match.index, start: match.index + match[0].length, word });
  }
  return found;
}

export function isInclude(candidate: Candidate): boolean {
  return (INCLUDES as readonly string[]).includes(candidate.word);
}
