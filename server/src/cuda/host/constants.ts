/**
 * Constants outside of functions, `static constexpr bool kFast = __CUDA_ARCH__ == 1000;`: what becomes of those for whom
 * one is false is seen in the functions behind it. The worst of the uses counts, as of a macro's. A use counts where it
 * is the whole condition of an `if` that every run of its function comes to: of others it is not known who gets there.
 */
import { CONSEQUENCES, type Consequence } from "../../gates/gate";
import { placesOf } from "../body/code";
import { isIdleAround } from "../body/facts";
import type { FunctionBody } from "../body/functions";
import { alwaysLeaves, surelyComesTo } from "./leaving";
import { consequenceAfter, type DecidingChain } from "./ladders";
import { outcomeOf } from "./outcomes";
import { parametersOf } from "./scope";
import { spanOf, type HostReader } from "./reader";
import { ifChains, type IfChain, type Range } from "./statements";

export interface BehindConstant {
  /** What stands behind it in the uses that come to this. */
  readonly code: readonly Range[];
  readonly consequence: Consequence;
}

/** Null where nothing worse than other code comes of it, or where that is not sure. */
export type BehindConstantOf = (name: string, at: number) => BehindConstant | null;

/** Reads the file's `if`s when the first constant asks for them, and once for all. */
export function constantsOf(reader: HostReader, chains: readonly DecidingChain[]): BehindConstantOf {
  let known: Map<string, IfChain[]> | undefined;
  return (name, at) => {
    if (!isSureConstant(reader, name, at)) return null;
    known ??= usesByName(reader, chains);
    const uses = (known.get(name) ?? []).flatMap((chain) => useIn(reader, chain, name, at) ?? []);
    const worst = CONSEQUENCES.find((one) => uses.some(({ consequence }) => consequence === one));
    if (worst === undefined || worst === "falls back") return null;
    return { code: uses.flatMap(({ code }) => code), consequence: worst };
  };
}

/** The `if`s that ask for one name alone, without those that a condition ahead of them keeps some from. */
function usesByName(
  { code, evaluator: { scope } }: HostReader,
  chains: readonly DecidingChain[],
): Map<string, IfChain[]> {
  const left = new Map<FunctionBody, number>();
  for (const { chain, arms } of chains) {
    const keyword = chain.arms[0]?.keyword ?? 0;
    const owner = scope.functionAt(keyword);
    if (owner === null || !arms.some(({ result }) => result.leaves)) continue;
    left.set(owner, Math.min(left.get(owner) ?? keyword, keyword));
  }
  const found = new Map<string, IfChain[]>();
  for (const chain of ifChains(code)) {
    const [arm, ...more] = chain.arms;
    const owner = arm === undefined ? null : scope.functionAt(arm.keyword);
    if (arm === undefined || more.length > 0 || owner === null) continue;
    if ((left.get(owner) ?? arm.keyword) < arm.keyword) continue;
    const { from, to } = arm.condition;
    const name = code.tokens[to - 1];
    if (name?.kind !== "name" || to - from !== (code.tokens[from]?.text === "!" ? 2 : 1)) continue;
    const same = found.get(name.text);
    if (same === undefined) found.set(name.text, [chain]);
    else same.push(chain);
  }
  return found;
}

/** Whether those asked about compile it for certain, and the name means nothing else: no parameter of a template, either. */
function isSureConstant({ code, evaluator: { scope, view } }: HostReader, name: string, at: number): boolean {
  const binding = scope.bindingOf(name, at + 1);
  if (binding?.at !== at || !binding.constant || !view.isCompiledAt(code.tokens[at]?.start ?? 0))
    return false;
  return !placesOf(code, name).some(
    (place) =>
      /^(?:bool|auto|int)$/.test(code.tokens[place - 1]?.text ?? "") &&
      /^[,>)]$/.test(code.tokens[place + 1]?.text ?? ""),
  );
}

/** `if (kFast) { … }`, `if (!kFast) return;`. */
function useIn(reader: HostReader, chain: IfChain, name: string, at: number): BehindConstant | null {
  const { code, blocks, evaluator } = reader;
  const [arm] = chain.arms;
  if (arm === undefined || arm.keyword < at) return null;
  const isNegated = code.tokens[arm.condition.from]?.text === "!";
  const owner = evaluator.scope.functionAt(arm.keyword);
  if (owner?.open !== chain.block || parametersOf(code, owner).includes(name)) return null;
  // Another class may have one of the same name; the other arm of an `#if` around it is the same one.
  const meant = evaluator.scope.bindingOf(name, arm.keyword);
  if (meant?.inside !== null || blocks[meant.at] !== blocks[at]) return null;
  if (!evaluator.view.isCompiledAt(code.tokens[arm.keyword]?.start ?? 0)) return null;
  if (!isNegated) {
    const { outcome, leaves } = surelyComesTo(code, arm.body);
    if (outcome !== "works") return null;
    return { code: [arm.body], consequence: consequenceAfter(reader, blocks, chain, leaves) };
  }
  const behind = { from: arm.body.to, to: owner.close };
  if (chain.otherwise !== null || !alwaysLeaves(code, arm.body)) return null;
  if (outcomeOf(code, behind).outcome !== "works") return null;
  const { outcome } = surelyComesTo(code, arm.body);
  if (outcome === "raises") return { code: [behind], consequence: "raises" };
  if (outcome !== "nothing") return null;
  const isAll = owner.kind === "kernel" && isIdleAround(code, owner, spanOf(code, arm.keyword, owner.close));
  return { code: [behind], consequence: isAll ? "empty" : "skipped" };
}
