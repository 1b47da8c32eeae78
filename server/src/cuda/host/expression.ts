/** C++ expressions, as far as conditions on a device's capability use them. What is not understood stays opaque. */
import { entryOf } from "../../text/lookup";
import type { Span } from "../../text/source";
import type { Token } from "../lexer";

export type Expression =
  | (Span & { readonly kind: "number"; readonly value: number })
  | (Span & { readonly kind: "boolean"; readonly value: boolean })
  /** `sm`, `props->major`, `is_same<A, B>::value`: the parts, calls on the way as `f()`, and the last template arguments. */
  | (Span & { readonly kind: "path"; readonly parts: readonly string[]; readonly generic: string })
  | (Span & { readonly kind: "call"; readonly callee: Expression; readonly arguments: readonly Expression[] })
  | (Span & { readonly kind: "unary"; readonly operator: string; readonly operand: Expression })
  | (Span & {
      readonly kind: "binary";
      readonly operator: string;
      readonly left: Expression;
      readonly right: Expression;
    })
  | (Span & {
      readonly kind: "conditional";
      readonly test: Expression;
      readonly yes: Expression;
      readonly no: Expression;
    })
  | (Span & { readonly kind: "group"; readonly inner: Expression })
  /** `cond && "why"`: a literal is true. Without its quotes. */
  | (Span & { readonly kind: "text"; readonly value: string })
  | (Span & { readonly kind: "opaque" });

/** Binding strength; assignment and comma are left out: they end what is read. */
const STRENGTH: Readonly<Record<string, number>> = {
  "||": 1,
  or: 1,
  "&&": 2,
  and: 2,
  "|": 3,
  "^": 4,
  "&": 5,
  "==": 6,
  "!=": 6,
  not_eq: 6,
  "<": 7,
  "<=": 7,
  ">": 7,
  ">=": 7,
  "<<": 8,
  ">>": 8,
  "+": 9,
  "-": 9,
  "*": 10,
  "/": 10,
  "%": 10,
};

/** The name of the operand that stands for all values of a pack. */
export const FOLDED = "...";

const SPELLING: Readonly<Record<string, string>> = { or: "||", and: "&&", not: "!", not_eq: "!=" };

const DEEPEST = 200;

/** Reads the tokens `[from, to)` as one expression; null when something is left over or nothing is there. */
export function parseExpression(tokens: readonly Token[], from: number, to: number): Expression | null {
  const parser = new Parser(tokens, from, to);
  const expression = parser.conditional(0);
  return expression !== null && parser.at >= to ? expression : null;
}

class Parser {
  at: number;
  private readonly tokens: readonly Token[];
  private readonly to: number;

  constructor(tokens: readonly Token[], from: number, to: number) {
    this.tokens = tokens;
    this.at = from;
    this.to = to;
  }

  conditional(depth: number): Expression | null {
    const test = this.binary(1, depth);
    if (test === null || this.text() !== "?") return test;
    this.at++;
    const yes = this.conditional(depth + 1);
    if (yes === null || this.text() !== ":") return null;
    this.at++;
    const no = this.conditional(depth + 1);
    return no === null ? null : { kind: "conditional", test, yes, no, start: test.start, end: no.end };
  }

  private binary(least: number, depth: number): Expression | null {
    let left = this.unary(depth + 1);
    while (left !== null) {
      const written = this.text();
      const strength = entryOf(STRENGTH, written);
      if (strength === undefined || strength < least) return left;
      this.at++;
      const right: Expression | null = this.binary(strength + 1, depth + 1);
      if (right === null) return null;
      const operator = entryOf(SPELLING, written) ?? written;
      left = { kind: "binary", operator, left, right, start: left.start, end: right.end };
    }
    return null;
  }

  private unary(depth: number): Expression | null {
    const token = this.token();
    if (token === undefined || depth > DEEPEST) return null;
    if (/^(?:!|not|-|\+|~|&|\*|\+\+|--)$/.test(token.text)) {
      this.at++;
      const operand = this.unary(depth + 1);
      const operator = entryOf(SPELLING, token.text) ?? token.text;
      return operand && { kind: "unary", operator, operand, start: token.start, end: operand.end };
    }
    const first = this.primary(token, depth);
    return first === null ? null : this.suffixes(first, depth);
  }

  private primary(token: Token, depth: number): Expression | null {
    const { start, end } = token;
    this.at++;
    if (token.text === "(") return this.group(token, depth);
    if (token.kind === "number") {
      const value = numberOf(token.text);
      return value === null ? { kind: "opaque", start, end } : { kind: "number", value, start, end };
    }
    if (token.text === "true" || token.text === "false") {
      return { kind: "boolean", value: token.text === "true", start, end };
    }
    if (token.text === "::")
      return this.token()?.kind === "name" ? this.primary(this.tokens[this.at] ?? token, depth) : null;
    if (token.text === "{" || token.text === "[") return this.skipTo(token);
    if (token.kind === "name") {
      const generic = this.templateArguments(token.text);
      return {
        kind: "path",
        parts: [token.text],
        generic: generic?.text ?? "",
        start,
        end: generic?.end ?? end,
      };
    }
    // of a fold: `(… || ...)`
    if (token.text === "...") return { kind: "path", parts: [FOLDED], generic: "", start, end };
    if (token.kind === "string") return this.literal(token);
    return token.kind === "char" ? { kind: "opaque", start, end } : null;
  }

  /** Adjoining literals are one. */
  private literal(first: Token): Expression {
    let { end } = first;
    let value = unquoted(first);
    for (let token = this.token(); token?.kind === "string"; token = this.token()) {
      end = token.end;
      value += unquoted(token);
      this.at++;
    }
    return { kind: "text", value, start: first.start, end };
  }

