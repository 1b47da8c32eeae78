/** The tokens of Python that has no errors; what is unusual is not read at all. */

/** Kinds of tokens. Operators are told by their code, names by whether they are keywords. */
export const NAME = 1;
export const KEYWORD = 2;
export const NUMBER = 3;
export const STRING = 4;
export const OPERATOR = 5;
export const NEWLINE = 6;
export const INDENT = 7;
export const DEDENT = 8;
export const END = 9;

/** Thrown where a text is no plain Python, or may be read in several ways. */
export class Unread extends Error {}

const KEYWORDS = new Set(
  "False None True and as assert async await break class continue def del elif else except finally for from global if import in is lambda nonlocal not or pass raise return try while with yield".split(
    " ",
  ),
);

/** One place in the lists for each token. */
export interface Tokens {
  readonly kinds: readonly number[];
  readonly starts: readonly number[];
  readonly ends: readonly number[];
}

const NUMBER_FORM =
  /0[xX][\da-fA-F_]+|0[oO][0-7_]+|0[bB][01_]+|(?:\d[\d_]*(?:\.[\d_]*)?|\.\d[\d_]*)(?:[eE][+-]?\d[\d_]*)?[jJ]?/y;
const STRING_PREFIX = /^(?:[rbuf]|rb|br|rf|fr)$/i;

const SPACE = 32;
const TAB = 9;
const LINE_FEED = 10;
const RETURN = 13;
const HASH = 35;
const BACKSLASH = 92;
const QUOTE = 34;
const APOSTROPHE = 39;
/** Columns of a tab; indentation that mixes tabs and spaces is not read. */
const TAB_WIDTH = 8;

export function isNameStart(code: number): boolean {
  return (code >= 97 && code <= 122) || (code >= 65 && code <= 90) || code === 95;
}

function isDigit(code: number): boolean {
  return code >= 48 && code <= 57;
}

/** @param inBrackets whether the text stands in brackets: then ends of lines mean nothing. */
export function tokenise(text: string, from: number, to: number, inBrackets: boolean): Tokens {
  return new Tokeniser(text, from, to, inBrackets).run();
}

class Tokeniser {
  private readonly text: string;
  private readonly to: number;
  private at: number;
  private depth: number;
  private readonly kinds: number[] = [];
  private readonly starts: number[] = [];
  private readonly ends: number[] = [];
  private readonly indents = [0];
  /** Where a comment on this line ends; -1 where there is none. */
  private commented = -1;

  constructor(text: string, from: number, to: number, inBrackets: boolean) {
    this.text = text;
    this.at = from;
    this.to = to;
    this.depth = inBrackets ? 1 : 0;
  }

  run(): Tokens {
    if (this.depth === 0) this.indentation();
    while (this.at < this.to) this.next();
    if (this.depth === 0) {
      if (this.kinds.length > 0 && this.kinds.at(-1) !== NEWLINE) this.newline();
      this.indent(0, []);
    }
    this.add(END, this.to, this.to);
    return { kinds: this.kinds, starts: this.starts, ends: this.ends };
  }

  private add(kind: number, start: number, end: number): void {
    this.kinds.push(kind);
    this.starts.push(start);
    this.ends.push(end);
  }

  private next(): void {
    const { text } = this;
    let code = text.charCodeAt(this.at);
    while (code === SPACE || code === TAB) code = text.charCodeAt(++this.at);
    if (this.at >= this.to) return;
    if (isNameStart(code)) this.name();
    else if (code === QUOTE || code === APOSTROPHE) this.string(this.at);
    else if (code === LINE_FEED || code === RETURN) this.endOfLine();
    else if (code === HASH) {
      this.comment();
      this.commented = this.at;
    } else if (code === BACKSLASH) this.continuation();
    else if (isDigit(code) || (code === 46 && isDigit(text.charCodeAt(this.at + 1)))) this.number();
    else this.operator(code);
  }

  private name(): void {
    const { text } = this;
    const start = this.at;
    let end = start + 1;
    for (let code = text.charCodeAt(end); isNameStart(code) || isDigit(code); code = text.charCodeAt(end))
      end++;
    const next = text.charCodeAt(end);
    if (end - start <= 2 && (next === QUOTE || next === APOSTROPHE)) {
      if (!STRING_PREFIX.test(text.slice(start, end))) throw new Unread();
      this.at = end;
      this.string(start);
      return;
    }
    this.at = end;
    const isKeyword = end - start <= 8 && KEYWORDS.has(text.slice(start, end));
    this.add(isKeyword ? KEYWORD : NAME, start, end);
  }

  private number(): void {
    NUMBER_FORM.lastIndex = this.at;
    const match = NUMBER_FORM.exec(this.text);
    const end = match === null ? this.at : NUMBER_FORM.lastIndex;
    const next = this.text.charCodeAt(end);
    if (end === this.at || isNameStart(next) || isDigit(next)) throw new Unread();
    this.add(NUMBER, this.at, end);
    this.at = end;
  }

  /** `start`: of the prefix; the quote is where reading stands. */
  private string(start: number): void {
    const isFormatted = /[fF]/.test(this.text.slice(start, this.at));
    const end = endOfLiteral(this.text, this.at, this.to, isFormatted);
    this.add(STRING, start, end);
    this.at = end;
  }

  private operator(code: number): void {
    const start = this.at;
    if (code === 40 || code === 91 || code === 123) this.depth++;
    else if (code === 41 || code === 93 || code === 125) {
      if (--this.depth < 0) throw new Unread();
    }
    this.at += lengthOfOperator(this.text, start, code);
    this.add(OPERATOR, start, this.at);
  }

