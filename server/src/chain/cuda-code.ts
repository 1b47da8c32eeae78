/** What a CUDA source reaches: the headers it includes, and by name the functions and kernels in all of them. */
import type { CudaFunction } from "./facts";
import { within } from "./gates-of";
import { includeLines } from "./include-lines";
import { dirname } from "../text/paths";
import type { ChainTree } from "./tree";

export interface CudaNode {
  readonly path: string;
  readonly fn: CudaFunction;
}

/** One source with all that it includes. */
export interface Unit {
  readonly source: string;
  /** The source and its headers, in the order in which they are met. */
  readonly files: readonly string[];
  /** Includes by which each header is met first. */
  readonly includedBy: ReadonlyMap<string, string>;
}

interface NamedClass {
  readonly path: string;
  readonly references: readonly string[];
  /** Its call operators. */
  readonly calls: readonly CudaFunction[];
}

const MOST_FILES = 1500;

export class CudaCode {
  private readonly tree: ChainTree;
  private readonly units = new Map<string, Unit>();
  private readonly included = new Map<string, readonly string[]>();
  private readonly tables = new Map<string, Map<string, CudaNode[]>>();
  private readonly classTables = new Map<string, Map<string, readonly NamedClass[]>>();
  private readonly nodes = new WeakMap<CudaFunction, CudaNode>();
  private readonly words = new WeakMap<object, ReadonlySet<string>>();
  /** What was reached from sources by names, for those who ask for it again. */
  readonly reachedBefore = new Map<string, ReadonlyMap<string, Set<CudaNode>>>();

  constructor(tree: ChainTree) {
    this.tree = tree;
  }

  unit(source: string): Unit {
    let unit = this.units.get(source);
    if (unit === undefined) this.units.set(source, (unit = this.readUnit(source)));
    return unit;
  }

  private readUnit(source: string): Unit {
    const files: string[] = [];
    const includedBy = new Map<string, string>();
    const met = new Set<string>();
    const enter = (path: string): void => {
      if (files.length >= MOST_FILES || met.has(path)) return;
      met.add(path);
      files.push(path);
      for (const header of this.includesOf(path)) {
        if (!includedBy.has(header) && header !== source) includedBy.set(header, path);
        enter(header);
      }
    };
    enter(source);
    return { source, files, includedBy };
  }

  private includesOf(path: string): readonly string[] {
    let found = this.included.get(path);
    if (found === undefined) {
      found = includeLines(this.tree.files.text(path) ?? "").flatMap(
        ({ spelling, quoted }) => this.tree.include(spelling, quoted, path) ?? [],
      );
      this.included.set(path, found);
    }
    return found;
  }

  /** The functions of a unit by the last part of their names; code of other projects is left out. */
  private table(unit: Unit): Map<string, CudaNode[]> {
    let table = this.tables.get(unit.source);
    if (table !== undefined) return table;
    table = new Map();
    for (const path of unit.files) {
      if (this.tree.isThirdParty(path)) continue;
      for (const fn of this.tree.cuda(path)?.functions ?? []) {
        const name = lastPart(fn.name);
        const same = table.get(name);
        if (same === undefined) table.set(name, [this.nodeOf(path, fn)]);
        else same.push(this.nodeOf(path, fn));
      }
    }
    this.tables.set(unit.source, table);
    return table;
  }

  /**
   * All that is reached from functions of these names, for each unit in the order in which it is met. A name stands for
   * what its own unit defines, else for what the others do: those are linked.
   */
  reached(units: readonly Unit[], names: ReadonlyMap<Unit, readonly string[]>): Map<Unit, Set<CudaNode>> {
    const found = new Map(units.map((unit) => [unit, new Set<CudaNode>()] as const));
    const done = new Set<string>();
    const open: { unit: Unit; name: string; from: string }[] = [];
    const push = (unit: Unit, all: readonly string[], from: string): void => {
      for (let at = all.length - 1; at >= 0; at--) open.push({ unit, name: all[at] ?? "", from });
    };
    for (const unit of [...units].reverse()) push(unit, names.get(unit) ?? [], unit.source);
    for (let next = open.pop(); next !== undefined; next = open.pop()) {
      const { unit, name, from } = next;
      for (const { path, references, calls } of this.classesOf(unit).get(name) ?? []) {
        const key = `${unit.source}\n${path}\n${name}`;
        if (done.has(key)) continue;
        done.add(key);
        push(unit, references, path);
        for (const fn of calls) {
          found.get(unit)?.add(this.nodeOf(path, fn));
          push(unit, fn.references, path);
        }
      }
      for (const where of this.defining(name, unit, units)) {
        const nodes = this.table(where).get(name) ?? [];
        const key = `${where.source}\n${name}\n${nodes.length > 1 ? from : ""}`;
        if (done.has(key)) continue;
        done.add(key);
        for (const node of this.meant(nodes, from)) {
          if (found.get(where)?.has(node) === true) continue;
          found.get(where)?.add(node);
          push(where, node.fn.references, node.path);
          for (const made of node.fn.makes) push(where, this.membersOf(made, where, units), node.path);
        }
      }
    }
    return found;
  }

