/** Puts a chain together: application, API, extension, list of what is built ahead, sources, headers, guards. */
import { Application, titleOf } from "./application";
import type { Chain, Step } from "./chain";
import { asOthers, chainOf, isClosed, withoutRepeats } from "./chain";
import { buildSteps } from "./build-steps";
import { builderSteps } from "./builder-steps";
import { Callers } from "./callers";
import { Catching } from "./caught";
import { CodeSteps, stepOf } from "./code-steps";
import { CudaCode } from "./cuda-code";
import type { CudaNode } from "./cuda-code";
import { Descent, modulesOf, opsOf } from "./descent";
import type { ModuleNode } from "./descent";
import { Entries } from "./entry";
import type { Entry } from "./entry";
import { withDefinitions } from "./definitions";
import type { PythonReference } from "./facts";
import { GatesOf, isFound, isSure } from "./gates-of";
import type { ReportOf } from "./gates-of";
import { linkedFrom, withLinked } from "./linked";
import { OneOf, isInstead, notWhole, ownWays, takenBy } from "./one-of";
import type { Found } from "./one-of";
import { OpenWays } from "./open-ways";
import type { WayEnd } from "./open-ways";
import { prebuiltSteps } from "./prebuilt";
import { PythonNames, isMember, nodeKey } from "./python-names";
import type { PythonNode } from "./python-names";
import { Refusing } from "./refusing";
import { Telling } from "./telling";
import type { ChainFiles } from "./tree";
import { ChainTree } from "./tree";
import { waysToCode } from "./ways-to-code";

/** Sources that may register one operator. */
const MOST_ROOTS = 6;
/** How far functions beside the way are looked into for gates; a helper that asks the next one in its file is followed on. */
const DEEPEST_BESIDE = 2;
const DEEPEST_BESIDE_HERE = 4;

/** What chains for any target share. */
interface Links {
  readonly tree: ChainTree;
  readonly names: PythonNames;
  readonly code: CudaCode;
  readonly callers: Callers;
  readonly entries: Entries;
  readonly telling: Telling;
  readonly catching: Catching;
}

interface Parts extends Links {
  readonly gates: GatesOf;
  readonly codeSteps: CodeSteps;
  readonly oneOf: OneOf;
  readonly refusing: Refusing;
}

/** Everything that chains over one state of the files share. */
export class ChainMaker {
  readonly gates: GatesOf;
  readonly refusing: Refusing;
  private readonly links: Links;
  private readonly parts: Parts;
  private readonly target: string;

  constructor(links: Links, target: string, reportOf: ReportOf) {
    this.target = target;
    this.links = links;
    this.gates = new GatesOf(links.tree, reportOf, links.telling);
    this.refusing = new Refusing(this.gates, links.names);
    const codeSteps = new CodeSteps(links.tree, links.code, this.gates, target);
    const { gates, refusing } = this;
    this.parts = { ...links, gates, refusing, codeSteps, oneOf: new OneOf(gates, refusing) };
  }

  get tree(): ChainTree {
    return this.links.tree;
  }

  get names(): PythonNames {
    return this.links.names;
  }

  get entries(): Entries {
    return this.links.entries;
  }

  /** For another target; how the code hangs together is the same. */
  forTarget(target: string, reportOf: ReportOf): ChainMaker {
    return new ChainMaker(this.links, target, reportOf);
  }

  chain(entry: Entry): Chain {
    const walk = new Walk(this.parts, entry);
    const steps = withoutRepeats(walk.steps());
    return chainOf(
      entry.name,
      this.target,
      withDefinitions(steps, this.gates, this.links.tree),
      walk.unknown,
      walk.openWays,
    );
  }

  /** Every file that an extension hangs on: where it is described, its sources, what they include. */
  filesOf({ builder, sources }: ModuleNode): readonly string[] {
    const { tree, code } = this.links;
    return [
      builder.path,
      ...sources.flatMap((source) => (tree.cuda(source) === null ? [] : code.unit(source).files)),
    ];
  }

  /** An extension alone: what it is built for, and its code. */
  extension(module: ModuleNode): readonly Step[] {
    return this.walkOver(module).extension(module, null);
  }

