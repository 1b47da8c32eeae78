import { describe, expect, it } from "vitest";
import type { ChainResult, MatrixResult } from "../../server/src/lsp/protocol";
import { CHAIN_METHOD, MATRIX_METHOD, OPEN_CHAIN_METHOD } from "../../server/src/lsp/protocol";
import { files, jit, OPS } from "../unit/chain/library";
import { start, tree, uriOf } from "./harness";
import type { WorkspaceEdit } from "vscode-languageserver-protocol/node";

function stack(majors: string): string {
  return tree(Object.fromEntries(Object.entries(files(majors)).map(([name, text]) => [name.slice(1), text])));
}