  /**
   * Of functions that differ in their namespace alone the one that is nearest to the caller: in its file, else in its
   * folder. Others are told apart by what they take, or belong to classes: any may be meant.
   */
  private meant(nodes: readonly CudaNode[], from: string): readonly CudaNode[] {
    const [first] = nodes;
    if (first === undefined || nodes.every(({ path }) => path === first.path)) return nodes;
    const far = (node: CudaNode): number =>
      node.path === from ? 0 : dirname(node.path) === dirname(from) ? 1 : 2;
    const nearest = Math.min(...nodes.map(far));
    const taken = nodes.map((node) => this.takes(node));
    if (nearest === 2 || taken.some((one) => one === null || one !== taken[0])) return nodes;
    return nodes.filter((node) => far(node) === nearest);
  }

  /** What a function takes, as written; null for a member of a class and a macro. */
  private takes({ path, fn }: CudaNode): string | null {
    const facts = this.tree.cuda(path);
    if (fn.kind === "macro" || fn.name.includes("::")) return null;
    if (facts?.classes.some(({ body }) => within(fn.nameSpan, body)) === true) return null;
    const text = (this.tree.files.text(path) ?? "").slice(fn.nameSpan.end, fn.body.start);
    return (text.split("{")[0] ?? "").replace(/\s+/g, "");
  }

  private nodeOf(path: string, fn: CudaFunction): CudaNode {
    let node = this.nodes.get(fn);
    if (node === undefined) this.nodes.set(fn, (node = { path, fn }));
    return node;
  }

  /** Classes by name: one that is named as a type is made by it, and what is made can be called as a function. */
  private classesOf(unit: Unit): Map<string, readonly NamedClass[]> {
    let found = this.classTables.get(unit.source);
    if (found !== undefined) return found;
    found = new Map();
    for (const path of unit.files) {
      const facts = this.tree.isThirdParty(path) ? null : this.tree.cuda(path);
      for (const { name, body, references } of facts?.classes ?? []) {
        const calls = (facts?.functions ?? []).filter(
          (fn) => lastPart(fn.name) === "operator()" && within(fn.nameSpan, body),
        );
        if (references.length + calls.length > 0)
          found.set(name, [...(found.get(name) ?? []), { path, references, calls }]);
      }
    }
    this.classTables.set(unit.source, found);
    return found;
  }

  private defining(name: string, unit: Unit, units: readonly Unit[]): readonly Unit[] {
    if (this.table(unit).has(name)) return [unit];
    return units.filter((other) => other !== unit && this.table(other).has(name));
  }

  /** What an object of the class can be asked for: through an interface or a table of functions, by names unseen. */
  private membersOf(name: string, unit: Unit, units: readonly Unit[]): string[] {
    for (const where of [unit, ...units.filter((other) => other !== unit)]) {
      for (const path of where.files) {
        const facts = this.tree.isThirdParty(path) ? null : this.tree.cuda(path);
        const found = facts?.classes.find((one) => one.name === name);
        if (facts === null || found === undefined) continue;
        const { start, end } = found.body;
        return facts.functions
          .filter(({ nameSpan, kind }) => kind !== "macro" && nameSpan.start >= start && nameSpan.end <= end)
          .map((fn) => lastPart(fn.name));
      }
    }
    return [];
  }

  /** Functions that come, directly or not, to one of those asked for, for each unit. */
  callers(units: readonly Unit[], targets: ReadonlySet<CudaNode>): Map<Unit, Set<CudaNode>> {
    const found = new Map<Unit, Set<CudaNode>>();
    for (const unit of units) {
      const own = this.functionsOf(unit).filter((node) => targets.has(node));
      found.set(unit, new Set(own));
    }
    for (let grown = true; grown;) {
      grown = false;
      for (const unit of units) {
        const own = found.get(unit) ?? new Set();
        const names = new Set([...found].flatMap(([other, nodes]) => this.namesFrom(unit, other, nodes)));
        const before = own.size;
        for (const node of this.functionsOf(unit))
          if (!own.has(node) && node.fn.references.some((name) => names.has(name))) own.add(node);
        grown ||= own.size > before;
      }
    }
    return found;
  }

  /** By which names a unit means functions of another one: not those that it defines itself. */
  private namesFrom(unit: Unit, other: Unit, nodes: ReadonlySet<CudaNode>): string[] {
    const names = [...nodes].map(({ fn }) => lastPart(fn.name));
    return unit === other ? names : names.filter((name) => !this.table(unit).has(name));
  }

  /** All names in the code that is reached; null: in every function of the unit. */
  namedIn(unit: Unit, reached: ReadonlySet<CudaNode> | null): ReadonlySet<string> {
    const key = reached ?? unit;
    let found = this.words.get(key);
    if (found === undefined) {
      const words = new Set<string>();
      for (const { path, fn } of reached ?? this.functionsOf(unit)) {
        const text = (this.tree.files.text(path) ?? "").slice(fn.body.start, fn.body.end);
        for (const [word] of text.matchAll(/[A-Za-z_]\w*/g)) words.add(word);
      }
      this.words.set(key, (found = words));
    }
    return found;
  }

  defines(unit: Unit, name: string): boolean {
    return this.table(unit).has(name);
  }

  functionsOf(unit: Unit): readonly CudaNode[] {
    return [...this.table(unit).values()].flat();
  }
}

export function lastPart(name: string): string {
  return name.slice(name.lastIndexOf(":") + 1);
}
