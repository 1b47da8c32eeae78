/**
 * The code behind a host gate: the instructions that it comes to by calls inside the file, and the names in it that say
 * for which architectures it is made. A check lets a device in to code that mostly stands elsewhere; these two are what
 * can be seen of it from here.
 */
import { DEVICES } from "../../arch/devices";
import type { Evidence, InstructionUse } from "../../gates/gate";
import { listed } from "../../logic/names";
import type { Mask } from "../../logic/sets";
import type { BodyFile } from "../body/facts";
import type { FunctionBody } from "../body/functions";
import { directUses } from "../body/instructions";
import { architecturesIn } from "./claims";
import type { Token } from "../lexer";
import type { Range } from "./statements";

/** How many calls deep, and through how many functions, the code is followed. */
const DEEPEST = 3;
const MOST_FUNCTIONS = 60;
/** Of longer code this much is looked at: many checks in one long function all have its rest behind them. */
const MOST_TOKENS = 5_000;
/** Names of kinds that stand for all of their kind. */
const MOST_NAMES = 4;

export interface BehindOptions {
  readonly bodies: BodyFile;
  /** Arms that the asked devices do not take: what stands in there is not met on the way. */
  readonly closedArms: () => readonly Range[];
  /** Whether a guard keeps the asked targets from what stands at the offset, and other code works in its place. */
  readonly isReplacedAt: (offset: number) => boolean;
}

interface Name {
  readonly text: string;
  readonly start: number;
  readonly end: number;
}

interface Direct {
  /** What the code uses and calls, without what guards and inner gates keep the asked from. */
  readonly uses: readonly InstructionUse[];
  readonly calls: readonly Name[];
  /** All names in it: the arms of others say for whom it is made, too. */
  readonly names: readonly Name[];
}

export class Behind {
  private readonly options: BehindOptions;
  private readonly functions = new Map<string, FunctionBody[]>();
  private readonly known = new Map<FunctionBody, Direct>();
  private closed: readonly Range[] | undefined;

  constructor(options: BehindOptions) {
    this.options = options;
    for (const body of options.bodies.functions) {
      const name = body.name.slice(body.name.lastIndexOf(":") + 1);
      if (name === "") continue;
      const same = this.functions.get(name);
      if (same === undefined) this.functions.set(name, [body]);
      else same.push(body);
    }
  }

  /** The instructions that the code in the ranges comes to. */
  instructionsIn(ranges: readonly Range[]): readonly InstructionUse[] {
    return this.reach(ranges).flatMap(({ uses }) => uses);
  }

  /**
   * Names in the code that say it is made for other architectures than those of `excluded`; none where a name says that
   * it is made for these as well, or for older ones, whose code newer devices mostly run.
   */
  namesFor(ranges: readonly Range[], excluded: Mask): readonly Evidence[] {
    const reach = this.reach(ranges);
    // What the gate's own code names decides; only where it names nothing, what that calls.
    const own = tellingIn(reach.slice(0, ranges.length));
    const telling =
      own.length > 0
        ? own
        : tellingIn(reach.slice(ranges.length)).filter(({ archs }) => archs.every((arch) => arch >= HOPPER));
    const majors = majorsOf(excluded);
    const serves = telling.some(({ archs }) =>
      archs.some((arch) => arch < HOPPER || majors.has(Math.floor(arch / 10))),
    );
    if (serves) return [];
    const seen = new Set<string>();
    return telling
      .filter(({ name }) => !seen.has(name.text) && seen.add(name.text))
      .slice(0, MOST_NAMES)
      .map(({ name, archs }) => ({
        span: { start: name.start, end: name.end },
        text: /^sm_\d+[af]$/.test(name.text)
          ? `${name.text}, which it is compiled for`
          : `${name.text}, named for ${listed(archs.map((arch) => `sm_${arch}`))}`,
      }));
  }

