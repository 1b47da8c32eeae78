import type { Parser, TreeCursor } from "web-tree-sitter";

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
    if (node.type === "ERROR" || (!node.named && node.start === node.end)) broken.push(node);
    else for (const child of node.children) open.push(child);
  }
  return broken;
}

/** What the Python front end needs of a parser; made at the edge, where the grammar's wasm is loaded. */
export interface PythonParser {
  parse(text: string): Cst;
}

const EMPTY: Cst = { type: "module", start: 0, end: 0, named: true, field: null, children: [] };

/**
 * Wraps a web-tree-sitter parser that has the Python grammar. Trees live in wasm memory that no garbage collector
 * sees, so each is copied out at once and freed.
 */
export function fromTreeSitter(parser: Parser): PythonParser {
  return {
    parse(text) {
      const tree = parser.parse(text);
      if (tree === null) return EMPTY;
      const cursor = tree.walk();
      try {
        return copy(cursor);
      } finally {
        cursor.delete();
        tree.delete();
      }
    },
  };
}

interface Open {
  readonly type: string;
  readonly start: number;
  readonly end: number;
  readonly named: boolean;
  readonly field: string | null;
  readonly children: Cst[];
}

function opened(cursor: TreeCursor): Open {
  return {
    type: cursor.nodeType,
    start: cursor.startIndex,
    end: cursor.endIndex,
    named: cursor.nodeIsNamed,
    field: cursor.currentFieldName,
    children: [],
  };
}

/** Without recursion: brackets may be nested as deep as a file is long. */
function copy(cursor: TreeCursor): Cst {
  const root = opened(cursor);
  const path: Open[] = [root];
  let descending = cursor.gotoFirstChild();
  while (path.length > 0) {
    if (descending) {
      const node = opened(cursor);
      path.at(-1)?.children.push(node);
      descending = cursor.gotoFirstChild();
      if (descending) path.push(node);
      else descending = cursor.gotoNextSibling();
    } else {
      path.pop();
      if (path.length === 0 || !cursor.gotoParent()) break;
      descending = cursor.gotoNextSibling();
    }
  }
  return root;
}
