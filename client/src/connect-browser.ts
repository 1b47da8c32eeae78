/** The server in a web worker; it reads files through the editor. */
import * as vscode from "vscode";
import type { MessageTransports } from "vscode-languageclient";
import { BrowserMessageReader, BrowserMessageWriter, LanguageClient } from "vscode-languageclient/browser";
import { ASSET_METHOD } from "../../server/src/lsp/protocol";
import type { AssetQuestion } from "../../server/src/lsp/protocol";
import { base64Of } from "./editor-files";
import { CLIENT_ID, clientOptions, connectionOver } from "./language-client";
import type { Connection, Listeners } from "./server";

/** The browser's class; the types of node, which all else here is checked with, know none. */
declare const Worker: new (address: string) => Worker & { terminate(): void };

export function connect(
  context: vscode.ExtensionContext,
  log: vscode.LogOutputChannel,
  listeners: Listeners,
): Connection {
  const dist = vscode.Uri.joinPath(context.extensionUri, "dist");
  let worker: InstanceType<typeof Worker> | undefined;
  // The transports and not the worker are handed over: editors give workers a class of their own, which the library
  // would not know for one.
  const startWorker = (): Promise<MessageTransports> => {
    worker?.terminate(); // a restarted server leaves its worker behind
    worker = new Worker(vscode.Uri.joinPath(dist, "server-browser.js").toString(true));
    return Promise.resolve({
      reader: new BrowserMessageReader(worker),
      writer: new BrowserMessageWriter(worker),
    });
  };
  const client = new LanguageClient(CLIENT_ID, "SM Lens", startWorker, clientOptions(context, log));
  context.subscriptions.push(
    client.onRequest(ASSET_METHOD, async ({ name }: AssetQuestion) =>
      base64Of(await vscode.workspace.fs.readFile(vscode.Uri.joinPath(dist, name))),
    ),
    { dispose: () => worker?.terminate() },
  );
  return connectionOver(client, listeners);
}
