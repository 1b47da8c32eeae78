/** From a function up to what calls it. */
import type { PythonReference } from "./facts";
import { basename, dirname } from "../text/paths";
import { isDistinct, nodeKey } from "./python-names";
import type { PythonNames, PythonNode } from "./python-names";
import type { ChainTree } from "./tree";

export interface Caller {
  readonly node: PythonNode;
  readonly references: readonly PythonReference[];
}

const MOST_FUNCTIONS = 250;
const DEEPEST = 9;
/** What is called from everywhere is no feature of its own. */
const MOST_CALLERS = 40;
/** A class from which more are derived is a base of everything. */
const MOST_CLASSES = 40;

export class Callers {
  private readonly tree: ChainTree;
  private readonly names: PythonNames;
  private readonly known = new Map<string, readonly Caller[]>();

  constructor(tree: ChainTree, names: PythonNames) {
    this.tree = tree;
    this.names = names;
  }

  of(node: PythonNode): readonly Caller[] {
    const key = nodeKey(node);
    let found = this.known.get(key);
    if (found === undefined) this.known.set(key, (found = this.find(node)));
    return found;
  }

  private find(node: PythonNode): readonly Caller[] {
    const name = calledName(node);
    if (name === "") return [];
    const found: Caller[] = [];
    const mayKnow = this.knowing(node, name);
    for (const path of this.tree.mentioning(name, "python")) {
      const facts = mayKnow(path) ? this.tree.python(path) : null;
      if (facts === null) continue;
      const spellings = new Set([name]);
      for (const { name: bound, member } of facts.imports) if (member === name) spellings.add(bound);
      for (const alias of facts.aliases) if (lastOf(alias.target) === name) spellings.add(alias.name);
      const speaking = new Set([...spellings].flatMap((one) => this.tree.functionsWith(path, one)));
      for (const fn of facts.functions) {
        if (!speaking.has(fn) || (path === node.path && fn === node.fn)) continue;
        const from = { path, fn };
        const references = fn.references.filter(
          (reference) =>
            spellings.has(lastOf(reference.name)) &&
            this.names.targets(from, reference).some((target) => nodeKey(target) === nodeKey(node)),
        );
        if (references.length > 0) found.push({ node: from, references });
      }
    }
    return found;
  }

  /**
   * Files that can mean this function by its name. A method is known by its class, by one derived from it, or, where
   * its name is its own, by its module; many methods have the same name, so that others need not be read.
   */
  private knowing({ path: own, fn }: PythonNode, name: string): (path: string) => boolean {
    const owner = fn.name.slice(0, Math.max(0, fn.name.lastIndexOf(".")));
    if (owner === "" || lastOf(fn.name) !== name) return () => true;
    const words = [...this.derivedFrom(lastOf(owner))];
    if (isDistinct(name)) words.push(moduleName(own));
    return (path) => {
      const text = path === own ? "" : (this.tree.files.text(path) ?? "");
      return path === own || words.some((word) => text.includes(word));
    };
  }

  /** The class and those derived from it, by name. */
  private derivedFrom(owner: string): Set<string> {
    const classes = new Set([owner]);
    for (const one of classes) {
      if (classes.size > MOST_CLASSES) break;
      for (const path of this.tree.mentioning(one, "python"))
        for (const { name, bases } of this.tree.python(path)?.classes ?? [])
          if (bases.some((base) => lastOf(base) === one)) classes.add(lastOf(name));
    }
    return classes;
  }

  /** All functions that come, directly or not, to one of these; the way down from each. */
  ancestors(of: readonly PythonNode[]): Map<string, Ancestor> {
    const found = new Map<string, Ancestor>();
    const start = new Set(of.map(nodeKey));
    let level = of;
    for (let depth = 1; depth <= DEEPEST && level.length > 0; depth++) {
      const next: PythonNode[] = [];
      for (const node of level) {
        const callers = this.of(node).filter(({ references }) =>
          references.some(({ use }) => use !== "listed"),
        );
        if (callers.length > MOST_CALLERS) continue;
        for (const { node: caller, references } of callers) {
          const key = nodeKey(caller);
          if (start.has(key)) continue;
          const known = found.get(key);
          const way = { to: node, references };
          if (known !== undefined) {
            known.ways.push(way);
            continue;
          }
          if (found.size >= MOST_FUNCTIONS) continue;
          found.set(key, { node: caller, depth, ways: [way] });
          if (caller.fn.name !== "") next.push(caller);
        }
      }
      level = next;
    }
    return found;
  }
}

export interface Ancestor {
  readonly node: PythonNode;
  /** How many calls lie between. */
  readonly depth: number;
  readonly ways: { readonly to: PythonNode; readonly references: readonly PythonReference[] }[];
}

/** A class is called by its own name. */
function calledName({ fn }: PythonNode): string {
  const parts = fn.name.split(".");
  const last = parts[parts.length - 1] ?? "";
  return /^__(?:init|new|call)__$|^forward$/.test(last) && parts.length > 1
    ? (parts[parts.length - 2] ?? "")
    : last;
}

/** By what an import names the file. */
function moduleName(path: string): string {
  const name = basename(path).replace(/\.pyi?$/, "");
  return name === "__init__" ? basename(dirname(path)) : name;
}

function lastOf(name: string): string {
  return name.slice(name.lastIndexOf(".") + 1);
}
