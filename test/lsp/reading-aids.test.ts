import { setTimeout as sleep } from "node:timers/promises";
import { describe, expect, it } from "vitest";
import type {
  CodeLens,
  DocumentLink,
  DocumentSymbol,
  FoldingRange,
  InlayHint,
  WorkspaceEdit,
} from "vscode-languageserver-protocol/node";
import type { Client } from "./harness";
import { start, tree, uriOf } from "./harness";
import { HEADER, JIT_LIST } from "./inputs";

const uri = "file:///somewhere/wait.cuh";
const everything = { start: { line: 0, character: 0 }, end: { line: 1000, character: 0 } };

const ask = <T>(client: Client, method: string, of: string, more: object = {}): Promise<T> =>
  client.connection.sendRequest(method, { textDocument: { uri: of }, ...more });

const OURS = { experimental: { smLens: {} } };

describe("inlay hints", () => {
  it("stand at the end of a condition that leaves the target out", async () => {
    const client = await start();
    await client.open(uri, HEADER);
    const hints = await ask<InlayHint[]>(client, "textDocument/inlayHint", uri, { range: everything });
    expect(hints.map(({ position, label }) => [position.line, label])).toEqual([
      [2, "sm_90–sm_110 · not sm_120"],
      [6, "sm_90–sm_110 · not sm_120"],
    ]);
    expect(hints[0]?.position.character).toBe(HEADER.split("\n")[2]?.length);
    const first = { ...everything, end: { line: 3, character: 0 } };
    expect(await ask(client, "textDocument/inlayHint", uri, { range: first })).toHaveLength(1);
  });

  it("are about devices in Python, and follow the settings", async () => {
    const client = await start({ settings: { alsoShow: ["sm_121", "no_such"] } });
    const file = "file:///somewhere/jit.py";
    await client.open(file, JIT_LIST, "python");
    const hints = await ask<InlayHint[]>(client, "textDocument/inlayHint", file, { range: everything });
    expect(hints.map(({ label }) => label)).toEqual(["9.0–10.3 · not 12.0, 12.1"]);
    await client.changeSettings({ inlayHints: "off" });
    expect(await ask(client, "textDocument/inlayHint", file, { range: everything })).toEqual([]);
    await client.changeSettings({ target: "sm_90", inlayHints: "all" });
    const all = await ask<InlayHint[]>(client, "textDocument/inlayHint", file, { range: everything });
    expect(all.map(({ label }) => label)).toEqual(["9.0–10.3"]);
  });
});

