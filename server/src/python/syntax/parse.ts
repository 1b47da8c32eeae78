/** A node of the concrete syntax tree. Offsets are UTF-16 code units of the text that was parsed. */
export interface Cst {
  readonly type: string;
  readonly start: number;
  readonly end: number;
  /** False for keywords, operators and punctuation. */
  readonly named: boolean;
  /** The role in the parent: "condition", "left"; null when it has none. */
  readonly field: string | null;
  readonly children: readonly Cst[];
}

/** Where the text is no Python: what could not be read, or the place where something is missing. */
export function brokenIn(tree: Cst): Cst[] {
  const broken: Cst[] = [];
  const open = [tree];
  for (let node = open.pop(); node !== undefined; node = open.pop()) {
    const isMissing = node.start === node.end && (!node.named || node.type === "identifier");
    if (node.type === "ERROR" || isMissing) broken.push(node);
    else for (const child of node.children) open.push(child);
  }
  return broken;
}

/** What the Python front end needs of a parser; made at the edge, where the grammar's wasm is loaded. */
export interface PythonParser {
  parse(text: string): Cst;
}

/** What nothing can be read of. */
export const EMPTY: Cst = { type: "module", start: 0, end: 0, named: true, field: null, children: [] };
