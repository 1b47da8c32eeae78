/** Files that are on no disk: the server reads them through the client. */
import { describe, expect, it } from "vitest";
import type { FileAnswer, FileQuestion, ScanResult } from "../../server/src/lsp/protocol";
import { FILE_METHOD, SCAN_METHOD } from "../../server/src/lsp/protocol";
import type { Client } from "./harness";
import { start } from "./harness";

const ROOT = "memfs://store/my%20project";

const FILES: Readonly<Record<string, string>> = {
  "include/limits.cuh": "#pragma once\n#define NEWEST 1200\n",
  "src/wait.cu": `#include "../include/limits.cuh"
__global__ void wait() {
#if defined(__CUDA_ARCH__) && (__CUDA_ARCH__ < NEWEST)
  cudaGridDependencySynchronize();
#endif
}
`,
  "pkg/compute.py": `import torch

def major():
    return torch.cuda.get_device_capability()[0]
`,
  "pkg/use.py": `from .compute import major

def launch():
    if major() not in (9, 10):
        raise RuntimeError("no")
`,
};

/** Answers as an editor with these files does. */
function serve(client: Client, asked: string[]): void {
  client.connection.onRequest<FileAnswer, unknown>(FILE_METHOD, ({ what, uri }: FileQuestion) => {
    asked.push(uri);
    const path =
      uri === ROOT ? "" : uri.startsWith(`${ROOT}/`) ? decodeURIComponent(uri.slice(ROOT.length + 1)) : null;
    if (path === null) return { kind: "missing" };
    const text = FILES[path];
    const below = Object.keys(FILES).filter((name) => path === "" || name.startsWith(`${path}/`));
    if (text === undefined && below.length === 0) return { kind: "missing" };
    if (what === "stat")
      return {
        kind: "stat",
        type: text === undefined ? "folder" : "file",
        size: text?.length ?? 0,
        version: "1",
      };
    if (what === "read")
      return text === undefined
        ? { kind: "problem", message: "is a folder" }
        : { kind: "bytes", base64: Buffer.from(text).toString("base64") };
    const names = new Set(
      below.map((name) => name.slice(path === "" ? 0 : path.length + 1).split("/")[0] ?? ""),
    );
    const entries = [...names].map((name) => ({
      name,
      kind:
        FILES[path === "" ? name : `${path}/${name}`] === undefined ? ("folder" as const) : ("file" as const),
    }));
    return { kind: "entries", entries };
  });
}

async function startVirtual(asked: string[] = []): Promise<Client> {
  const client = await start({ folderUri: ROOT, pull: true });
  serve(client, asked);
  return client;
}

describe("a virtual workspace", () => {
  it("follows includes and imports through the editor", async () => {
    const client = await startVirtual();
    for (const [file, language] of [
      ["src/wait.cu", "cuda-cpp"],
      ["pkg/use.py", "python"],
    ] as const) {
      const uri = `${ROOT}/${file}`;
      await client.open(uri, FILES[file] ?? "", language);
      const found = await client.pulled(uri);
      expect(JSON.stringify(found), file).toMatch(/sm_120|12\.0/);
      expect(found).toHaveLength(1);
    }
  });

  it("is scanned, and findings have the editor's addresses", async () => {
    const client = await startVirtual();
    const result = await client.connection.sendRequest<ScanResult>(SCAN_METHOD, {});
    expect(result).toMatchObject({ filesScanned: 4, faults: 0 });
    const [guard] = client.lastPushed(`${ROOT}/src/wait.cu`)?.diagnostics ?? [];
    expect(guard?.range.start.line).toBe(2);
    const [check] = client.lastPushed(`${ROOT}/pkg/use.py`)?.diagnostics ?? [];
    expect(check?.range.start.line).toBe(3);
  });

  it("is not read through an editor that has no such files", async () => {
    const client = await start({ folderUri: ROOT, pull: true });
    const uri = `${ROOT}/src/wait.cu`;
    await client.open(uri, FILES["src/wait.cu"] ?? "");
    expect(await client.pulled(uri)).toHaveLength(0); // NEWEST stays unknown: no word on what is not known
    const result = await client.connection.sendRequest<ScanResult>(SCAN_METHOD, {});
    expect(result).toMatchObject({ filesScanned: 0, faults: 1 });
  });

  it("asks nothing of the editor about files of the disk", async () => {
    const asked: string[] = [];
    const client = await startVirtual(asked);
    await client.open("file:///nowhere/x.cu", '#include "y.cuh"\n#if __CUDA_ARCH__ < 1200\nint a;\n#endif\n');
    await client.pulled("file:///nowhere/x.cu");
    expect(asked.filter((uri) => !uri.startsWith("memfs:"))).toEqual([]);
  });
});
