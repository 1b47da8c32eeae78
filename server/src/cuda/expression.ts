/**
 * The grammar of `#if` expressions. Operators are kept on a stack of their own rather than on the call stack, so
 * that a hundred thousand parentheses are no different from one pair.
 */
import { entryOf } from "../text/lookup";
import { ZERO, parseCharacter, parseInteger } from "./integers";
import type { Int } from "./integers";
import type { Token } from "./lexer";
import type { Span } from "../text/source";

export type Expression = Span &
  (
    | { readonly kind: "integer"; readonly value: Int }
    | { readonly kind: "name"; readonly name: string }
    | { readonly kind: "defined"; readonly name: string }
    /** A name with arguments: a macro call that was not expanded, or `__has_include(…)`. */
    | { readonly kind: "call"; readonly name: string; readonly text: string }
    | { readonly kind: "unary"; readonly operator: string; readonly operand: Expression }
    | {
        readonly kind: "binary";
        readonly operator: string;
        readonly left: Expression;
        readonly right: Expression;
      }
    | {
        readonly kind: "conditional";
        readonly condition: Expression;
        readonly then: Expression;
        readonly otherwise: Expression;
      }
  );

/** Thrown inside this module only; `parseExpression` hands it over as a value. */
class SyntaxFault extends Error {}

export interface ParseFault {
  readonly fault: string;
}

const PRECEDENCE: Readonly<Record<string, number>> = {
  ",": 1,
  "?": 2,
  ":": 2,
  "||": 3,
  "&&": 4,
  "|": 5,
  "^": 6,
  "&": 7,
  "==": 8,
  "!=": 8,
  "<": 9,
  ">": 9,
  "<=": 9,
  ">=": 9,
  "<<": 10,
  ">>": 10,
  "+": 11,
  "-": 11,
  "*": 12,
  "/": 12,
  "%": 12,
};
const UNARY_PRECEDENCE = 13;
const UNARY = new Set(["!", "~", "+", "-"]);

/** C++ spells some operators as words. */
const WORD_OPERATORS: Readonly<Record<string, string>> = {
  and: "&&",
  or: "||",
  not: "!",
  bitand: "&",
  bitor: "|",
  xor: "^",
  compl: "~",
  not_eq: "!=",
  and_eq: "&=",
  or_eq: "|=",
  xor_eq: "^=",
};

/** A name that is an operator is never a macro. */
export function isOperatorName(name: string): boolean {
  return Object.hasOwn(WORD_OPERATORS, name);
}

/** Past this many nested operators an expression is refused rather than walked. */
const DEEPEST = 2000;
/** The fault of such an expression: no preprocessor calls it an error, so it need not be false. */
export const TOO_DEEP = "expression is nested too deeply";

export const HAS_OPERATORS = new Set([
  "__has_include",
  "__has_include_next",
  "__has_attribute",
  "__has_cpp_attribute",
  "__has_builtin",
]);

interface Pending {
  readonly operator: string;
  readonly precedence: number;
  readonly unary: boolean;
  readonly start: number;
}

interface Operand {
  readonly expression: Expression;
  readonly depth: number;
}

/**
 * Reads tokens, expanded or not, as one expression. `mayCall` says of a name before a parenthesis whether it can be
 * the call of a macro that was not seen; if it cannot, the parenthesis is a syntax error.
 */
export function parseExpression(
  tokens: readonly Token[],
  mayCall: (name: string) => boolean = () => true,
): Expression | ParseFault {
  try {
    return new Parser(tokens, mayCall).parse();
  } catch (error) {
    if (error instanceof SyntaxFault) return { fault: error.message };
    throw error;
  }
}

class Parser {
  private readonly operators: Pending[] = [];
  private readonly operands: Operand[] = [];
  private readonly tokens: readonly Token[];
  private readonly mayCall: (name: string) => boolean;
  private at = 0;

  constructor(tokens: readonly Token[], mayCall: (name: string) => boolean) {
    this.tokens = tokens;
    this.mayCall = mayCall;
  }

