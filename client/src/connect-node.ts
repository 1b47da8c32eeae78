/** The server as a process on the extension host's own node. */
import type * as vscode from "vscode";
import { LanguageClient, TransportKind } from "vscode-languageclient/node";
import { CLIENT_ID, clientOptions, connectionOver } from "./language-client";
import type { Connection, Listeners } from "./server";

/** The connection with the server that is bundled beside the client. */
export function connect(
  context: vscode.ExtensionContext,
  log: vscode.LogOutputChannel,
  listeners: Listeners,
): Connection {
  const module = context.asAbsolutePath("dist/server.js");
  const run = { module, transport: TransportKind.ipc };
  const debug = { ...run, options: { execArgv: ["--nolazy", "--inspect=6009"] } };
  const client = new LanguageClient(CLIENT_ID, "SM Lens", { run, debug }, clientOptions(context, log));
  return connectionOver(client, listeners);
}