  /** The ranges themselves, then the functions of the file that they call, nearest first. */
  private reach(ranges: readonly Range[]): readonly Direct[] {
    const found = ranges.map((range) => this.read(range));
    const seen = new Set<FunctionBody>();
    let level = found;
    for (let depth = 0; depth < DEEPEST && level.length > 0 && seen.size < MOST_FUNCTIONS; depth++) {
      const next: Direct[] = [];
      for (const { text } of level.flatMap(({ calls }) => calls))
        for (const body of this.functions.get(text) ?? []) {
          if (seen.has(body) || seen.size >= MOST_FUNCTIONS) continue;
          seen.add(body);
          next.push(this.inFunction(body));
        }
      found.push(...next);
      level = next;
    }
    return found;
  }

  private inFunction(body: FunctionBody): Direct {
    let direct = this.known.get(body);
    if (direct === undefined) {
      direct = this.read({ from: body.open + 1, to: body.close });
      this.known.set(body, direct);
    }
    return direct;
  }

  private read({ from, to }: Range): Direct {
    const { bodies, isReplacedAt } = this.options;
    const range = { from, to: Math.min(to, from + MOST_TOKENS) };
    const open = this.openParts(range);
    const uses = open.flatMap(({ from, to }) => directUses(bodies.code, from, to).uses);
    return {
      uses: uses.filter((use) => !isReplacedAt(use.span.start)),
      calls: open.flatMap((part) => this.namesIn(part)),
      names: this.namesIn(range),
    };
  }

  private namesIn({ from, to }: Range): Name[] {
    const { tokens } = this.options.bodies.code;
    const names: Name[] = [];
    for (let at = from; at < to; at++) {
      const token = tokens[at];
      if (token?.kind === "name" && isUsed(tokens[at + 1])) names.push(token);
      else if (token?.kind === "string") names.push(...buildFlagsIn(token));
    }
    return names;
  }

  /** The range without arms inside it that are closed. */
  private openParts(range: Range): Range[] {
    this.closed ??= [...this.options.closedArms()].sort((a, b) => a.from - b.from);
    const { closed } = this;
    const parts: Range[] = [];
    let from = range.from;
    for (let index = firstFrom(closed, from); index < closed.length; index++) {
      const arm = closed[index];
      if (arm === undefined || arm.from >= range.to) break;
      if (arm.from < from || (arm.from === range.from && arm.to >= range.to)) continue;
      if (arm.from > from) parts.push({ from, to: arm.from });
      from = Math.min(arm.to, range.to);
    }
    if (range.to > from) parts.push({ from, to: range.to });
    return parts;
  }
}

/** The index of the first range, of those in order, that starts at `from` or later. */
function firstFrom(ranges: readonly Range[], from: number): number {
  let low = 0;
  let high = ranges.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((ranges[middle]?.from ?? 0) < from) low = middle + 1;
    else high = middle;
  }
  return low;
}

const HOPPER = 90;

function majorsOf(devices: Mask): ReadonlySet<number> {
  return new Set(DEVICES.filter((_, index) => (devices >> index) & 1).map((device) => device.major));
}

/** The names that carry architectures. */
function tellingIn(parts: readonly Direct[]): { readonly name: Name; readonly archs: readonly number[] }[] {
  return parts
    .flatMap(({ names }) => names.map((name) => ({ name, archs: architecturesIn(name.text) })))
    .filter(({ archs }) => archs.length > 0);
}

/** `"--gpu-architecture=sm_90a"`: what is compiled here runs on that architecture alone. */
function buildFlagsIn(literal: Token): Name[] {
  if (!/(?:gpu-architecture|gencode|arch)/.test(literal.text)) return [];
  return [...literal.text.matchAll(/\bsm_\d{2,3}[af]\b/g)].map(({ 0: text, index }) => ({
    text,
    start: literal.start + index,
    end: literal.start + index + text.length,
  }));
}

/** A name that is called, instantiated, looked into or handed on, or a type. */
function isUsed(next: Token | undefined): boolean {
  return next !== undefined && (next.kind === "name" || /^(?:\(|<{1,3}|::|\{|>|,|&|\*)$/.test(next.text));
}
