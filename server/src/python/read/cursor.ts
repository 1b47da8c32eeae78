import type { Span } from "../../text/source";
import { END, KEYWORD, NAME, OPERATOR, Unread, type Tokens } from "./tokens";

/** Nested deeper than this nothing is read: the reader calls itself. */
const DEEPEST = 60;

/** A place among the tokens of a text. Offsets that it tells are those of the file: `shift` is added. */
export class Cursor {
  readonly text: string;
  readonly shift: number;
  private readonly tokens: Tokens;
  private place = 0;
  private depth = 0;
  /** Where the last block ends: behind its last statement, and a comment on the same line. */
  blockEnd = 0;

  constructor(text: string, tokens: Tokens, shift: number) {
    this.text = text;
    this.tokens = tokens;
    this.shift = shift;
  }

  get kind(): number {
    return this.tokens.kinds[this.place] ?? END;
  }

  isAt(kind: number): boolean {
    return this.kind === kind;
  }

  /** Where the token at hand begins. */
  get start(): number {
    return (this.tokens.starts[this.place] ?? 0) + this.shift;
  }

  /** Where the last token that was taken ends. */
  get end(): number {
    return (this.tokens.ends[this.place - 1] ?? 0) + this.shift;
  }

  /** The token at hand, in the offsets of `text`. */
  get from(): number {
    return this.tokens.starts[this.place] ?? 0;
  }

  get to(): number {
    return this.tokens.ends[this.place] ?? 0;
  }

  get word(): string {
    return this.text.slice(this.from, this.to);
  }

  advance(): void {
    this.place++;
  }

  /** Whether this is the keyword or operator at hand. */
  is(word: string): boolean {
    const { kind } = this;
    if (kind !== KEYWORD && kind !== OPERATOR) return false;
    return this.to - this.from === word.length && this.text.startsWith(word, this.from);
  }

  /** Whether the token behind the one at hand is this operator. */
  isNext(word: string): boolean {
    const { kinds, starts, ends } = this.tokens;
    const next = this.place + 1;
    const start = starts[next] ?? 0;
    return (
      kinds[next] === OPERATOR &&
      (ends[next] ?? 0) - start === word.length &&
      this.text.startsWith(word, start)
    );
  }

  take(word: string): boolean {
    const found = this.is(word);
    if (found) this.place++;
    return found;
  }

  expect(word: string): void {
    if (!this.take(word)) throw new Unread();
  }

  expectKind(kind: number): void {
    if (this.kind !== kind) throw new Unread();
    this.place++;
  }

  /** A name, which is taken. */
  name(): { readonly id: string } & Span {
    if (this.kind !== NAME) throw new Unread();
    const name = { id: this.word, start: this.start, end: this.to + this.shift };
    this.place++;
    return name;
  }

  /** The text from an offset of the file to the last token that was taken. */
  textFrom(start: number): string {
    return this.text.slice(start - this.shift, this.tokens.ends[this.place - 1] ?? 0);
  }

  textBetween(start: number, end: number): string {
    return this.text.slice(start - this.shift, end - this.shift);
  }

  enter(): void {
    if (++this.depth > DEEPEST) throw new Unread();
  }

  leave(): void {
    this.depth--;
  }
}
