/** From a function up to what calls it. */
import type { PythonFacts, PythonReference } from "./facts";
import { draftOf, plain } from "../python/links/link-draft";
import { basename, dirname } from "../text/paths";
import { isDistinct, lastOf, nodeKey } from "./python-names";
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
/** An object that more make is part of no one feature. */
const MOST_MAKERS = 8;
/** Who makes an object says less of its methods the further away the call is. */
const MOST_SINCE_MADE = 2;
/** Names that other modules give to a function. */
const MOST_NAMES = 4;
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

  /**
   * What stands for a function that is imported by this name from a module that is not at hand; null: none is. Who calls
   * it is known from then on.
   */
  outside(name: string): OutsideNode | null {
    if (!/^[A-Za-z_]\w*$/.test(name)) return null;
    let node: OutsideNode | null = null;
    const knowing: { path: string; spelling: string }[] = [];
    for (const path of this.tree.mentioning(name, "python")) {
      const facts = this.tree.python(path);
      const own = facts?.imports.find(({ member }) => member === name);
      if (facts === null || own === undefined) continue;
      knowing.push({ path, spelling: own.name });
      // The file that imports it from elsewhere is named, not those that have it from there.
      if (node === null && this.tree.module(path, own.level, own.path) === null)
        node = outsideNode(path, this.tree.files.text(path) ?? "", name, own.path);
    }
    if (node === null) return null;
    const callers = knowing.flatMap(({ path, spelling }) =>
      this.tree.functionsWith(path, spelling).flatMap((fn) => {
        const references = fn.references.filter((one) => one.name === spelling && one.use === "call");
        return references.length === 0 ? [] : [{ node: { path, fn }, references }];
      }),
    );
    this.known.set(nodeKey(node), callers);
    return node;
  }

  private find(node: PythonNode): readonly Caller[] {
    const name = calledName(node);
    if (name === "") return [];
    const operators = this.tree
      .python(node.path)
      ?.operators.filter((one) => one.target === node.fn.name && one.name !== name);
    return [name, ...(operators ?? []).map((one) => one.name)].flatMap((one) => this.by(node, one));
  }

  /** A method that nobody calls by its name is reached by who makes the object, where few do. */
  private makers({ path, fn }: PythonNode): readonly Caller[] {
    const cut = fn.name.lastIndexOf(".");
    const owner = fn.name.slice(0, Math.max(0, cut));
    if (owner === "" || /\.__\w+__$/.test(fn.name)) return [];
    const classes = this.tree.python(path)?.classes ?? [];
    if (!classes.some(({ name }) => name === owner)) return [];
    const node = this.names.functionIn(path, `${owner}.__init__`) ?? this.names.functionIn(path, owner);
    if (node === null) return [];
    const found = this.by(node, lastOf(owner)).filter(({ node: caller }) => caller.fn.name !== owner);
    return found.length > MOST_MAKERS ? [] : found;
  }

  private by(node: PythonNode, name: string): readonly Caller[] {
    const found = new Map<string, readonly Caller[]>();
    const spelled = new Map<string, number>();
    const names = new Set([name]);
    for (const exported of names) {
      const mayKnow = exported === name ? this.knowing(node, name) : () => true;
      for (const path of this.tree.mentioning(exported, "python")) {
        const facts = mayKnow(path) ? this.tree.python(path) : null;
        if (facts === null) continue;
        const spellings = spellingsIn(facts, names);
        // Another module may give it another name, by which a third one knows it.
        for (const one of spellings) if (isDistinct(one) && names.size < MOST_NAMES) names.add(one);
        if (spellings.size === spelled.get(path)) continue;
        spelled.set(path, spellings.size);
        found.set(path, this.inFile(path, facts, spellings, node));
      }
    }
    return [...found.values()].flat();
  }

  private inFile(
    path: string,
    facts: PythonFacts,
    spellings: ReadonlySet<string>,
    node: PythonNode,
  ): readonly Caller[] {
    const speaking = new Set([...spellings].flatMap((one) => this.tree.functionsWith(path, one)));
    return facts.functions.flatMap((fn) => {
      if (!speaking.has(fn) || (path === node.path && fn === node.fn)) return [];
      const from = { path, fn };
      const references = fn.references.filter(
        (reference) =>
          spellings.has(lastOf(reference.name)) &&
          this.names.targets(from, reference).some((target) => nodeKey(target) === nodeKey(node)),
      );
      return references.length > 0 ? [{ node: from, references }] : [];
    });
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
      // Most files that speak of a class derive nothing from it: they need not be parsed.
      const derives = new RegExp(
        `^[ \\t]*class[ \\t]+\\w+[ \\t]*(?:\\[[^\\]\n]*\\])?\\([^:]{0,2000}\\b${one}\\b`,
        "m",
      );
      for (const path of this.tree.mentioning(one, "python")) {
        if (!derives.test(this.tree.files.text(path) ?? "")) continue;
        for (const { name, bases } of this.tree.python(path)?.classes ?? [])
          if (bases.some((base) => lastOf(base) === one)) classes.add(lastOf(name));
      }
    }
    return classes;
  }

  /** All functions that come, directly or not, to one of these; the way down from each. */
  ancestors(of: readonly PythonNode[]): Map<string, Ancestor> {
    const found = new Map<string, Ancestor>();
    const start = new Set(of.map(nodeKey));
    let level: readonly Climb[] = of.map((node) => ({ node, sinceMade: null, isFar: false }));
    for (let depth = 1; depth <= DEEPEST && level.length > 0; depth++) {
      const next: Climb[] = [];
      for (const { node, sinceMade, isFar: climbedFar } of level) {
        const direct = this.of(node).filter(
          ({ references }) => isMaker(node) || references.some(({ use }) => use !== "listed"),
        );
        const isMade = direct.length === 0 && sinceMade === null;
        const callers = isMade ? this.makers(node) : direct;
        if (callers.length > MOST_CALLERS || sinceMade === MOST_SINCE_MADE) continue;
        const since = isMade ? 0 : sinceMade === null ? null : sinceMade + 1;
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
          const isFar = ((isMade || isMaker(node)) && caller.path !== node.path) || climbedFar;
          found.set(key, { node: caller, depth, ways: [way], isFar });
          if (caller.fn.name !== "") next.push({ node: caller, sinceMade: since, isFar });
        }
      }
      level = next;
    }
    return found;
  }
}

