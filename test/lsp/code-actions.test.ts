import { describe, expect, it } from "vitest";
import type { CodeAction } from "vscode-languageserver-protocol/node";
import type { Client } from "./harness";
import { start, tree, uriOf } from "./harness";
import { HEADER, JIT_LIST, OPENED } from "./inputs";

const uri = "file:///somewhere/wait.cuh";

async function actionsAtFirst(client: Client, only?: string[]): Promise<CodeAction[]> {
  const [first] = await client.pulled(uri);
  if (first === undefined) throw new Error("no finding");
  return client.codeActions(uri, first.range, [first], only);
}

function there(action: CodeAction | undefined): CodeAction {
  if (action === undefined) throw new Error("no such action");
  return action;
}

describe("quick fixes", () => {
  it("are offered for a finding, resolve to versioned edits, and make the finding go away", async () => {
    const client = await start({ pull: true });
    await client.open(uri, HEADER);
    const actions = await actionsAtFirst(client);
    const [first] = actions;
    expect(first).toMatchObject({
      kind: "quickfix",
      isPreferred: true,
      diagnostics: [{ source: "SM Lens" }],
    });
    expect(first?.title).toContain("< 1200");
    expect(actions.every((action) => action.edit === undefined)).toBe(true);
    expect(actions.filter((action) => action.isPreferred)).toHaveLength(1);
    const resolved = await client.resolve(there(first));
    expect(resolved.edit?.documentChanges?.[0]).toMatchObject({ textDocument: { uri, version: 1 } });
    expect(resolved.edit?.changeAnnotations).toBeUndefined();
    await client.apply(resolved.edit ?? {});
    expect((await client.pulled(uri)).map((each) => each.range.start.line)).toEqual([6]);
  });

  it("of one kind in the whole file ask before they are applied", async () => {
    const client = await start({ pull: true });
    await client.open(uri, HEADER);
    const all = (await actionsAtFirst(client)).find((action) =>
      /^All of this kind in the file: .*'$/.test(action.title),
    );
    expect(all?.isPreferred).toBeUndefined();
    const { edit } = await client.resolve(there(all));
    const annotations = Object.values(edit?.changeAnnotations ?? {});
    expect(annotations).toMatchObject([{ needsConfirmation: true }]);
    await client.apply(edit ?? {});
    expect(client.text(uri).getText()).toBe(OPENED);
    expect(await client.pulled(uri)).toEqual([]);
  });

  it("are no part of fixing everything at once, and come only where asked for", async () => {
    const client = await start({ pull: true });
    await client.open(uri, HEADER);
    expect(await actionsAtFirst(client, ["source.fixAll"])).toEqual([]);
    expect(await actionsAtFirst(client, ["source"])).toEqual([]);
    expect(await actionsAtFirst(client, ["refactor"])).toEqual([]);
    expect(await actionsAtFirst(client, ["quickfix"])).not.toEqual([]);
    const start0 = { line: 0, character: 0 };
    expect(await client.codeActions(uri, { start: start0, end: start0 }, [])).toEqual([]);
  });

  it("do not resolve against a text that is gone", async () => {
    const client = await start({ pull: true });
    await client.open(uri, HEADER);
    const [first] = await actionsAtFirst(client);
    await client.edit(uri, `// one line more\n${HEADER}`);
    await expect(client.resolve(there(first))).rejects.toMatchObject({ code: -32801 });
  });

  it("carry their edits where the client cannot resolve, plain ones where it knows no versions", async () => {
    const client = await start({
      pull: true,
      capabilities: { workspace: {}, textDocument: { diagnostic: {} } },
    });
    await client.open(uri, HEADER);
    const [first] = await actionsAtFirst(client);
    expect(Object.keys(first?.edit?.changes ?? {})).toEqual([uri]);
  });

  it("extend a Python list in its own style", async () => {
    const folder = tree({});
    const client = await start({ pull: true, folder });
    const file = uriOf(folder, "jit.py");
    await client.open(file, JIT_LIST, "python");
    const [finding] = await client.pulled(file);
    expect(finding?.range.start.line).toBe(1);
    const [first] = await client.codeActions(
      file,
      finding?.range ?? { start: { line: 1, character: 0 }, end: { line: 1, character: 0 } },
      finding ? [finding] : [],
    );
    const { edit } = await client.resolve(there(first));
    await client.apply(edit ?? {});
    expect(client.text(file).getText()).toBe(JIT_LIST.replace("[9, 10]", "[9, 10, 12]"));
    expect(await client.pulled(file)).toEqual([]);
  });

  it("end in what else can be done, in our own client alone", async () => {
    const titles = async (client: Client): Promise<string[]> => {
      await client.open(uri, HEADER);
      const actions = await actionsAtFirst(client);
      return actions.filter(({ command }) => command !== undefined).map(({ title }) => title);
    };
    expect(await titles(await start({ capabilities: { experimental: { smLens: {} } } }))).toEqual([
      "Open the whole chain",
      "Show gate chain",
      "Explain this gate",
      "Silence with reason",
      expect.stringMatching(/^Open the page of [a-z-]+$/),
    ]);
    expect(await titles(await start())).toEqual([]);
  });
});