  /** The same without code that nothing comes by which Python can call; all of it where that is not known. */
  usedOf(module: ModuleNode): readonly Step[] {
    const { tree } = this.links;
    const exported = module.sources.flatMap((source) => tree.cuda(source)?.exports ?? []);
    const called = exported.length === 0 ? null : new Set(exported.map(({ name }) => name));
    const steps = this.walkOver(module).extension(module, called);
    return steps.filter(({ via }) => via !== "same module");
  }

  private walkOver(module: ModuleNode): Walk {
    return new Walk(this.parts, { kind: "module", name: module.build.name, modules: [module] });
  }
}

export function linksOver(files: ChainFiles): Links {
  const tree = new ChainTree(files);
  const names = new PythonNames(tree);
  const code = new CudaCode(tree);
  const callers = new Callers(tree, names);
  return {
    tree,
    names,
    code,
    callers,
    entries: new Entries(tree, names, code, callers),
    telling: new Telling(tree),
    catching: new Catching(tree, names),
  };
}

const NONE: ReadonlySet<string> = new Set();

/** How a function is come by. */
interface Way {
  /** How many calls ago the way to compiled code was left; those from helper to helper of one file are not counted. */
  readonly beside: number;
  /** The same with all of them. */
  readonly calls: number;
  readonly depth: number;
  /** Whether only other targets come by. */
  readonly isOthers: boolean;
  /** Whether that is so, or what is raised is caught: the target may come by on another way that tells more. */
  readonly isAside: boolean;
}

/** A place of a function, and what it leads to. */
interface Event extends Found {
  readonly at: number;
}

class Walk {
  readonly unknown: string[] = [];
  openWays: readonly string[] = [];
  private readonly parts: Parts;
  private readonly entry: Entry;
  /** The functions that the entry stands for. */
  private readonly starts = new Set<string>();
  /** What was come by, and whether that was aside alone. */
  private readonly visited = new Map<string, boolean>();
  private readonly ends = new Map<string, WayEnd>();

  constructor(parts: Parts, entry: Entry) {
    this.parts = parts;
    this.entry = entry;
  }

  steps(): Step[] {
    const { entry } = this;
    if (entry.kind === "python") {
      if (entry.unknown !== undefined) this.unknown.push(entry.unknown);
      return this.fromPython(entry.functions, entry.file);
    }
    if (entry.kind === "module") return this.fromModules(entry.modules, null);
    const sources = this.parts.entries.sourcesWith(entry.path);
    const modules = this.parts.entries.modulesWith(sources);
    const towards = new Set(this.sameNodes(entry.nodes, sources));
    if (modules.length > 0) return this.fromModules(modules, towards);
    const { steps, others } = buildSteps(this.parts.tree, this.parts.gates, sources);
    const some = sources.slice(0, 3);
    return [
      ...steps,
      ...this.parts.codeSteps.of({ sources: some, module: null, called: null, towards, others }),
    ];
  }

  /** `called`: what Python can call in it; null: all of its code counts. */
  extension(module: ModuleNode, called: ReadonlySet<string> | null): Step[] {
    const { build, sources } = module;
    const { codeSteps } = this.parts;
    return [
      ...builderSteps(this.parts, module),
      ...codeSteps.of({ sources, module: build.name, called, towards: null, others: NONE }),
    ];
  }

  /** The nodes as the units of the sources have them. */
  private sameNodes(nodes: readonly CudaNode[], sources: readonly string[]): CudaNode[] {
    const wanted = new Set(nodes.map(({ fn }) => fn));
    return sources.flatMap((source) =>
      this.parts.code.functionsOf(this.parts.code.unit(source)).filter(({ fn }) => wanted.has(fn)),
    );
  }

  private fromModules(modules: readonly ModuleNode[], towards: ReadonlySet<CudaNode> | null): Step[] {
    const { callers, tree, names, gates } = this.parts;
    const keeps = towards === null ? null : waysToCode(this.parts, modules, towards);
    const before = new Application(tree, names, gates).of(
      modules.map(({ builder }) => builder),
      callers,
      (ancestor) => keeps === null || keeps.has(nodeKey(ancestor.node)),
    );
    return [...before, ...modules.flatMap((module) => this.moduleSteps(module, null, towards, false))];
  }

