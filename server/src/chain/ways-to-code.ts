/** By which names, and through which functions, Python comes to a piece of an extension's code. */
import type { Callers } from "./callers";
import { lastPart } from "./cuda-code";
import type { CudaCode, CudaNode } from "./cuda-code";
import type { ModuleNode } from "./descent";
import { nodeKey } from "./python-names";
import type { PythonNode } from "./python-names";
import type { ChainTree } from "./tree";

interface Parts {
  readonly tree: ChainTree;
  readonly code: CudaCode;
  readonly callers: Callers;
}

/** Functions on a way to the code; null where none can be told apart. */
export function waysToCode(
  parts: Parts,
  modules: readonly ModuleNode[],
  towards: ReadonlySet<CudaNode>,
): ReadonlySet<string> | null {
  const asked = exportsTowards(parts, modules, towards);
  return asked.size === 0 ? null : throughNames(parts.callers, modules, asked);
}

/** Names by which Python can come to the code. */
function exportsTowards(
  { code, tree }: Parts,
  modules: readonly ModuleNode[],
  towards: ReadonlySet<CudaNode>,
): Set<string> {
  const found = new Set<string>();
  for (const { sources } of modules) {
    const units = sources.flatMap((source) => (tree.cuda(source) === null ? [] : [code.unit(source)]));
    const reaching = new Set(
      [...code.callers(units, towards).values()].flatMap((nodes) =>
        [...nodes].map(({ fn }) => lastPart(fn.name)),
      ),
    );
    for (const { source } of units)
      for (const { name, target } of tree.cuda(source)?.exports ?? [])
        if (reaching.has(target)) found.add(name);
  }
  return found;
}

/** Callers of the extension that ask it for one of the names, those above them, and those in between. */
function throughNames(
  callers: Callers,
  modules: readonly ModuleNode[],
  asked: ReadonlySet<string>,
): Set<string> | null {
  const all = callers.ancestors(modules.map(({ builder }) => builder));
  const asks = ({ fn }: PythonNode): boolean =>
    fn.references.some(({ name }) => asked.has(name.slice(name.lastIndexOf(".") + 1)));
  const kept = new Set([...all.values()].filter(({ node }) => asks(node)).map(({ node }) => nodeKey(node)));
  if (kept.size === 0) return null;
  for (let grown = true; grown;) {
    const before = kept.size;
    for (const [key, { ways }] of all) if (ways.some(({ to }) => kept.has(nodeKey(to)))) kept.add(key);
    grown = kept.size > before;
  }
  return kept;
}
