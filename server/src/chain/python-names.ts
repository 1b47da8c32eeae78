/** What names in a Python file stand for: functions and classes of the files at hand. */
import type { PythonFacts, PythonFunction, PythonReference } from "./facts";
import { Tables } from "./tables";
import type { ChainTree } from "./tree";

/** A function of a file; a class stands for what its body and its constructor do. */
export interface PythonNode {
  readonly path: string;
  readonly fn: PythonFunction;
}

const DEEPEST = 10;
/** What runs when an object is made, in this order. */
const MAKING = ["__new__", "__init__", "__post_init__"];
const OPERATORS = "torch.ops.";

export class PythonNames {
  readonly tables: Tables;
  private readonly tree: ChainTree;
  private readonly indexes = new WeakMap<PythonFacts, Map<string, PythonFunction>>();
  private readonly answers = new Map<string, readonly PythonNode[]>();

  constructor(tree: ChainTree) {
    this.tree = tree;
    this.tables = new Tables(tree);
  }

  /** The function of this qualified name in the file. */
  functionIn(path: string, name: string): PythonNode | null {
    const facts = this.tree.python(path);
    if (facts === null) return null;
    const fn = this.indexOf(facts).get(name);
    return fn === undefined ? null : { path, fn };
  }

  /** What a reference in a function leads to; nothing where it leads out of the files at hand. */
  targets(from: PythonNode, reference: PythonReference): readonly PythonNode[] {
    const key = `${from.path}\n${from.fn.name}\n${reference.name}`;
    let answer = this.answers.get(key);
    if (answer === undefined) {
      this.answers.set(key, []);
      answer = unique(this.look(from, reference.name));
      this.answers.set(key, answer);
    }
    return answer;
  }

  private look(from: PythonNode, name: string): readonly PythonNode[] {
    if (name.startsWith(".")) return this.byMember(from, name.slice(1));
    if (name.startsWith(OPERATORS)) return this.ofOperator(lastOf(name));
    const [head = "", ...rest] = name.split(".");
    if (head === "self" || head === "cls") return this.ofOwnClass(from, rest);
    const local = this.local(from, head, rest);
    if (local !== null) return local;
    const resolved = this.inModule(from.path, [head, ...rest], 0);
    if (resolved !== null) return resolved;
    return rest.length === 0 ? [] : this.byMember(from, rest[rest.length - 1] ?? "");
  }

  /** What a function calls that is found at run time alone, in words. */
  notLookedUp(node: PythonNode): string[] {
    const names = node.fn.lookups.filter(
      ({ name, at }) =>
        name === "getattr" ||
        this.targets(node, { name, at, under: [], inArms: [], inElse: [], use: "value" }).length === 0,
    );
    return [...new Set(names.map(({ name }) => name))].map((name) =>
      name === "getattr"
        ? `what ${node.fn.name} gets by getattr() and calls is known at run time`
        : `what ${node.fn.name} takes from ${name} and calls is known at run time`,
    );
  }

  /** Functions of Python that are registered as an operator of this name. */
  ofOperator(name: string): readonly PythonNode[] {
    return this.tree.mentioning(name, "python").flatMap((path) => {
      const facts = this.tree.python(path);
      const registered = (facts?.operators ?? []).filter((one) => one.name === name);
      return registered.flatMap(({ target }) => this.inModule(path, target.split("."), 0) ?? []);
    });
  }

  /** A function inside this one, or inside one of those around it. */
  private local(from: PythonNode, head: string, rest: readonly string[]): readonly PythonNode[] | null {
    for (
      let scope = from.fn.name;
      scope !== "";
      scope = scope.slice(0, Math.max(0, scope.lastIndexOf(".")))
    ) {
      const found = this.functionIn(from.path, [scope, head, ...rest].join("."));
      if (found !== null && !this.isClass(from.path, scope)) return [found];
    }
    return null;
  }

  private ofOwnClass(from: PythonNode, rest: readonly string[]): readonly PythonNode[] {
    const owner = from.fn.name.split(".")[0] ?? "";
    const member = rest[rest.length - 1];
    if (member === undefined) return [];
    if (rest.length === 1) {
      const own = this.memberOf(from.path, owner, member, 0);
      if (own !== null) return [own];
    }
    return this.byMember(from, member);
  }

