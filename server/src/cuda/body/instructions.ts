/** The instructions that a piece of code uses: by inline PTX, by names that carry them, one call away as well. */
import type { InstructionUse } from "../../gates/gate";
import type { Mask } from "../../logic/sets";
import type { Span } from "../../text/source";
import { asmStatements, instructionsOf } from "../ptx/asm";
import { carriedBy } from "./carriers";
import { directivesIn, firstStartingAt, firstTokenAt } from "./code";
import type { Code } from "./code";
import type { FunctionBody } from "./functions";
import { isForSomeTargets } from "./target-calls";

export interface BodyInstruction extends InstructionUse {
  /** The function or macro that holds it where the code only calls that; null where it stands in the code itself. */
  readonly via: string | null;
  /** Where the code uses it: the instruction itself, or the call. */
  readonly at: Span;
  /** The directive, inside the code, of the innermost branch that it stands in: a guard of its own. */
  readonly guard: Span | null;
}

/** Instructions whose support is not known, by name: no evidence either way. */
export interface FoundInstructions {
  readonly uses: readonly BodyInstruction[];
  readonly unknown: readonly string[];
}

/** Finds what a name that is defined elsewhere (an included file) uses; their `file` is set. */
export type Elsewhere = (name: string) => readonly InstructionUse[];

/** Direct uses of the tokens `[from, to)`. */
export function directUses(
  code: Code,
  from: number,
  to: number,
): { uses: InstructionUse[]; unknown: string[] } {
  const tokens = code.tokens.slice(from, to);
  const uses: InstructionUse[] = [];
  const unknown: string[] = [];
  for (const statement of asmStatements(code.logical, tokens, code.macros))
    for (const { name, targets, approximate, start, end } of instructionsOf(statement))
      if (targets === null) unknown.push(name);
      else uses.push({ name, targets, approximate, span: { start, end } });
  for (const token of tokens) {
    const carried = token.kind === "name" ? carriedBy(token.text) : null;
    if (carried === null) continue;
    const span = { start: token.start, end: token.end };
    const { form, targets } = carried;
    uses.push({ name: `${token.text} (${form})`, form, targets, approximate: true, span });
  }
  return { uses: uses.sort((a, b) => a.span.start - b.span.start), unknown };
}

/** What each function and macro of a file uses, found out once for each that is asked about. */
export class Callees {
  private readonly code: Code;
  private readonly byName = new Map<string, FunctionBody[]>();
  private readonly known = new Map<string, readonly InstructionUse[]>();

  constructor(code: Code, functions: readonly FunctionBody[]) {
    this.code = code;
    for (const body of functions) {
      const name = body.name.slice(body.name.lastIndexOf(":") + 1);
      if (name === "") continue;
      const same = this.byName.get(name);
      if (same === undefined) this.byName.set(name, [body]);
      else same.push(body);
    }
  }

  has(name: string): boolean {
    return this.byName.has(name) || this.code.macros.has(name);
  }

  usesOf(name: string): readonly InstructionUse[] {
    const known = this.known.get(name);
    if (known !== undefined) return known;
    const uses = this.find(name);
    this.known.set(name, uses);
    return uses;
  }

  private find(name: string): readonly InstructionUse[] {
    const bodies = this.byName.get(name);
    if (bodies === undefined) return this.ofMacro(name);
    const uses = bodies.map(({ open, close }) =>
      directUses(this.code, open + 1, close).uses.filter(
        ({ span }) => !isForSomeTargets(this.code, span.start, this.code.tokens[open]?.end ?? 0),
      ),
    );
    // Which overload is called is not known; where one of them uses nothing, none is evidence.
    if (uses.some((each) => each.length === 0)) return [];
    return uses.flat().map((use) => (bodies.length === 1 ? use : { ...use, approximate: true }));
  }

  private ofMacro(name: string): readonly InstructionUse[] {
    const body = this.code.macros.get(name)?.body ?? [];
    const uses: InstructionUse[] = [];
    for (const statement of asmStatements(this.code.logical, body, this.code.macros))
      for (const { name, targets, start, end } of instructionsOf(statement))
        if (targets !== null) uses.push({ name, targets, approximate: true, span: { start, end } });
    return uses;
  }
}

