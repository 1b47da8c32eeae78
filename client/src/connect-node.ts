/** The server as a process. */
import type * as vscode from "vscode";
import type { MessageTransports } from "vscode-languageclient/node";
import { IPCMessageReader, IPCMessageWriter, LanguageClient } from "vscode-languageclient/node";
import { CLIENT_ID, clientOptions, connectionOver } from "./language-client";
import type { Connection, Listeners } from "./server";
import type { ServerProcess } from "./server-process";
import { startServerProcess, tellOutput } from "./server-process";

/** How long a server that was told to stop may take. */
const STOP_MS = 2000;

/**
 * The connection with the server that is bundled beside the client.
 *
 * @param first a process that runs already; when it has ended, another is started.
 */
export function connect(
  context: vscode.ExtensionContext,
  log: vscode.LogOutputChannel,
  listeners: Listeners,
  first: ServerProcess,
): Connection {
  let next: ServerProcess | undefined = first;
  let current: ServerProcess | undefined;
  const transports = (): Promise<MessageTransports> => {
    const child = next?.connected === true ? next : startServerProcess(context);
    [next, current] = [undefined, child];
    tellOutput(child, log);
    return Promise.resolve({ reader: new IPCMessageReader(child), writer: new IPCMessageWriter(child) });
  };
  const client = new LanguageClient(CLIENT_ID, "SM Lens", transports, clientOptions(context, log));
  const connection = connectionOver(client, listeners);
  return {
    ...connection,
    async stop() {
      const stopping = current;
      try {
        await connection.stop();
      } finally {
        setTimeout(() => stopping?.kill(), STOP_MS).unref();
      }
    },
  };
}
