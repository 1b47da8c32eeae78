/** The part of a chain before its entry: what decides, in the programs that call it, whether it is called. */
import { basename } from "../text/paths";
import type { JudgedGate } from "../gates/judgement";
import type { Step } from "./chain";
import type { Ancestor, Callers } from "./callers";
import { stepOf } from "./code-steps";
import type { GatesOf } from "./gates-of";
import { singlesOut } from "./gates-of";
import type { PythonReference } from "./facts";
import { nodeKey } from "./python-names";
import type { PythonNames, PythonNode } from "./python-names";
import { Choices } from "./choices";
import { opsOf } from "./descent";
import { queriesOf } from "./queries";
import type { ChainTree } from "./tree";

/** How far a condition's own calls are looked into; within one file, where a helper asks the next one, further. */
const DEEPEST_AID = 3;
const DEEPEST_AID_HERE = 6;
const MOST_AIDS = 12;
/** Methods that say where their class can be used. */
const SAYS_WHERE =
  /^_?(?:(?:is|can|check|validate)_\w*)?\w*(?:support|implement|available|compatib|capabilit|validate_conf)\w*$/i;
/** What runs at the start comes before what runs for each call. */
const AT_START = /(?:^|[._])(?:pre_?)?(?:init(?:iali[sz]e)?|setup|warm_?up|prepare)(?:[._]|$)/;

export class Application {
  private readonly tree: ChainTree;
  private readonly names: PythonNames;
  private readonly gates: GatesOf;
  private readonly steps: Step[] = [];
  private readonly done = new Set<string>();
  private readonly choices: Choices;
  /** Whether the chain comes by a function behind its entry. */
  private isBehind: (node: PythonNode) => boolean = () => false;
  /** Functions that answer for the way and ask the device. */
  private readonly telling = new Set<string>();

  constructor(tree: ChainTree, names: PythonNames, gates: GatesOf) {
    this.tree = tree;
    this.names = names;
    this.gates = gates;
    this.choices = new Choices(tree, names, gates);
  }

