import { rmSync, writeFileSync } from "node:fs";
import path from "node:path";
import { describe, expect, it } from "vitest";
import { CancellationTokenSource } from "vscode-languageserver-protocol/node";
import type { ScanResult, TargetsResult } from "../../server/src/lsp/protocol";
import { SCAN_METHOD, SCAN_OUTDATED_METHOD, TARGETS_METHOD } from "../../server/src/lsp/protocol";
import type { Client } from "./harness";
import { start, tree, uriOf } from "./harness";
import { CLEAN, HEADER, JIT_LIST, OPENED } from "./inputs";

const scan = (client: Client, params: object = {}): Promise<ScanResult> =>
  client.connection.sendRequest<ScanResult>(SCAN_METHOD, params);

const sources = {
  "include/wait.cuh": HEADER,
  "include/clean.cuh": CLEAN,
  "jit/list.py": JIT_LIST,
  "README.md": "x",
};

describe("the scan request", () => {
  it("publishes findings of files that are not open, and counts in words", async () => {
    const folder = tree({ ...sources, "node_modules/x.cuh": HEADER });
    const client = await start({ folder, pull: true });
    const result = await scan(client, { workDoneToken: "t" });
    expect(result).toMatchObject({
      cancelled: false,
      target: "sm_120",
      filesScanned: 3,
      findings: 3,
      filesWithFindings: 2,
      faults: 0,
    });
    expect(result.message).toBe("3 findings for sm_120 in 2 of 3 files.");
    expect(result.details).toMatch(/^\d+ conditions read/);
    expect(client.lastPushed(uriOf(folder, "include/wait.cuh"))?.diagnostics).toHaveLength(2);
    expect(client.lastPushed(uriOf(folder, "jit/list.py"))?.diagnostics).toHaveLength(1);
    expect(client.lastPushed(uriOf(folder, "include/clean.cuh"))).toBeUndefined();
    const kinds = client.progress.map(
      (each) => (each as { token: string; value: { kind: string } }).value.kind,
    );
    expect([kinds[0], kinds.at(-1)]).toEqual(["begin", "end"]);
  });

  it("says in words that there is nothing to find", async () => {
    const client = await start({ folder: tree({ "a.cuh": CLEAN }) });
    const { findings, message } = await scan(client);
    expect(findings).toBe(0);
    expect(message).toBe("Nothing excludes sm_120 in 1 file: 2 conditions read, 1 depends on ENABLE_BF16.");
    const without = await start();
    expect((await scan(without)).message).toMatch(/No folder is open/);
  });

  it("tells each finding once when a file is opened and pulled, and again when it is closed", async () => {
    const folder = tree(sources);
    const client = await start({ folder, pull: true });
    const uri = uriOf(folder, "include/wait.cuh");
    await scan(client);
    await client.open(uri, OPENED);
    expect(await client.pulled(uri)).toHaveLength(0);
    await client.pushed(uri, (all) => all.length === 0);
    await client.close(uri);
    await client.pushed(uri, (all) => all.length === 2); // the file on disk is as it was
  });

  it("follows changes of scanned files on disk, and forgets when the settings change", async () => {
    const folder = tree(sources);
    const client = await start({ folder, pull: true, settings: { target: "sm_120" } });
    const uri = uriOf(folder, "include/wait.cuh");
    const changed = (type: number) =>
      client.connection.sendNotification("workspace/didChangeWatchedFiles", { changes: [{ uri, type }] });
    await scan(client);
    writeFileSync(path.join(folder, "include/wait.cuh"), HEADER.replace("1200", "1300"));
    await changed(2);
    await client.pushed(uri, (all) => all.length === 1);
    rmSync(path.join(folder, "include/wait.cuh"));
    await changed(3);
    await client.pushed(uri, (all) => all.length === 0);
    expect(client.lastPushed(uriOf(folder, "jit/list.py"))?.diagnostics).toHaveLength(1);
    await client.changeSettings({ target: "sm_90" });
    await client.pushed(uriOf(folder, "jit/list.py"), (all) => all.length === 0);
  });

  it("is forgotten as well for a document that is open and shows in no editor", async () => {
    const folder = tree(sources);
    const client = await start({ folder, pull: true, settings: { target: "sm_120" } });
    const uri = uriOf(folder, "include/wait.cuh");
    await client.open(uri, HEADER);
    await scan(client);
    await client.pushed(uri, (all) => all.length === 2);
    await client.changeSettings({ target: "sm_121" });
    await client.pushed(uri, (all) => all.length === 0);
  });

  it("holds while settings change only how answers look, and else says to our own client that it does not", async () => {
    const settings = { target: "sm_120" };
    const capabilities = { experimental: { smLens: {} }, workspace: { configuration: true } };
    const folder = tree(sources);
    const client = await start({ folder, pull: true, settings, capabilities });
    let outdated = 0;
    client.connection.onNotification(SCAN_OUTDATED_METHOD, () => {
      outdated++;
    });
    await scan(client);
    await client.changeSettings({ ...settings, inlayHints: "all", codeLens: false });
    await client.changeSettings({ ...settings, inlayHints: "off", alsoShow: ["sm_90"] });
    await client.open("untitled:a.cuh", CLEAN);
    await client.pulled("untitled:a.cuh"); // by then both were taken in
    expect(outdated).toBe(0);
    expect(client.lastPushed(uriOf(folder, "jit/list.py"))?.diagnostics).toHaveLength(1);
    await client.changeSettings({ target: "sm_90" });
    await client.pushed(uriOf(folder, "jit/list.py"), (all) => all.length === 0);
    await client.changeSettings({ target: "sm_89" });
    await client.until("the word of it", () => (outdated > 0 ? true : undefined));
    expect(outdated).toBe(1);
  });

  it("ends early when it is cancelled, and serves other requests meanwhile", async () => {
    const many = Object.fromEntries(
      Array.from({ length: 1500 }, (_, index) => [`src/f${index}.cuh`, HEADER]),
    );
    const folder = tree(many);
    const client = await start({ folder });
    const open = "file:///a/open.cuh";
    await client.open(open, HEADER);
    const source = new CancellationTokenSource();
    const running = client.connection.sendRequest<ScanResult>(
      SCAN_METHOD,
      { workDoneToken: 1 },
      source.token,
    );
    await client.until("the first finding", () => client.published.find((each) => each.uri !== open));
    expect(await client.hover(open, 3, 5)).toContain("sm_120");
    source.cancel();
    const result = await running;
    expect(result.cancelled).toBe(true);
    expect(result.filesScanned).toBeLessThan(1500);
    expect(result.message).toMatch(/^Cancelled/);
  });

  it("reads open documents as they are, also where an index knows the file on disk", async () => {
    const folder = tree(sources);
    const client = await start({ folder, pull: true, initializationOptions: { storage: tree({}) } });
    const uri = uriOf(folder, "jit/list.py");
    const count = async (): Promise<number> => (await scan(client)).findings;
    expect([await count(), await count()]).toEqual([3, 3]);
    const opened = JIT_LIST.replace("[9, 10]", "[9, 10, 12]");
    await client.open(uri, opened, "python");
    expect(await count()).toBe(2);
    await client.edit(uri, JIT_LIST);
    expect(await count()).toBe(3);
    await client.edit(uri, opened);
    expect(await count()).toBe(2);
    await client.close(uri);
    expect(await count()).toBe(3);
  });

  it("is right in two windows on one workspace, with one index, at once and after each one's edit", async () => {
    const many = Object.fromEntries(Array.from({ length: 120 }, (_, n) => [`src/f${n}.cuh`, HEADER]));
    const folder = tree({ ...sources, ...many });
    const initializationOptions = { storage: tree({}) };
    const open = (): Promise<Client> => start({ folder, pull: true, initializationOptions });
    const windows = await Promise.all([open(), open()]);
    const counts = (clients: readonly Client[]): Promise<number[]> =>
      Promise.all(clients.map(async (client) => (await scan(client)).findings));
    expect(await counts(windows)).toEqual([243, 243]);
    const [first, second] = windows;
    const uri = uriOf(folder, "jit/list.py");
    await first.open(uri, JIT_LIST.replace("[9, 10]", "[9, 10, 12]"), "python");
    expect(await counts(windows)).toEqual([242, 243]);
    await second.kill();
    writeFileSync(path.join(folder, "src/f7.cuh"), CLEAN);
    await first.close(uri);
    const third = await open();
    expect(await counts([first, third])).toEqual([241, 241]);
  });

  it("reports broken links and odd bytes as nothing worse than what they are", async () => {
    const folder = tree({
      ...sources,
      "odd.cuh": Uint8Array.from([0xff, 0xfe, 0x00, 0xd8, 0x0a]),
      "nul.cu": "\0\0#if",
    });
    const client = await start({ folder });
    expect(await scan(client)).toMatchObject({ filesScanned: 5, findings: 3, faults: 0 });
  });
});

