/**
 * Ways from an entry to compiled code on which no gate is closed: one closed gate does not shut a feature where another
 * backend has no such gate. A way is told of only where each condition on it is known to let the target go that way.
 */
import type { Consequence } from "../gates/gate";
import type { JudgedGate } from "../gates/judgement";
import { isClosed } from "./chain";
import type { Descent } from "./descent";
import { opsOf } from "./descent";
import type { PythonReference } from "./facts";
import type { GatesOf } from "./gates-of";
import { overlaps, servesOthers } from "./gates-of";
import { nodeKey } from "./python-names";
import type { PythonNode } from "./python-names";
import type { ChainTree } from "./tree";

/** Where a way ends: an extension or an operator, and whether a gate of its own or in its code is closed. */
export interface WayEnd {
  readonly name: string;
  readonly isClosed: boolean;
}

/** What the target comes to past no closed gate; nothing where a gate is closed, or what decides is not known. */
interface Found {
  readonly names: readonly string[];
  /** Whether it is chosen among several of which another one is closed. */
  readonly isChoice: boolean;
}

const NOTHING: Found = { names: [], isChoice: false };

/** A call on the way. */
interface Branch extends Found {
  readonly reference: PythonReference;
}

export class OpenWays {
  private readonly tree: ChainTree;
  private readonly descent: Descent;
  private readonly gates: GatesOf;
  /** By the function that describes the extension, or "op name". */
  private readonly ends: ReadonlyMap<string, WayEnd>;
  /** Null: it is being looked into. */
  private readonly known = new Map<string, Found | null>();

  constructor(tree: ChainTree, descent: Descent, gates: GatesOf, ends: ReadonlyMap<string, WayEnd>) {
    this.tree = tree;
    this.descent = descent;
    this.gates = gates;
    this.ends = ends;
  }

  /** The names of what the target comes to from here where other ways are closed, in the order of the calls. */
  from(node: PythonNode): readonly string[] {
    const { names, isChoice } = this.find(node);
    return isChoice ? names : [];
  }

  private find(node: PythonNode): Found {
    const key = nodeKey(node);
    const before = this.known.get(key);
    if (before !== undefined) return before ?? NOTHING;
    this.known.set(key, null);
    const end = this.ends.get(key);
    const found = end === undefined ? this.through(node) : foundAt(end);
    this.known.set(key, found);
    return found;
  }

  /** One of several calls between which something decides is enough; those that are made in any case are all made. */
  private through(node: PythonNode): Found {
    const backends = this.backends(node);
    if (backends === null || this.isShut(node)) return NOTHING;
    const branches = this.branches(node);
    const isOneOf = ({ reference }: Branch): boolean =>
      reference.under.length > 0 || reference.use === "value" || this.before(node, reference).isLater;
    const always = branches.filter((one) => !isOneOf(one));
    if (always.some(({ names }) => names.length === 0)) return NOTHING;
    const several = branches.filter(isOneOf);
    if (several.length === 0) return joined(always);
    const passed = several.filter(
      ({ reference, names }) =>
        names.length > 0 &&
        this.isAllowed(node, reference, backends) &&
        isPassed(this.gates, node, reference),
    );
    const failed = several.filter((one) => !passed.includes(one));
    const chosen = passed.filter((one) => failed.some((other) => this.isInstead(node, one, other)));
    return chosen.length === 0 ? joined(passed) : { names: joined(chosen).names, isChoice: true };
  }

  /** Whether only one of two calls is made. */
  private isInstead(node: PythonNode, { reference: one }: Branch, { reference: other }: Branch): boolean {
    const [key, otherKey] = [this.before(node, one).key, this.before(node, other).key];
    if (key !== null && otherKey !== null) return key !== otherKey;
    return isWithout(one, other) || isWithout(other, one);
  }

  private branches(node: PythonNode): Branch[] {
    const calls = this.descent
      .edges(node)
      .filter(({ to }) => this.descent.leads(to) && !this.descent.isLeft(to))
      // Whoever comes back to a function comes to nothing new.
      .filter(({ to }) => this.known.get(nodeKey(to)) !== null)
      .map(({ reference, to }) => ({ reference, ...this.find(to) }));
    const operators = opsOf(node.fn.references).flatMap((reference) => {
      const end = this.ends.get(`op ${reference.name}`);
      return end === undefined ? [] : [{ reference, ...foundAt(end) }];
    });
    return [...calls, ...operators].sort((a, b) => a.reference.at - b.reference.at);
  }