  /** Up to the line feed: to the grammar a carriage return is a part of the comment. */
  private comment(): void {
    while (this.at < this.to && this.text.charCodeAt(this.at) !== LINE_FEED) this.at++;
  }

  private continuation(): void {
    const next = this.text.charCodeAt(this.at + 1);
    if (!isEndOfLine(next)) throw new Unread();
    this.at += next === RETURN && this.text.charCodeAt(this.at + 2) === LINE_FEED ? 3 : 2;
  }

  private endOfLine(): void {
    const { text, at } = this;
    this.at += text.charCodeAt(at) === RETURN && text.charCodeAt(at + 1) === LINE_FEED ? 2 : 1;
    if (this.depth > 0) this.commented = -1;
    else {
      this.newline();
      this.indentation();
    }
  }

  /** It begins where the line ends, a comment behind the last statement included. */
  private newline(): void {
    const end = this.commented < 0 ? (this.ends.at(-1) ?? 0) : this.commented;
    this.add(NEWLINE, end, this.at);
    this.commented = -1;
  }

  /** At the beginning of a line, past lines that hold nothing but comments. */
  private indentation(): void {
    const { text } = this;
    const comments: number[] = [];
    for (;;) {
      const column = this.column();
      const code = this.at < this.to ? text.charCodeAt(this.at) : NaN;
      if (code === HASH) {
        this.comment();
        comments.push(column, this.at);
      } else if (code === BACKSLASH) throw new Unread();
      else if (this.at >= this.to || !isEndOfLine(code)) {
        this.indent(this.at >= this.to ? 0 : column, comments);
        return;
      }
      if (this.at < this.to) {
        this.at += text.charCodeAt(this.at) === RETURN && text.charCodeAt(this.at + 1) === LINE_FEED ? 2 : 1;
      }
    }
  }

  private column(): number {
    const { text, at: line } = this;
    while (this.at < this.to && text.charCodeAt(this.at) === SPACE) this.at++;
    if (text.charCodeAt(this.at) !== TAB) return this.at - line;
    if (this.at > line) throw new Unread();
    while (this.at < this.to && text.charCodeAt(this.at) === TAB) this.at++;
    if (text.charCodeAt(this.at) === SPACE) throw new Unread();
    return TAB_WIDTH * (this.at - line);
  }

  /**
   * `comments`: column and end of each between this line and the one before. Those that stand as deep as a block which
   * ends here belong to it: its end is told by the token.
   */
  private indent(column: number, comments: readonly number[]): void {
    const { indents } = this;
    if (column > (indents.at(-1) ?? 0)) {
      indents.push(column);
      this.add(INDENT, this.at, this.at);
      return;
    }
    let next = 0;
    let end = -1;
    for (let block = indents.at(-1) ?? 0; column < block; block = indents.at(-1) ?? 0) {
      if ((comments[next] ?? -1) >= block) {
        end = comments[next + 1] ?? -1;
        next += 2;
      } else {
        indents.pop();
        this.add(DEDENT, end, this.at);
        end = -1;
      }
    }
    if (column !== indents.at(-1)) throw new Unread();
  }
}

function codesOf(characters: string): ReadonlySet<number> {
  return new Set(Array.from(characters, (character) => character.charCodeAt(0)));
}

const ALONE = codesOf("()[]{},;~");
/** Operators that may be doubled, and those that may not. */
const DOUBLED = codesOf("*/<>");
const SINGLE = codesOf("-+%@&|^=:.!");
const EQUALS = 61;

function lengthOfOperator(text: string, at: number, code: number): number {
  if (ALONE.has(code)) return 1;
  const next = text.charCodeAt(at + 1);
  if (DOUBLED.has(code)) {
    if (next !== code) return next === EQUALS ? 2 : 1;
    return text.charCodeAt(at + 2) === EQUALS ? 3 : 2;
  }
  if (!SINGLE.has(code)) throw new Unread();
  if (code === 46) return text.startsWith("...", at) ? 3 : 1;
  if (next === EQUALS || (code === 45 && next === 62)) return 2;
  if (code === 33) throw new Unread();
  return 1;
}

function isEndOfLine(code: number): boolean {
  return code === LINE_FEED || code === RETURN;
}

/** Behind the closing quotes of the literal whose first quote is at `at`. */
function endOfLiteral(text: string, at: number, to: number, isFormatted: boolean): number {
  const quote = text.charCodeAt(at);
  const isTriple = text.charCodeAt(at + 1) === quote && text.charCodeAt(at + 2) === quote;
  let place = at + (isTriple ? 3 : 1);
  /** Braces of interpolations that are open. */
  let braces = 0;
  while (place < to) {
    const code = text.charCodeAt(place);
    if (code === BACKSLASH) {
      if (braces > 0) throw new Unread();
      place += 2;
    } else if (code === quote) {
      const closes =
        !isTriple || (text.charCodeAt(place + 1) === quote && text.charCodeAt(place + 2) === quote);
      if (closes && braces > 0) throw new Unread();
      if (closes) return place + (isTriple ? 3 : 1);
      place++;
    } else if (!isTriple && isEndOfLine(code)) throw new Unread();
    else if (isFormatted && code === 123) {
      if (braces === 0 && text.charCodeAt(place + 1) === 123) place += 2;
      else {
        braces++;
        place++;
      }
    } else if (isFormatted && code === 125) {
      if (braces > 0) braces--;
      else if (text.charCodeAt(place + 1) === 125) place++;
      else throw new Unread();
      place++;
    } else place++;
  }
  throw new Unread();
}
