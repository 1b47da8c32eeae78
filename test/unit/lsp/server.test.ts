import { PassThrough } from "node:stream";
import { setTimeout as sleep } from "node:timers/promises";
import { afterEach, describe, expect, it } from "vitest";
import type {
  Diagnostic,
  DocumentDiagnosticReport,
  ProtocolConnection,
} from "vscode-languageserver-protocol/node";
import {
  createProtocolConnection,
  StreamMessageReader,
  StreamMessageWriter,
} from "vscode-languageserver-protocol/node";
import { createConnection } from "vscode-languageserver/node";
import { SCAN_METHOD } from "../../../server/src/lsp/protocol";
import { scannerHere } from "../../../server/src/workspace/scanner";
import { startServer } from "../../../server/src/lsp/server";
import type { MemoryNode } from "../../../server/src/workspace/memory-files";
import { memoryFileSystem } from "../../../server/src/workspace/memory-files";
import { fakeEngine } from "./fake-service";

const connections: ProtocolConnection[] = [];
afterEach(() => {
  for (const connection of connections.splice(0)) connection.dispose();
});

/** The server in this process, over a core and a file system of our own. */
async function serve(
  contents: Record<string, MemoryNode>,
  options: { immediate?: boolean; pull?: boolean } = {},
) {
  const [toServer, toClient] = [new PassThrough(), new PassThrough()];
  const engine = fakeEngine();
  const disk = memoryFileSystem(contents, { immediate: options.immediate ?? true });
  const server = createConnection(new StreamMessageReader(toServer), new StreamMessageWriter(toClient));
  const pause = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));
  const scanner = scannerHere(engine, disk, pause);
  startServer(server, {
    engine,
    disk,
    scanner,
    indexes: () => null,
    keep: null,
    pause,
    now: () => performance.now(),
  });
  const client = createProtocolConnection(
    new StreamMessageReader(toClient),
    new StreamMessageWriter(toServer),
  );
  connections.push(client);
  const pushes = new Map<string, Diagnostic[]>();
  const log: string[] = [];
  let refreshes = 0;
  client.onNotification(
    "textDocument/publishDiagnostics",
    ({ uri, diagnostics }: { uri: string; diagnostics: Diagnostic[] }) => {
      pushes.set(uri, diagnostics);
    },
  );
  client.onNotification("window/logMessage", ({ message }: { message: string }) => void log.push(message));
  client.onRequest("workspace/diagnostic/refresh", () => {
    refreshes++;
    return null;
  });
  client.listen();
  await client.sendRequest("initialize", {
    processId: null,
    rootUri: "file:///w",
    workspaceFolders: [{ uri: "file:///w", name: "w" }],
    capabilities: {
      workspace: { diagnostics: { refreshSupport: true } },
      textDocument: options.pull === true ? { diagnostic: {} } : {},
    },
  });
  await client.sendNotification("initialized", {});
  let version = 1;
  return {
    client,
    engine,
    disk,
    pushes,
    log,
    refreshes: () => refreshes,
    open: (uri: string, text: string) =>
      client.sendNotification("textDocument/didOpen", {
        textDocument: { uri, languageId: "cuda-cpp", version: 1, text },
      }),
    change: (uri: string, text: string) =>
      client.sendNotification("textDocument/didChange", {
        textDocument: { uri, version: ++version },
        contentChanges: [{ text }],
      }),
    close: (uri: string) => client.sendNotification("textDocument/didClose", { textDocument: { uri } }),
    pull: async (uri: string): Promise<number> => {
      const report = await client.sendRequest<DocumentDiagnosticReport>("textDocument/diagnostic", {
        textDocument: { uri },
      });
      return report.kind === "full" ? report.items.length : -1;
    },
    diskChanged: (uri: string, type: number) =>
      client.sendNotification("workspace/didChangeWatchedFiles", { changes: [{ uri, type }] }),
    pushed: async (uri: string, count: number) => {
      for (let waited = 0; pushes.get(uri)?.length !== count && waited < 15_000; waited += 10)
        await sleep(10);
      expect(pushes.get(uri)?.length).toBe(count);
    },
  };
}

const MAIN = "file:///w/main.cu";
const HEADER = "file:///w/header.cu";