  private group(open: Token, depth: number): Expression | null {
    const inner = this.conditional(depth + 1);
    const close = this.token();
    if (inner === null || close?.text !== ")") return null;
    this.at++;
    const isCast = inner.kind === "path" && isType(inner.parts) && this.startsOperand();
    if (isCast) return this.unary(depth + 1);
    return { kind: "group", inner, start: open.start, end: close.end };
  }

  private startsOperand(): boolean {
    const token = this.token();
    return token !== undefined && (token.kind === "name" || token.kind === "number" || token.text === "(");
  }

  private suffixes(first: Expression, depth: number): Expression | null {
    let expression = first;
    for (;;) {
      const token = this.token();
      const next = this.tokens[this.at + 1];
      if (token === undefined) return expression;
      if (
        (token.text === "." || token.text === "->" || token.text === "::") &&
        next?.kind === "name" &&
        this.at + 1 < this.to
      ) {
        this.at += 2;
        const generic = this.templateArguments(next.text);
        expression = {
          kind: "path",
          parts: [...partsOf(expression), next.text],
          generic: generic?.text ?? (expression.kind === "path" ? expression.generic : ""),
          start: expression.start,
          end: generic?.end ?? next.end,
        };
      } else if (token.text === "(") {
        const call = this.call(expression, depth);
        if (call === null) return null;
        expression = call;
      } else if (token.text === "[" || (token.text === "{" && expression.kind === "path")) {
        const skipped = this.skipTo(token);
        if (skipped === null) return null;
        const parts = [...partsOf(expression), "[]"];
        expression = { kind: "path", parts, generic: "", start: expression.start, end: skipped.end };
      } else return expression;
    }
  }

  private call(callee: Expression, depth: number): Expression | null {
    this.at++;
    const args: Expression[] = [];
    while (this.token() !== undefined && this.text() !== ")") {
      const argument = this.conditional(depth + 1);
      if (argument === null) return null;
      args.push(argument);
      if (this.text() === ",") this.at++;
      else if (this.text() !== ")") return null;
    }
    const close = this.token();
    if (close === undefined) return null;
    this.at++;
    return { kind: "call", callee, arguments: args, start: callee.start, end: close.end };
  }

  /** `name<…>` where a closing angle and then a call, a member or an end follow; else the `<` is a comparison. */
  private templateArguments(name: string): { readonly text: string; readonly end: number } | null {
    if (this.text() !== "<" || /^(?:sm|arch|major|minor|cc|\d+)$/i.test(name)) return null;
    let depth = 0;
    for (let at = this.at; at < this.to && at - this.at < 64; at++) {
      const text = this.tokens[at]?.text ?? "";
      if (/^(?:&&|\|\||;|\{|==|!=|<=|>=)$/.test(text)) return null;
      if (text === "<") depth++;
      else if (text === ">") depth--;
      else if (text === ">>") depth -= 2;
      if (depth > 0) continue;
      const after = this.tokens[at + 1];
      if (after !== undefined && at + 1 < this.to && !/^(?:\(|\{|::|\)|&&|\|\||,|\?|\.|;)$/.test(after.text))
        return null;
      const inner = this.tokens.slice(this.at + 1, at).map((token) => token.text);
      this.at = at + 1;
      return { text: inner.join(""), end: this.tokens[at]?.end ?? 0 };
    }
    return null;
  }

  /** Over a bracket to its end. */
  private skipTo(open: Token): Expression | null {
    if (this.token() === open) this.at++;
    let depth = 1;
    for (; this.at < this.to; this.at++) {
      const token = this.tokens[this.at];
      if (token === undefined) return null;
      if (/^[([{]$/.test(token.text)) depth++;
      else if (/^[)\]}]$/.test(token.text) && --depth === 0) {
        this.at++;
        return { kind: "opaque", start: open.start, end: token.end };
      }
    }
    return null;
  }

  private token(): Token | undefined {
    return this.at < this.to ? this.tokens[this.at] : undefined;
  }

  private text(): string {
    return this.token()?.text ?? "";
  }
}

function unquoted({ text }: Token): string {
  return text.replace(/^\w*"|"\w*$/g, "");
}

function partsOf(expression: Expression): readonly string[] {
  if (expression.kind === "path") return expression.parts;
  if (expression.kind === "call") {
    const parts = partsOf(expression.callee);
    return [...parts.slice(0, -1), `${parts.at(-1) ?? ""}()`];
  }
  return expression.kind === "group" ? partsOf(expression.inner) : ["?"];
}

/** The name that says what a path or call is: its last part. */
export function pathOf(expression: Expression): readonly string[] {
  return partsOf(expression);
}

const TYPES = /^(?:int|unsigned|long|short|bool|size_t|uint\d+_t|int\d+_t|auto|char|float|double)$/;

function isType(parts: readonly string[]): boolean {
  return TYPES.test(parts.at(-1) ?? "");
}

/** Integers with their suffixes and separators; null for floating numbers other than whole ones. */
export function numberOf(text: string): number | null {
  const plain = text.replace(/'/g, "");
  const match = /^(0[xX][0-9a-fA-F]+|0[bB][01]+|\d+)(?:[uU]?[lL]{0,2}|[lL]{1,2}[uU]|[zZ][uU]?)$/.exec(plain);
  const value = match === null ? NaN : Number(match[1]);
  return Number.isSafeInteger(value) ? value : null;
}

/** An expression without its parentheses. */
export function bare(expression: Expression): Expression {
  return expression.kind === "group" ? bare(expression.inner) : expression;
}
