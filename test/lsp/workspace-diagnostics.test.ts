import { writeFileSync } from "node:fs";
import path from "node:path";
import { describe, expect, it } from "vitest";
import type {
  WorkspaceDiagnosticReport,
  WorkspaceDocumentDiagnosticReport,
} from "vscode-languageserver-protocol";
import { CancellationTokenSource } from "vscode-languageserver-protocol/node";
import type { Client } from "./harness";
import { start, tree, uriOf } from "./harness";
import { CLEAN, HEADER, JIT_LIST, OPENED } from "./inputs";

type Known = readonly { readonly uri: string; readonly value: string }[];

const METHOD = "workspace/diagnostic";
const ask = (
  client: Client,
  previousResultIds: Known = [],
  more: object = {},
): Promise<WorkspaceDiagnosticReport> =>
  client.connection.sendRequest<WorkspaceDiagnosticReport>(METHOD, { previousResultIds, ...more });

const sources = { "a/wait.cuh": HEADER, "b/list.py": JIT_LIST, "c/clean.cuh": CLEAN };
const wanted = { initializationOptions: { workspaceDiagnostics: true }, pull: true };

function known(items: readonly WorkspaceDocumentDiagnosticReport[]): Known {
  return items.map(({ uri, resultId = "" }) => ({ uri, value: resultId }));
}

const changed = (client: Client, uri: string): Promise<void> =>
  client.connection.sendNotification("workspace/didChangeWatchedFiles", { changes: [{ uri, type: 2 }] });

describe("workspace diagnostics", () => {
  it("are offered only to a client that starts the server with them", async () => {
    const without = await start({ folder: tree(sources), pull: true });
    expect(without.initialized?.capabilities.diagnosticProvider?.workspaceDiagnostics).toBe(false);
    const client = await start({ ...wanted, folder: tree(sources) });
    expect(client.initialized?.capabilities.diagnosticProvider?.workspaceDiagnostics).toBe(true);
  });

  it("tell every file with findings, and push none of them", async () => {
    const folder = tree(sources);
    const client = await start({ ...wanted, folder });
    const { items } = await ask(client);
    expect(items.map(({ uri, kind }) => [uri, kind]).sort()).toEqual([
      [uriOf(folder, "a/wait.cuh"), "full"],
      [uriOf(folder, "b/list.py"), "full"],
    ]);
    await client.connection.sendRequest("smLens/scan", {});
    expect(client.published.filter(({ diagnostics }) => diagnostics.length > 0)).toEqual([]);
  });

  it("wait while nothing changes, then tell what did and what did not", async () => {
    const folder = tree(sources);
    const client = await start({ ...wanted, folder });
    const first = known((await ask(client)).items);
    let answered = false;
    const second = ask(client, first).finally(() => (answered = true));
    await new Promise((resolve) => setTimeout(resolve, 1500));
    expect(answered).toBe(false);
    writeFileSync(path.join(folder, "a/wait.cuh"), OPENED);
    await changed(client, uriOf(folder, "a/wait.cuh"));
    const { items } = await second;
    const kinds = new Map(items.map((item) => [item.uri, item]));
    expect(kinds.get(uriOf(folder, "a/wait.cuh"))).toMatchObject({ kind: "full", items: [] });
    expect(kinds.get(uriOf(folder, "b/list.py"))?.kind).toBe("unchanged");
  });

  it("stream to a client that takes partial results", async () => {
    const folder = tree(sources);
    const client = await start({ ...wanted, folder });
    const { items } = await ask(client, [], { partialResultToken: "part" });
    expect(items).toEqual([]);
    const parts = client.progress.filter((each) => (each as { token: string }).token === "part");
    expect(parts.length).toBeGreaterThan(0);
  });

  it("end a wait that is cancelled", async () => {
    const client = await start({ ...wanted, folder: tree(sources) });
    const first = known((await ask(client)).items);
    const source = new CancellationTokenSource();
    const waiting = client.connection.sendRequest(METHOD, { previousResultIds: first }, source.token);
    source.cancel();
    await expect(waiting).rejects.toThrow();
    expect((await ask(client)).items).toHaveLength(2);
  });
});
