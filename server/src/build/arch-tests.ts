import { parseArch } from "../arch/arch-list";
import { TARGETS, type Target } from "../arch/targets";
import type { Mask } from "../logic/sets";
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
}

interface Atom {
  readonly words: readonly CMakeArgument[];
  readonly negated: boolean;
}

type Answer = boolean | null;

/** Reads `if(…)`/`elseif(…)`; null where no architecture is asked about. */
export function archTestOf(command: CMakeCommand): ArchTest | null {
  if (command.arguments.some((argument) => argument.kind === "parenthesis")) return null;
  const alternatives = splitAt(command.arguments, "OR").map((part) => splitAt(part, "AND").map(atomOf));
  const atoms = alternatives.flat();
  const tests = atoms.filter((atom) => readAtom(atom) !== null);
  const first = tests[0];
  if (first === undefined) return null;
  let passes = 0;
  let open = 0;
  TARGETS.forEach((target, index) => {
    const answer = anyOf(alternatives.map((part) => allOf(part.map((atom) => answerFor(atom, target)))));
    if (answer === true) passes |= 1 << index;
    if (answer === null) open |= 1 << index;
  });
  const readings = tests.map(readAtom).filter((reading) => reading !== null);
  return {
    passes,
    open,
    rest: atoms
      .filter((atom) => readAtom(atom) === null)
      .map(textOf)
      .join(" AND "),
    variables: readings.map((reading) => reading.variable),
    literals: readings.map((reading) => reading.literal),
    negated: tests.some((atom) => atom.negated),
    operator: readings[0]?.operator ?? "",
  };
}

function splitAt(words: readonly CMakeArgument[], operator: string): CMakeArgument[][] {
  const parts: CMakeArgument[][] = [[]];
  for (const word of words) {
    if (word.kind === "unquoted" && word.text === operator) parts.push([]);
    else parts.at(-1)?.push(word);
  }
  return parts;
}

function atomOf(words: readonly CMakeArgument[]): Atom {
  const nots = words.findIndex((word) => word.text !== "NOT");
  const count = nots < 0 ? words.length : nots;
  return { words: words.slice(count), negated: count % 2 === 1 };
}

function textOf(atom: Atom): string {
  return (atom.negated ? "NOT " : "") + atom.words.map((word) => word.text).join(" ");
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
  if (!holdsArchs(variable) || TESTS[operator] === undefined) return null;
  const asksForArchs = operator === "MATCHES" ? namesTarget(literal) : parseArch(literal.text) !== null;
  return asksForArchs ? { variable, operator, literal } : null;
}

/** Of the expressions for other makers' devices (`gfx1100`) and for anything at all (`.*`) none is a test. */
function namesTarget(literal: CMakeArgument): boolean {
  const pattern = regexOf(literal);
  if (pattern === null || pattern.test("") || !/\d/.test(literal.text)) return false;
  return TARGETS.some((target) => spellings(target).some((name) => pattern.test(name)));
}

function answerFor(atom: Atom, target: Target): Answer {
  const reading = readAtom(atom);
  if (reading === null) return toolkitIsGiven(atom) ? true : null;
  const passes = TESTS[reading.operator]?.(reading.literal, target) ?? false;
  return passes !== atom.negated;
}

/** A list that is asked about its architectures is there, and was made by a toolkit that knows them. */
function toolkitIsGiven(atom: Atom): boolean {
  const [first, operator] = atom.words;
  const alone = atom.words.length === 1 && holdsArchs(first?.text ?? "");
  return (
    !atom.negated &&
    (alone || (/CUDA\w*VERSION/i.test(first?.text ?? "") && (operator?.text ?? "").includes("GREATER")))
  );
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

/** CMake's expressions are a part of JavaScript's; in quotes a backslash is written twice. */
function regexOf(literal: CMakeArgument): RegExp | null {
  try {
    return new RegExp(literal.kind === "quoted" ? literal.text.replace(/\\\\/g, "\\") : literal.text);
  } catch {
    return null;
  }
}

function anyOf(answers: readonly Answer[]): Answer {
  return answers.includes(true) ? true : answers.includes(null) ? null : false;
}

function allOf(answers: readonly Answer[]): Answer {
  return answers.includes(false) ? false : answers.includes(null) ? null : true;
}
