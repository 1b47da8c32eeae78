import type { Span } from "../text/source";

/** One argument of a command as it stands in the file. */
export interface CMakeArgument {
  readonly kind: "unquoted" | "quoted" | "bracket" | "parenthesis";
  /** The text between its quotes or brackets, escapes kept. */
  readonly text: string;
  /** Of `text`. */
  readonly span: Span;
  /** Quotes and brackets included. */
  readonly outer: Span;
}

export interface CMakeCommand {
  /** In lower case: CMake's command names are case-insensitive. */
  readonly name: string;
  readonly nameSpan: Span;
  readonly arguments: readonly CMakeArgument[];
  /** From the name to the closing parenthesis. */
  readonly span: Span;
}

export interface CMakeComment {
  readonly text: string;
  readonly span: Span;
}

export interface CMakeFile {
  readonly commands: readonly CMakeCommand[];
  readonly comments: readonly CMakeComment[];
}

const COMMAND = /([A-Za-z_]\w*)[ \t]*\(/y;
const BRACKET_OPEN = /\[(=*)\[/y;
const UNQUOTED = /(?:[^\s()#"\\]|\\[^])(?:[^\s()#"\\]|\\[^]|"[^"\n]{0,400}")*/y;

/** Tolerant of any text: what is no command is skipped, what is not closed ends with the file. */
export function lexCMake(text: string): CMakeFile {
  return new Lexer(text).file();
}

class Lexer {
  private readonly commands: CMakeCommand[] = [];
  private readonly comments: CMakeComment[] = [];
  private at = 0;
  private readonly text: string;

  constructor(text: string) {
    this.text = text;
  }

  file(): CMakeFile {
    while (this.at < this.text.length) {
      if (this.text[this.at] === "#") this.comment();
      else if (!this.command()) this.at++;
    }
    return { commands: this.commands, comments: this.comments };
  }

  private command(): boolean {
    const match = this.match(COMMAND);
    if (match === null) return false;
    const start = this.at;
    const name = match[1] ?? "";
    this.at += match[0].length;
    const args = this.argumentsOf();
    this.commands.push({
      name: name.toLowerCase(),
      nameSpan: { start, end: start + name.length },
      arguments: args,
      span: { start, end: this.at },
    });
    return true;
  }

  private argumentsOf(): CMakeArgument[] {
    const args: CMakeArgument[] = [];
    let depth = 1;
    while (this.at < this.text.length) {
      const character = this.text[this.at] ?? "";
      if (character === "#") this.comment();
      else if (character === '"') args.push(this.quoted());
      else if (character === "(" || character === ")") {
        depth += character === "(" ? 1 : -1;
        if (depth === 0) {
          this.at++;
          break;
        }
        args.push(this.argument("parenthesis", this.at, this.at + 1, 0));
      } else if (!this.bracket(args) && !this.unquoted(args)) this.at++;
    }
    return args;
  }

  private quoted(): CMakeArgument {
    const start = this.at;
    let end = start + 1;
    while (end < this.text.length && this.text[end] !== '"') end += this.text[end] === "\\" ? 2 : 1;
    end = Math.min(end, this.text.length);
    const closed = end < this.text.length ? 1 : 0;
    const argument: CMakeArgument = {
      kind: "quoted",
      text: this.text.slice(start + 1, end),
      span: { start: start + 1, end: Math.max(start + 1, end) },
      outer: { start, end: end + closed },
    };
    this.at = end + closed;
    return argument;
  }

  private bracket(args: CMakeArgument[]): boolean {
    const open = this.match(BRACKET_OPEN);
    if (open === null) return false;
    const close = this.closingOf(open[1] ?? "");
    args.push(this.argument("bracket", this.at, close, open[0].length));
    return true;
  }

  private unquoted(args: CMakeArgument[]): boolean {
    const match = this.match(UNQUOTED);
    if (match === null) return false;
    args.push(this.argument("unquoted", this.at, this.at + match[0].length, 0));
    return true;
  }

  /** `border` characters at either end are not of the argument's own text. */
  private argument(kind: CMakeArgument["kind"], start: number, end: number, border: number): CMakeArgument {
    this.at = end;
    const closed = this.text[end - 1] === "]" || border === 0;
    const span = { start: start + border, end: Math.max(start + border, end - (closed ? border : 0)) };
    return { kind, text: this.text.slice(span.start, span.end), span, outer: { start, end } };
  }

  private comment(): void {
    const start = this.at++;
    const open = this.match(BRACKET_OPEN);
    const newline = this.text.indexOf("\n", start);
    const end = open !== null ? this.closingOf(open[1] ?? "") : newline < 0 ? this.text.length : newline;
    this.comments.push({ text: this.text.slice(start, end), span: { start, end } });
    this.at = end;
  }

  /** The offset behind `]==]`, or the end of the file. */
  private closingOf(equals: string): number {
    const close = this.text.indexOf(`]${equals}]`, this.at + equals.length + 2);
    return close < 0 ? this.text.length : close + equals.length + 2;
  }

  private match(pattern: RegExp): RegExpExecArray | null {
    pattern.lastIndex = this.at;
    return pattern.exec(this.text);
  }
}
