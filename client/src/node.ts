/** Entry point where the extension host is node: desktop, remote, containers. */
import type * as vscode from "vscode";
import { startExtension, stopExtension } from "./extension";
import type { Connector, SmLens } from "./extension";
import { askNvidiaSmi } from "./nvidia-smi";
import { startServerProcess } from "./server-process";
import { offerTasks } from "./tasks";

export function activate(context: vscode.ExtensionContext): SmLens {
  context.subscriptions.push(offerTasks(context));
  return startExtension(context, () => loadConnector(context), askNvidiaSmi);
}

/** The server starts while this process loads what speaks to it: a bundle of its own, beside this one. */
async function loadConnector(context: vscode.ExtensionContext): Promise<Connector> {
  const first = startServerProcess(context);
  try {
    const { connect } = await import("./connect-node.js");
    return { connect: (...given) => connect(...given, first) };
  } catch (error) {
    first.kill();
    throw error;
  }
}

export const deactivate = stopExtension;
