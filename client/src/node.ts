/** Entry point where the extension host is node: desktop, remote, containers. */
import type * as vscode from "vscode";
import { startExtension, stopExtension } from "./extension";
import type { Connector, SmLens } from "./extension";
import { askNvidiaSmi } from "./nvidia-smi";
import type { ServerProcess } from "./server-process";
import { startServerProcess } from "./server-process";
import { offerTasks } from "./tasks";

export function activate(context: vscode.ExtensionContext): SmLens {
  // The server starts while the editor goes on, and while this process loads what speaks to it: after an activation an
  // extension host may be busy with others for longer than a server takes to start.
  const first = startServerProcess(context);
  context.subscriptions.push({ dispose: () => first.kill() }, offerTasks(context));
  return startExtension(context, () => loadConnector(first), askNvidiaSmi);
}

/** A bundle of its own, beside this one. */
async function loadConnector(first: ServerProcess): Promise<Connector> {
  const { connect } = await import("./connect-node.js");
  return { connect: (...given) => connect(...given, first) };
}

export const deactivate = stopExtension;
