import { entryOf } from "../text/lookup";
import { parseArch } from "../arch/arch-list";
import { TARGETS, type Target } from "../arch/targets";
import type { Mask } from "../logic/sets";
import type { Span } from "../text/source";
import type { CMakeArgument, CMakeCommand } from "./cmake-lexer";
import { holdsArchs } from "./names";

/** What an `if` asks of a list of architectures, for a build of one target each. */
export interface ArchTest {
  /** Targets whose name passes. */
  readonly passes: Mask;
  /** Targets that pass when the rest of the condition holds. */
  readonly open: Mask;
  /** The rest, as written; "" when there is none. */
  readonly rest: string;
  /** The names of the variables asked. */
  readonly variables: readonly string[];
  /** The literals that are compared with. */
  readonly literals: readonly CMakeArgument[];
  readonly negated: boolean;
  readonly operator: string;
  /** The first comparison, from its first word to its last. */
  readonly place: Span;
  /** Whether AND joins that to something else, so that an alternative beside it needs parentheses. */
  readonly joined: boolean;
}

interface Atom {
  readonly kind: "atom";
  readonly words: readonly CMakeArgument[];
}

type Condition =
  | Atom
  | { readonly kind: "not"; readonly inner: Condition }
  | { readonly kind: "all" | "any"; readonly parts: readonly Condition[] };

type Answer = boolean | null;

/** Reads `if(…)`/`elseif(…)`; null where no architecture is asked about. */
export function archTestOf(command: CMakeCommand): ArchTest | null {
  const condition = parse(command.arguments);
  if (condition === null) return null;
  const atoms = atomsOf(condition, false, false);
  const tests = atoms.flatMap((placed) => {
    const reading = readAtom(placed.atom);
    return reading === null ? [] : [{ ...placed, reading }];
  });
  const [first] = tests;
  if (first === undefined) return null;
  let passes = 0;
  let open = 0;
  TARGETS.forEach((target, index) => {
    const answer = answerOf(condition, target, false);
    if (answer === true) passes |= 1 << index;
    if (answer === null) open |= 1 << index;
  });
  return {
    passes,
    open,
    rest: atoms
      .filter(({ atom }) => readAtom(atom) === null)
      .map(textOf)
      .join(" AND "),
    variables: tests.map(({ reading }) => reading.variable),
    literals: tests.map(({ reading }) => reading.literal),
    negated: tests.some(({ negated }) => negated),
    operator: first.reading.operator,
    place: spanOf(first.atom),
    joined: first.joined,
  };
}

/** CMake binds NOT before AND before OR. Null where the parentheses do not fit. */
function parse(words: readonly CMakeArgument[]): Condition | null {
  let at = 0;
  const isWord = (text: string): boolean => words[at]?.kind === "unquoted" && words[at]?.text === text;
  const isParenthesis = (text: string): boolean =>
    words[at]?.kind === "parenthesis" && words[at]?.text === text;
  const joined = (kind: "all" | "any", word: string, part: () => Condition | null): Condition | null => {
    const parts: Condition[] = [];
    for (;;) {
      const next = part();
      if (next === null) return null;
      parts.push(next);
      if (!isWord(word)) break;
      at++;
    }
    const [only] = parts;
    return parts.length === 1 && only !== undefined ? only : { kind, parts };
  };
  const any = (): Condition | null => joined("any", "OR", () => joined("all", "AND", one));
  let depth = 0;
  const one = (): Condition | null => {
    let nots = 0;
    for (; isWord("NOT"); at++) nots++;
    let inner: Condition | null;
    if (isParenthesis("(")) {
      at++;
      inner = ++depth > DEEPEST ? null : any();
      depth--;
      if (inner === null || !isParenthesis(")")) return null;
      at++;
      // An alternative may be written inside the parentheses.
      if (inner.kind === "atom") inner = { kind: "any", parts: [inner] };
    } else {
      const from = at;
      while (at < words.length && words[at]?.kind !== "parenthesis" && !isWord("AND") && !isWord("OR")) at++;
      if (at === from) return null;
      inner = { kind: "atom", words: words.slice(from, at) };
    }
    return nots % 2 === 1 ? { kind: "not", inner } : inner;
  };
  const whole = any();
  return at === words.length ? whole : null;
}

/** How deep parentheses are followed. */
const DEEPEST = 50;

interface PlacedAtom {
  readonly atom: Atom;
  readonly negated: boolean;
  readonly joined: boolean;
}

function atomsOf(condition: Condition, negated: boolean, joined: boolean): PlacedAtom[] {
  if (condition.kind === "atom") return [{ atom: condition, negated, joined }];
  if (condition.kind === "not") return atomsOf(condition.inner, !negated, true);
  return condition.parts.flatMap((part) => atomsOf(part, negated, condition.kind === "all"));
}

function spanOf({ words }: Atom): Span {
  return { start: words[0]?.outer.start ?? 0, end: words.at(-1)?.outer.end ?? 0 };
}

function textOf({ atom, negated }: PlacedAtom): string {
  return (negated ? "NOT " : "") + atom.words.map((word) => word.text).join(" ");
}

