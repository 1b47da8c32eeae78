import { entryOf } from "../text/lookup";
import type { CMakeArgument, CMakeCommand } from "./cmake-lexer";
import type { Span } from "../text/source";
import { firstToolkitFor, TOOLKIT, TOOLKITS } from "../arch/toolkits";

/** One `if`/`elseif`/`else` branch that a command stands in. */
export interface Branch {
  /** The offset of the `if` that opened the chain: the same for all its branches. */
  readonly chain: number;
  /** Which branch of the chain, from 0. */
  readonly arm: number;
  /** Conditions that must hold, the earlier branches' negated. */
  readonly conditions: readonly Condition[];
}

export interface Condition {
  readonly arguments: readonly CMakeArgument[];
  readonly span: Span;
  readonly negated: boolean;
}

export interface PlacedCommand {
  readonly command: CMakeCommand;
  /** Outermost first. */
  readonly branches: readonly Branch[];
  /** Where the function starts whose variables it has to do with; -1 outside of all. A macro has none of its own. */
  readonly scope: number;
}

/** An open arm of a chain, with the arm around it; what comes of it is worked out for the few commands that matter. */
interface OpenArm {
  readonly chain: number;
  readonly arm: number;
  readonly current: Condition | null;
  /** The arm before it in its chain. */
  readonly earlier: OpenArm | null;
  readonly outer: OpenArm | null;
}

/** Past these, arms and blocks say nothing of who is built for; they only cost. */
const MOST_EARLIER = 100;
const MOST_NESTED = 100;

/** Says of every command in which branches it stands. */
export function placeCommands(commands: readonly CMakeCommand[]): PlacedCommand[] {
  let open = null as OpenArm | null;
  const placed: PlacedCommand[] = [];
  const functions: number[] = [];
  const place = (command: CMakeCommand, around: OpenArm | null): void => {
    let known: readonly Branch[] | undefined;
    placed.push({
      command,
      scope: functions.at(-1) ?? -1,
      get branches() {
        return (known ??= branchesOf(around));
      },
    });
  };
  for (const command of commands) {
    if (command.name === "function") functions.push(command.span.start);
    if (command.name === "endfunction") functions.pop();
    if (command.name === "endif") open = open?.outer ?? null;
    const startsArm = command.name === "elseif" || command.name === "else";
    if (startsArm) place(command, open?.outer ?? null);
    if (startsArm) open = nextArm(open, command);
    else place(command, open);
    if (command.name === "if") {
      const current = conditionOf(command, false);
      open = { chain: command.span.start, arm: 0, current, earlier: null, outer: open };
    }
  }
  return placed;
}

function nextArm(open: OpenArm | null, command: CMakeCommand): OpenArm | null {
  if (open === null) return null;
  const current = command.name === "elseif" ? conditionOf(command, false) : null;
  return { chain: open.chain, arm: open.arm + 1, current, earlier: open, outer: open.outer };
}

function branchesOf(innermost: OpenArm | null): Branch[] {
  const branches: Branch[] = [];
  for (let open = innermost; open !== null && branches.length < MOST_NESTED; open = open.outer)
    branches.push(branchOf(open));
  return branches.reverse();
}

function branchOf(open: OpenArm): Branch {
  const past: Condition[] = [];
  for (let at = open.earlier; at !== null && past.length < MOST_EARLIER; at = at.earlier)
    if (at.current !== null) past.push({ ...at.current, negated: true });
  past.reverse();
  return {
    chain: open.chain,
    arm: open.arm,
    conditions: open.current === null ? past : [...past, open.current],
  };
}

function conditionOf(command: CMakeCommand, negated: boolean): Condition {
  const first = command.arguments[0];
  const last = command.arguments.at(-1);
  const span = first && last ? { start: first.outer.start, end: last.outer.end } : command.span;
  return { arguments: command.arguments, span, negated };
}

/** Whether two places are in different branches of one chain, so that never both are met. */
export function areAlternatives(a: readonly Branch[], b: readonly Branch[]): boolean {
  const arms = new Map(b.map((branch) => [branch.chain, branch.arm]));
  return a.some(({ chain, arm }) => (arms.get(chain) ?? arm) !== arm);
}