  parse(): Expression {
    if (this.tokens.length === 0) throw new SyntaxFault("#if with no expression");
    let wantsOperand = true;
    for (let token = this.tokens[this.at]; token !== undefined; token = this.tokens[this.at]) {
      wantsOperand = wantsOperand ? this.readOperand(token) : this.readOperator(token);
    }
    if (wantsOperand) throw new SyntaxFault("operator has no right operand");
    this.reduceWhile(() => true);
    const result = this.operands[0];
    if (result === undefined || this.operands.length !== 1) throw new SyntaxFault("missing expression");
    return result.expression;
  }

  /** Answers whether an operand is still wanted. */
  private readOperand(token: Token): boolean {
    const operator = operatorOf(token);
    if (operator === "(") {
      this.push("(", 0, false, token);
      return true;
    }
    if (operator !== null && UNARY.has(operator)) {
      this.push(operator, UNARY_PRECEDENCE, true, token);
      return true;
    }
    if (token.kind === "number" || token.kind === "char") {
      const value = token.kind === "number" ? parseInteger(token.text) : parseCharacter(token.text);
      if (typeof value === "string") throw new SyntaxFault(value);
      this.operand({ kind: "integer", value, start: token.start, end: token.end });
      this.at++;
      return false;
    }
    if (token.kind === "name" && operator === null) {
      if (token.text === "defined") this.readDefined(token);
      else if (HAS_OPERATORS.has(token.text) && !this.hasOperand(token)) this.skipFaultyOperand(token);
      else if (this.isCall(token)) this.readCall(token);
      else {
        this.operand({ kind: "name", name: token.text, start: token.start, end: token.end });
        this.at++;
      }
      return false;
    }
    if (operator === ")" || (operator !== null && Object.hasOwn(PRECEDENCE, operator))) {
      throw new SyntaxFault(
        operator === ")"
          ? "missing expression between '(' and ')'"
          : `operator '${operator}' has no left operand`,
      );
    }
    throw new SyntaxFault(`token "${token.text}" is not valid in preprocessor expressions`);
  }

  private readOperator(token: Token): boolean {
    const operator = operatorOf(token);
    if (operator === ")") {
      this.reduceWhile((top) => top.operator !== "(");
      const open = this.operators.pop();
      if (open === undefined) throw new SyntaxFault("missing '(' in expression");
      const inner = this.operands.pop();
      if (inner !== undefined) {
        this.operands.push({
          ...inner,
          expression: { ...inner.expression, start: open.start, end: token.end },
        });
      }
      this.at++;
      return false;
    }
    const precedence = operator === null ? undefined : PRECEDENCE[operator];
    if (operator === null || precedence === undefined) {
      if (token.kind === "punctuator" && token.text !== "(") {
        throw new SyntaxFault(`token "${token.text}" is not valid in preprocessor expressions`);
      }
      throw new SyntaxFault(`missing binary operator before token "${token.text}"`);
    }
    if (operator === ":") {
      this.reduceWhile((top) => top.operator !== "?" && top.operator !== "(");
      const question = this.operators.pop();
      if (question?.operator !== "?") throw new SyntaxFault("':' without preceding '?'");
      this.push(":", precedence, false, token);
      return true;
    }
    // `?` and its `:` bind to the right, all other operators to the left; between the two a comma may stand.
    this.reduceWhile((top) => {
      if (operator === "," && top.operator === "?") return false;
      return operator === "?" ? top.precedence > precedence : top.precedence >= precedence;
    });
    this.push(operator, precedence, false, token);
    return true;
  }

  private push(operator: string, precedence: number, unary: boolean, token: Token): void {
    this.operators.push({ operator, precedence, unary, start: token.start });
    this.at++;
  }

  private operand(expression: Expression): void {
    this.operands.push({ expression, depth: 1 });
  }

  private reduceWhile(test: (top: Pending) => boolean): void {
    for (let top = this.operators[this.operators.length - 1]; top !== undefined;) {
      if (top.operator === "(" && test(top)) throw new SyntaxFault("missing ')' in expression");
      if (!test(top) || top.operator === "(") return;
      if (top.operator === "?") throw new SyntaxFault("'?' without following ':'");
      this.operators.pop();
      this.reduce(top);
      top = this.operators[this.operators.length - 1];
    }
  }

