/**
 * Walks a file's directives once, in order, and gives every conditional branch its presence condition: for each pass,
 * under what condition on unknown macros the branch is compiled.
 */
import type { Condition, Diagrams } from "../logic/diagram";
import { lineAt } from "../text/source";
import type { SourceText } from "../text/source";
import type { Cancellation } from "../text/files";
import type { ConditionReader } from "./conditions";
import type { Branch, BranchKind, Chain } from "./branch";
import { BranchDecider } from "./decide";
import type { Directive } from "./directives";
import { spell } from "./expression";
import type { Token } from "./lexer";
import { isUnseen, mayBeDefined, readDefinition } from "./macros";
import type { MacroDefinition, MacroTable } from "./macros";

export interface StrayDirective {
  readonly directive: Directive;
  readonly message: string;
}

export interface Presence {
  readonly branches: readonly Branch[];
  readonly chains: readonly Chain[];
  readonly strays: readonly StrayDirective[];
  readonly table: MacroTable;
  /** The macro that guards the whole file against a second inclusion, or null. */
  readonly includeGuard: string | null;
}

interface OpenChain {
  readonly chain: Chain;
  /** Where no branch so far is compiled, within the parent. */
  left: Condition;
  sawElse: boolean;
}

const OPENING = new Set(["if", "ifdef", "ifndef"]);
const CONTINUING = new Set(["elif", "elifdef", "elifndef", "else"]);
const INCLUDING = new Set(["include", "include_next", "import"]);

/** What a walk works with; that of an included file shares all of it with the walk it belongs to. */
export interface WalkEnvironment {
  readonly diagrams: Diagrams;
  readonly reader: ConditionReader;
  readonly table: MacroTable;
  readonly cancellation: Cancellation;
  /** Reads what an `#include` brings in; null: includes are not followed. */
  readonly include:
    ((directive: Directive, from: SourceText, presence: Condition, at: number) => void) | null;
}

/** Walks the file that was asked about. */
export function walk(
  source: SourceText,
  directives: readonly Directive[],
  environment: WalkEnvironment,
): Presence {
  return new Walker(source, directives, environment, environment.diagrams.always, null).run();
}

/**
 * Walks a header for what it leaves in the table. `base` is where it is included, `at` the number that its directives
 * count under: the one of the `#include` in the file that was asked about.
 */
export function walkHeader(
  source: SourceText,
  directives: readonly Directive[],
  environment: WalkEnvironment,
  base: Condition,
  at: number,
): void {
  new Walker(source, directives, environment, base, at).run();
}

class Walker {
  private readonly source: SourceText;
  private readonly directives: readonly Directive[];
  private readonly environment: WalkEnvironment;
  private readonly diagrams: Diagrams;
  private readonly table: MacroTable;
  private readonly decider: BranchDecider;
  private readonly base: Condition;
  /** Null for the file that was asked about, whose directives have numbers of their own. */
  private readonly includedAt: number | null;
  private readonly includeGuard: string | null;
  /** Whether `__LINE__` is asked for, and the lines are still the file's own. */
  private countsLines: boolean;
  private readonly branches: Branch[] = [];
  private readonly chains: Chain[] = [];
  private readonly strays: StrayDirective[] = [];
  private readonly open: OpenChain[] = [];

  constructor(
    source: SourceText,
    directives: readonly Directive[],
    environment: WalkEnvironment,
    base: Condition,
    includedAt: number | null,
  ) {
    this.source = source;
    this.directives = directives;
    this.environment = environment;
    this.diagrams = environment.diagrams;
    this.table = environment.table;
    this.base = base;
    this.includedAt = includedAt;
    this.decider = new BranchDecider(environment.diagrams, environment.reader, environment.table);
    this.countsLines = includedAt === null && source.text.includes("__LINE__");
    this.includeGuard = includeGuardOf(directives);
    // A file that guards itself is looked at for its first inclusion.
    const guard = this.includeGuard;
    if (guard !== null && isUnseen(this.table.lookup(guard))) {
      this.table.undefine(guard, this.diagrams.always, includedAt ?? -1);
    }
  }

  run(): Presence {
    const { cancellation } = this.environment;
    for (let number = 0; number < this.directives.length; number++) {
      if (number % 256 === 0 && cancellation.cancelled()) break;
      const directive = this.directives[number];
      if (directive !== undefined) this.take(directive, this.includedAt ?? number);
    }
    while (this.open.length > 0) this.close(null);
    const { branches, chains, strays, table, includeGuard } = this;
    return { branches, chains, strays, table, includeGuard };
  }

  private take(directive: Directive, at: number): void {
    const { keyword, tokens } = directive;
    if (OPENING.has(keyword)) {
      const chain: Chain = { parent: this.currentBranch(), branches: [], end: null };
      this.chains.push(chain);
      this.open.push({ chain, left: this.presence(), sawElse: false });
      this.branch(directive, at);
    } else if (CONTINUING.has(keyword)) this.continueChain(directive, at);
    else if (keyword === "endif") {
      if (this.open.length === 0) this.strays.push({ directive, message: "#endif without #if" });
      else this.close(directive);
    } else if (this.presence() === this.diagrams.never) return;
    else if (keyword === "define") this.define(directive, at);
    else if (keyword === "undef") {
      const name = tokens[0];
      if (name?.kind === "name" && mayBeDefined(name.text))
        this.table.undefine(name.text, this.presence(), at);
    } else if (keyword === "pragma") this.pragma(tokens, at);
    else if (INCLUDING.has(keyword)) this.environment.include?.(directive, this.source, this.presence(), at);
    else if (this.countsLines && this.renumbers(directive)) this.countsLines = false;
  }