  private fromPython(functions: readonly PythonNode[], file?: string): Step[] {
    const { tree, names, callers, gates } = this.parts;
    const descent = new Descent(tree, names, functions);
    const before = new Application(tree, names, gates).of(
      functions,
      callers,
      () => true,
      (node) => descent.leads(node),
    );
    if (descent.isCut) this.unknown.push("more functions are called than were followed");
    for (const node of functions) this.starts.add(nodeKey(node));
    const imported = (file === undefined ? [] : gates.ofModule(file))
      .filter(isSure)
      .map((judged) => stepOf(file ?? "", judged, "entry", null));
    const behind = functions.flatMap((node) => {
      const steps = this.visit(node, "entry", descent, {
        beside: 0,
        calls: 0,
        depth: 0,
        isOthers: false,
        isAside: false,
      });
      // A member in which nothing decides is told of by what it stands in.
      return steps.length === 1 && isMember(node, functions) ? [] : steps;
    });
    const ways = new OpenWays(tree, descent, gates, this.ends);
    // Of several functions one may have to be come through before another one.
    const [only] = functions;
    if (only !== undefined && functions.length === 1 && !imported.some(isClosed))
      this.openWays = ways.from(only);
    return [...before, ...imported, ...behind];
  }

  /** Whether it was come by, on the target's own way or, where this one is aside, on any. */
  private isDone(key: string, isAside: boolean): boolean {
    const before = this.visited.get(key);
    if (before === false || before === isAside) return true;
    this.visited.set(key, isAside);
    return false;
  }

  private visit(node: PythonNode, via: Step["via"], descent: Descent, way: Way): Step[] {
    const { depth, isOthers, isAside } = way;
    // An entry that another one calls is told of as an entry all the same, where it is come by first.
    const isStart = this.starts.has(nodeKey(node));
    const beside = isStart ? 0 : way.beside;
    const calls = isStart ? 0 : way.calls;
    if (depth > 40 || this.isDone(nodeKey(node), isAside)) return [];
    const { gates, tree, catching, names, oneOf } = this.parts;
    const { path, fn } = node;
    const leads = descent.leads(node);
    const modules = modulesOf(tree, node);
    if (modules.length > 0)
      return modules.flatMap((module) => this.moduleSteps(module, descent.memberNames, null, isAside));
    if (isStart) this.unknown.push(...names.notLookedUp(node));
    const all = gates
      .ofFunction(node)
      .filter(({ gate, rule }) => gate.form !== "predicate" || rule !== null || isStart);
    const own = leads
      ? all
      : all.filter((one) => isSure(one) && (calls <= 1 || (one.excludesTarget === true && isFound(one))));
    // One that hands its flags to a describer describes a variant of the extension.
    const isVariant = /^_?(?:gen|make|create)_/.test(fn.name);
    const variant = isVariant
      ? descent.edges(node).find(({ to }) => to.fn.builds.length > 0)?.to.fn.builds[0]?.name
      : undefined;
    const events: Event[] = own.map((judged) => ({
      at: judged.gate.span.start,
      references: [{ at: judged.gate.span.start }],
      ...(leads || isOthers ? {} : ownWays(node, judged.gate.span)),
      steps: [
        variant === undefined
          ? stepOf(path, judged, "decides", null)
          : stepOf(path, judged, "builds", variant),
      ],
    }));
    const leftTo = (calls: readonly PythonReference[]): boolean =>
      isOthers || calls.every((one) => gates.isOthersPlace(node, one));
    for (const { reference, to, references } of descent.edges(node)) {
      if (descent.isLeft(to)) continue;
      const isHere = beside > 0 && to.path === path && calls < DEEPEST_BESIDE_HERE;
      const next = descent.leads(to)
        ? { beside: 0, calls: 0 }
        : { beside: isHere ? beside : beside + 1, calls: calls + 1 };
      if (next.beside > DEEPEST_BESIDE) continue;
      const others = leftTo(references);
      const taken = takenBy(names.tables, node, references);
      const isWay = !others && !descent.leads(to) && isInstead(node, references);
      const tried = taken !== null || isWay || catching.isTried(node, references);
      const beyond = { depth: depth + 1, isOthers: others, isAside: isAside || others || tried };
      const found = this.visit(to, "calls", descent, { ...next, ...beyond });
      // What a decorator is handed is asked for the backend that it is named for; a way may be one of several.
      const isOneOf =
        (reference.use === "value" && reference.at < fn.nameSpan.start) ||
        (descent.leads(to) && references.every(({ under }) => under.length > 0));
      const mark = { ...(isOneOf && { isOneOf }), ...(tried && { isTried: tried }) };
      const steps = isOneOf || tried ? found.map((step) => ({ ...step, ...mark })) : found;
      const among = { ...(taken && { taken }), ...(isWay && { ways: references }) };
      events.push({ at: reference.at, references, ...among, steps: others ? steps.map(asOthers) : steps });
      if (taken?.table?.isWhole === false && (isStart || steps.length > 0))
        this.unknown.push(notWhole(node, taken.table));
    }
    for (const operator of opsOf(fn.references)) {
      const { name, at } = operator;
      const others = leftTo([operator]);
      const steps = this.opSteps(name, others || isAside);
      events.push({ at, references: [operator], steps: others ? steps.map(asOthers) : steps });
    }
    const inOrder = events.sort((a, b) => a.at - b.at);
    const inner = catching.in(node, oneOf.in(node, inOrder)).flatMap(({ steps }) => steps);
    if (inner.length === 0 && via !== "entry") return [];
    return [{ path, span: fn.nameSpan, title: titleOf(node), via, judged: null, module: null }, ...inner];
  }

