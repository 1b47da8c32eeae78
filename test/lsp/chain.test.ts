import { readdirSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { describe, expect, it } from "vitest";
import type {
  ChainResult,
  ChainsOutdatedParams,
  MatrixResult,
  ScanResult,
} from "../../server/src/lsp/protocol";
import {
  CHAIN_METHOD,
  CHAINS_OUTDATED_METHOD,
  MATRIX_METHOD,
  OPEN_CHAIN_METHOD,
  OUR_CLIENT,
  SCAN_METHOD,
} from "../../server/src/lsp/protocol";
import { files, HEADER, jit, OPS } from "../unit/chain/library";
import type { Client } from "./harness";
import { start, tree, uriOf } from "./harness";
import type { CodeAction, Diagnostic, WorkspaceEdit } from "vscode-languageserver-protocol/node";
import { CodeActionRequest, CodeActionResolveRequest } from "vscode-languageserver-protocol/node";

function stack(majors: string): string {
  return tree(Object.fromEntries(Object.entries(files(majors)).map(([name, text]) => [name.slice(1), text])));
}

describe("chains", () => {
  it("are answered by name and by place, and follow what is typed", async () => {
    const folder = stack("[9, 10]");
    const client = await start({ folder });
    const ask = (params: object): Promise<ChainResult | null> =>
      client.connection.sendRequest(CHAIN_METHOD, params);
    const chain = await ask({ entry: "fused_norm" });
    const gates = chain?.steps.filter(({ state }) => state !== "none") ?? [];
    expect(gates.map(({ via, state, consequence }) => [via, state, consequence])).toEqual([
      ["sets", "excludes", "skipped"],
      ["decides", "excludes", "returns false"],
      ["builds", "excludes", "raises"],
      ["prebuilt", "excludes", "skipped"],
      ["launches", "excludes", "empty"],
      ["same module", "excludes", "empty"],
    ]);
    expect(chain).toMatchObject({ target: "sm_120", halfOpen: [], noGate: false, canOpen: true });
    expect(chain?.steps.every(({ message }) => message.length > 0)).toBe(true);
    expect(gates[4]?.uri).toBe(uriOf(folder, "lib/include/wavekit/norm.cuh"));

    const line = OPS.split("\n").findIndex((text) => text.startsWith("def fused_norm"));
    const byPlace = await ask({ uri: uriOf(folder, "lib/wavekit/ops.py"), position: { line, character: 6 } });
    expect(byPlace).toEqual(chain);

    await client.open(uriOf(folder, "lib/wavekit/jit/norm.py"), jit("[9, 10, 12]"));
    const half = await ask({ entry: "norm" });
    expect(half?.halfOpen).toHaveLength(2);
    expect(await ask({ entry: "nothing_of_that_name" })).toBeNull();
    expect(await ask({ entry: "plain" })).toMatchObject({ noGate: true, canOpen: false });
  });

  it("are told to our own client when they no longer hold, once until they are asked for again", async () => {
    const folder = stack("[9, 10]");
    const watch = async (capabilities?: object) => {
      const client = await start({ folder, settings: {}, ...(capabilities ? { capabilities } : {}) });
      const told: boolean[] = [];
      client.connection.onNotification(CHAINS_OUTDATED_METHOD, ({ typed }: ChainsOutdatedParams) => {
        told.push(typed);
      });
      const since = async (): Promise<boolean[]> => {
        await client.pulled(uri);
        return told.splice(0);
      };
      return { client, since, ask: () => client.connection.sendRequest(CHAIN_METHOD, { entry: "norm" }) };
    };
    const uri = uriOf(folder, "lib/wavekit/jit/norm.py");
    const disk = { changes: [{ uri: uriOf(folder, "lib/wavekit/aot.py"), type: 2 }] };
    const { client, since, ask } = await watch({ experimental: { [OUR_CLIENT]: true } });
    await client.open(uri, jit("[9, 10]"));
    await client.edit(uri, jit("[9]"));
    expect(await since()).toEqual([]); // nobody shows any
    await client.edit(uri, jit("[9, 10]"));
    await ask();
    await client.open(uriOf(folder, "lib/wavekit/ops.py"), OPS);
    expect(await since()).toEqual([]); // a file that is opened is the file that was read
    await client.edit(uri, jit("[9, 10, 11]"));
    await client.edit(uri, jit("[9, 10, 12]"));
    expect(await since()).toEqual([true]);
    await client.connection.sendNotification("workspace/didChangeWatchedFiles", disk);
    await client.connection.sendNotification("workspace/didChangeWatchedFiles", disk);
    expect(await since()).toEqual([false]);
    await ask();
    await client.close(uri); // and what was typed is gone
    await client.open(uri, jit("[9, 10]"));
    expect(await since()).toEqual([false]);
    await client.connection.sendRequest(MATRIX_METHOD, { by: "features" });
    await client.changeSettings({ target: "sm_90" });
    expect(await since()).toEqual([false]);

    const other = await watch();
    await other.ask();
    await other.client.open(uri, jit("[9, 10]"));
    await other.client.connection.sendNotification("workspace/didChangeWatchedFiles", disk);
    expect(await other.since()).toEqual([]);
  });

  it("are opened by one edit over all files, which asks first", async () => {
    const folder = stack("[9, 10]");
    const capabilities = {
      workspace: {
        workspaceEdit: { documentChanges: true, changeAnnotationSupport: {} },
      },
    };
    const client = await start({ folder, capabilities });
    const edit: WorkspaceEdit | null = await client.connection.sendRequest(OPEN_CHAIN_METHOD, {
      entry: "norm",
    });
    expect(Object.values(edit?.changeAnnotations ?? {})).toMatchObject([{ needsConfirmation: true }]);
    const names = (edit?.documentChanges ?? []).map((change) =>
      "textDocument" in change ? change.textDocument.uri : "",
    );
    expect(names.map((uri) => uri.slice(uri.lastIndexOf("/") + 1)).sort()).toEqual([
      "aot.py",
      "norm.cuh",
      "norm.py",
    ]);
    const none: unknown = await client.connection.sendRequest(OPEN_CHAIN_METHOD, { entry: "plain" });
    expect(none).toBeNull();
  });
});

describe("the matrix", () => {
  it("has a cell for each target and says itself in a sentence", async () => {
    const client = await start({ folder: stack("[9, 10]") });
    const matrix: MatrixResult = await client.connection.sendRequest(MATRIX_METHOD, { by: "features" });
    expect(matrix.cancelled).toBe(false);
    expect(matrix.rows.every(({ cells }) => cells.length === matrix.targets.length)).toBe(true);
    const cell = matrix.rows.find(({ name }) => name === "fused_kernel")?.cells[
      matrix.targets.indexOf("sm_120")
    ];
    expect(cell).toMatchObject({ state: "excludes", consequence: "empty" });
    expect(cell?.text).toContain("fused_kernel leaves sm_120 out: empty body");
    expect(matrix.message).toBe("5 features: 1 let sm_120 in, 1 in part, 3 shut it out.");
    const byFile: MatrixResult = await client.connection.sendRequest(MATRIX_METHOD, { by: "files" });
    expect(byFile.rows.map(({ name }) => name)).toContain("lib/include/wavekit/norm.cuh");
  });
});

describe("a half-open chain", () => {
  it("is an error at both ends after a scan, and goes when the kernels are opened", async () => {
    const folder = stack("[9, 10, 12]");
    const capabilities = { textDocument: { publishDiagnostics: { relatedInformation: true } } };
    const client = await start({ folder, capabilities });
    const scan = await client.connection.sendRequest<ScanResult>(SCAN_METHOD, {});
    const list = uriOf(folder, "lib/wavekit/jit/norm.py");
    const header = uriOf(folder, "lib/include/wavekit/norm.cuh");
    const last = (uri: string): Diagnostic[] =>
      [...client.published].reverse().find((one) => one.uri === uri)?.diagnostics ?? [];
    const isHalfOpen = (): boolean => last(list).some(({ code }) => code === "half-open-chain");
    await expect.poll(isHalfOpen).toBe(true);
    // What the scan counts is what it shows.
    const shown = [...new Set(client.published.map(({ uri }) => uri))].map((uri) => last(uri).length);
    expect(scan.findings).toBe(shown.reduce((sum, count) => sum + count, 0));
    expect(scan.filesWithFindings).toBe(shown.filter((count) => count > 0).length);
    const outer = last(list).find(({ code }) => code === "half-open-chain");
    expect(outer).toMatchObject({ severity: 1, range: { start: { line: 3 } } });
    expect(outer?.data).toMatchObject({ rule: "half-open-chain", target: "sm_120" });
    expect(outer?.relatedInformation?.map(({ location }) => location.uri)).toEqual([header]);
    expect(outer?.relatedInformation?.[0]?.message).toMatch(/^empty: .+ \(2 places\)$/);
    const related = (): string[] =>
      last(header).flatMap(({ relatedInformation = [] }) =>
        relatedInformation.map(({ location }) => location.uri),
      );
    await expect.poll(related).toEqual([list, list]);

    await client.open(header, HEADER.replaceAll(" && (__CUDA_ARCH__ < 1200)", ""));
    await expect.poll(isHalfOpen).toBe(false);
  });

  it("is told to who has pulled the findings of a text before, and that has not changed", async () => {
    const folder = stack("[9, 10, 12]");
    const capabilities = { experimental: { smLens: {} } };
    const client = await start({ folder, pull: true, capabilities });
    const list = uriOf(folder, "lib/wavekit/jit/norm.py");
    await client.open(list, jit("[9, 10, 12]"), "python");
    const { resultId } = await client.pull(list);
    await client.connection.sendRequest(SCAN_METHOD, {});
    const again = async (): Promise<unknown> => client.pull(list, resultId);
    await expect.poll(again).toMatchObject({ kind: "full", items: [{ code: "half-open-chain" }] });
    const found = await client.pulled(list);
    const range = found[0]?.range ?? { start: { line: 0, character: 0 }, end: { line: 0, character: 0 } };
    const actions = await client.codeActions(list, range, found);
    expect(actions.map(({ title }) => title)).toEqual([
      "Open the whole chain",
      "Show gate chain",
      "Open the page of half-open-chain",
    ]);
  });
});

describe("chains of closed files", () => {
  it("are told of no more when the target changes, until the next scan", async () => {
    const folder = stack("[9, 10, 12]");
    const settings = { target: "sm_120" };
    const client = await start({ folder, pull: true, settings });
    const shown = (): string[] =>
      [...new Set(client.published.map(({ uri }) => uri))].filter(
        (uri) => client.lastPushed(uri)?.diagnostics.length,
      );
    const scan = (): Promise<ScanResult> => client.connection.sendRequest(SCAN_METHOD, {});
    const { filesWithFindings } = await scan();
    await expect.poll(() => shown().length).toBe(filesWithFindings);

    await client.changeSettings({ target: "sm_121" });
    await expect.poll(shown).toEqual([]);
    const list = uriOf(folder, "lib/wavekit/jit/norm.py");
    await client.open(list, jit("[9, 10, 12]"), "python");
    // By then the chains were looked through for the new target, and open files told of.
    const told = async (): Promise<unknown> => (await client.pulled(list)).map(({ data }) => data as unknown);
    await expect.poll(told).toMatchObject([{ rule: "half-open-chain", target: "sm_121" }]);
    await sleep(500);
    expect(shown()).toEqual([]);

    await client.close(list);
    const again = await scan();
    expect(again.findings).toBeGreaterThan(0);
    await expect.poll(() => shown().length).toBe(again.filesWithFindings);
  });
});

describe("a closed chain", () => {
  it("is told of at both its ends, and by the fix of the outer one", async () => {
    const folder = stack("[9, 10]");
    const capabilities = {
      textDocument: {
        publishDiagnostics: { relatedInformation: true },
        codeAction: { dataSupport: true, resolveSupport: { properties: ["edit"] } },
      },
      workspace: { workspaceEdit: { documentChanges: true, changeAnnotationSupport: {} } },
    };
    const client = await start({ folder, capabilities });
    await client.connection.sendRequest(SCAN_METHOD, {});
    const list = uriOf(folder, "lib/wavekit/jit/norm.py");
    const header = uriOf(folder, "lib/include/wavekit/norm.cuh");
    const related = (uri: string): string[] =>
      ([...client.published].reverse().find((one) => one.uri === uri)?.diagnostics ?? []).flatMap(
        ({ relatedInformation = [] }) => relatedInformation.map(({ message }) => message),
      );
    await expect
      .poll(() => related(list))
      .toContainEqual(expect.stringMatching(/^closed behind it: empty: .+ \(2 places\)$/));
    const before = "closed before it: supported_major_versions=[9, 10] keeps sm_120 out of norm";
    await expect.poll(() => related(header)).toEqual([before, before]);

    await client.open(list, jit("[9, 10]"));
    await expect.poll(() => related(list).length).toBeGreaterThan(0);
    const at = { line: 3, character: 54 };
    const ask = (): Promise<CodeAction[]> =>
      client.connection.sendRequest(CodeActionRequest.method, {
        textDocument: { uri: list },
        range: { start: at, end: at },
        context: { diagnostics: [] },
      });
    const isTold = async (): Promise<boolean> =>
      (await ask()).some(({ title }) => title.endsWith("; 2 gates behind it stay closed"));
    await expect.poll(isTold).toBe(true);
    const [action] = await ask();
    const resolved: CodeAction = await client.connection.sendRequest(CodeActionResolveRequest.method, action);
    expect(Object.values(resolved.edit?.changeAnnotations ?? {})).toEqual([
      {
        label: "Add the family 12.x: '12' (adds 12.0–12.1)",
        description:
          '2 gates behind it stay closed: norm.cuh:5, 10 (empty). "Open the Whole Chain" opens them together',
        needsConfirmation: true,
      },
    ]);
  }, 60_000);
});

describe("what chains found out", () => {
  it("is kept for the next start, and asked again where a file is another one since", async () => {
    const folder = stack("[9, 10]");
    const storage = tree({});
    const session = async (): Promise<{ chain: ChainResult | null; matrix: MatrixResult }> => {
      const client = await start({ folder, initializationOptions: { storage } });
      const chain = await client.connection.sendRequest<ChainResult | null>(CHAIN_METHOD, {
        entry: "fused_norm",
      });
      const matrix = await client.connection.sendRequest<MatrixResult>(MATRIX_METHOD, { by: "features" });
      await client.connection.sendRequest("shutdown");
      return { chain, matrix };
    };
    const first = await session();
    const kept = readdirSync(storage);
    expect(kept).toHaveLength(1);
    const written = statSync(join(storage, kept[0] ?? "")).mtimeMs;
    expect(await session()).toEqual(first);
    // Nothing was found out anew: nothing was written.
    expect(statSync(join(storage, kept[0] ?? "")).mtimeMs).toBe(written);

    const header = join(folder, "lib/include/wavekit/norm.cuh");
    writeFileSync(header, HEADER.replaceAll("1200", "1300"));
    const { chain } = await session();
    expect(chain?.steps.filter(({ via, state }) => via === "launches" && state === "excludes")).toEqual([]);
    expect(chain?.steps.filter(({ via, state }) => via === "launches" && state === "admits")).toHaveLength(1);
  });

  it("is right in two windows on one workspace, whatever each has typed and not saved", async () => {
    const folder = stack("[9, 10]");
    const initializationOptions = { storage: tree({}) };
    const [one, other] = [
      await start({ folder, initializationOptions }),
      await start({ folder, initializationOptions }),
    ];
    const bodies = async ({ connection }: Client): Promise<(string | null)[]> => {
      const chain = await connection.sendRequest<ChainResult | null>(CHAIN_METHOD, { entry: "fused_norm" });
      return (chain?.steps ?? []).filter(({ via }) => via === "launches").map(({ state }) => state);
    };
    const header = uriOf(folder, "lib/include/wavekit/norm.cuh");
    const wide = HEADER.replaceAll("1200", "1300");
    await one.open(header, wide);
    // Each turn writes down what it found out before the other one reads it.
    for (let turn = 0; turn < 2; turn++) {
      expect(await bodies(one)).toEqual(["admits"]);
      expect(await bodies(other)).toEqual(["excludes"]);
      await one.edit(header, `${wide}\n// ${turn}\n`);
      await other.open(header, `${HEADER}\n// ${turn}\n`);
      await other.close(header);
    }
    writeFileSync(join(folder, "lib/include/wavekit/norm.cuh"), wide);
    await other.connection.sendNotification("workspace/didChangeWatchedFiles", {
      changes: [{ uri: header, type: 2 }],
    });
    expect(await bodies(other)).toEqual(["admits"]);
    expect(await bodies(one)).toEqual(["admits"]);
  });
});