  /** Whether a gate that turns the target away stands at the function itself, or under no condition of its body. */
  private isShut(node: PythonNode): boolean {
    const called = this.descent
      .edges(node)
      .filter(({ to, reference }) => !this.descent.leads(to) && reference.use === "call");
    if (called.some(({ to }) => this.refuses(to))) return true;
    return this.gates
      .ofFunction(node)
      .some(
        (judged) =>
          turnsAway(judged) && !node.fn.conditions.some((condition) => overlaps(condition, judged.gate.span)),
      );
  }

  private refuses(node: PythonNode): boolean {
    return this.gates.ofFunction(node).some(turnsAway);
  }

  /**
   * What is handed to a decorator under a name is asked for the backend of that name alone: by name, whether it lets the
   * target in. Null: nothing that was handed on does.
   */
  private backends(node: PythonNode): ReadonlyMap<string, boolean> | null {
    const backends = new Map<string, boolean>();
    for (const { reference, to } of this.descent.edges(node)) {
      if (reference.at >= node.fn.nameSpan.start || reference.use !== "value") continue;
      const { key } = this.before(node, reference);
      const lets = !this.refuses(to);
      if (key !== null) backends.set(key, lets);
      else if (!lets) return null;
    }
    return backends.size > 0 && ![...backends.values()].includes(true) ? null : backends;
  }

  /** Whether a call is made for a backend that lets the target in. */
  private isAllowed(
    node: PythonNode,
    reference: PythonReference,
    backends: ReadonlyMap<string, boolean>,
  ): boolean {
    if (![...backends.values()].includes(false)) return true;
    const { path, fn } = node;
    const text = this.tree.files.text(path) ?? "";
    const arms = reference.inArms.flatMap((index) => fn.conditions[index] ?? []);
    const words = arms.flatMap(({ start, end }) => [...text.slice(start, end).matchAll(QUOTED)]);
    const named = [this.before(node, reference).key, ...words.map(([, word]) => word ?? null)];
    const found = named.flatMap((name) => (name === null ? [] : (backends.get(name) ?? [])));
    return found.length > 0 && !found.includes(false);
  }

  /** What stands before a call: the name that it is kept under, and whether it is made later on. */
  private before({ path }: PythonNode, { at }: PythonReference): { key: string | null; isLater: boolean } {
    const match = UNDER_NAME.exec((this.tree.files.text(path) ?? "").slice(Math.max(0, at - LONGEST), at));
    return { key: match?.[1] ?? null, isLater: match?.[2] !== undefined };
  }
}

/** Whether all that decides about a place is known to let the target come there. */
export function isPassed(
  gates: GatesOf,
  node: PythonNode,
  { under, inArms, inElse }: PythonReference,
): boolean {
  return under.every((index) => {
    const place = inArms.includes(index) ? "arm" : inElse.includes(index) ? "else" : "behind";
    return gates.over(node, [index]).every((judged) => letsPass(judged, place));
  });
}

function foundAt({ name, isClosed: isShut }: WayEnd): Found {
  return isShut ? NOTHING : { names: [name], isChoice: false };
}

/** Whether the one stands in an arm, and the other is come by where that arm is not. */
export function isWithout(one: PythonReference, other: PythonReference): boolean {
  return one.inArms.some((index) => other.under.includes(index) && !other.inArms.includes(index));
}

/** What is chosen tells more than what is come by in any case. */
function joined(branches: readonly Branch[]): Found {
  const chosen = branches.filter(({ isChoice }) => isChoice);
  const names = (chosen.length > 0 ? chosen : branches).flatMap((branch) => branch.names);
  return { names: [...new Set(names)], isChoice: chosen.length > 0 };
}

/** `"name": `, `lambda x: `, or both. */
const UNDER_NAME = /(?:["']([\w-]+)["']\s*:\s*)?(lambda\b[^:\n]*:\s*)?\(?\s*$/;
const LONGEST = 200;
const QUOTED = /["']([\w-]+)["']/g;

function letsPass(judged: JudgedGate, place: "arm" | "else" | "behind"): boolean {
  const { excludesTarget, gate } = judged;
  // Of those in the else a condition says only that it leaves them out of others' code.
  if (place === "else") return servesOthers(judged);
  if (excludesTarget !== false) return false;
  const refuses = REFUSES.has(gate.consequence);
  if (place === "behind") return refuses;
  // Who is let in by `if not …: raise` does not get into its arm.
  return gate.form === "ladder" || !refuses || !/\bnot\b|!=|</.test(gate.text);
}

function turnsAway(judged: JudgedGate): boolean {
  return isClosed({ judged }) && REFUSES.has(judged.consequence);
}

/** Whoever is left out does not go on. */
const REFUSES: ReadonlySet<Consequence | null> = new Set<Consequence | null>([
  "raises",
  "rejects",
  "returns false",
  "traps",
]);