  private moduleSteps(
    module: ModuleNode,
    called: ReadonlySet<string> | null,
    towards: ReadonlySet<CudaNode> | null,
    isAside: boolean,
  ): Step[] {
    if (this.isDone(`module ${nodeKey(module.builder)}`, isAside)) return [];
    const { builder, build, sources, unknown } = module;
    const step = {
      path: builder.path,
      span: builder.fn.nameSpan,
      title: `module ${build.name}`,
      via: "builds" as const,
      judged: null,
      module: build.name,
    };
    const own = builderSteps(this.parts, module);
    for (const { path: name } of unknown)
      this.unknown.push(`${build.name}: the source ${name} is not at hand`);
    const code = this.parts.codeSteps.of({ sources, module: build.name, called, towards, others: NONE });
    this.end(nodeKey(builder), build.name === "*" ? titleOf(builder) : build.name, [...own, ...code]);
    return [step, ...own, ...prebuiltSteps(this.parts, module), ...code];
  }

  /** A list of what is compiled ahead shuts nobody out of what is compiled when it is asked for. */
  private end(key: string, name: string, steps: readonly Step[]): void {
    const closed = steps.some((step) => step.via !== "same module" && isClosed(step));
    this.ends.set(key, { name, isClosed: closed });
  }

  /** An operator that C++ registers: what the build says of its sources, then the sources. */
  private opSteps(name: string, isAside: boolean): Step[] {
    const { tree, code, names } = this.parts;
    if (this.isDone(`op ${name}`, isAside)) return [];
    const targets = new Set<string>();
    for (const path of tree.mentioning(name, "cuda"))
      for (const one of tree.cuda(path)?.exports ?? []) if (one.name === name) targets.add(one.target);
    const called = new Set([...targets, name]);
    const roots = [...new Set([...targets].flatMap((target) => linkedFrom(tree, target, null)))];
    const own = withLinked(tree, code, roots.slice(0, MOST_ROOTS), called);
    if (own.length === 0) {
      // One that Python registers is followed as a function.
      if (names.ofOperator(name).length === 0)
        this.unknown.push(`no source here registers the operator ${name}`);
      return [];
    }
    const { steps, others } = buildSteps(tree, this.parts.gates, own);
    const built = this.parts.codeSteps.of({ sources: own, module: name, called, towards: null, others });
    this.end(`op ${name}`, name, [...steps, ...built]);
    return [...steps, ...built];
  }
}
