/** From Python functions down to what they build: which functions lead to compiled code, and in which order. */
import type { ModuleBuild, PythonReference, SourceName } from "./facts";
import { within } from "./gates-of";
import { nodeKey } from "./python-names";
import type { PythonNames, PythonNode } from "./python-names";
import type { ChainTree } from "./tree";

/** An extension as one function describes it. */
export interface ModuleNode {
  readonly builder: PythonNode;
  readonly build: ModuleBuild;
  readonly sources: readonly string[];
  /** Sources that are made at run time or not at hand. */
  readonly unknown: readonly SourceName[];
}

interface Edge {
  readonly reference: PythonReference;
  readonly to: PythonNode;
  /** All references to it, that one with them. */
  readonly references: readonly PythonReference[];
}

/** A function inside another one that hands it out under a name, in an object that others ask for what they need. */
interface Offer {
  readonly name: string;
  readonly edge: Edge;
}

const MOST_FUNCTIONS = 900;
const DEEPEST = 12;
/** The name under which a value is handed out: `Namespace(run=run)`, `{"run": run}`. */
const HANDED_OUT_AS = /(?:\b(\w+)[ \t]*=|["'](\w+)["'][ \t]*:)\s*$/;
const LONGEST_NAME = 120;
const MOST_USERS = 8;

/** What is reached from some functions. */
export class Descent {
  private readonly names: PythonNames;
  private readonly tree: ChainTree;
  private readonly nodes = new Map<string, PythonNode>();
  private readonly edgesOf = new Map<string, readonly Edge[]>();
  private readonly offers = new Map<string, readonly Offer[]>();
  private readonly leading = new Set<string>();
  private readonly general = new Set<string>();
  /** Names by which functions on the way ask objects for something: also what an extension exports. */
  readonly memberNames = new Set<string>();
  /** Whether the search was cut. */
  isCut = false;

  constructor(tree: ChainTree, names: PythonNames, from: readonly PythonNode[]) {
    this.tree = tree;
    this.names = names;
    this.search(from);
    this.findLeading(from);
  }

  /** Whether the function comes, directly or not, to compiled code. */
  leads(node: PythonNode): boolean {
    return this.leading.has(nodeKey(node));
  }

  /** Whether it comes to compiled code that has nothing to do with the feature. */
  isLeft(node: PythonNode): boolean {
    return this.general.has(nodeKey(node));
  }

  edges(node: PythonNode): readonly Edge[] {
    return this.edgesOf.get(nodeKey(node)) ?? [];
  }

  private search(from: readonly PythonNode[]): void {
    for (const node of from) this.nodes.set(nodeKey(node), node);
    this.follow(from);
    // What is asked of an object is known when those that ask were read; one of which nobody asks is used as a whole.
    const used = new Set<string>();
    const isAsked = ({ name }: Offer): boolean => this.memberNames.has(name);
    while (this.take(used, isAsked) || this.take(used, (_, key) => !used.has(key)));
  }

  /** Goes on with what is handed out, as far as it is wanted; answers whether anything was. */
  private take(used: Set<string>, isWanted: (offer: Offer, key: string) => boolean): boolean {
    const taken = [...this.offers].flatMap(([key, offers]) => {
      const wanted = offers.filter((offer) => isWanted(offer, key));
      return wanted.length === 0 ? [] : [{ key, offers, wanted }];
    });
    for (const { key, offers, wanted } of taken) {
      used.add(key);
      this.offers.set(
        key,
        offers.filter((offer) => !wanted.includes(offer)),
      );
      this.edgesOf.set(key, [...(this.edgesOf.get(key) ?? []), ...wanted.map(({ edge }) => edge)]);
    }
    this.follow(this.enter(taken.flatMap(({ wanted }) => wanted.map(({ edge }) => edge))));
    return taken.length > 0;
  }

  private follow(from: readonly PythonNode[]): void {
    let level = from;
    for (let depth = 0; depth < DEEPEST && level.length > 0; depth++) {
      level = level.flatMap((node) => {
        const edges = this.edgesFrom(node);
        this.edgesOf.set(nodeKey(node), edges);
        return this.enter(edges);
      });
    }
  }

  /** The functions that were not met before. */
  private enter(edges: readonly Edge[]): PythonNode[] {
    return edges.flatMap(({ to }) => {
      const key = nodeKey(to);
      if (this.nodes.has(key)) return [];
      if (this.nodes.size >= MOST_FUNCTIONS) {
        this.isCut = true;
        return [];
      }
      this.nodes.set(key, to);
      return [to];
    });
  }

  private edgesFrom(node: PythonNode): Edge[] {
    const edges = new Map<string, Edge>();
    const offers: Offer[] = [];
    for (const reference of node.fn.references) {
      if (reference.use === "call")
        this.memberNames.add(reference.name.slice(reference.name.lastIndexOf(".") + 1));
      for (const to of this.names.targets(node, reference)) {
        const key = nodeKey(to);
        if (to === node || this.tree.isTest(to.path)) continue;
        const name = this.handedOutAs(node, reference, to);
        if (name !== null) {
          offers.push({ name, edge: { reference, to, references: [reference] } });
          continue;
        }
        const first = edges.get(key) ?? { reference, to, references: [] };
        edges.set(key, { ...first, references: [...first.references, reference] });
      }
    }
    if (offers.length > 0) this.offers.set(nodeKey(node), offers);
    return [...edges.values()];
  }

  /** The name under which a function hands out one that stands in it; null: it uses it itself. */
  private handedOutAs({ path, fn }: PythonNode, { at, use }: PythonReference, to: PythonNode): string | null {
    if (use !== "value" || to.path !== path || !to.fn.name.startsWith(`${fn.name}.`)) return null;
    if (!within(to.fn.span, fn.span)) return null;
    const before = (this.tree.files.text(path) ?? "").slice(Math.max(fn.span.start, at - LONGEST_NAME), at);
    const match = HANDED_OUT_AS.exec(before);
    return match?.[1] ?? match?.[2] ?? null;
  }

  /** What is used all over is no part of one feature: a decorator that logs, a tuner. */
  private isGeneral({ path, fn }: PythonNode): boolean {
    const [owner = "", ...rest] = fn.name.split(".");
    const name = rest.length === 0 || /^[A-Z]/.test(owner) ? owner : (rest[rest.length - 1] ?? owner);
    return this.tree.mentioning(name, "python", this.tree.rootOf(path)).length > MOST_USERS;
  }

  private findLeading(from: readonly PythonNode[]): void {
    const callers = new Map<string, string[]>();
    for (const [key, edges] of this.edgesOf)
      for (const { to } of edges) callers.set(nodeKey(to), [...(callers.get(nodeKey(to)) ?? []), key]);
    const pending = [...this.nodes]
      .filter(([, { fn }]) => fn.builds.length > 0 || opsOf(fn.references).length > 0)
      .map(([key]) => key);
    for (const key of pending) this.leading.add(key);
    const start = new Set(from.map(nodeKey));
    for (let key = pending.pop(); key !== undefined; key = pending.pop()) {
      const node = this.nodes.get(key);
      if (node !== undefined && !start.has(key) && this.isGeneral(node)) {
        this.leading.delete(key);
        this.general.add(key);
        continue;
      }
      for (const caller of callers.get(key) ?? []) {
        if (this.leading.has(caller)) continue;
        this.leading.add(caller);
        pending.push(caller);
      }
    }
  }
}

/** `torch.ops.library.name`: operators registered from C++. */
export function opsOf(references: readonly PythonReference[]): PythonReference[] {
  return references.flatMap((reference) => {
    const match = /^torch\.ops\.\w+\.(\w+)/.exec(reference.name);
    return match?.[1] === undefined ? [] : [{ ...reference, name: match[1] }];
  });
}

/** Whether a file can describe an extension; cheap, so that others need not be parsed. */
export function mayBuild(text: string): boolean {
  return /jit_?spec|Extension\(|load_jit|cpp_extension|load_inline|sources[ \t]*=/i.test(text);
}

/** The extensions that a function describes. */
export function modulesOf(tree: ChainTree, builder: PythonNode): ModuleNode[] {
  const { builds } = builder.fn;
  if (builds.length === 0) return [];
  const constants = tree.python(builder.path)?.functions.find(({ name }) => name === "");
  const listed = builder.fn.sources.length > 0 ? builder.fn.sources : (constants?.sources ?? []);
  const unknown: SourceName[] = [];
  const sources = new Set<string>();
  for (const source of listed) {
    const found = sourcesBy(tree, source.path, builder.path);
    if (found.length === 0) unknown.push(source);
    for (const path of found) sources.add(path);
  }
  return builds.slice(0, 1).map((build) => ({ builder, build, sources: [...sources], unknown }));
}

/** The files that a source's path, as it is spelled, means; "*" stands for anything within one name. */
export function sourcesBy(tree: ChainTree, spelling: string, from: string): readonly string[] {
  const found = tree.bySuffix(spelling, from);
  return spelling.includes("*") ? found : found.slice(0, 1);
}
