/** Whether a function turns the target away whichever way it takes. */
import type { Step } from "./chain";
import { isClosed } from "./chain";
import { stepOf } from "./code-steps";
import type { Flow, PythonReference } from "./facts";
import type { GatesOf } from "./gates-of";
import { overlaps, servesOthers, within } from "./gates-of";
import type { PythonNames, PythonNode } from "./python-names";
import { nodeKey } from "./python-names";
import type { JudgedGate } from "../gates/judgement";
import type { Span } from "../text/source";

/** How far it is asked whether what is called refuses. */
const DEEPEST = 3;

interface Outcome {
  /** The steps that turn the target away. */
  readonly shut: readonly Step[];
  /** Whether some way gives it what it asked for. */
  readonly serves: boolean;
  /** Whether some way goes on behind. */
  readonly passes: boolean;
}

const PASSES: Outcome = { shut: [], serves: false, passes: true };

export class Refusing {
  private readonly gates: GatesOf;
  private readonly names: PythonNames;
  /** Null: it is being looked into. */
  private readonly known = new Map<string, readonly Step[] | null>();

  constructor(gates: GatesOf, names: PythonNames) {
    this.gates = gates;
    this.names = names;
  }

  /** The steps that turn the target away where every way through the function ends at one; none where any serves it. */
  of(node: PythonNode, depth = DEEPEST): readonly Step[] {
    const key = nodeKey(node);
    const before = this.known.get(key);
    if (before !== undefined) return before ?? [];
    this.known.set(key, null);
    const { shut, serves, passes } = this.block(node, node.fn.ways.flow, depth);
    const found = serves || passes ? [] : shut;
    this.known.set(key, found);
    return found;
  }

  /** Whether some way on from a place of the function serves the target, or comes to the function's end. */
  goesOn(node: PythonNode, at: number): boolean {
    const found = this.from(node, node.fn.ways.flow, at);
    return found !== null && (found.serves || found.passes);
  }

  /** Null: the place is not in these. */
  private from(node: PythonNode, flow: readonly Flow[], at: number): Outcome | null {
    for (const [index, one] of flow.entries()) {
      const found = this.fromOne(node, one, at);
      if (found === null) continue;
      return found.serves || !found.passes ? found : this.block(node, flow.slice(index + 1), DEEPEST);
    }
    return null;
  }

  private fromOne(node: PythonNode, flow: Flow, at: number): Outcome | null {
    const holds = ({ start, end }: Span): boolean => at >= start && at < end;
    if (flow.kind === "maybe") {
      const found = this.from(node, flow.body, at);
      return found && { ...found, passes: true };
    }
    if (flow.kind !== "if") return holds(flow.span) ? this.one(node, flow, DEEPEST) : null;
    if (flow.arms.some(({ condition }) => holds(condition))) return this.one(node, flow, DEEPEST);
    const blocks = [...flow.arms.map(({ body }) => body), flow.otherwise];
    return blocks.reduce<Outcome | null>((found, body) => found ?? this.from(node, body, at), null);
  }

  private block(node: PythonNode, flow: readonly Flow[], depth: number): Outcome {
    const shut: Step[] = [];
    let serves = false;
    for (const one of flow) {
      const outcome = this.one(node, one, depth);
      shut.push(...outcome.shut);
      serves ||= outcome.serves;
      if (!outcome.passes) return { shut, serves, passes: false };
    }
    return { shut, serves, passes: true };
  }

  private one(node: PythonNode, flow: Flow, depth: number): Outcome {
    if (flow.kind === "if") return this.branches(node, flow, depth);
    if (flow.kind === "maybe") return { ...this.block(node, flow.body, depth), passes: true };
    const shut = this.shutAt(node, flow.span, depth);
    if (shut.length > 0) return { shut, serves: false, passes: false };
    return flow.kind === "leave" ? { shut, serves: flow.serves, passes: false } : PASSES;
  }

  private branches(node: PythonNode, flow: Extract<Flow, { kind: "if" }>, depth: number): Outcome {
    const shut: Step[] = [];
    let serves = false;
    let passes = false;
    for (const { condition, body } of flow.arms) {
      const own = this.shutAt(node, condition, depth);
      if (own.length > 0) return { shut: [...shut, ...own], serves, passes };
      const gates = this.gatesAt(node, condition);
      if (gates.some(servesOthers)) continue;
      const inside = this.block(node, body, depth);
      shut.push(...inside.shut);
      serves ||= inside.serves;
      passes ||= inside.passes;
      if (gates.some(({ gate, excludesTarget }) => excludesTarget === false && gate.intoArm === true))
        return { shut, serves, passes };
    }
    const rest = this.block(node, flow.otherwise, depth);
    return {
      shut: [...shut, ...rest.shut],
      serves: serves || rest.serves,
      passes: passes || rest.passes,
    };
  }

  /** What turns the target away at a statement: its own gates, or all that something it calls in any case comes to. */
  private shutAt(node: PythonNode, span: Span, depth: number): readonly Step[] {
    const own = this.gatesAt(node, span).filter((judged) => refuses(judged));
    if (own.length > 0) return own.map((judged) => stepOf(node.path, judged, "decides", null));
    if (depth === 0) return [];
    const { fn } = node;
    for (const reference of fn.references) {
      const { at, use, under } = reference;
      if (use !== "call" || at < span.start || at >= span.end) continue;
      const isAlways = under.every((index) => this.isTaken(node, reference, index, span));
      const isTried = fn.ways.tries.some(({ places }) =>
        places.some(({ start, end }) => at >= start && at < end),
      );
      if (!isAlways || isTried) continue;
      const targets = this.names.targets(node, reference);
      const [only] = targets;
      const found = only === undefined || targets.length > 1 ? [] : this.of(only, depth - 1);
      if (found.length > 0) return found;
    }
    return [];
  }

  /** Whether a condition inside the statement, as that of `a() if fast else b()`, surely leads the target to the call. */
  private isTaken(
    node: PythonNode,
    { inArms, inElse }: PythonReference,
    index: number,
    statement: Span,
  ): boolean {
    const condition = node.fn.conditions[index];
    if (condition === undefined || !within(condition, statement)) return true;
    const gates = this.gatesAt(node, condition);
    if (inElse.includes(index)) return gates.some(servesOthers);
    return inArms.includes(index) && gates.length > 0 && gates.every((one) => one.excludesTarget === false);
  }

  private gatesAt(node: PythonNode, span: Span): readonly JudgedGate[] {
    return this.gates.ofFunction(node).filter(({ gate }) => overlaps(gate.span, span));
  }
}

function refuses(judged: JudgedGate): boolean {
  if (!isClosed({ judged }) || judged.gate.form === "predicate") return false;
  const { gate } = judged;
  // Of a flag or list the place that asks says what it does; of a table that others fill it is not known who is asked for.
  const consequence = gate.definedAt === null ? judged.consequence : gate.consequence;
  if (gate.definedAt !== null && gate.form === "table") return false;
  return consequence === "raises" || consequence === "traps";
}
