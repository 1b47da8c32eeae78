import { describe, expect, it } from "vitest";
import type { ChainNode } from "../../../client/src/chain-tree";
import { chainTree, childrenOf, countsOf, parentIn } from "../../../client/src/chain-tree";
import type { ChainResult, ChainStep } from "../../../server/src/lsp/protocol";

function step(
  title: string,
  uri: string,
  state: ChainStep["state"],
  more: Partial<ChainStep> = {},
): ChainStep {
  const start = { line: 0, character: 0 };
  const closed = state === "excludes";
  const consequence = closed ? "skipped" : null;
  return {
    uri,
    range: { start, end: start },
    title,
    via: state === "none" ? "includes" : "launches",
    state,
    closed,
    consequence,
    reason: null,
    rule: null,
    message: `${title}.`,
    ...more,
  };
}

const STEPS = [
  step("if fast", "file:///app.py", "admits"),
  step("module norm", "file:///jit.py", "none", { via: "builds" }),
  step("majors=[9, 10]", "file:///jit.py", "admits", { via: "builds" }),
  step("norm.cuh", "file:///norm.cuh", "none"),
  step("A < 1200", "file:///norm.cuh", "excludes"),
  step("A < 1200", "file:///norm.cuh", "excludes"),
  step("A < 1200", "file:///norm.cuh", "excludes", { consequence: "empty" }),
  step("elif B", "file:///norm.cuh", "excludes", { closed: false, consequence: "other arm" }),
  step("plain.cu", "file:///plain.cu", "none"),
];

const RESULT: ChainResult = {
  entry: "norm",
  target: "sm_120",
  steps: STEPS,
  firstClosed: 4,
  halfOpen: [[2, 6]],
  noGate: false,
  canOpen: true,
  message: "3 of 6 gates shut sm_120 out.",
};

function outline(node: ChainNode): unknown {
  if (node.kind === "gate") return node.step.title;
  const children = childrenOf(node).map(outline);
  return node.kind === "stop" ? [node.step.title, `${node.closed}/${node.gates}`, ...children] : children;
}

describe("a chain as a tree", () => {
  const tree = chainTree({ entry: "norm" }, RESULT);

  it("has the gates of each stop below it, and those that say the same in one", () => {
    expect(outline(tree)).toEqual([
      "if fast",
      ["module norm", "0/1", "majors=[9, 10]"],
      ["norm.cuh", "3/4", ["A < 1200", "A < 1200"], "A < 1200", "elif B"],
      ["plain.cu", "0/0"],
    ]);
    expect(countsOf(RESULT)).toEqual({ gates: 6, closed: 3 });
  });

  it("marks the first closed gate, and those closed behind an open one", () => {
    const marked = (node: ChainNode): string[] =>
      node.kind === "gate"
        ? [
            ...(node.isFirstClosed ? [`first ${STEPS.indexOf(node.step)}`] : []),
            ...(node.isHalfOpen ? [`half ${STEPS.indexOf(node.step)}`] : []),
          ]
        : childrenOf(node).flatMap(marked);
    expect(marked(tree)).toEqual(["first 4", "half 6"]);
  });

  it("knows the node above each, and none above itself or a stranger", () => {
    const check = (node: ChainNode): void => {
      for (const child of childrenOf(node)) {
        expect(parentIn(tree, child)).toBe(node);
        check(child);
      }
    };
    check(tree);
    expect(parentIn(tree, tree)).toBeUndefined();
    expect(parentIn(tree, chainTree({ entry: "other" }, RESULT))).toBeUndefined();
  });
});