describe("the targets request", () => {
  it("lists every target with the products people know", async () => {
    const client = await start();
    const { targets } = await client.connection.sendRequest<TargetsResult>(TARGETS_METHOD);
    expect(targets).toHaveLength(23);
    expect(targets.find(({ name }) => name === "sm_120")?.products[0]).toMatch(/RTX 50/);
    expect(targets.find(({ name }) => name === "sm_120f")?.note).toMatch(/family/);
  });

  it("says why another target is asked about than was wanted, in the settings or in the project's file", async () => {
    const folder = tree({ ...sources, ".sm-lens.json": '{\n  "target": "Thorr"\n}' });
    const client = await start({ folder, settings: { target: "nope" } });
    const asked = async (): Promise<object> => {
      const params = { uri: uriOf(folder, "include/wait.cuh") };
      const found = await client.connection.sendRequest<TargetsResult>(TARGETS_METHOD, params);
      return [found.asked, found.problem];
    };
    expect(await asked()).toEqual(["sm_120", 'smLens.target: there is no target "nope"']);
    await client.changeSettings({ target: "sm_120" }); // the usual one is nobody's choice
    expect(await asked()).toEqual(["sm_120", '.sm-lens.json:2: target: there is no target "Thorr"']);
    await client.changeSettings({ target: "sm_121" });
    expect(await asked()).toEqual(["sm_121", null]);
  });
});