/** The branches of `inner` that `outer` does not stand in. */
export function branchesBelow(inner: readonly Branch[], outer: readonly Branch[]): Branch[] {
  const arms = new Map(outer.map((branch) => [branch.chain, branch.arm]));
  return inner.filter(({ chain, arm }) => arms.get(chain) !== arm);
}

/**
 * Of the conditions that a command stands under, those that are not settled by the toolkit that the facts are
 * about; empty: the command is met. `null`: it is met by other toolkits alone.
 */
export function openConditions(branches: readonly Branch[]): Condition[] | null {
  const open: Condition[] = [];
  for (const condition of branches.flatMap((branch) => branch.conditions)) {
    const settled = settledBy(condition, TOOLKIT);
    if (settled === false) return null;
    if (settled === null) open.push(condition);
  }
  return open;
}

/** Whether only toolkits older than the first one for this device meet the branches; the conditions that say so. */
export function tooOldFor(branches: readonly Branch[], capability: number): Condition | null {
  const first = firstToolkitFor(capability);
  if (first === undefined) return null;
  const newer = TOOLKITS.filter((toolkit) => toolkit >= first);
  const conditions = branches.flatMap((branch) => branch.conditions);
  return (
    conditions.find((condition) => newer.every((toolkit) => settledBy(condition, toolkit) === false)) ?? null
  );
}

/** What a condition comes to with this CUDA version: null where it asks for something else too. */
function settledBy(condition: Condition, toolkit: number): boolean | null {
  const words = condition.arguments.map((argument) => argument.text);
  if (words.includes("(")) return null;
  const result = anyOf(
    split(words, "OR").map((part) => allOf(split(part, "AND").map((atom) => atomOf(atom, toolkit)))),
  );
  return result === null ? null : result !== condition.negated;
}

function split(words: readonly string[], operator: string): string[][] {
  const parts: string[][] = [[]];
  for (const word of words) {
    if (word.toUpperCase() === operator) parts.push([]);
    else parts.at(-1)?.push(word);
  }
  return parts;
}

function anyOf(parts: readonly (boolean | null)[]): boolean | null {
  return parts.includes(true) ? true : parts.includes(null) ? null : false;
}

function allOf(parts: readonly (boolean | null)[]): boolean | null {
  return parts.includes(false) ? false : parts.includes(null) ? null : true;
}

const TOOLKIT_NAME = /CUDA\w*_VERSION|CUDA_VERSION/i;

function atomOf(words: readonly string[], toolkit: number): boolean | null {
  if (words[0]?.toUpperCase() === "NOT") {
    const inner = atomOf(words.slice(1), toolkit);
    return inner === null ? null : !inner;
  }
  if (words.length === 1 && /^(?:FALSE|OFF|NO|N|0|IGNORE|NOTFOUND)$/i.test(words[0] ?? "")) return false;
  if (words.length === 1 && /^(?:TRUE|ON|YES|Y|1)$/i.test(words[0] ?? "")) return true;
  if (words.length === 2 && words[0] === "DEFINED" && TOOLKIT_NAME.test(words[1] ?? "")) return true;
  const [name = "", operator = "", version = ""] = words;
  const number = Number(/^\d+(?:\.\d+)?/.exec(version)?.[0] ?? NaN);
  if (words.length !== 3 || !TOOLKIT_NAME.test(name) || Number.isNaN(number)) return null;
  return entryOf(COMPARISONS, operator.toUpperCase())?.(toolkit, number) ?? null;
}

const COMPARISONS: Readonly<Record<string, (toolkit: number, version: number) => boolean>> = {
  VERSION_GREATER_EQUAL: (toolkit, version) => toolkit >= version,
  VERSION_GREATER: (toolkit, version) => toolkit > version,
  VERSION_LESS: (toolkit, version) => toolkit < version,
  VERSION_LESS_EQUAL: (toolkit, version) => toolkit <= version,
  VERSION_EQUAL: (toolkit, version) => toolkit === version,
};