describe("code lenses", () => {
  it("tell above a function how many gates leave the target out", async () => {
    const client = await start();
    await client.open(uri, HEADER);
    const lenses = await ask<CodeLens[]>(client, "textDocument/codeLens", uri);
    expect(lenses.map(({ range, command }) => [range.start.line, command?.title, command?.command])).toEqual([
      [1, "sm_120: 2 gates closed", ""],
    ]);
  });

  it("lead to the chain in our own client, and can be switched off", async () => {
    const client = await start({ capabilities: OURS, settings: {} });
    await client.open(uri, HEADER);
    const [lens] = await ask<CodeLens[]>(client, "textDocument/codeLens", uri);
    expect(lens?.command?.command).toBe("smLens.showChain");
    expect(lens?.command?.arguments).toEqual([{ uri, position: { line: 1, character: 16 } }]);
    await client.changeSettings({ codeLens: false });
    expect(await ask(client, "textDocument/codeLens", uri)).toEqual([]);
  });

  describe("and chains", () => {
    const KERNEL = HEADER.replace("__device__ void wait", "__global__ void wait");
    const SOURCE = '#include "gates.cuh"\nvoid run() { wait<<<1, 1>>>(); }\n';
    const OWN = "sm_120: 2 gates closed · show gate chain";
    const WITH_LIST = "sm_120: 2 gates closed, 3 on the chain · show gate chain";

    /** A kernel behind a list of a module builder, both open, its lens shown. */
    async function shown() {
      const folder = tree({
        "setup.py": "",
        "gates.cuh": KERNEL,
        "allreduce.cu": SOURCE,
        "jit.py": JIT_LIST,
      });
      const workspace = { configuration: true, codeLens: { refreshSupport: true } };
      const client = await start({ folder, capabilities: { ...OURS, workspace }, settings: {} });
      const told = { refreshes: 0 };
      client.connection.onRequest("workspace/codeLens/refresh", () => {
        told.refreshes++;
        return null;
      });
      const [file, list] = [uriOf(folder, "gates.cuh"), uriOf(folder, "jit.py")];
      await client.open(file, KERNEL);
      await client.open(list, JIT_LIST, "python");
      const title = async (): Promise<string | undefined> => {
        const [lens] = await ask<CodeLens[]>(client, "textDocument/codeLens", file);
        return lens?.command?.title;
      };
      expect(await title()).toBe(OWN);
      const refreshed = (count: number): Promise<true> =>
        client.until(`refresh ${count}`, () => (told.refreshes === count ? true : undefined));
      const askChain = (): Promise<unknown> =>
        client.connection.sendRequest("smLens/chain", { uri: file, position: { line: 1, character: 16 } });
      return { client, file, list, told, title, refreshed, askChain };
    }

    it("count the gates of the whole chain once somebody has asked for one", async () => {
      const { askChain, refreshed, title, client, file } = await shown();
      await askChain();
      await refreshed(1);
      expect(await title()).toBe(WITH_LIST);
      // For another target it is another question.
      await client.changeSettings({ target: "sm_121" });
      expect(await title()).toBe(OWN.replace("120", "121"));
      await client.close(file);
      await client.open(file, KERNEL);
      expect(await title()).toBe(OWN.replace("120", "121"));
    });

    it("keep their text while somebody types, and ask for no refresh where nothing is other", async () => {
      const { client, list, askChain, refreshed, title, told } = await shown();
      await askChain();
      await refreshed(1);
      await title();
      for (const before of ["#", "##", "###"]) {
        await client.edit(list, `${before} a line more\n${JIT_LIST}`);
        expect(await title()).toBe(WITH_LIST);
      }
      await sleep(2500);
      expect(told.refreshes).toBe(1);
      expect(await title()).toBe(WITH_LIST);
    });

    it("follow another file of the chain when the keys rest", async () => {
      const { client, list, askChain, refreshed, title } = await shown();
      await askChain();
      await refreshed(1);
      await client.edit(list, JIT_LIST.replace("[9, 10]", "[9, 10, 12]"));
      await refreshed(2);
      expect(await title()).toBe(OWN);
    });
  });

  it("stand above the function that builds a module", async () => {
    const client = await start();
    const file = "file:///somewhere/jit.py";
    await client.open(file, JIT_LIST, "python");
    const lenses = await ask<CodeLens[]>(client, "textDocument/codeLens", file);
    expect(lenses.map(({ range }) => JIT_LIST.split("\n")[range.start.line])).toEqual(
      JIT_LIST.split("\n").filter((line) => line.startsWith("def ")),
    );
  });
});

const NESTED = `/* What this is,
   at some length. */
namespace a {
#if __CUDA_ARCH__ >= 900
__global__ void k() {
#if __CUDA_ARCH__ < 1200
  one();
  two();
#else
  three();
#endif
}
#endif
}
`;

describe("folding", () => {
  it("has branches, blocks and comments", async () => {
    const client = await start();
    await client.open(uri, NESTED);
    const folded = await ask<FoldingRange[]>(client, "textDocument/foldingRange", uri);
    expect(folded.map(({ startLine, endLine }) => [startLine, endLine])).toEqual([
      [0, 1],
      [2, 12],
      [3, 11],
      [4, 10],
      [5, 7],
      [8, 9],
    ]);
  });

  it("is told for languages alone whose blocks are known", async () => {
    const { initialized } = await start();
    expect(JSON.stringify(initialized?.capabilities.foldingRangeProvider)).not.toContain("python");
  });
});

describe("document symbols", () => {
  it("are functions and the guards that decide, one inside the other", async () => {
    const client = await start();
    await client.open(uri, NESTED);
    const symbols = await ask<DocumentSymbol[]>(client, "textDocument/documentSymbol", uri);
    const shown = (list: readonly DocumentSymbol[] = []): unknown[] =>
      list.map(({ name, detail, children }) => [name, detail, ...shown(children)]);
    expect(shown(symbols)).toEqual([
      [
        "#if __CUDA_ARCH__ >= 900",
        "sm_90–sm_121",
        [
          "k",
          "__global__",
          ["#if __CUDA_ARCH__ < 1200", "sm_90–sm_110 · not sm_120"],
          ["#else", "sm_120–sm_121"],
        ],
      ],
    ]);
    const check = (list: readonly DocumentSymbol[]): void => {
      for (const { range, selectionRange, children = [] } of list) {
        expect(selectionRange.start.line).toBeGreaterThanOrEqual(range.start.line);
        expect(selectionRange.end.line).toBeLessThanOrEqual(range.end.line);
        check(children);
      }
    };
    check(symbols);
  });
});

