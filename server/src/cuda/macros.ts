/** What a macro name stands for, and the table that follows definitions under the conditions they stand in. */
import { TooLarge } from "../logic/budget";
import type { Condition, Diagrams, Node } from "../logic/diagram";
import type { Span } from "../text/source";
import { HAS_OPERATORS, isOperatorName } from "./expression";
import type { Token } from "./lexer";
import type { Branch } from "./branch";

export interface MacroDefinition {
  readonly name: string;
  /** Null for an object-like macro. */
  readonly parameters: readonly string[] | null;
  /** The name under which the variable arguments go (`__VA_ARGS__`), or null. */
  readonly variadic: string | null;
  /** Of these tokens only the text counts: equal definitions are one value, wherever they stand. */
  readonly body: readonly Token[];
}

/** One `#define`, of the file or of a header it includes. */
export interface DefinitionSite {
  readonly macro: MacroDefinition;
  /** The path of the file it stands in. */
  readonly file: string;
  /** The macro's name in it. */
  readonly span: Span;
  readonly when: Condition;
  /** The branch it stands in, in its own file; null outside of all. */
  readonly around: Branch | null;
  /** The number of the directive, or of the `#include` that brought it in. */
  readonly at: number;
}

/** What names stand for, and what `#pragma push_macro` has kept of them. */
export interface TableState {
  readonly bindings: Map<string, Node<Binding>>;
  readonly stacks: Map<string, Node<Stack>>;
}

/** What a stretch of text asked of a table and what it changed in it: equal questions, equally answered, change the same. */
export interface Recording {
  readonly asked: TableState;
  readonly changed: Set<string>;
  readonly restacked: Set<string>;
  /** By what tells them apart: a text that is brought in twice leaves each of its definitions once. */
  readonly sites: Map<string, DefinitionSite>;
}

export type Binding =
  | { readonly kind: "defined"; readonly macro: MacroDefinition }
  | { readonly kind: "undefined" }
  /** Defined by the compiler, with a value that is not known. */
  | { readonly kind: "external"; readonly name: string }
  /** No seen text defines it: whether it is defined, and as what, is not known. */
  | { readonly kind: "unseen"; readonly name: string };

/** Where the first binding of a name comes from: the compiler, assumptions, the user, or nowhere. */
export type InitialBinding = (name: string) => Node<Binding>;

interface Version {
  /** The place in the file's order of directives from which on it holds. */
  readonly since: number;
  readonly binding: Node<Binding>;
}

/** What `#pragma push_macro` has kept, the last on top. */
type Stack = { readonly binding: Node<Binding>; readonly below: Stack } | null;

/** Nobody nests `push_macro` deeper. */
const MOST_PUSHED = 100;

export class MacroTable {
  private readonly versions = new Map<string, Version[]>();
  private readonly sites = new Map<string, Map<string, DefinitionSite>>();
  private readonly lines = new Map<number, Node<Binding>>();
  private readonly stacks = new Map<string, Node<Stack>>();
  private readonly recordings: Recording[] = [];
  private readonly diagrams: Diagrams;
  private readonly initial: InitialBinding;

  constructor(diagrams: Diagrams, initial: InitialBinding) {
    this.diagrams = diagrams;
    this.initial = initial;
  }

  /** The binding of `name` just before the directive with number `at` (default: after all so far). */
  lookup(name: string, at = Number.POSITIVE_INFINITY): Node<Binding> {
    const version = lastBefore(this.versions.get(name) ?? [], at);
    const binding =
      version?.binding ?? (name === "__LINE__" ? this.lines.get(at) : undefined) ?? this.initial(name);
    for (const { asked, changed } of this.recordings) {
      if (!changed.has(name) && !asked.bindings.has(name)) asked.bindings.set(name, binding);
    }
    return binding;
  }

  /** Whether, somewhere in `context`, no seen text has said anything of `name` before the directive with number `at`. */
  isFirst(name: string, at: number, context: Condition): boolean {
    const { diagrams } = this;
    if (!this.versions.has(name)) return true;
    return (
      diagrams.budget.attempt(() => {
        let rest = context;
        for (const site of this.sites.get(name)?.values() ?? [])
          if (site.at < at) rest = diagrams.and(rest, diagrams.not(site.when));
        const first = this.initial(name);
        if (first.kind !== "leaf" || rest === diagrams.never) return rest !== diagrams.never;
        const isSame = diagrams.where(this.lookup(name, at), (binding) => binding === first.value);
        return diagrams.and(rest, isSame) !== diagrams.never;
      }) ?? true
    );
  }

  startRecording(): Recording {
    const asked = { bindings: new Map(), stacks: new Map() };
    const recording: Recording = { asked, changed: new Set(), restacked: new Set(), sites: new Map() };
    this.recordings.push(recording);
    return recording;
  }

  stopRecording(): void {
    this.recordings.pop();
  }

