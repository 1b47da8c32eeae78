/** A chain as a tree: the stops of the way, the gates at each, and places that say the same in one. Plain data. */
import type { ChainParams, ChainResult, ChainStep } from "../../server/src/lsp/protocol";

export interface Chain {
  readonly kind: "chain";
  readonly params: ChainParams;
  readonly result: ChainResult;
  readonly children: readonly ChainNode[];
}

/** A function, module, source or header that is come by, with the gates met there. */
export interface Stop {
  readonly kind: "stop";
  readonly step: ChainStep;
  readonly gates: number;
  readonly closed: number;
  readonly children: readonly ChainNode[];
}

export interface Gate {
  readonly kind: "gate";
  readonly step: ChainStep;
  /** The first of the chain that shuts the target out. */
  readonly isFirstClosed: boolean;
  /** It leaves the target's code out behind a gate that is open. */
  readonly isHalfOpen: boolean;
  /** The file of the stop it stands at; "" for none. */
  readonly stopUri: string;
}

/** Gates that follow each other in one file and say the same. */
export interface Alike {
  readonly kind: "alike";
  readonly children: readonly Gate[];
}

export type ChainNode = Chain | Stop | Gate | Alike;

export function chainTree(params: ChainParams, result: ChainResult): Chain {
  const inner = new Set(result.halfOpen.map(([, closed]) => closed));
  const nodes: ChainNode[] = [];
  let stop: ChainStep | undefined;
  let gates: Gate[] = [];
  const close = (): void => {
    const children = merged(gates);
    if (stop === undefined) nodes.push(...children);
    else {
      const closed = gates.filter(({ step }) => step.closed).length;
      nodes.push({ kind: "stop", step: stop, gates: gates.length, closed, children });
    }
    gates = [];
  };
  result.steps.forEach((step, index) => {
    if (step.state === "none") {
      close();
      stop = step;
      return;
    }
    const isFirstClosed = index === result.firstClosed;
    const isHalfOpen = inner.has(index);
    gates.push({ kind: "gate", step, isFirstClosed, isHalfOpen, stopUri: stop?.uri ?? "" });
  });
  close();
  return { kind: "chain", params, result, children: nodes };
}

function merged(gates: readonly Gate[]): (Gate | Alike)[] {
  const runs: Gate[][] = [];
  for (const gate of gates) {
    const last = runs[runs.length - 1];
    if (last?.[0] && isAlike(last[0], gate)) last.push(gate);
    else runs.push([gate]);
  }
  return runs.flatMap((run): (Gate | Alike)[] =>
    run.length === 1 ? run : [{ kind: "alike", children: run }],
  );
}

function isAlike(one: Gate, other: Gate): boolean {
  const [a, b] = [one.step, other.step];
  const same = a.uri === b.uri && a.via === b.via && a.title === b.title && a.state === b.state;
  return same && a.consequence === b.consequence && one.isHalfOpen === other.isHalfOpen;
}

/** The node above each, for a tree that is asked to show one of them. */
export function parentIn(chain: Chain, node: ChainNode): ChainNode | undefined {
  const within = (above: ChainNode): ChainNode | undefined => {
    const children = childrenOf(above);
    if (children.includes(node)) return above;
    for (const child of children) {
      const found = within(child);
      if (found !== undefined) return found;
    }
    return undefined;
  };
  return within(chain);
}

export function childrenOf(node: ChainNode): readonly ChainNode[] {
  return node.kind === "gate" ? [] : node.children;
}

/** How many gates the chain has, and how many of them shut the target out. */
export function countsOf({ steps }: ChainResult): { readonly gates: number; readonly closed: number } {
  const gates = steps.filter(({ state }) => state !== "none");
  return { gates: gates.length, closed: gates.filter(({ closed }) => closed).length };
}