  private reduce(top: Pending): void {
    const right = this.operands.pop();
    if (right === undefined) throw new SyntaxFault("missing expression");
    if (top.unary) {
      this.combine([right], {
        kind: "unary",
        operator: top.operator,
        operand: right.expression,
        start: top.start,
        end: right.expression.end,
      });
      return;
    }
    const left = this.operands.pop();
    if (left === undefined) throw new SyntaxFault("missing expression");
    if (top.operator !== ":") {
      const span = { start: left.expression.start, end: right.expression.end };
      this.combine([left, right], {
        kind: "binary",
        operator: top.operator,
        left: left.expression,
        right: right.expression,
        ...span,
      });
      return;
    }
    const condition = this.operands.pop();
    if (condition === undefined) throw new SyntaxFault("missing expression");
    this.combine([condition, left, right], {
      kind: "conditional",
      condition: condition.expression,
      then: left.expression,
      otherwise: right.expression,
      start: condition.expression.start,
      end: right.expression.end,
    });
  }

  private combine(parts: readonly Operand[], expression: Expression): void {
    const depth = 1 + Math.max(...parts.map((part) => part.depth));
    if (depth > DEEPEST) throw new SyntaxFault(TOO_DEEP);
    this.operands.push({ expression, depth });
  }

  private readDefined(keyword: Token): void {
    const next = this.tokens[this.at + 1];
    const open = next?.text === "(";
    const name = open ? this.tokens[this.at + 2] : next;
    const named = name?.kind === "name" && operatorOf(name) === null;
    const close = open && named ? this.tokens[this.at + 3] : name;
    const span = { start: keyword.start, end: (close ?? name ?? next ?? keyword).end };
    // Without a name, or without its parenthesis, g++ reports an error and goes on with 0.
    if (named && (!open || close?.text === ")")) this.operand({ kind: "defined", name: name.text, ...span });
    else this.operand({ kind: "integer", value: ZERO, ...span });
    this.at += (open ? 3 : 2) + (open && named ? 1 : 0);
  }

  /** `__has_attribute(name)`; of a header's name nothing is asked here. */
  private hasOperand({ text }: Token): boolean {
    const [open, name] = [this.tokens[this.at + 1], this.tokens[this.at + 2]];
    if (text.startsWith("__has_include")) return open?.text === "(";
    return open?.text === "(" && name?.kind === "name";
  }

  /** g++ reports it, passes over the token at which it saw that, and goes on with 0. */
  private skipFaultyOperand({ start, end }: Token): void {
    const opens = this.tokens[this.at + 1]?.text === "(";
    this.operand({ kind: "integer", value: ZERO, start, end });
    this.at += opens ? 3 : 2;
  }

  private isCall(name: Token): boolean {
    if (this.tokens[this.at + 1]?.text !== "(") return false;
    return HAS_OPERATORS.has(name.text) || this.mayCall(name.text);
  }

  private readCall(name: Token): void {
    let depth = 0;
    let end = this.at + 1;
    for (; end < this.tokens.length; end++) {
      const text = this.tokens[end]?.text;
      if (text === "(") depth++;
      else if (text === ")" && --depth === 0) break;
    }
    const close = this.tokens[end];
    const isAttribute = HAS_OPERATORS.has(name.text) && !name.text.startsWith("__has_include");
    if (isAttribute && end !== this.at + 3 && this.tokens[this.at + 3]?.text !== "::")
      throw new SyntaxFault(`missing ')' after "${name.text}"`);
    if (close === undefined) throw new SyntaxFault(`unterminated argument list invoking "${name.text}"`);
    const text = spell(this.tokens.slice(this.at, end + 1));
    this.operand({ kind: "call", name: name.text, text, start: name.start, end: close.end });
    this.at = end + 1;
  }
}

function operatorOf(token: Token): string | null {
  if (token.kind === "punctuator") return token.text;
  return token.kind === "name" ? (entryOf(WORD_OPERATORS, token.text) ?? null) : null;
}

/** Tokens as text: one blank where there was white space, none where there was none. */
export function spell(tokens: readonly Token[]): string {
  return tokens.map((token, index) => (index > 0 && token.spaced ? " " : "") + token.text).join("");
}
