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
}

interface OpenChain {
  readonly chain: number;
  arm: number;
  readonly past: Condition[];
  current: Condition[];
}

/** Says of every command in which branches it stands. */
export function placeCommands(commands: readonly CMakeCommand[]): PlacedCommand[] {
  const open: OpenChain[] = [];
  const placed: PlacedCommand[] = [];
  for (const command of commands) {
    if (command.name === "endif") open.pop();
    if (command.name === "elseif" || command.name === "else") nextArm(open.at(-1), command);
    else placed.push({ command, branches: open.map(branchOf) });
    if (command.name === "elseif") placed.push({ command, branches: open.slice(0, -1).map(branchOf) });
    if (command.name === "if") {
      open.push({ chain: command.span.start, arm: 0, past: [], current: [conditionOf(command, false)] });
    }
  }
  return placed;
}

function nextArm(chain: OpenChain | undefined, command: CMakeCommand): void {
  if (chain === undefined) return;
  chain.past.push(...chain.current.map((condition) => ({ ...condition, negated: true })));
  chain.current = command.name === "elseif" ? [conditionOf(command, false)] : [];
  chain.arm++;
}

function branchOf(chain: OpenChain): Branch {
  return { chain: chain.chain, arm: chain.arm, conditions: [...chain.past, ...chain.current] };
}

function conditionOf(command: CMakeCommand, negated: boolean): Condition {
  const first = command.arguments[0];
  const last = command.arguments.at(-1);
  const span = first && last ? { start: first.outer.start, end: last.outer.end } : command.span;
  return { arguments: command.arguments, span, negated };
}

/** Whether two places are in different branches of one chain, so that never both are met. */
export function areAlternatives(a: readonly Branch[], b: readonly Branch[]): boolean {
  return a.some((left) => b.some((right) => left.chain === right.chain && left.arm !== right.arm));
}

/** The branches of `inner` that `outer` does not stand in. */
export function branchesBelow(inner: readonly Branch[], outer: readonly Branch[]): Branch[] {
  return inner.filter(
    (branch) => !outer.some((other) => other.chain === branch.chain && other.arm === branch.arm),
  );
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
  if (words.length === 2 && words[0] === "DEFINED" && TOOLKIT_NAME.test(words[1] ?? "")) return true;
  const [name = "", operator = "", version = ""] = words;
  const number = Number(/^\d+(?:\.\d+)?/.exec(version)?.[0] ?? NaN);
  if (words.length !== 3 || !TOOLKIT_NAME.test(name) || Number.isNaN(number)) return null;
  return COMPARISONS[operator.toUpperCase()]?.(toolkit, number) ?? null;
}

const COMPARISONS: Readonly<Record<string, (toolkit: number, version: number) => boolean>> = {
  VERSION_GREATER_EQUAL: (toolkit, version) => toolkit >= version,
  VERSION_GREATER: (toolkit, version) => toolkit > version,
  VERSION_LESS: (toolkit, version) => toolkit < version,
  VERSION_LESS_EQUAL: (toolkit, version) => toolkit <= version,
  VERSION_EQUAL: (toolkit, version) => toolkit === version,
};
