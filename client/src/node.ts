/** Entry point where the extension host is node: desktop, remote, containers. */
import type * as vscode from "vscode";
import type { BaseLanguageClient } from "vscode-languageclient";
import { LanguageClient, TransportKind } from "vscode-languageclient/node";
import { startExtension, stopExtension } from "./extension";
import type { SmLens } from "./extension";
import { CLIENT_ID, clientOptions } from "./language-client";
import { askNvidiaSmi } from "./nvidia-smi";
import { offerTasks } from "./tasks";

export function activate(context: vscode.ExtensionContext): SmLens {
  context.subscriptions.push(offerTasks(context));
  return startExtension(context, createClient, askNvidiaSmi);
}

export const deactivate = stopExtension;

/** The client of the server that is bundled beside it, on the extension host's own node. Not yet started. */
function createClient(context: vscode.ExtensionContext, log: vscode.LogOutputChannel): BaseLanguageClient {
  const module = context.asAbsolutePath("dist/server.js");
  const run = { module, transport: TransportKind.ipc };
  const debug = { ...run, options: { execArgv: ["--nolazy", "--inspect=6009"] } };
  return new LanguageClient(CLIENT_ID, "SM Lens", { run, debug }, clientOptions(context, log));
}