  /** `#line 7`, or a compiler's own `# 7 "file"`. */
  private renumbers({ keyword, start, lineEnd }: Directive): boolean {
    if (keyword !== "") return keyword === "line";
    return /^(?:#|%:)\s*[0-9]/.test(this.source.text.slice(start, lineEnd));
  }

  private define(directive: Directive, at: number): void {
    const macro = readDefinition(directive.tokens);
    const name = directive.tokens[0];
    if (macro === null || name === undefined) return;
    const span = { start: name.start, end: name.end };
    const around = this.currentBranch();
    this.table.define({ macro, file: this.source.path, span, when: this.presence(), around, at });
  }

  private pragma(tokens: readonly Token[], at: number): void {
    const [what, , name] = tokens;
    if (what?.text === "once") this.table.mark(onceMark(this.source), this.presence(), at);
    if (name?.kind !== "string") return;
    const macro = name.text.replace(/^"|"$/g, "");
    if (what?.text === "push_macro") this.table.push(macro, this.presence());
    else if (what?.text === "pop_macro") this.table.pop(macro, this.presence(), at);
  }

  private continueChain(directive: Directive, at: number): void {
    const top = this.open[this.open.length - 1];
    if (top === undefined) {
      this.strays.push({ directive, message: `#${directive.keyword} without #if` });
      return;
    }
    this.endBody(top.chain, directive.start);
    if (top.sawElse) {
      this.strays.push({ directive, message: `#${directive.keyword} after #else` });
      // GCC skips what follows.
      top.left = this.diagrams.never;
    }
    this.branch(directive, at);
  }

  private branch(directive: Directive, at: number): void {
    const top = this.open[this.open.length - 1];
    if (top === undefined) return;
    if (this.countsLines) this.countLine(directive, at);
    const kind = directive.keyword as BranchKind;
    const context = top.left;
    // All of a header's directives have one number, that of its #include: here the table's latest state counts.
    const since = this.includedAt === null ? at : Number.POSITIVE_INFINITY;
    const line = lineAt(this.source, directive.start) + 1;
    const { verdict, holds, presence, left, names, error } = this.decider.decide(
      directive,
      context,
      since,
      line,
    );
    top.left = left;
    top.sawElse ||= kind === "else";
    const branch: Branch = {
      kind,
      at,
      directive,
      tokens: directive.tokens,
      chain: top.chain,
      parent: top.chain.parent,
      context,
      presence,
      verdict,
      holds,
      names,
      error,
      body: { start: directive.lineEnd, end: this.source.text.length },
    };
    top.chain.branches.push(branch);
    this.branches.push(branch);
  }

  /** `__LINE__` is the line on which it stands, or the macro call that brings it in: mostly the directive's. */
  private countLine(directive: Directive, at: number): void {
    const token = directive.tokens.find(({ text }) => text === "__LINE__") ?? directive;
    this.table.setLine(lineAt(this.source, token.start) + 1, at);
  }

  private close(end: Directive | null): void {
    const top = this.open.pop();
    if (top === undefined) return;
    top.chain.end = end;
    this.endBody(top.chain, end?.start ?? this.source.text.length);
  }

  private endBody(chain: Chain, at: number): void {
    const last = chain.branches[chain.branches.length - 1];
    if (last !== undefined) last.body = { start: Math.min(last.body.start, at), end: at };
  }

  private currentBranch(): Branch | null {
    const top = this.open[this.open.length - 1];
    return top?.chain.branches[top.chain.branches.length - 1] ?? null;
  }

  private presence(): Condition {
    return this.currentBranch()?.presence ?? this.base;
  }
}

/**
 * Defined where a file has said `#pragma once`; no text can spell its name. Under it the table knows, pass by pass,
 * whether the file is read again.
 */
export function onceMark({ path }: SourceText): MacroDefinition {
  return { name: `#once ${path}`, parameters: null, variadic: null, body: [] };
}

/** `#ifndef X` + `#define X` at the top, with the matching `#endif` at the bottom and no other branch. */
function includeGuardOf(directives: readonly Directive[]): string | null {
  const meaningful = directives.findIndex(
    (directive) => directive.keyword !== "pragma" && directive.keyword !== "",
  );
  const opening = directives[meaningful];
  const definition = directives[meaningful + 1];
  if (opening === undefined || definition?.keyword !== "define") return null;
  const name = guardName(opening);
  if (name === null || definition.tokens[0]?.text !== name) return null;
  let depth = 0;
  for (let at = meaningful; at < directives.length; at++) {
    const keyword = directives[at]?.keyword ?? "";
    if (OPENING.has(keyword)) depth++;
    else if (depth === 1 && CONTINUING.has(keyword)) return null;
    else if (keyword === "endif" && --depth === 0) return at === directives.length - 1 ? name : null;
  }
  return name;
}

function guardName(opening: Directive): string | null {
  if (opening.keyword === "ifndef") return opening.tokens[0]?.text ?? null;
  const match = opening.keyword === "if" ? /^! ?defined ?\(? ?(\w+) ?\)?$/.exec(spell(opening.tokens)) : null;
  return match?.[1] ?? null;
}
