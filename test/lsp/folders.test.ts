/** A workspace of several folders: each has settings of its own. */
import { CodeActionKind } from "vscode-languageserver-protocol";
import { expect, it } from "vitest";
import type { TargetsResult } from "../../server/src/lsp/protocol";
import { start, tree, uriOf } from "./harness";
import { HEADER } from "./inputs";

it("each folder's files are judged by its own settings, and by new ones when they change", async () => {
  const [first, second, third] = [{}, {}, { ".sm-lens.json": '{"target": "sm_121"}' }].map((more) =>
    tree({ "setup.py": "", "wait.cuh": HEADER, ...more }),
  ) as [string, string, string];
  const targets = new Map<string, string | undefined>([
    [uriOf(first), "sm_120"],
    [uriOf(second), "sm_90"],
  ]);
  const settingsOf = (uri: string): unknown => {
    const target = [...targets].find(([folder]) => uri.startsWith(folder))?.[1];
    return target === undefined ? {} : { target };
  };
  const client = await start({ folder: first, others: [second, third], settings: {}, settingsOf });
  const uris = [first, second, third].map((folder) => uriOf(folder, "wait.cuh")) as [string, string, string];
  for (const uri of uris) await client.open(uri, HEADER);
  const [at120, , at121] = [
    await client.pushed(uris[0], (all) => all.length > 0),
    await client.pushed(uris[1], (all) => all.length === 0),
    await client.pushed(uris[2], (all) => all.length > 0),
  ];
  expect(at120.every((one) => JSON.stringify(one.message).includes("sm_120"))).toBe(true);
  expect(at121.every((one) => JSON.stringify(one.message).includes("sm_121"))).toBe(true);

  const asked = async (uri: string): Promise<string> =>
    (await client.connection.sendRequest<TargetsResult>("smLens/targets", { uri })).asked;
  expect(await Promise.all(uris.map(asked))).toEqual(["sm_120", "sm_90", "sm_121"]);

  const ask = (uri: string): Promise<{ title: string }[] | null> =>
    client.connection.sendRequest("textDocument/codeAction", {
      textDocument: { uri },
      range: at120[0]?.range,
      context: { diagnostics: [], only: [CodeActionKind.QuickFix] },
    });
  expect(((await ask(uris[0])) ?? []).some(({ title }) => title.includes("sm_120"))).toBe(true);
  expect((await ask(uris[1])) ?? []).toEqual([]);

  targets.set(uriOf(first), "sm_90").set(uriOf(second), "sm_120");
  await client.changeSettings({});
  await client.pushed(uris[0], (all) => all.length === 0);
  await client.pushed(uris[1], (all) => all.length === at120.length);
});
