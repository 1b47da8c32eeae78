/** Lists of what is compiled ahead, and the conditions under which an extension gets into them. */
import type { Callers } from "./callers";
import type { Step } from "./chain";
import { stateOf } from "./chain";
import { stepOf } from "./code-steps";
import type { ModuleNode } from "./descent";
import type { Entries } from "./entry";
import type { GatesOf } from "./gates-of";
import { nodeKey } from "./python-names";
import type { PythonNode } from "./python-names";
import type { ChainTree } from "./tree";

interface Parts {
  readonly tree: ChainTree;
  readonly callers: Callers;
  readonly entries: Entries;
  readonly gates: GatesOf;
}

export function prebuiltSteps(parts: Parts, { builder, build }: ModuleNode): Step[] {
  const { callers, gates, tree } = parts;
  const steps: Step[] = [];
  const seen = new Set<string>();
  const lists = (node: PythonNode, depth: number): void => {
    for (const { node: caller, references } of callers.of(node)) {
      const way = `${nodeKey(node)}\n${nodeKey(caller)}`;
      if (seen.has(way) || tree.isTest(caller.path)) continue;
      seen.add(way);
      const listed = references.filter(({ use }) => use === "listed");
      const under = listed.flatMap((reference) => reference.under);
      for (const judged of listed.length === 0 ? [] : gates.over(caller, under))
        if (!steps.some((step) => step.judged === judged))
          steps.push(stepOf(caller.path, judged, "prebuilt", build.name));
      // One that describes a variant of the extension is listed in its stead.
      if (listed.length === 0 && depth < 2 && /^_?gen_/.test(caller.fn.name)) lists(caller, depth + 1);
    }
  };
  for (const one of sameNamed(parts.entries, builder, build.name)) lists(one, 0);
  steps.sort((a, b) => (a.path === b.path ? a.span.start - b.span.start : 0));
  // One list that lets the target in is enough: the others are of the extension's variants.
  const open = steps.filter((step) => stateOf(step) !== "excludes");
  return open.length > 0 ? open : steps;
}

/** Functions that describe an extension of the same name: it is built once, whoever describes it. */
function sameNamed(entries: Entries, builder: PythonNode, name: string): PythonNode[] {
  const others = name.length < 6 ? [] : entries.describing(name);
  return [builder, ...others.map((one) => one.builder).filter(({ fn }) => fn !== builder.fn)];
}