/** Looks a name up in included files, in the order given: the first that defines it answers. */
export function elsewhereIn(
  files: readonly { readonly path: string; readonly callees: Callees }[],
): Elsewhere {
  return (name) => {
    const holder = files.find((file) => file.callees.has(name));
    return holder?.callees.usesOf(name).map((use) => ({ ...use, file: holder.path })) ?? [];
  };
}

export function findInstructions(
  code: Code,
  callees: Callees,
  span: Span,
  own: FunctionBody | null,
  elsewhere: Elsewhere | null,
): FoundInstructions {
  const { uses, unknown } = everyInstruction(code, callees, span, own, elsewhere);
  return { uses: instructionsIn(uses, span), unknown };
}

/** Every use in the span: each call of what uses instructions, and what the code there uses itself. */
export function everyInstruction(
  code: Code,
  callees: Callees,
  span: Span,
  own: FunctionBody | null,
  elsewhere: Elsewhere | null,
): FoundInstructions {
  const from = firstTokenAt(code.tokens, span.start);
  const to = firstTokenAt(code.tokens, span.end);
  const direct = directUses(code, from, to);
  const guardOf = guardsIn(code, span);
  const uses: BodyInstruction[] = direct.uses.map((use) => ({
    ...use,
    via: null,
    at: use.span,
    guard: guardOf(use.span.start),
  }));
  for (let index = from; index < to; index++) {
    const token = code.tokens[index];
    if (token?.kind !== "name" || token.text === own?.name) continue;
    if (carriedBy(token.text) !== null) continue;
    const called = callees.has(token.text) ? callees.usesOf(token.text) : (elsewhere?.(token.text) ?? []);
    if (called.length === 0 || !isUsed(code, index)) continue;
    const at = { start: token.start, end: token.end };
    for (const use of called) uses.push({ ...use, via: token.text, at, guard: guardOf(token.start) });
  }
  return {
    uses: uses.filter(({ at }) => !isForSomeTargets(code, at.start, span.start)),
    unknown: direct.unknown,
  };
}

/** Those of `everyInstruction` in a part of its span: a callee where it is first called, unless it stands there itself. */
export function instructionsIn(uses: readonly BodyInstruction[], { start, end }: Span): BodyInstruction[] {
  const isIn = (span: Span): boolean => span.start >= start && span.end <= end;
  const firstCalls = new Map<string, Span>();
  const found: BodyInstruction[] = [];
  for (const use of uses) {
    const { via, at, guard } = use;
    if (!isIn(at)) continue;
    if (via !== null) {
      const first = firstCalls.get(via) ?? at;
      firstCalls.set(via, first);
      if (first !== at || (use.file === undefined && isIn(use.span))) continue;
    }
    found.push(guard === null || isIn(guard) ? use : { ...use, guard: null });
  }
  return found;
}
/** A name that is called, or passed on with template arguments. */
function isUsed(code: Code, index: number): boolean {
  const next = code.tokens[index + 1]?.text;
  return next === "(" || next === "<" || next === ";" || next === "::";
}

/** For an offset, the innermost branch inside the span that holds it. */
function guardsIn(code: Code, span: Span): (offset: number) => Span | null {
  const places: Span[] = [];
  const guards: (Span | null)[] = [];
  const open: (Span | null)[] = [];
  for (const directive of directivesIn(code, span)) {
    const place = { start: directive.start, end: directive.end };
    if (directive.keyword.startsWith("if")) open.push(place);
    else if (directive.keyword.startsWith("el")) open[Math.max(0, open.length - 1)] = place;
    else if (directive.keyword === "endif") open.pop();
    else continue;
    places.push(place);
    guards.push(open[open.length - 1] ?? null);
  }
  return (offset) => guards[firstStartingAt(places, offset + 1) - 1] ?? null;
}

/** The uses that none of the asked targets has. */
export function lackedBy<T extends InstructionUse>(uses: readonly T[], asked: Mask): T[] {
  return uses.filter((use) => (use.targets & asked) === 0);
}

/** The uses that some of the asked targets have, but not this one (the plain target of a base). */
export function lackedByPlain<T extends InstructionUse>(uses: readonly T[], asked: Mask, plain: Mask): T[] {
  return uses.filter((use) => (use.targets & asked) !== 0 && (use.targets & plain) === 0);
}
