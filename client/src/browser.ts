/** Entry point in the browser. */
import type * as vscode from "vscode";
import { startExtension, stopExtension } from "./extension";
import type { SmLens } from "./extension";

export function activate(context: vscode.ExtensionContext): SmLens {
  // An extension in the browser is one file: what this names lies in it, and is run when it is asked for.
  return startExtension(context, () => import("./connect-browser.js"));
}

export const deactivate = stopExtension;
