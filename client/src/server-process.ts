/** The server's process, on the extension host's own node. */
import { fork } from "node:child_process";
import type { ChildProcess } from "node:child_process";
import { createInterface } from "node:readline";
import type * as vscode from "vscode";

export type ServerProcess = ChildProcess;

/** Where a debugger finds the server while the extension host is debugged. */
const DEBUG_ARGUMENTS = ["--nolazy", "--inspect=6009"];

/** Starts the server; it waits for whoever speaks to it. */
export function startServerProcess(context: vscode.ExtensionContext): ServerProcess {
  const { globalStorageUri } = context;
  const isDebugged = process.execArgv.some((argument) => argument.startsWith("--inspect"));
  const child = fork(
    context.asAbsolutePath("dist/server.js"),
    ["--node-ipc", `--clientProcessId=${process.pid}`],
    {
      env: {
        ...process.env,
        ELECTRON_RUN_AS_NODE: "1",
        ELECTRON_NO_ASAR: "1",
        // Node reads it at every start, for some 80 ms; the server speaks to no network.
        NODE_EXTRA_CA_CERTS: "",
        // From version 22 on, node keeps there what it made of the program's text.
        ...(globalStorageUri.scheme === "file"
          ? { NODE_COMPILE_CACHE: `${globalStorageUri.fsPath}/compiled` }
          : {}),
      },
      execArgv: isDebugged ? DEBUG_ARGUMENTS : [],
      silent: true,
    },
  );
  // Whoever waits for its first answer is told; nobody listening would end the extension host.
  child.on("error", () => undefined);
  return child;
}

/** What the process writes beside the protocol goes to the log. */
export function tellOutput({ stdout, stderr }: ServerProcess, log: vscode.LogOutputChannel): void {
  for (const [stream, tell] of [
    [stdout, log.info.bind(log)],
    [stderr, log.error.bind(log)],
  ] as const)
    if (stream !== null)
      createInterface({ input: stream, crlfDelay: Infinity }).on("line", (line) => tell(line));
}
