import type { Language, Parser, Tree, TreeCursor } from "web-tree-sitter";
import { EMPTY, type Cst, type PythonParser } from "./parse";

/**
 * Wraps a web-tree-sitter parser that has the Python grammar. Trees live in wasm memory that no garbage collector
 * sees, so each is copied out at once and freed. `runtime` is the object that `Parser.init` was given.
 */
export function fromTreeSitter(parser: Parser, runtime: object): PythonParser {
  const steps = hasSteps(runtime) ? runtime : null;
  return {
    parse(text) {
      const tree = parser.parse(text);
      if (tree === null) return EMPTY;
      try {
        const handle = steps === null ? null : handleOf(tree);
        return steps === null || handle === null
          ? copyByCursor(tree)
          : copyBySteps(tree.language, steps, handle);
      } finally {
        tree.delete();
      }
    },
  };
}

/**
 * The compiled functions behind `TreeCursor`. Between two calls the cursor stands in the wasm's memory, where the next
 * one finds it; `TreeCursor` writes it there and reads it back with every call, which takes most of a copy's time.
 */
interface Steps {
  _ts_tree_root_node_wasm(tree: number): void;
  _ts_tree_cursor_new_wasm(tree: number): void;
  _ts_tree_cursor_delete_wasm(tree: number): void;
  _ts_tree_cursor_goto_first_child_wasm(tree: number): number;
  _ts_tree_cursor_goto_next_sibling_wasm(tree: number): number;
  _ts_tree_cursor_goto_parent_wasm(tree: number): number;
  _ts_tree_cursor_current_node_type_id_wasm(tree: number): number;
  _ts_tree_cursor_current_node_is_named_wasm(tree: number): number;
  _ts_tree_cursor_current_field_id_wasm(tree: number): number;
  _ts_tree_cursor_start_index_wasm(tree: number): number;
  _ts_tree_cursor_end_index_wasm(tree: number): number;
}

const STEPS: readonly (keyof Steps)[] = [
  "_ts_tree_root_node_wasm",
  "_ts_tree_cursor_new_wasm",
  "_ts_tree_cursor_delete_wasm",
  "_ts_tree_cursor_goto_first_child_wasm",
  "_ts_tree_cursor_goto_next_sibling_wasm",
  "_ts_tree_cursor_goto_parent_wasm",
  "_ts_tree_cursor_current_node_type_id_wasm",
  "_ts_tree_cursor_current_node_is_named_wasm",
  "_ts_tree_cursor_current_field_id_wasm",
  "_ts_tree_cursor_start_index_wasm",
  "_ts_tree_cursor_end_index_wasm",
];

/** They are no part of the library's interface: another version of it may not have them. */
function hasSteps(runtime: object): runtime is Steps {
  return STEPS.every((name) => typeof Reflect.get(runtime, name) === "function");
}

function handleOf(tree: Tree): number | null {
  const handle: unknown = Reflect.get(tree, 0);
  return typeof handle === "number" ? handle : null;
}

type Open = Cst & { readonly children: Cst[] };

function copyBySteps({ types, fields }: Language, steps: Steps, tree: number): Cst {
  steps._ts_tree_root_node_wasm(tree);
  steps._ts_tree_cursor_new_wasm(tree);
  try {
    return copy({
      here: () => ({
        type: types[steps._ts_tree_cursor_current_node_type_id_wasm(tree)] ?? "ERROR",
        start: steps._ts_tree_cursor_start_index_wasm(tree),
        end: steps._ts_tree_cursor_end_index_wasm(tree),
        named: steps._ts_tree_cursor_current_node_is_named_wasm(tree) === 1,
        field: fields[steps._ts_tree_cursor_current_field_id_wasm(tree)] ?? null,
        children: [],
      }),
      down: () => steps._ts_tree_cursor_goto_first_child_wasm(tree) === 1,
      on: () => steps._ts_tree_cursor_goto_next_sibling_wasm(tree) === 1,
      up: () => steps._ts_tree_cursor_goto_parent_wasm(tree) === 1,
    });
  } finally {
    steps._ts_tree_cursor_delete_wasm(tree);
  }
}

function copyByCursor(tree: Tree): Cst {
  const cursor: TreeCursor = tree.walk();
  try {
    return copy({
      here: () => ({
        type: cursor.nodeType,
        start: cursor.startIndex,
        end: cursor.endIndex,
        named: cursor.nodeIsNamed,
        field: cursor.currentFieldName,
        children: [],
      }),
      down: () => cursor.gotoFirstChild(),
      on: () => cursor.gotoNextSibling(),
      up: () => cursor.gotoParent(),
    });
  } finally {
    cursor.delete();
  }
}

/** A way through a tree. Each step says whether there was somewhere to go. */
interface Walk {
  here(): Open;
  down(): boolean;
  on(): boolean;
  up(): boolean;
}

/** Without recursion: brackets may be nested as deep as a file is long. */
function copy(walk: Walk): Cst {
  const root = walk.here();
  const path: Open[] = [root];
  let descending = walk.down();
  while (path.length > 0) {
    if (descending) {
      const node = walk.here();
      path.at(-1)?.children.push(node);
      descending = walk.down();
      if (descending) path.push(node);
      else descending = walk.on();
    } else {
      path.pop();
      if (path.length === 0 || !walk.up()) break;
      descending = walk.on();
    }
  }
  return root;
}