  /** What a recorded text left behind. */
  leftBy({ changed, restacked }: Recording): TableState {
    return {
      bindings: new Map([...changed].map((name) => [name, this.lookup(name)])),
      stacks: new Map([...restacked].map((name) => [name, this.stackOf(name)])),
    };
  }

  /** Whether everything is still answered as it was. */
  answersAs({ bindings, stacks }: TableState): boolean {
    for (const [name, binding] of bindings) if (this.lookup(name) !== binding) return false;
    for (const [name, stack] of stacks) if (this.stackOf(name) !== stack) return false;
    return true;
  }

  /** Takes over what a recorded text left behind, as if it had been read again. */
  replay({ bindings, stacks }: TableState, sites: readonly DefinitionSite[], at: number): void {
    for (const [name, binding] of bindings) this.put(name, binding, at);
    for (const [name, stack] of stacks) this.putStack(name, stack);
    for (const site of sites) this.addSite({ ...site, at });
  }

  /** What `__LINE__` is in the directive with number `at`. */
  setLine(line: number, at: number): void {
    const body: Token[] = [{ kind: "number", text: String(line), spaced: false, start: 0, end: 0 }];
    const macro = { name: "__LINE__", parameters: null, variadic: null, body };
    this.lines.set(at, definedLeaf(this.diagrams, macro));
  }

  define(site: DefinitionSite): void {
    this.addSite(site);
    this.set(site.macro.name, definedLeaf(this.diagrams, site.macro), site.when, site.at);
  }

  /** Like a definition that no text has made. */
  mark(macro: MacroDefinition, when: Condition, at: number): void {
    this.set(macro.name, definedLeaf(this.diagrams, macro), when, at);
  }

  /** The `#define`s of `name` that have been met, in order. */
  definitionsOf(name: string): readonly DefinitionSite[] {
    return [...(this.sites.get(name)?.values() ?? [])];
  }

  undefine(name: string, when: Condition, at: number): void {
    this.set(name, undefinedLeaf(this.diagrams), when, at);
  }

  /** `#pragma push_macro`: where `when` holds, what `name` stands for is kept for a `pop`. */
  push(name: string, when: Condition): void {
    const binding = this.lookup(name);
    this.restack(name, when, (below) => this.stackLeaf({ binding, below }));
  }

  pop(name: string, when: Condition, at: number): void {
    const stack = this.stackOf(name);
    const now = this.lookup(name);
    const popped = this.diagrams.budget.attempt(() =>
      this.diagrams.bind(stack, (top) => top?.binding ?? now),
    );
    this.set(name, popped ?? now, when, at);
    this.restack(name, when, (top) => this.stackLeaf(top?.below ?? null));
  }

  /** What is kept stays as it is where it grows past all bounds. */
  private restack(name: string, when: Condition, next: (stack: Stack) => Node<Stack>): void {
    const stack = this.stackOf(name);
    const changed = this.diagrams.budget.attempt(() =>
      this.diagrams.choose(when, this.diagrams.bind(stack, next), stack),
    );
    this.putStack(name, changed ?? stack);
  }

  private putStack(name: string, stack: Node<Stack>): void {
    this.stacks.set(name, stack);
    for (const { restacked } of this.recordings) restacked.add(name);
  }

  private stackOf(name: string): Node<Stack> {
    const stack = this.stacks.get(name) ?? this.stackLeaf(null);
    for (const { asked, restacked } of this.recordings) {
      if (!restacked.has(name) && !asked.stacks.has(name)) asked.stacks.set(name, stack);
    }
    return stack;
  }

  private stackLeaf(stack: Stack): Node<Stack> {
    const ids: number[] = [];
    for (let at = stack; at !== null; at = at.below) ids.push(at.binding.id);
    if (ids.length > MOST_PUSHED) throw new TooLarge();
    return this.diagrams.leaf<Stack>(`stack ${ids.join(" ")}`, stack);
  }

  private set(name: string, binding: Node<Binding>, when: Condition, at: number): void {
    // Nothing is to be told apart, so nothing is earned by it either: a condition could spend that on a longer chain.
    if (when === this.diagrams.always) {
      this.put(name, binding, at);
      return;
    }
    const before = this.lookup(name);
    const now = this.diagrams.budget.attempt(() => this.diagrams.choose(when, binding, before));
    // Defined in more ways than can be told apart: from here on the name is one more unknown.
    this.put(name, now ?? unknownMacro(this.diagrams, `${name}_after_directive_${at}`), at);
  }

  private put(name: string, binding: Node<Binding>, at: number): void {
    const versions = this.versions.get(name) ?? [];
    versions.push({ since: at, binding });
    this.versions.set(name, versions);
    for (const { changed } of this.recordings) changed.add(name);
  }

  private addSite(site: DefinitionSite): void {
    const { macro, file, span, when, at } = site;
    const key = `${macro.name} ${span.start} ${when.id} ${file}`;
    const sites = this.sites.get(macro.name) ?? new Map<string, DefinitionSite>();
    sites.set(`${key} ${at}`, site);
    this.sites.set(macro.name, sites);
    for (const recording of this.recordings) recording.sites.set(key, site);
  }
}

