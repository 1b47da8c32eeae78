/** What a CUDA source reaches: the headers it includes, and by name the functions and kernels in all of them. */
import type { CudaFunction } from "./facts";
import type { ChainTree } from "./tree";

export interface CudaNode {
  readonly path: string;
  readonly fn: CudaFunction;
}

/** One source with all that it includes. */
export interface Unit {
  readonly source: string;
  /** The source and its headers, in the order in which they are met. */
  readonly files: readonly string[];
  /** Includes by which each header is met first. */
  readonly includedBy: ReadonlyMap<string, string>;
}

const MOST_FILES = 1500;
const INCLUDE_LINE = /^[ \t]*#[ \t]*include(?:_next)?[ \t]*(?:"([^"\n]+)"|<([^>\n]+)>)/gm;

export class CudaCode {
  private readonly tree: ChainTree;
  private readonly units = new Map<string, Unit>();
  private readonly included = new Map<string, readonly string[]>();
  private readonly tables = new Map<string, Map<string, CudaNode[]>>();

  constructor(tree: ChainTree) {
    this.tree = tree;
  }

  unit(source: string): Unit {
    let unit = this.units.get(source);
    if (unit === undefined) this.units.set(source, (unit = this.readUnit(source)));
    return unit;
  }

  private readUnit(source: string): Unit {
    const files: string[] = [];
    const includedBy = new Map<string, string>();
    const met = new Set<string>();
    const enter = (path: string): void => {
      if (files.length >= MOST_FILES || met.has(path)) return;
      met.add(path);
      files.push(path);
      for (const header of this.includesOf(path)) {
        if (!includedBy.has(header) && header !== source) includedBy.set(header, path);
        enter(header);
      }
    };
    enter(source);
    return { source, files, includedBy };
  }

  /** Read off the text: the facts of a file that nothing else is asked of would cost much more. */
  private includesOf(path: string): readonly string[] {
    let found = this.included.get(path);
    if (found === undefined) {
      const text = this.tree.files.text(path) ?? "";
      found = [...text.matchAll(INCLUDE_LINE)].flatMap((match) => {
        const header = this.tree.include(match[1] ?? match[2] ?? "", match[1] !== undefined, path);
        return header === null ? [] : [header];
      });
      this.included.set(path, found);
    }
    return found;
  }

  /** The functions of a unit by the last part of their names; code of other projects is left out. */
  private table(unit: Unit): Map<string, CudaNode[]> {
    let table = this.tables.get(unit.source);
    if (table !== undefined) return table;
    table = new Map();
    for (const path of unit.files) {
      if (this.tree.isThirdParty(path)) continue;
      for (const fn of this.tree.cuda(path)?.functions ?? []) {
        const name = lastPart(fn.name);
        const same = table.get(name);
        if (same === undefined) table.set(name, [{ path, fn }]);
        else same.push({ path, fn });
      }
    }
    this.tables.set(unit.source, table);
    return table;
  }

  /** All that is reached from functions of these names, those themselves first, in the order in which they are met. */
  reached(unit: Unit, names: readonly string[]): CudaNode[] {
    const table = this.table(unit);
    const seen = new Set<CudaNode>();
    const enter = (name: string): void => {
      for (const node of table.get(name) ?? []) {
        if (seen.has(node)) continue;
        seen.add(node);
        for (const reference of node.fn.references) enter(reference);
      }
    };
    for (const name of names) enter(name);
    return [...seen];
  }

  /** Functions of the unit that come, directly or not, to one of those asked for. */
  callers(unit: Unit, targets: ReadonlySet<CudaNode>): Set<CudaNode> {
    const table = this.table(unit);
    const all = [...table.values()].flat();
    const found = new Set(targets);
    for (let grown = true; grown;) {
      const names = new Set([...found].map(({ fn }) => lastPart(fn.name)));
      const before = found.size;
      for (const node of all) if (node.fn.references.some((name) => names.has(name))) found.add(node);
      grown = found.size > before;
    }
    return found;
  }

  functionsOf(unit: Unit): readonly CudaNode[] {
    return [...this.table(unit).values()].flat();
  }
}

export function lastPart(name: string): string {
  return name.slice(name.lastIndexOf(":") + 1);
}