describe("document links", () => {
  it("lead from an include to the header that was found", async () => {
    const folder = tree({ "include/a/b.cuh": "", "setup.py": "" });
    const client = await start({ folder });
    const file = uriOf(folder, "include/a/k.cuh");
    await client.open(file, '#include "b.cuh"\n#  include <a/b.cuh>\n#include <missing.h>\n');
    const links = await ask<DocumentLink[]>(client, "textDocument/documentLink", file);
    expect(links.map(({ range, target }) => [range.start, range.end.character, target])).toEqual([
      [{ line: 0, character: 10 }, 15, uriOf(folder, "include/a/b.cuh")],
      [{ line: 1, character: 12 }, 19, uriOf(folder, "include/a/b.cuh")],
    ]);
  });

  it("lead from a list of sources in Python to the CUDA files", async () => {
    const folder = tree({
      "csrc/norm.cu": "",
      "csrc/xqa/mha.h": "",
      "setup.py": "",
      "pkg/jit/__init__.py": "",
    });
    const client = await start({ folder });
    const file = uriOf(folder, "pkg/jit/norm.py");
    await client.open(file, 'SOURCES = ["norm.cu", CSRC / "xqa/mha.h", "gone.cu", "text"]\n', "python");
    const links = await ask<DocumentLink[]>(client, "textDocument/documentLink", file);
    expect(links.map(({ target }) => target)).toEqual([
      uriOf(folder, "csrc/norm.cu"),
      uriOf(folder, "csrc/xqa/mha.h"),
    ]);
  });
});

describe("inactive regions", () => {
  it("are those of the version that they name, for the target and those shown beside it", async () => {
    const client = await start({ capabilities: OURS, settings: {} });
    await client.open(uri, HEADER);
    const regions = (): Promise<unknown> => client.connection.sendRequest("smLens/inactiveRegions", { uri });
    expect(await regions()).toEqual({
      version: 1,
      excluded: [
        [3, 3],
        [7, 7],
      ],
      partly: [],
    });
    await client.edit(uri, `\n${HEADER}`);
    expect(await regions()).toEqual({
      version: 2,
      excluded: [
        [4, 4],
        [8, 8],
      ],
      partly: [],
    });
    await client.changeSettings({ alsoShow: ["sm_90"] });
    expect(await regions()).toEqual({
      version: 2,
      excluded: [],
      partly: [
        [4, 4],
        [8, 8],
      ],
    });
    expect(
      await client.connection.sendRequest("smLens/inactiveRegions", { uri: "file:///not/open.cu" }),
    ).toBeNull();
  });

  it("are told to have changed by settings and by a file that was read, to our own client alone", async () => {
    const folder = tree({ "a.cuh": "", "setup.py": "" });
    const told = async (client: Client): Promise<string[]> => {
      const uris: string[] = [];
      client.connection.onNotification("smLens/changed", (params: { uris: string[] }) => {
        uris.push(...params.uris);
      });
      const [a, b] = [uriOf(folder, "a.cuh"), uriOf(folder, "b.cuh")];
      await client.open(a, "#define LIMIT 1200\n");
      await client.open(b, '#include "a.cuh"\n#if __CUDA_ARCH__ < LIMIT\nx();\n#endif\n');
      await client.pulled(b);
      await client.edit(a, "#define LIMIT 1300\n");
      await client.pulled(b);
      return uris.filter((each) => each === b);
    };
    expect((await told(await start({ folder, capabilities: OURS }))).length).toBe(1);
    expect(await told(await start({ folder }))).toEqual([]);
  });
});

describe("silencing", () => {
  it("answers the edit that puts the reason above the condition", async () => {
    const client = await start();
    await client.open(uri, HEADER);
    const [finding] = await client.pulled(uri);
    const params = { uri, position: finding?.range.start, rule: finding?.code, reason: "measured: no gain" };
    const edit = await client.connection.sendRequest<WorkspaceEdit>("smLens/silence", params);
    await client.apply(edit);
    expect(client.text(uri).getText().split("\n")[2]).toBe(
      `// sm-lens: ignore[${String(finding?.code)}] measured: no gain`,
    );
    expect(await client.pulled(uri)).toHaveLength(1);
    const other = { ...params, rule: "too-wide" };
    expect(await client.connection.sendRequest("smLens/silence", other)).toBeNull();
  });
});