describe("what a file includes", () => {
  it("is read from the editor first, then from the disk, and decides anew when it changes", async () => {
    const server = await serve({ "/w/header.cu": "" });
    await server.open(MAIN, "#include header.cu\nGATE");
    await server.pushed(MAIN, 1);
    await server.open(HEADER, "ALLOW");
    await server.pushed(MAIN, 0);
    await server.change(HEADER, "");
    await server.pushed(MAIN, 1);
    await server.change(HEADER, "ALLOW");
    await server.pushed(MAIN, 0);
    await server.close(HEADER); // never saved
    await server.pushed(MAIN, 1);
    server.disk.set("/w/header.cu", "ALLOW");
    await server.diskChanged(HEADER, 2);
    await server.pushed(MAIN, 0);
    server.disk.delete("/w/header.cu");
    await server.diskChanged(HEADER, 3);
    await server.pushed(MAIN, 1);
  });

  it("is waited for where the file system cannot answer at once", async () => {
    const server = await serve({ "/w/header.cu": "ALLOW" }, { immediate: false, pull: true });
    await server.open(MAIN, "#include header.cu\nGATE");
    expect(await server.pull(MAIN)).toBe(0);
    server.disk.set("/w/header.cu", "");
    await server.diskChanged(HEADER, 2);
    for (let waited = 0; server.refreshes() === 0 && waited < 15_000; waited += 10) await sleep(10);
    expect(server.refreshes()).toBe(1);
    expect(await server.pull(MAIN)).toBe(1);
  });

  it("makes no work for documents that do not include it", async () => {
    const server = await serve({ "/w/header.cu": "" });
    await server.open(MAIN, "GATE");
    await server.pushed(MAIN, 1);
    const before = server.engine.analysed.filter((path) => path === "/w/main.cu").length;
    await server.open(HEADER, "ALLOW");
    await server.pushed(HEADER, 0);
    await sleep(300);
    expect(server.engine.analysed.filter((path) => path === "/w/main.cu")).toHaveLength(before);
  });
});

describe("an analysis", () => {
  it("is made once per version, whoever asks", async () => {
    const server = await serve({}, { pull: true });
    await server.open(MAIN, "GATE");
    const hover = server.client.sendRequest("textDocument/hover", {
      textDocument: { uri: MAIN },
      position: { line: 0, character: 1 },
    });
    await Promise.all([server.pull(MAIN), hover, server.pull(MAIN)]);
    expect(server.engine.analysed).toHaveLength(1);
    await server.change(MAIN, "GATE GATE");
    expect(await server.pull(MAIN)).toBe(2);
    expect(server.engine.analysed).toHaveLength(2);
  });

  it("that crashes costs a line in the log, and the next is fine", async () => {
    const server = await serve({}, { pull: true });
    await server.open(MAIN, "CRASH");
    expect(await server.pull(MAIN)).toBe(0);
    expect(server.log.join("\n")).toContain("the core crashed");
    await server.change(MAIN, "GATE");
    expect(await server.pull(MAIN)).toBe(1);
  });

  it("in a scan too: the file counts as a fault, the others are read", async () => {
    const server = await serve({
      "/w/a.cu": "GATE",
      "/w/b.cu": "CRASH",
      "/w/c.cu": "GATE GATE",
      "/w/d.cu": { problem: "permission denied" },
    });
    expect(await server.client.sendRequest(SCAN_METHOD, {})).toMatchObject({
      findings: 3,
      faults: 2,
      filesWithFindings: 2,
    });
    expect(server.log.some((line) => line.includes("/w/b.cu: the core crashed"))).toBe(true);
    expect(server.log.some((line) => line.includes("/w/d.cu: permission denied"))).toBe(true);
  });
});

describe("findings of a scan in a pulling client", () => {
  it("stay while a document is open that the client does not pull, and follow its text", async () => {
    const server = await serve({ "/w/main.cu": "GATE" }, { pull: true });
    await server.client.sendRequest(SCAN_METHOD, {});
    await server.pushed(MAIN, 1);
    await server.open(MAIN, "GATE");
    await server.change(MAIN, "GATE GATE");
    await server.pushed(MAIN, 2);
    expect(await server.pull(MAIN)).toBe(2);
    await server.pushed(MAIN, 0);
    await server.change(MAIN, "GATE GATE GATE");
    await sleep(300);
    expect(server.pushes.get(MAIN)).toEqual([]);
    await server.close(MAIN);
    await server.pushed(MAIN, 1);
  });

  it("come for a document that was open before the scan and that the client does not pull", async () => {
    const server = await serve({ "/w/main.cu": "GATE" }, { pull: true });
    await server.open(MAIN, "GATE GATE");
    await server.client.sendRequest(SCAN_METHOD, {});
    await server.pushed(MAIN, 2);
  });

  it("are gone when a later scan does not find them again", async () => {
    const server = await serve({ "/w/main.cu": "GATE", "/w/other.cu": "GATE" });
    await server.client.sendRequest(SCAN_METHOD, {});
    await server.pushed(MAIN, 1);
    server.disk.set("/w/main.cu", "open");
    await server.client.sendRequest(SCAN_METHOD, {});
    await server.pushed(MAIN, 0);
    await server.pushed("file:///w/other.cu", 1);
  });
});