function answerOf(condition: Condition, target: Target, negated: boolean): Answer {
  if (condition.kind === "not") {
    const inner = answerOf(condition.inner, target, !negated);
    return inner === null ? null : !inner;
  }
  if (condition.kind === "atom") return answerFor(condition, target, negated);
  const answers = condition.parts.map((part) => answerOf(part, target, negated));
  return condition.kind === "any" ? anyOf(answers) : allOf(answers);
}

interface Reading {
  readonly variable: string;
  readonly operator: string;
  readonly literal: CMakeArgument;
}

function readAtom(atom: Atom): Reading | null {
  const [left, middle, right] = atom.words;
  if (left === undefined || middle === undefined || right === undefined || atom.words.length !== 3)
    return null;
  const operator = middle.text;
  const [named, literal] = operator === "IN_LIST" ? [right, left] : [left, right];
  const variable = named.text.replace(/^"?\\?\$\{([^}]*)\}"?$/, "$1");
  if (!holdsArchs(variable) || entryOf(TESTS, operator) === undefined) return null;
  const asksForArchs = operator === "MATCHES" ? namesTarget(literal) : parseArch(literal.text) !== null;
  return asksForArchs ? { variable, operator, literal } : null;
}

/** Of the expressions for other makers' devices (`gfx1100`) and for anything at all (`.*`) none is a test. */
function namesTarget(literal: CMakeArgument): boolean {
  const pattern = regexOf(literal);
  if (pattern === null || pattern.test("") || !/\d/.test(literal.text)) return false;
  return TARGETS.some((target) => spellings(target).some((name) => pattern.test(name)));
}

function answerFor(atom: Atom, target: Target, negated: boolean): Answer {
  const reading = readAtom(atom);
  if (reading === null) return !negated && toolkitIsGiven(atom) ? true : null;
  return entryOf(TESTS, reading.operator)?.(reading.literal, target) ?? false;
}

/** A list that is asked about its architectures is there, and was made by a toolkit that knows them. */
function toolkitIsGiven(atom: Atom): boolean {
  const [first, operator] = atom.words;
  const alone = atom.words.length === 1 && holdsArchs(first?.text ?? "");
  return alone || (/CUDA\w*VERSION/i.test(first?.text ?? "") && (operator?.text ?? "").includes("GREATER"));
}

const TESTS: Readonly<Record<string, (literal: CMakeArgument, target: Target) => boolean>> = {
  MATCHES: (literal, target) => {
    const pattern = regexOf(literal);
    return pattern !== null && spellings(target).some((name) => pattern.test(name));
  },
  STREQUAL: (literal, target) => spellings(target).includes(literal.text),
  IN_LIST: (literal, target) => spellings(target).includes(literal.text),
  EQUAL: (literal, target) => parseArch(literal.text)?.capability === target.capability,
  VERSION_EQUAL: (literal, target) => parseArch(literal.text)?.capability === target.capability,
  GREATER: (literal, target) => target.capability > (parseArch(literal.text)?.capability ?? Infinity),
  GREATER_EQUAL: (literal, target) => target.capability >= (parseArch(literal.text)?.capability ?? Infinity),
  LESS: (literal, target) => target.capability < (parseArch(literal.text)?.capability ?? 0),
  LESS_EQUAL: (literal, target) => target.capability <= (parseArch(literal.text)?.capability ?? 0),
  VERSION_GREATER_EQUAL: (literal, target) =>
    target.capability >= (parseArch(literal.text)?.capability ?? Infinity),
  VERSION_LESS: (literal, target) => target.capability < (parseArch(literal.text)?.capability ?? 0),
};

/** A target as the lists of a build may name it. */
function spellings(target: Target): string[] {
  const number = `${target.capability}${target.suffix}`;
  const dotted = `${Math.floor(target.capability / 10)}.${target.capability % 10}${target.suffix}`;
  return [number, dotted, `${number}-real`, target.name];
}

/** A longer one is no test of architectures. */
const LONGEST_EXPRESSION = 200;

/**
 * CMake's expressions are a part of JavaScript's, without counts in braces, and without classes: `\d` is the letter d.
 * In quotes a backslash is written twice.
 */
export function regexOf(literal: CMakeArgument): RegExp | null {
  if (literal.text.length > LONGEST_EXPRESSION) return null;
  const pattern = literal.kind === "quoted" ? literal.text.replace(/\\\\/g, "\\") : literal.text;
  try {
    return new RegExp(
      pattern.replace(/\\([\s\S])|[{}]/g, (whole, escaped?: string) => escapedFor(whole, escaped)),
    );
  } catch {
    return null;
  }
}

function escapedFor(whole: string, escaped = whole): string {
  return /\w/.test(escaped) ? escaped : `\\${escaped}`;
}

function anyOf(answers: readonly Answer[]): Answer {
  return answers.includes(true) ? true : answers.includes(null) ? null : false;
}

function allOf(answers: readonly Answer[]): Answer {
  return answers.includes(false) ? false : answers.includes(null) ? null : true;
}