  /**
   * A class as it is made and used: its body, what makes an object, the other methods in the order of the text, then what
   * its bases have and it does not replace, or calls by `super()` all the same. Any other function: itself.
   */
  withMembers(node: PythonNode, seen = new Set<string>()): readonly PythonNode[] {
    const { path, fn } = node;
    const facts = this.tree.python(path);
    const own = facts?.classes.find(({ name }) => name === fn.name);
    if (facts === null || own === undefined) return [node];
    seen.add(nodeKey(node));
    const members = facts.functions.filter(({ name }) => name.startsWith(`${own.name}.`));
    const making = MAKING.flatMap((name) => members.filter((one) => one.name === `${own.name}.${name}`));
    const found = [...new Set([...making, ...members])].map((one) => ({ path, fn: one }));
    const isReplaced = (base: PythonNode): boolean => {
      const member = lastOf(base.fn.name);
      const replacing = members.find(({ name }) => name === `${own.name}.${member}`);
      return replacing?.references.every(({ name }) => name !== `.${member}`) ?? false;
    };
    const bases = own.bases
      .flatMap((base) => this.inModule(path, base.split("."), 0) ?? [])
      .filter((base) => this.isClass(base.path, base.fn.name) && !seen.has(nodeKey(base)))
      .flatMap((base) => this.withMembers(base, seen));
    return unique([node, ...found, ...bases.filter((base) => !isReplaced(base))]);
  }

  private memberOf(path: string, owner: string, member: string, depth: number): PythonNode | null {
    const own = this.functionIn(path, `${owner}.${member}`);
    if (own !== null || depth > DEEPEST) return own;
    const bases = this.tree.python(path)?.classes.find(({ name }) => name === owner)?.bases ?? [];
    for (const base of bases) {
      for (const { path: file, fn } of this.inModule(path, base.split("."), 0) ?? []) {
        const found = this.memberOf(file, fn.name.split(".")[0] ?? "", member, depth + 1);
        if (found !== null) return found;
      }
    }
    return null;
  }

  /** "a.b.c" as the module's own statements see it; null where the module binds no such name. */
  private inModule(path: string, parts: readonly string[], depth: number): readonly PythonNode[] | null {
    if (parts[0] === "torch" && parts[1] === "ops") return this.ofOperator(parts[3] ?? "");
    const facts = this.tree.python(path);
    const [head = "", ...rest] = parts;
    if (facts === null || depth > DEEPEST || head === "") return null;
    const own = this.definition(path, facts, parts);
    if (own !== null) return own;
    const found: PythonNode[] = [];
    let bound = false;
    for (const alias of facts.aliases) {
      if (alias.name !== head || alias.target === head) continue;
      bound = true;
      found.push(...(this.inModule(path, [...alias.target.split("."), ...rest], depth + 1) ?? []));
    }
    for (const { name, members } of facts.tables) {
      if (name !== head) continue;
      bound = true;
      found.push(...members.flatMap((one) => this.inModule(path, one.split("."), depth + 1) ?? []));
    }
    for (const { name, level, path: module, member } of facts.imports) {
      const isDotted = name.includes(".") && parts.join(".").startsWith(`${name}.`);
      if (name !== head && name !== "*" && !isDotted) continue;
      bound ||= name !== "*";
      const left = isDotted ? parts.slice(name.split(".").length) : name === "*" ? parts : rest;
      found.push(...this.imported(path, level, module, member, left, depth));
    }
    return bound || found.length > 0 ? found : null;
  }

  private imported(
    from: string,
    level: number,
    module: string,
    member: string | null,
    rest: readonly string[],
    depth: number,
  ): readonly PythonNode[] {
    const file = this.tree.module(from, level, module);
    if (file === from) return [];
    if (member === null) return file === null ? [] : this.through(file, rest, depth);
    const whole = this.tree.module(from, level, module === "" ? member : `${module}.${member}`);
    const inFile = file === null ? null : this.inModule(file, [member, ...rest], depth + 1);
    return inFile ?? (whole === null ? [] : this.through(whole, rest, depth));
  }

  /** Names behind a module: its own, or modules inside it. */
  private through(file: string, rest: readonly string[], depth: number): readonly PythonNode[] {
    const [head, ...more] = rest;
    if (head === undefined) return [];
    const own = this.inModule(file, rest, depth + 1);
    if (own !== null) return own;
    const inner = this.tree.submodule(file, head);
    return inner === null ? [] : this.through(inner, more, depth + 1);
  }

