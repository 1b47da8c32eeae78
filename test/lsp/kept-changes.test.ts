/** Fixes of files that may be replaced, kept by whichever editor applies them. */
import { existsSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import path from "node:path";
import { describe, expect, it } from "vitest";
import type { CodeAction, WorkspaceEdit } from "vscode-languageserver-protocol/node";
import type { KeptChanges } from "../../server/src/lsp/protocol";
import {
  FORGET_METHOD,
  KEEP_COMMAND,
  KEEP_OPENED_METHOD,
  KEPT_METHOD,
  OPEN_CHAIN_METHOD,
  REAPPLY_METHOD,
  UNDONE_METHOD,
} from "../../server/src/lsp/protocol";
import { isPatch, readStore } from "../../server/src/patches/store";
import { files, HEADER } from "../unit/chain/library";
import type { Client } from "./harness";
import { start, tree, uriOf } from "./harness";

const GUARD = `#pragma once
__global__ void first(float* out) {
#if (__CUDA_ARCH__ >= 900) && (__CUDA_ARCH__ < 1200)
  cudaGridDependencySynchronize();
#endif
  out[0] = 1.f;
}
`;
const PACKAGE = "venv/lib/python3.12/site-packages/tilefuse/wait.cuh";

function project(): string {
  return tree({ "setup.py": "", "src/wait.cuh": GUARD, [PACKAGE]: GUARD });
}

/** The first fix of the guard, as an editor has it before it applies it. */
async function fixOf(client: Client, uri: string): Promise<CodeAction> {
  await client.open(uri, GUARD);
  const place = { line: 2, character: 36 };
  const [action] = await client.codeActions(uri, { start: place, end: place }, []);
  if (action === undefined) throw new Error("no fix is offered");
  const resolved = action.edit === undefined ? await client.resolve(action) : action;
  if (resolved.edit === undefined) throw new Error("the fix has no edit");
  await client.apply(resolved.edit);
  return resolved;
}

async function keep(client: Client, { command }: CodeAction): Promise<void> {
  await client.connection.sendRequest("workspace/executeCommand", {
    command: command?.command,
    arguments: command?.arguments,
  });
}

const kept = (client: Client): Promise<KeptChanges> =>
  client.connection.sendRequest<KeptChanges>(KEPT_METHOD);

describe("fixes in an editor", () => {
  it("of an installed package are kept in the store of the workspace, verified and exported", async () => {
    const folder = project();
    const client = await start({ folder });
    const file = path.join(folder, PACKAGE);
    const uri = uriOf(file);
    const fix = await fixOf(client, uri);
    expect(fix.command?.command).toBe(KEEP_COMMAND);
    await keep(client, fix);
    await keep(client, fix); // told twice, kept once
    const { patches } = readStore(readFileSync(path.join(folder, ".sm-lens/patches.json"), "utf8"));
    expect(patches).toMatchObject([{ file: PACKAGE, title: fix.title, target: "sm_120" }]);
    expect(await kept(client)).toMatchObject({
      total: 1,
      needAttention: 0,
      message: "1 change kept: 1 in place.",
    });
    await client.close(uri); // without being saved: the file on the disk is the old one
    const lost = await kept(client);
    expect(lost).toMatchObject({ total: 1, needAttention: 1, message: "1 change kept: 1 lost." });
    expect(lost.changes).toMatchObject([{ uri, line: 2, state: "lost", title: fix.title }]);
    expect(lost.lost).toBe(1);
    expect(lost.patch).toContain(`+++ b/${PACKAGE}`);
    writeFileSync(file, GUARD.replace(" && (__CUDA_ARCH__ < 1200)", " + 0"));
    expect(await kept(client)).toMatchObject({
      needAttention: 0,
      message: "1 change kept: 1 opened otherwise.",
    });
    rmSync(file);
    expect(await kept(client)).toMatchObject({ needAttention: 1, message: "1 change kept: 1 missing." });
  });

  it("are forgotten when they are undone in the editor, and kept again when they are done again", async () => {
    const folder = project();
    const client = await start({ folder });
    const uri = uriOf(folder, PACKAGE);
    const fix = await fixOf(client, uri);
    await keep(client, fix);
    const opened = client.text(uri).getText();
    const undone = async (text: string): Promise<void> => {
      await client.edit(uri, text);
      await client.connection.sendNotification(UNDONE_METHOD, { uri });
    };
    await undone(GUARD);
    await expect.poll(() => kept(client)).toMatchObject({ total: 0 });
    await undone(opened);
    await expect.poll(() => kept(client)).toMatchObject({ total: 1, needAttention: 0 });
    // Somebody else has replaced the file: that is what it is kept for.
    await client.edit(uri, GUARD);
    expect(await kept(client)).toMatchObject({ total: 1, lost: 1 });
  });

  it("are forgotten one by one, whatever became of their files", async () => {
    const folder = project();
    const client = await start({ folder });
    const fix = await fixOf(client, uriOf(folder, PACKAGE));
    await keep(client, fix);
    const forget = (id: string): Promise<boolean> => client.connection.sendRequest(FORGET_METHOD, { id });
    expect(await forget("another")).toBe(false);
    await client.close(uriOf(folder, PACKAGE));
    rmSync(path.join(folder, PACKAGE));
    const [change] = (await kept(client)).changes;
    expect(change?.state).toBe("missing");
    expect(await forget(change?.id ?? "")).toBe(true);
    expect(await kept(client)).toMatchObject({ total: 0, needAttention: 0 });
    expect(await forget(change?.id ?? "")).toBe(false);
  });

  it("are put back by an edit that asks, where they are lost", async () => {
    const folder = project();
    const client = await start({ folder });
    const uri = uriOf(folder, PACKAGE);
    const fix = await fixOf(client, uri);
    await keep(client, fix);
    const opened = client.text(uri).getText();
    const ask = (): Promise<WorkspaceEdit | null> => client.connection.sendRequest(REAPPLY_METHOD);
    expect(await ask()).toBeNull();
    await client.edit(uri, `// a new version\n${GUARD}`);
    const edit = await ask();
    expect(Object.values(edit?.changeAnnotations ?? {})).toMatchObject([
      { label: "Put back 1 change", needsConfirmation: true },
    ]);
    await client.apply(edit ?? {});
    expect(client.text(uri).getText()).toBe(`// a new version\n${opened}`);
    expect(await kept(client)).toMatchObject({ total: 1, needAttention: 0 });
  });

  it("are kept where a whole chain is opened, as far as its edit was applied", async () => {
    const library = Object.entries(files("[9, 10]")).map(([name, text]) => [`site-packages${name}`, text]);
    const folder = tree({ "setup.py": "", ...(Object.fromEntries(library) as Record<string, string>) });
    const client = await start({ folder });
    const header = uriOf(folder, "site-packages/lib/include/wavekit/norm.cuh");
    await client.open(header, HEADER);
    const edit: WorkspaceEdit | null = await client.connection.sendRequest(OPEN_CHAIN_METHOD, {
      entry: "norm",
    });
    const keepOpened = (): Promise<number> => client.connection.sendRequest(KEEP_OPENED_METHOD);
    const changes = (edit?.documentChanges ?? []).filter(
      (change) => "textDocument" in change && change.textDocument.uri === header,
    );
    expect(edit?.documentChanges?.length).toBeGreaterThan(changes.length);
    // Of all files the header alone was ticked.
    await client.apply({ documentChanges: changes });
    expect(await keepOpened()).toBe(1);
    expect(await kept(client)).toMatchObject({
      total: 1,
      needAttention: 0,
      changes: [{ uri: header, state: "in place", title: "Open the chain of norm" }],
    });
    expect(await keepOpened()).toBe(0);
  });

  it("of files outside of every folder are kept with their whole path", async () => {
    const [folder, other] = [tree({ "setup.py": "" }), tree({ "wait.cuh": GUARD })];
    const client = await start({ folder });
    await keep(client, await fixOf(client, uriOf(other, "wait.cuh")));
    const { patches } = readStore(readFileSync(path.join(folder, ".sm-lens/patches.json"), "utf8"));
    expect(patches.map(({ file }) => file)).toEqual([path.join(other, "wait.cuh")]);
  });

  it("carry their command also where an editor resolves nothing", async () => {
    const folder = project();
    const client = await start({ folder, capabilities: {} });
    await client.open(uriOf(folder, PACKAGE), GUARD);
    const place = { line: 2, character: 36 };
    const [action] = await client.codeActions(uriOf(folder, PACKAGE), { start: place, end: place }, []);
    expect(action?.command?.command).toBe(KEEP_COMMAND);
    expect(action?.command?.arguments?.every(isPatch)).toBe(true);
  });

  it("of the project's own files are nobody's business but its own", async () => {
    const folder = project();
    const client = await start({ folder });
    const fix = await fixOf(client, uriOf(folder, "src/wait.cuh"));
    expect(fix.command).toBeUndefined();
    expect(await kept(client)).toMatchObject({ total: 0, patch: "" });
  });

  it("keeps nothing but changes, and leaves a store alone that it cannot read", async () => {
    const folder = project();
    const client = await start({ folder });
    const fix = await fixOf(client, uriOf(folder, PACKAGE));
    const ask = (command: string, given: unknown[]): Promise<unknown> =>
      client.connection.sendRequest("workspace/executeCommand", { command, arguments: given });
    await expect(ask(KEEP_COMMAND, [{ file: "/etc/passwd" }])).rejects.toThrow();
    await expect(ask("smLens.other", [])).rejects.toThrow();
    const own = { ...(fix.command?.arguments?.[0] as object), file: path.join(folder, "src/wait.cuh") };
    await ask(KEEP_COMMAND, [own]);
    expect(existsSync(path.join(folder, ".sm-lens"))).toBe(false);
    await keep(client, fix);
    writeFileSync(path.join(folder, ".sm-lens/patches.json"), "{}");
    await expect(keep(client, fix)).rejects.toThrow("no store of kept fixes");
    await expect(kept(client)).rejects.toThrow("no store of kept fixes");
    expect(readFileSync(path.join(folder, ".sm-lens/patches.json"), "utf8")).toBe("{}");
  });
});