  /** Settings first, then what runs at the start, then the callers, outermost first. */
  of(
    entries: readonly PythonNode[],
    callers: Callers,
    keep: (ancestor: Ancestor) => boolean,
    isBehind: (node: PythonNode) => boolean = () => false,
  ): Step[] {
    this.isBehind = isBehind;
    const ancestors = new Map([...callers.ancestors(entries)].filter(([, one]) => keep(one)));
    const called = new Set([...ancestors.values()].flatMap(({ ways }) => ways.map(({ to }) => nodeKey(to))));
    const tops = [...ancestors.values()].filter(({ node }) => !called.has(nodeKey(node)));
    const above = this.childrenOf(ancestors);
    // What stands in the entries is told where they are come by.
    for (const entry of entries) this.done.add(nodeKey(entry));
    for (const top of tops.sort(byStart)) this.descend(top, ancestors, above);
    for (const entry of entries) this.choices.reads(entry);
    const choices = this.choices.steps();
    return [...choices, ...withoutThose(this.steps, choices)];
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
    this.choices.registered(node);
    this.choices.chosen(node, references);
    for (const { under } of references) this.choices.readsOver(node, under);
    this.ofClass(node, ancestors);
    const last = Math.max(...references.map(({ at }) => at));
    const aids = ancestor.isFar ? [] : this.aidsOf(node, ways, last, ancestors);
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
      this.add(headOf(node));
      found.forEach((step) => this.add(step));
      this.choices.reads(node);
    }
    for (const child of childrenOf(ancestor)) this.descend(child, ancestors, childrenOf);
  }

  /** What the class of a method says of where it can be used. */
  private ofClass({ path, fn }: PythonNode, ancestors: ReadonlyMap<string, Ancestor>): void {
    const owner = fn.name.slice(0, fn.name.lastIndexOf(".") + 1);
    if (owner === "") return;
    for (const other of this.tree.python(path)?.functions ?? []) {
      if (!other.name.startsWith(owner) || !SAYS_WHERE.test(other.name.slice(owner.length))) continue;
      const node = { path, fn: other };
      if (ancestors.has(nodeKey(node)) || this.done.has(nodeKey(node))) continue;
      this.done.add(nodeKey(node));
      const own = this.gates.ofFunction(node).map((judged) => stepOf(path, judged, "decides", null));
      const steps = [...own, ...this.aidsOf(node, [], Infinity, ancestors).flatMap((aid) => aid.steps)];
      if (steps.length === 0 && !this.asksAgain(node)) continue;
      this.add(headOf(node));
      steps.forEach((step) => this.add(step));
    }
  }

  /** Whether it asks a function that was told of where it was asked first. */
  private asksAgain(node: PythonNode): boolean {
    return node.fn.references.some((reference) =>
      this.names.targets(node, reference).some((to) => this.telling.has(nodeKey(to))),
    );
  }

  /** What is called before the way goes on: functions whose answer decides, as far as they leave the target out. */
  private aidsOf(
    node: PythonNode,
    ways: Ancestor["ways"],
    last: number,
    ancestors: ReadonlyMap<string, Ancestor>,
  ): { at: number; steps: Step[] }[] {
    const onWay = new Set(ways.map(({ to }) => nodeKey(to)));
    const arms = new Set(ways.flatMap(({ references }) => references.flatMap(armsOf)));
    const found: { at: number; steps: Step[] }[] = [];
    for (const reference of node.fn.references) {
      if (reference.at >= last || reference.use === "value" || found.length >= MOST_AIDS) continue;
      const isAnswer = !this.isStatement(node, reference);
      // What only an arm does that the way need not come by, and whose answer nobody asks for, decides nothing about it.
      if (!isAnswer && ways.length > 0 && armsOf(reference).some((arm) => !arms.has(arm))) continue;
      for (const to of this.names.targets(node, reference)) {
        if (onWay.has(nodeKey(to)) || ancestors.has(nodeKey(to))) continue;
        const steps = this.aid(to, 1, isAnswer);
        if (steps.length > 0) found.push({ at: reference.at, steps });
      }
    }
    return found;
  }

  /** Whether a call is a statement of its own: its answer is dropped. */
  private isStatement({ path, fn }: PythonNode, { at }: PythonReference): boolean {
    const before = (this.tree.files.text(path) ?? "").slice(fn.span.start, at);
    const lines = before.split("\n");
    if ((lines.pop() ?? "").trim() !== "") return false;
    const previous = lines.findLast((line) => !/^\s*(?:#|$)/.test(line)) ?? "";
    return !/(?:[([{,=+\-*/%|&<>\\]|\b(?:and|or|not|in|is|if|else|return|yield|await))\s*$/.test(previous);
  }

  /** Those of a function that leave the target out, and those that give it what others of its time do not get. */
  private gatesIn(node: PythonNode): readonly JudgedGate[] {
    return this.gates
      .ofFunction(node)
      .filter(
        (judged) =>
          (judged.rule !== null && judged.excludesTarget !== false) ||
          (judged.gate.definedAt !== null && judged.excludesTarget === true) ||
          singlesOut(judged),
      );
  }

  /** `isAnswer`: whether its caller asks what it answers; otherwise only what it refuses keeps anybody from the way. */
  private aid(node: PythonNode, depth: number, isAnswer = true): Step[] {
    const key = nodeKey(node);
    // What an extension is built for comes when the chain comes by it.
    if (node.fn.builds.length > 0 || this.isBehind(node)) return [];
    if (this.done.has(key) || this.tree.isTest(node.path)) return [];
    this.done.add(key);
    const own = this.gatesIn(node).filter((judged) => isAnswer || !onlyChooses(judged));
    const queries = opsOf(node.fn.references).map(({ name, at }) => ({
      at,
      steps: queriesOf(this.tree, this.gates, name),
    }));
    const isNear = ({ path }: PythonNode): boolean =>
      depth < (path === node.path ? DEEPEST_AID_HERE : DEEPEST_AID);
    const deeper =
      depth >= DEEPEST_AID_HERE
        ? []
        : node.fn.references.flatMap((reference) => {
            if (reference.use === "value") return [];
            const near = this.names.targets(node, reference).filter(isNear);
            const steps = near.flatMap((to) => this.aid(to, depth + 1));
            return steps.length === 0 ? [] : [{ at: reference.at, steps }];
          });
    const events = [
      ...own.map((judged) => ({
        at: judged.gate.span.start,
        steps: [stepOf(node.path, judged, "decides", null)],
      })),
      ...queries.filter(({ steps }) => steps.length > 0),
      ...deeper,
    ].sort((a, b) => a.at - b.at);
    if (events.length === 0) return [];
    this.choices.reads(node);
    this.telling.add(key);
    const steps = events.flatMap((event) => event.steps);
    // The way to what compiled code answers is told stop by stop.
    return steps.some(({ path }) => path !== node.path && !path.endsWith(".py"))
      ? [headOf(node), ...steps]
      : steps;
  }

  private add(step: Step): void {
    if (step.judged !== null && this.steps.some(({ judged }) => judged === step.judged)) return;
    this.steps.push(step);
  }
}

/** Without gates that were told before, and without the function of which nothing else is told. */
function withoutThose(steps: readonly Step[], told: readonly Step[]): Step[] {
  const known = new Set(told.flatMap(({ judged }) => judged ?? []));
  const isKnown = ({ judged }: Step): boolean => judged !== null && known.has(judged);
  return steps.filter((step, at) => {
    if (step.judged !== null) return !isKnown(step);
    const next = steps.findIndex((other, index) => index > at && other.judged === null);
    const own = steps.slice(at + 1, next < 0 ? undefined : next);
    return own.length === 0 || !own.every(isKnown);
  });
}

function byStart(a: Ancestor, b: Ancestor): number {
  const early = Number(AT_START.test(b.node.fn.name)) - Number(AT_START.test(a.node.fn.name));
  return early !== 0 ? early : b.depth - a.depth || (nodeKey(a.node) < nodeKey(b.node) ? -1 : 1);
}

/** Whether those whom it leaves out go on all the same, with something else or without. */
function onlyChooses({ consequence }: JudgedGate): boolean {
  return consequence === "skipped" || consequence === "other arm";
}

/** The arms that a place stands in: of an `else` it is the condition that does not hold there. */
function armsOf({ inArms, inElse }: PythonReference): string[] {
  return [...inArms.map((index) => `${index}`), ...inElse.map((index) => `not ${index}`)];
}

function headOf(node: PythonNode): Step {
  const { path, fn } = node;
  return { path, span: fn.nameSpan, title: titleOf(node), via: "calls", judged: null, module: null };
}

export function titleOf({ path, fn }: PythonNode): string {
  return fn.name === "" ? basename(path) : `${fn.name}()`;
}