  private definition(
    path: string,
    facts: PythonFacts,
    parts: readonly string[],
  ): readonly PythonNode[] | null {
    const index = this.indexOf(facts);
    const whole = index.get(parts.join("."));
    const head = parts[0] ?? "";
    if (this.isClass(path, head)) {
      if (parts.length > 1) {
        const member = this.memberOf(path, head, parts[1] ?? "", 0);
        return member === null ? [] : [member];
      }
      return ["__init__", "__new__", "__call__", "forward"]
        .flatMap((name) => {
          const method = index.get(`${head}.${name}`);
          return method === undefined ? [] : [{ path, fn: method }];
        })
        .concat(whole === undefined ? [] : [{ path, fn: whole }]);
    }
    return whole === undefined ? null : [{ path, fn: whole }];
  }

  private isClass(path: string, name: string): boolean {
    return this.tree.python(path)?.classes.some((one) => one.name === name) === true;
  }

  /**
   * A method of an object that is not known: one of this file, or a function or method of that name in a file that this
   * one imports from. Names that many have say nothing.
   */
  private byMember(from: PythonNode, member: string): readonly PythonNode[] {
    if (COMMON.has(member) || member.length < 4) return [];
    const here = this.named(from.path, member);
    if (here.length > 0) return here.length <= 4 ? here : [];
    const facts = this.tree.python(from.path);
    if (facts === null || !isDistinct(member)) return [];
    const files = new Set<string>();
    for (const { level, path, member: taken } of facts.imports) {
      const module = this.tree.module(from.path, level, path);
      const inner =
        taken === null ? null : this.tree.module(from.path, level, path === "" ? taken : `${path}.${taken}`);
      for (const file of [module, inner]) if (file !== null && file !== from.path) files.add(file);
    }
    const found = [...files].flatMap((file) =>
      this.tree.files.text(file)?.includes(member) === true ? this.named(file, member) : [],
    );
    if (found.length > 0) return found.length <= 3 ? found : [];
    // Nothing else in the project has the name.
    const [only, other] = this.tree.defining(member, this.tree.rootOf(from.path));
    return only === undefined || other !== undefined ? [] : this.named(only, member).slice(0, 1);
  }

  private named(path: string, member: string): readonly PythonNode[] {
    const facts = this.tree.python(path);
    if (facts === null) return [];
    return facts.functions
      .filter(({ name }) => name.endsWith(`.${member}`) || name === member)
      .map((fn) => ({ path, fn }));
  }

  private indexOf(facts: PythonFacts): Map<string, PythonFunction> {
    let index = this.indexes.get(facts);
    if (index === undefined) {
      index = new Map();
      for (const fn of facts.functions) if (!index.has(fn.name)) index.set(fn.name, fn);
      this.indexes.set(facts, index);
    }
    return index;
  }
}

const COMMON = new Set(
  (
    "append extend items keys values update format join split strip replace startswith endswith copy clone view reshape " +
    "size shape dtype device numel contiguous float half item tolist info debug warning error warn index count sort " +
    "main setup close open read write load save reset init forward backward apply call state name config get set pop"
  ).split(" "),
);

/** The last part of a dotted name. */
export function lastOf(name: string): string {
  return name.slice(name.lastIndexOf(".") + 1);
}

/** Whether hardly anything else has the name. */
export function isDistinct(name: string): boolean {
  return name.length >= 10 && name.includes("_");
}

/** Whether what it stands in is one of the entries as well. */
export function isMember({ path, fn }: PythonNode, entries: readonly PythonNode[]): boolean {
  const owner = fn.name.slice(0, Math.max(0, fn.name.lastIndexOf(".")));
  return entries.some((one) => one.path === path && one.fn.name === owner);
}

export function nodeKey({ path, fn }: PythonNode): string {
  return `${path}\n${fn.name}\n${fn.span.start}`;
}

function unique(nodes: readonly PythonNode[]): readonly PythonNode[] {
  const seen = new Set<string>();
  return nodes.filter((node) => {
    const key = nodeKey(node);
    return !seen.has(key) && seen.add(key);
  });
}
