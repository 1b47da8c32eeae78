/** The server as a process. */
import type { ChildProcess } from "node:child_process";
import { createInterface } from "node:readline";
import type * as vscode from "vscode";
import type { MessageTransports } from "vscode-languageclient/node";
import { IPCMessageReader, IPCMessageWriter, LanguageClient } from "vscode-languageclient/node";
import { CLIENT_ID, clientOptions, connectionOver } from "./language-client";
import type { Connection, Listeners } from "./server";
import { startServerProcess } from "./server-process";

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
  first: ChildProcess,
): Connection {
  let next: ChildProcess | undefined = first;
  let current: ChildProcess | undefined;
  const transports = (): Promise<MessageTransports> => {
    const child = next?.connected === true ? next : startServerProcess(context);
    [next, current] = [undefined, child];
    tellLines(child.stdout, (line) => log.info(line));
    tellLines(child.stderr, (line) => log.error(line));
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

function tellLines(stream: NodeJS.ReadableStream | null, tell: (line: string) => void): void {
  if (stream !== null) createInterface({ input: stream, crlfDelay: Infinity }).on("line", tell);
}
