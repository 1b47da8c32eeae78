/** Entry point where the extension host is node: desktop, remote, containers. */
import type * as vscode from "vscode";
import { startExtension, stopExtension } from "./extension";
import type { SmLens } from "./extension";
import { askNvidiaSmi } from "./nvidia-smi";
import { offerTasks } from "./tasks";

export function activate(context: vscode.ExtensionContext): SmLens {
  context.subscriptions.push(offerTasks(context));
  // A bundle of its own, beside this one.
  return startExtension(context, () => import("./connect-node.js"), askNvidiaSmi);
}

export const deactivate = stopExtension;