/** A function of which no more is known than where it is imported. */
interface OutsideNode extends PythonNode {
  readonly module: string;
}

function outsideNode(path: string, text: string, name: string, module: string): OutsideNode {
  const start = Math.max(0, new RegExp(`\\b${name}\\b`).exec(text)?.index ?? 0);
  const span = { start, end: start + name.length };
  return { path, module, fn: plain(draftOf(name, span, span)) };
}

/** How a module that knows a function by one of the names spells it. */
function spellingsIn({ imports, aliases }: PythonFacts, names: ReadonlySet<string>): Set<string> {
  const spellings = new Set(names);
  for (const { name, member } of imports) if (member !== null && spellings.has(member)) spellings.add(name);
  for (const { name, target } of aliases) if (spellings.has(lastOf(target))) spellings.add(name);
  return spellings;
}

interface Climb {
  readonly node: PythonNode;
  /** How many calls ago an object was made that the way leads through; null: it leads through calls alone. */
  readonly sinceMade: number | null;
  readonly isFar: boolean;
}

export interface Ancestor {
  readonly node: PythonNode;
  /** How many calls lie between. */
  readonly depth: number;
  readonly ways: { readonly to: PythonNode; readonly references: readonly PythonReference[] }[];
  /** Whether no call leads from it to the feature: it makes an object, for others to use. */
  readonly isFar: boolean;
}

/** A list of objects is a list of what is used; one of extensions is a list of what is built. */
function isMaker({ fn }: PythonNode): boolean {
  return fn.name.endsWith(".__init__");
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
