/** Refusals that are caught on the way: whoever raises one there goes on in the handler. */
import type { JudgedGate } from "../gates/judgement";
import { withBases } from "../python/evaluate/exceptions";
import type { Caught, Step } from "./chain";
import { isClosed } from "./chain";
import type { Handled, TryBlock } from "./facts";
import { within } from "./gates-of";
import type { Found, Place } from "./one-of";
import { lastOf } from "./python-names";
import type { PythonNames, PythonNode } from "./python-names";
import type { ChainTree } from "./tree";

/** How far behind a call it is looked for what is raised there. */
const DEEPEST = 3;
/** Exceptions that come with Python and that programs raise by hand. */
const STANDARD = new Set(
  (
    "ArithmeticError AssertionError AttributeError BaseException EnvironmentError Exception FileNotFoundError ImportError " +
    "IndexError IOError KeyError KeyboardInterrupt LookupError MemoryError ModuleNotFoundError NameError " +
    "NotImplementedError OSError OverflowError PermissionError RecursionError RuntimeError StopIteration SystemExit " +
    "TimeoutError TypeError UnicodeError ValueError ZeroDivisionError"
  ).split(" "),
);
const CATCHES_ALL = new Set(["Exception", "BaseException"]);

export class Catching {
  private readonly tree: ChainTree;
  private readonly names: PythonNames;

  constructor(tree: ChainTree, names: PythonNames) {
    this.tree = tree;
    this.names = names;
  }

  /** Whether what is raised at a place may be caught there. */
  isTried({ fn }: PythonNode, references: readonly Place[]): boolean {
    return references.length > 0 && triesOver(fn, references).some(({ handlers }) => handlers.some(mayGoOn));
  }

  /** What the places of a function lead to: with those steps marked whose refusal is caught in it. */
  in<T extends Found>(node: PythonNode, found: readonly T[]): T[] {
    return found.map((one) => {
      const { references, steps } = one;
      const tries = triesOver(node.fn, references);
      if (references.length === 0 || tries.length === 0) return one;
      const more = tries.map((block) => ({ block, more: moreToTry(block, one, found) }));
      return { ...one, steps: steps.map((step) => this.marked(node, step, more)) };
    });
  }

  private marked(node: PythonNode, step: Step, tries: readonly Tried[]): Step {
    if (step.judged === null || !isClosed(step) || !raises(step.judged)) return step;
    const raised = this.raisedAt(step);
    const caught = tries.reduce<Caught | null>(
      (known, { block, more }) =>
        known !== null && known.when === null
          ? known
          : (this.by(node, block.handlers, raised, more) ?? known),
      null,
    );
    return caught === null ? step : { ...step, caught };
  }

  /** Null: the refusal ends the way all the same. */
  private by(
    { path }: PythonNode,
    handlers: readonly Handled[],
    raised: readonly string[],
    more: boolean | null,
  ): Caught | null {
    const told = raised.length === 0 ? null : this.handlerFor(path, handlers, raised);
    if (told === undefined) return null;
    if (told !== null) return caughtBy(path, told, more);
    // What is raised is not known, or several things may be.
    const found = handlers.flatMap((handler) => caughtBy(path, handler, more) ?? []);
    const [first] = found;
    if (first === undefined) return null;
    const isAll = handlers.some(({ catches }) => catches.some((name) => CATCHES_ALL.has(name)));
    if (isAll && found.length === handlers.length) return first;
    const classes = [...new Set(handlers.filter(mayGoOn).flatMap(({ catches }) => catches))];
    return { ...first, when: `what it raises is of ${classes.join(", ")}` };
  }

  /** The handler that catches all of these; undefined: none catches any; null: that is not known. */
  private handlerFor(
    path: string,
    handlers: readonly Handled[],
    raised: readonly string[],
  ): Handled | null | undefined {
    const found = new Set(
      raised.map((name) => {
        const { names, isKnown } = this.classOf(name);
        const first = handlers.find(({ catches }) => catches.some((one) => names.has(one)));
        const before = first === undefined ? handlers : handlers.slice(0, handlers.indexOf(first));
        const isTold =
          isKnown && before.every(({ catches }) => catches.every((one) => this.isClass(path, one)));
        return isTold ? first : null;
      }),
    );
    const [only] = found;
    return found.size === 1 ? only : null;
  }

  /** What an exception of this class is, and whether all that it comes from is at hand. */
  private classOf(name: string): { names: ReadonlySet<string>; isKnown: boolean } {
    let isKnown = true;
    const names = withBases([name], (one) => {
      if (STANDARD.has(one)) return [];
      const bases = this.basesOf(one);
      isKnown &&= bases !== null;
      return bases ?? [];
    });
    return { names, isKnown };
  }

