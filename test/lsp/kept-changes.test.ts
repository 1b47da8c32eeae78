/** Fixes of files that may be replaced, kept by whichever editor applies them. */
import { existsSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import path from "node:path";
import { describe, expect, it } from "vitest";
import type { CodeAction } from "vscode-languageserver-protocol/node";
import type { KeptChanges } from "../../server/src/lsp/protocol";
import { KEEP_COMMAND, KEPT_METHOD } from "../../server/src/lsp/protocol";
import { isPatch, readStore } from "../../server/src/patches/store";
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
    expect(lost.details).toContain(fix.title);
    expect(lost.patch).toContain(`+++ b/${PACKAGE}`);
    writeFileSync(file, GUARD.replace(" && (__CUDA_ARCH__ < 1200)", " + 0"));
    expect(await kept(client)).toMatchObject({
      needAttention: 0,
      message: "1 change kept: 1 opened otherwise.",
    });
    rmSync(file);
    expect(await kept(client)).toMatchObject({ needAttention: 1, message: "1 change kept: 1 missing." });
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
    await expect(keep(client, fix)).rejects.toThrow("another version");
    await expect(kept(client)).rejects.toThrow("another version");
    expect(readFileSync(path.join(folder, ".sm-lens/patches.json"), "utf8")).toBe("{}");
  });
});
