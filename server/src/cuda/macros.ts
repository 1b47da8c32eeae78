/** What a macro name stands for, and the table that follows definitions under the conditions they stand in. */
import type { Condition, Diagrams, Node } from "../logic/diagram";
import type { Span } from "../text/source";
import type { Token } from "./lexer";

export interface MacroDefinition {
  readonly name: string;
  /** Null for an object-like macro. */
  readonly parameters: readonly string[] | null;
  /** The name under which the variable arguments go (`__VA_ARGS__`), or null. */
  readonly variadic: string | null;
  /** Of these tokens only the text counts: equal definitions are one value, wherever they stand. */
  readonly body: readonly Token[];
}

/** One `#define` of a file. */
export interface DefinitionSite {
  readonly macro: MacroDefinition;
  /** The macro's name in it. */
  readonly span: Span;
  readonly when: Condition;
  /** The directive's number. */
  readonly at: number;
}

export type Binding =
  | { readonly kind: "defined"; readonly macro: MacroDefinition }
  /** `certain`: known not to be defined; else merely not seen, one of the two cases of an unknown macro. */
  | { readonly kind: "undefined"; readonly certain: boolean }
  /** Defined by text that was not seen; its value is not known. */
  | { readonly kind: "external"; readonly name: string };

/** Where the first binding of a name comes from: the compiler, assumptions, the user, or nowhere. */
export type InitialBinding = (name: string) => Node<Binding>;

interface Version {
  /** The place in the file's order of directives from which on it holds. */
  readonly since: number;
  readonly binding: Node<Binding>;
}

export class MacroTable {
  private readonly versions = new Map<string, Version[]>();
  private readonly sites = new Map<string, DefinitionSite[]>();
  private readonly pushed = new Map<string, Node<Binding>[]>();
  private readonly diagrams: Diagrams;
  private readonly initial: InitialBinding;

  constructor(diagrams: Diagrams, initial: InitialBinding) {
    this.diagrams = diagrams;
    this.initial = initial;
  }

  /** The binding of `name` just before the directive with number `at` (default: after all so far). */
  lookup(name: string, at = Number.POSITIVE_INFINITY): Node<Binding> {
    const versions = this.versions.get(name);
    if (versions !== undefined) {
      for (let i = versions.length - 1; i >= 0; i--) {
        const version = versions[i];
        if (version !== undefined && version.since < at) return version.binding;
      }
    }
    return this.initial(name);
  }

  /** Whether text of the file itself defines or undefines `name` anywhere so far. */
  isOwn(name: string): boolean {
    return this.versions.has(name);
  }

  define(macro: MacroDefinition, span: Span, when: Condition, at: number): void {
    const sites = this.sites.get(macro.name) ?? [];
    sites.push({ macro, span, when, at });
    this.sites.set(macro.name, sites);
    this.set(macro.name, definedLeaf(this.diagrams, macro), when, at);
  }

  /** The `#define`s of `name` in this file, in order. */
  definitionsOf(name: string): readonly DefinitionSite[] {
    return this.sites.get(name) ?? [];
  }

  undefine(name: string, when: Condition, at: number): void {
    this.set(name, undefinedLeaf(this.diagrams), when, at);
  }

  push(name: string): void {
    const stack = this.pushed.get(name) ?? [];
    stack.push(this.lookup(name));
    this.pushed.set(name, stack);
  }

  pop(name: string, when: Condition, at: number): void {
    const saved = this.pushed.get(name)?.pop();
    if (saved !== undefined) this.set(name, saved, when, at);
  }

  private set(name: string, binding: Node<Binding>, when: Condition, at: number): void {
    const now = this.diagrams.choose(when, binding, this.lookup(name));
    const versions = this.versions.get(name) ?? [];
    versions.push({ since: at, binding: now });
    this.versions.set(name, versions);
  }
}

export function definedLeaf(diagrams: Diagrams, macro: MacroDefinition): Node<Binding> {
  const parameters =
    macro.parameters === null ? "" : `(${macro.parameters.join(",")} ${macro.variadic ?? ""})`;
  const body = macro.body.map((token) => (token.spaced ? " " : "") + token.text).join("\u0001");
  return diagrams.leaf<Binding>(`define ${macro.name}${parameters} ${body}`, { kind: "defined", macro });
}

export function undefinedLeaf(diagrams: Diagrams): Node<Binding> {
  return diagrams.leaf<Binding>("undefined", { kind: "undefined", certain: true });
}

/** An unknown macro: not defined in one case, of unknown value in all others. */
export function unknownMacro(diagrams: Diagrams, name: string): Node<Binding> {
  const external = diagrams.leaf<Binding>(`external ${name}`, { kind: "external", name });
  const absent = diagrams.leaf<Binding>("not seen", { kind: "undefined", certain: false });
  return diagrams.bySymbol(diagrams.symbol(name, true), absent, [], [external]);
}

/** Reads what follows `#define`; null where it is not a definition. */
export function readDefinition(tokens: readonly Token[]): MacroDefinition | null {
  const name = tokens[0];
  if (name?.kind !== "name" || name.text === "defined") return null;
  const open = tokens[1];
  if (open?.text !== "(" || open.spaced) {
    return { name: name.text, parameters: null, variadic: null, body: tokens.slice(1) };
  }
  const parameters: string[] = [];
  let variadic: string | null = null;
  let at = 2;
  for (; at < tokens.length; at++) {
    const token = tokens[at];
    if (token === undefined || token.text === ")") break;
    if (token.text === ",") continue;
    if (token.text === "...")
      variadic = tokens[at - 1]?.kind === "name" ? (parameters.pop() ?? null) : "__VA_ARGS__";
    else if (token.kind === "name") parameters.push(token.text);
    else return null;
  }
  if (tokens[at]?.text !== ")") return null;
  return { name: name.text, parameters, variadic, body: tokens.slice(at + 1) };
}
