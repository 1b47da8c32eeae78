/** The part of a chain before its entry: what decides, in the programs that call it, whether it is called. */
import { basename } from "../text/paths";
import type { Step } from "./chain";
import type { Ancestor, Callers } from "./callers";
import { stepOf } from "./code-steps";
import type { OptionUse } from "./facts";
import type { GatesOf } from "./gates-of";
import { nodeKey } from "./python-names";
import type { PythonNames, PythonNode } from "./python-names";
import type { ChainTree } from "./tree";

/** How far a condition's own calls are looked into. */
const DEEPEST_AID = 3;
const MOST_AIDS = 12;
/** A setting that is spoken of in more files is no setting of one feature. */
const MOST_READERS = 30;
/** What runs at the start comes before what runs for each call. */
const AT_START = /(?:^|[._])(?:pre_?)?(?:init(?:iali[sz]e)?|setup|warm_?up|prepare)(?:[._]|$)/;

export class Application {
  private readonly tree: ChainTree;
  private readonly names: PythonNames;
  private readonly gates: GatesOf;
  private readonly steps: Step[] = [];
  private readonly done = new Set<string>();
  private readonly options = new Map<string, OptionUse>();

  constructor(tree: ChainTree, names: PythonNames, gates: GatesOf) {
    this.tree = tree;
    this.names = names;
    this.gates = gates;
  }

  /** Settings first, then what runs at the start, then the callers, outermost first. */
  of(entries: readonly PythonNode[], callers: Callers, keep: (ancestor: Ancestor) => boolean): Step[] {
    const ancestors = new Map([...callers.ancestors(entries)].filter(([, one]) => keep(one)));
    const called = new Set([...ancestors.values()].flatMap(({ ways }) => ways.map(({ to }) => nodeKey(to))));
    const tops = [...ancestors.values()].filter(({ node }) => !called.has(nodeKey(node)));
    const above = this.childrenOf(ancestors);
    for (const top of tops.sort(byStart)) this.descend(top, ancestors, above);
    for (const entry of entries) this.readsOf(entry);
    return [...this.settingSteps(), ...this.steps];
  }

  /** For each function the ancestors that it calls, in the order of the calls. */
  private childrenOf(ancestors: ReadonlyMap<string, Ancestor>): (ancestor: Ancestor) => Ancestor[] {
    return ({ ways }) =>
      [...ways]
        .sort((a, b) => (a.references[0]?.at ?? 0) - (b.references[0]?.at ?? 0))
        .flatMap(({ to }) => ancestors.get(nodeKey(to)) ?? []);
  }

  private descend(
    ancestor: Ancestor,
    ancestors: ReadonlyMap<string, Ancestor>,
    childrenOf: (ancestor: Ancestor) => Ancestor[],
  ): void {
    const { node, ways } = ancestor;
    const key = nodeKey(node);
    if (this.done.has(key)) return;
    this.done.add(key);
    const references = ways.flatMap((way) => way.references);
    const last = Math.max(...references.map(({ at }) => at));
    const aids = this.aidsOf(node, ways, last, ancestors);
    // Where what is called decides, its own gate tells: the condition that asks it is no further one.
    const own = this.gates
      .before(node, references)
      .filter(({ gate: { span } }) => !aids.some(({ at }) => at >= span.start && at < span.end));
    const events = [
      ...own.map((judged) => ({
        at: judged.gate.span.start,
        steps: [stepOf(node.path, judged, "decides", null)],
      })),
      ...aids,
    ].sort((a, b) => a.at - b.at);
    const found = events.flatMap(({ steps }) => steps);
    if (found.length > 0) {
      const { path, fn } = node;
      this.add({ path, span: fn.nameSpan, title: titleOf(node), via: "calls", judged: null, module: null });
      found.forEach((step) => this.add(step));
      this.readsOf(node);
    }
    for (const child of childrenOf(ancestor)) this.descend(child, ancestors, childrenOf);
  }

  /** What is called before the way goes on: functions whose answer decides, as far as they leave the target out. */
  private aidsOf(
    node: PythonNode,
    ways: Ancestor["ways"],
    last: number,
    ancestors: ReadonlyMap<string, Ancestor>,
  ): { at: number; steps: Step[] }[] {
    const onWay = new Set(ways.map(({ to }) => nodeKey(to)));
    const found: { at: number; steps: Step[] }[] = [];
    for (const reference of node.fn.references) {
      if (reference.at >= last || reference.use === "value" || found.length >= MOST_AIDS) continue;
      for (const to of this.names.targets(node, reference)) {
        if (onWay.has(nodeKey(to)) || ancestors.has(nodeKey(to))) continue;
        const steps = this.aid(to, 1);
        if (steps.length > 0) found.push({ at: reference.at, steps });
      }
    }
    return found;
  }

  private aid(node: PythonNode, depth: number): Step[] {
    const key = nodeKey(node);
    // What an extension is built for comes when the chain comes by it.
    if (this.done.has(key) || this.tree.isTest(node.path) || node.fn.builds.length > 0) return [];
    this.done.add(key);
    const own = this.gates
      .ofFunction(node)
      .filter(({ rule, excludesTarget }) => rule !== null && excludesTarget !== false);
    const deeper =
      depth >= DEEPEST_AID
        ? []
        : node.fn.references.flatMap((reference) => {
            if (reference.use === "value") return [];
            const steps = this.names.targets(node, reference).flatMap((to) => this.aid(to, depth + 1));
            return steps.length === 0 ? [] : [{ at: reference.at, steps }];
          });
    const events = [
      ...own.map((judged) => ({
        at: judged.gate.span.start,
        steps: [stepOf(node.path, judged, "decides", null)],
      })),
      ...deeper,
    ].sort((a, b) => a.at - b.at);
    if (events.length > 0) this.readsOf(node);
    return events.flatMap(({ steps }) => steps);
  }

  private readsOf({ path, fn }: PythonNode): void {
    for (const read of fn.reads)
      if (!this.options.has(read.name)) this.options.set(`${this.tree.rootOf(path)}\n${read.name}`, read);
  }

  /** Where a setting that the way reads is given its value, if a gate decides about that. */
  private settingSteps(): Step[] {
    const steps: Step[] = [];
    for (const key of this.options.keys()) {
      const [root = "", name = ""] = key.split("\n");
      const files = this.tree.mentioning(name, "python", root);
      if (files.length > MOST_READERS) continue;
      for (const path of files) {
        for (const fn of this.tree.functionsWith(path, name)) {
          const node = { path, fn };
          for (const write of fn.writes) {
            if (write.name !== name || write.under.length === 0) continue;
            for (const judged of this.gates.over(node, write.under))
              if (!steps.some((step) => step.judged === judged))
                steps.push(stepOf(path, judged, "sets", null));
          }
        }
      }
    }
    return steps;
  }

  private add(step: Step): void {
    if (step.judged !== null && this.steps.some(({ judged }) => judged === step.judged)) return;
    this.steps.push(step);
  }
}

function byStart(a: Ancestor, b: Ancestor): number {
  const early = Number(AT_START.test(b.node.fn.name)) - Number(AT_START.test(a.node.fn.name));
  return early !== 0 ? early : b.depth - a.depth || (nodeKey(a.node) < nodeKey(b.node) ? -1 : 1);
}

export function titleOf({ path, fn }: PythonNode): string {
  return fn.name === "" ? basename(path) : `${fn.name}()`;
}