  private isClass(path: string, name: string): boolean {
    return (
      STANDARD.has(name) ||
      this.basesOf(name) !== null ||
      this.tree.python(path)?.classes.some((one) => one.name === name) === true
    );
  }

  /** Null: no class of this name is at hand. */
  private basesOf(name: string): readonly string[] | null {
    const found = this.tree
      .mentioning(name, "python")
      .flatMap((path) => this.tree.python(path)?.classes.filter((one) => one.name === name) ?? []);
    return found.length === 0 ? null : found.flatMap(({ bases }) => bases.map(lastOf));
  }

  /** The classes of what a gate may raise; none where that is not known. */
  private raisedAt({ path, judged }: Step): readonly string[] {
    if (judged?.gate.layer !== "python") return [];
    const { span, text } = judged.gate;
    const fn = (this.tree.python(path)?.functions ?? [])
      .filter((one) => one.name !== "" && within(span, one.span))
      .reduce<PythonNode["fn"] | null>(
        (best, one) => (best === null || within(one.span, best.span) ? one : best),
        null,
      );
    if (fn === null) return [];
    if (CONDITION.test(text)) {
      const next = fn.ways.raises.find(({ at }) => at >= span.start);
      return next === undefined ? [] : namesOf([next]);
    }
    const call = fn.references
      .filter(({ at, use }) => use !== "value" && at < span.start)
      .sort((a, b) => b.at - a.at)[0];
    const asked = call === undefined ? [] : this.names.targets({ path, fn }, call);
    return this.raisedBehind(asked);
  }

  private raisedBehind(asked: readonly PythonNode[]): readonly string[] {
    let level = asked;
    for (let depth = 0; depth < DEEPEST && level.length > 0; depth++) {
      const found = level.flatMap(({ fn }) => fn.ways.raises);
      if (found.length > 0) return namesOf(found);
      level = level.flatMap((node) =>
        node.fn.references
          .filter(({ use }) => use !== "value")
          .flatMap((one) => this.names.targets(node, one)),
      );
    }
    return [];
  }
}

interface Tried {
  readonly block: TryBlock;
  /** Whether a loop has something more to try that is open; null: not known. */
  readonly more: boolean | null;
}

/** The innermost first. */
function triesOver({ ways }: PythonNode["fn"], references: readonly Place[]): TryBlock[] {
  return ways.tries
    .filter(({ places }) => references.every(({ at }) => places.some((place) => holds(place, at))))
    .sort((a, b) => sizeOf(a) - sizeOf(b));
}

function moreToTry({ places }: TryBlock, { references }: Found, all: readonly Found[]): boolean | null {
  const [, loop] = places;
  const isIn = (one: { readonly references: readonly Place[] }): boolean =>
    loop !== undefined && one.references.some(({ at }) => holds(loop, at));
  if (!isIn({ references })) return null;
  return all.some((other) => other.references !== references && isIn(other) && !other.steps.some(isClosed));
}

function caughtBy(path: string, { then, span }: Handled, more: boolean | null): Caught | null {
  switch (then) {
    case "goes on":
      return { path, span, when: null };
    case "may end":
      return { path, span, when: "what comes next does not raise" };
    case "next turn":
      return more === false
        ? null
        : { path, span, when: more === null ? "another turn of the loop serves it" : null };
    case "ends":
      return null;
  }
}

function mayGoOn({ then }: Handled): boolean {
  return then !== "ends";
}

function holds({ start, end }: { readonly start: number; readonly end: number }, at: number): boolean {
  return at >= start && at < end;
}

/** How a gate's text begins where the refusal stands behind it. */
const CONDITION = /^(?:if|elif|assert|case|match|while|the ladder)\b/;

function raises({ consequence, gate }: JudgedGate): boolean {
  return (
    (gate.layer === "python" || gate.layer === "cuda-host") && (consequence ?? gate.consequence) === "raises"
  );
}

/** None where one is not told. */
function namesOf(raised: readonly { readonly name: string | null }[]): readonly string[] {
  const names = raised.map(({ name }) => (name !== null && /^[A-Z]/.test(name) ? name : null));
  return names.includes(null) ? [] : [...new Set(names.flatMap((name) => name ?? []))];
}

function sizeOf({ places: [place] }: TryBlock): number {
  return place === undefined ? 0 : place.end - place.start;
}
