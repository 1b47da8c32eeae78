/** Sources that are linked with others: those that define what the others only declare. */
import type { CudaCode, Unit } from "./cuda-code";
import { lastPart } from "./cuda-code";
import type { ChainTree } from "./tree";

const MOST_SOURCES = 16;

/** The sources that define a function of this name, in one root or in all. */
export function linkedFrom(tree: ChainTree, name: string, root: string | null): string[] {
  return tree.mentioning(name, "cuda", root).filter((path) => {
    if (!/\.(?:cu|cc|cpp)$/.test(path)) return false;
    const functions = tree.cuda(path)?.functions ?? [];
    return functions.some((fn) => fn.kind !== "macro" && lastPart(fn.name) === name);
  });
}

/** The sources, and those that define what is called in them and declared there, and so on. */
export function withLinked(
  tree: ChainTree,
  code: CudaCode,
  sources: readonly string[],
  called: ReadonlySet<string>,
): string[] {
  const all = [...sources];
  const asked = new Set<string>();
  for (let grown = true; grown && all.length < MOST_SOURCES;) {
    grown = false;
    const units = all.map((source) => code.unit(source));
    const names = new Map(units.map((unit) => [unit, [...called]] as const));
    for (const [unit, nodes] of code.reached(units, names)) {
      for (const name of new Set([...nodes].flatMap(({ fn }) => fn.references))) {
        if (asked.has(name) || code.defines(unit, name) || !isDeclared(tree, unit, name)) continue;
        asked.add(name);
        for (const source of linkedFrom(tree, name, tree.rootOf(unit.source))) {
          if (all.includes(source) || all.length >= MOST_SOURCES) continue;
          all.push(source);
          grown = true;
        }
      }
    }
  }
  return all;
}

function isDeclared(tree: ChainTree, { files }: Unit, name: string): boolean {
  const declared = new RegExp(`^[ \\t]*(?!return\\b)[\\w:<>,]+[ \\t*&]+${name}\\s*\\(`, "m");
  return files.some((path) => {
    const text = tree.isThirdParty(path) ? "" : (tree.files.text(path) ?? "");
    return text.includes(name) && declared.test(text);
  });
}
