/** Half-open extensions: those that are built for the target while their code leaves it out. */
import { chainOf } from "./chain";
import type { Step } from "./chain";
import { mayBuild, modulesOf } from "./descent";
import type { ModuleNode } from "./descent";
import type { ChainMaker } from "./make";

export { halfOpenChain } from "../gates/rules/half-open-chain";

export interface HalfOpen {
  /** The extension's name. */
  readonly module: string;
  /** The gate that lets the target in. */
  readonly outer: Step;
  /** Those behind it that leave code out. */
  readonly inner: readonly Step[];
}

/** The extensions that a file describes. */
export function modulesIn(maker: ChainMaker, path: string): ModuleNode[] {
  const { tree } = maker;
  if (!path.endsWith(".py") || tree.isTest(path) || !mayBuild(tree.files.text(path) ?? "")) return [];
  return (tree.python(path)?.functions ?? []).flatMap((fn) => modulesOf(tree, { path, fn }));
}

export function halfOpenIn(maker: ChainMaker, module: ModuleNode, target: string): HalfOpen[] {
  const name = module.build.name;
  const { steps, halfOpen } = chainOf(name, target, maker.extension(module), []);
  const byOuter = new Map<number, Step[]>();
  for (const [outer, inner] of halfOpen) {
    const step = steps[inner];
    if (step !== undefined) byOuter.set(outer, [...(byOuter.get(outer) ?? []), step]);
  }
  return [...byOuter].flatMap(([outer, inner]) => {
    const step = steps[outer];
    return step === undefined ? [] : [{ module: name, outer: step, inner }];
  });
}
