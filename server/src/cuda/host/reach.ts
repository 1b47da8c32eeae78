/**
 * Which devices come to a place in host code: `if (sm >= 120) return fast();` serves those, and a check behind it
 * shuts none of them out. Conditions that refuse do not count: what they turn away is still asked for further on.
 */
import { placesOf } from "../body/code";
import { isNeverRun } from "./dead";
import type { DecidingChain } from "./ladders";
import { alwaysLeaves } from "./leaving";
import { outcomeOf } from "./outcomes";
import { comparisonIn, type HostReader } from "./reader";
import { sectionAt, type Range } from "./statements";
import { caseBodies } from "./switches";
import { and, either, everywhere, not, or, type Values } from "./values";

export interface Reach {
  /** For each device whether it comes to the token. */
  at(token: number): Values;
}

interface Part extends Range {
  readonly values: Values;
}

/** How many blocks outwards, and how many statements without braces inside each other, are looked at. */
const DEEPEST = 30;
const MOST_BARE = 8;

export function reachOf(reader: HostReader, chains: readonly DecidingChain[]): Reach {
  const { blocks } = reader;
  const arms = new Map<number, Part[]>();
  const left = new Map<number, Part[]>();
  const inside = (block: number, { from, to }: Range, values: Values): void => {
    const parts = arms.get(block) ?? [];
    parts.push({ from, to, values });
    arms.set(block, parts);
  };
  const served = (block: number, from: number, values: Values): void => {
    const parts = left.get(block) ?? [];
    parts.push({ from, to: sectionAt(reader.code, block, from).to, values: values.map(not) });
    left.set(block, parts);
  };
  for (const { chain, arms: deciding } of chains) {
    let others = everywhere(true);
    for (const { arm, condition } of deciding) {
      if (arm !== chain.arms[0]) inside(chain.block, arm.condition, others);
      const taken = both(others, condition.values);
      inside(chain.block, arm.body, taken);
      others = both(others, condition.values.map(not));
      if (leavesServed(reader, arm.body)) served(chain.block, chain.end, taken);
    }
    if (chain.otherwise !== null) inside(chain.block, chain.otherwise, others);
  }
  for (const { block, around, end, cases } of switchesIn(reader))
    for (const { from, to, values } of cases) {
      inside(block, { from, to }, values);
      if (leavesServed(reader, { from, to })) served(around, end, values);
    }
  for (const parts of [...arms.values(), ...left.values()]) parts.sort((a, b) => a.from - b.from);
  for (const [block, parts] of left) left.set(block, summed(parts));
  return {
    at: (token) => {
      if (isNeverRun(reader.evaluator.scope, blocks, token)) return everywhere(false);
      let values = everywhere(true);
      let block = blocks[token] ?? -1;
      let inner = token;
      for (let depth = 0; depth < DEEPEST; depth++) {
        for (const part of partsAround(arms.get(block) ?? [], inner)) values = both(values, part.values);
        const behind = partsAround(left.get(block) ?? [], inner)[0];
        if (behind !== undefined) values = both(values, behind.values);
        if (block < 0) break;
        inner = block;
        block = blocks[block] ?? -1;
      }
      return values;
    },
  };
}

/** What a condition comes to for the devices that come to it; the others get past it. */
export function pastIt(reached: Values, values: Values): Values {
  return values.map((value, index) => or(not(reached[index] ?? true), value));
}

function both(a: Values, b: Values): Values {
  return a.map((value, index) => and(value, b[index] ?? true));
}

/** Each with what all before it leave that reach as far. */
function summed(parts: readonly Part[]): Part[] {
  let values = everywhere(true);
  return parts.map((part, index) => {
    if ((parts[index - 1]?.to ?? part.to) <= part.from) values = everywhere(true);
    return { ...part, values: (values = both(values, part.values)) };
  });
}

function leavesServed({ code }: HostReader, body: Range): boolean {
  const { outcome } = outcomeOf(code, body);
  return outcome !== "raises" && outcome !== "returns false" && alwaysLeaves(code, body);
}

/** The parts with the token in them, innermost first. */
function partsAround(parts: readonly Part[], token: number): Part[] {
  let low = 0;
  let high = parts.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((parts[middle]?.from ?? 0) <= token) low = middle + 1;
    else high = middle;
  }
  return parts
    .slice(Math.max(0, low - MOST_BARE), low)
    .reverse()
    .filter(({ to }) => to > token);
}

interface Switch {
  /** The braces that its cases stand in, and the block around it. */
  readonly block: number;
  readonly around: number;
  /** The token index behind it. */
  readonly end: number;
  readonly cases: readonly Part[];
}

/** The `switch`es whose selector is known of every device, by their cases. */
function switchesIn(reader: HostReader): Switch[] {
  const { code, blocks } = reader;
  return placesOf(code, "switch").flatMap((at) => {
    const found = caseBodies(reader, at);
    if (found === null) return [];
    const cases: Part[] = [];
    let through = everywhere(false);
    for (const { labels, isDefault, body } of found.cases) {
      let here: Values | null = isDefault ? everywhere(true) : through;
      for (const label of labels) {
        const asked = comparisonIn(reader, found.selector, "==", label);
        here = here === null || asked === null ? null : either(here, asked.values);
      }
      // what is not named, or cannot be told: all may come to it
      const values = here ?? everywhere(true);
      cases.push({ ...body, values });
      through = outcomeOf(code, body).leaves ? everywhere(false) : values;
    }
    return [{ block: found.open, around: blocks[at] ?? -1, end: found.end, cases }];
  });
}