/** The last version from before `at`; they are in ascending order. */
function lastBefore(versions: readonly Version[], at: number): Version | undefined {
  let low = 0;
  let high = versions.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((versions[middle]?.since ?? 0) < at) low = middle + 1;
    else high = middle;
  }
  return versions[low - 1];
}

export function definedLeaf(diagrams: Diagrams, macro: MacroDefinition): Node<Binding> {
  const parameters =
    macro.parameters === null ? "" : `(${macro.parameters.join(",")} ${macro.variadic ?? ""})`;
  const body = macro.body.map((token) => (token.spaced ? " " : "") + token.text).join("\u0001");
  return diagrams.leaf<Binding>(`define ${macro.name}${parameters} ${body}`, { kind: "defined", macro });
}

export function undefinedLeaf(diagrams: Diagrams): Node<Binding> {
  return diagrams.leaf<Binding>("undefined", { kind: "undefined" });
}

/** A macro that no seen text defines. One leaf, no case distinction: evaluation keeps it symbolic. */
export function unknownMacro(diagrams: Diagrams, name: string): Node<Binding> {
  return diagrams.leaf<Binding>(`unseen ${name}`, { kind: "unseen", name });
}

export function isUnseen(binding: Node<Binding>): boolean {
  return binding.kind === "leaf" && binding.value.kind === "unseen";
}

/** Reads what follows `#define`; null where it is not a definition: g++ reports that and defines nothing. */
export function readDefinition(tokens: readonly Token[]): MacroDefinition | null {
  const name = tokens[0];
  if (name?.kind !== "name" || !mayBeDefined(name.text)) return null;
  const open = tokens[1];
  const head =
    open?.text === "(" && !open.spaced
      ? readParameters(tokens)
      : { parameters: null, variadic: null, end: 1 };
  if (head === null) return null;
  const { parameters, variadic, end } = head;
  const body = tokens.slice(end).map(withoutDigraph);
  if (body[0]?.text === "##" || body[body.length - 1]?.text === "##") return null;
  if (parameters !== null && !stringifiesParameters(body, parameters, variadic)) return null;
  if (variadic !== null && !closesVaOpt(body)) return null;
  return { name: name.text, parameters, variadic, body };
}

/** Whether a directive may define or undefine this name at all. */
export function mayBeDefined(name: string): boolean {
  return name !== "defined" && !isOperatorName(name) && !HAS_OPERATORS.has(name);
}

interface Parameters {
  readonly parameters: readonly string[];
  readonly variadic: string | null;
  /** The index of the first token behind the list. */
  readonly end: number;
}

/** `tokens[1]` is the parenthesis that opens the list. */
function readParameters(tokens: readonly Token[]): Parameters | null {
  if (tokens[2]?.text === ")") return { parameters: [], variadic: null, end: 3 };
  const parameters = new Set<string>();
  for (let at = 2; at < tokens.length;) {
    const token = tokens[at];
    if (token?.text === "...") return endOfList(tokens, at + 1, parameters, "__VA_ARGS__");
    if (token?.kind !== "name" || isOperatorName(token.text) || parameters.has(token.text)) return null;
    const next = tokens[at + 1]?.text;
    if (next === "...") return endOfList(tokens, at + 2, parameters, token.text);
    parameters.add(token.text);
    if (next !== ",") return endOfList(tokens, at + 1, parameters, null);
    at += 2;
  }
  return null;
}

function endOfList(
  tokens: readonly Token[],
  at: number,
  parameters: ReadonlySet<string>,
  variadic: string | null,
): Parameters | null {
  return tokens[at]?.text === ")" ? { parameters: [...parameters], variadic, end: at + 1 } : null;
}

const DIGRAPHS: Readonly<Record<string, string>> = { "%:": "#", "%:%:": "##" };

function withoutDigraph(token: Token): Token {
  const text = token.kind === "punctuator" ? DIGRAPHS[token.text] : undefined;
  return text === undefined ? token : { ...token, text };
}

function stringifiesParameters(
  body: readonly Token[],
  parameters: readonly string[],
  variadic: string | null,
): boolean {
  const operands = new Set(variadic === null ? parameters : [...parameters, variadic, "__VA_OPT__"]);
  return body.every(({ text }, index) => text !== "#" || operands.has(body[index + 1]?.text ?? ""));
}

function closesVaOpt(body: readonly Token[]): boolean {
  const start = body.findIndex((token) => token.text === "__VA_OPT__");
  if (start < 0) return true;
  if (body[start + 1]?.text !== "(") return false;
  let depth = 0;
  for (let at = start + 1; at < body.length; at++) {
    if (body[at]?.text === "(") depth++;
    else if (body[at]?.text === ")" && --depth === 0) return closesVaOpt(body.slice(at + 1));
  }
  return false;
}
