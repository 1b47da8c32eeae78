/** What a project says about itself, and what the editor's settings say about its includes and macros. */
import { writeFileSync } from "node:fs";
import path from "node:path";
import { FileChangeType } from "vscode-languageserver-protocol";
import { expect, it } from "vitest";
import { start, tree, uriOf } from "./harness";
import { HEADER } from "./inputs";

const USES = `#include <limits.h>
__global__ void k() {
#if defined(__CUDA_ARCH__) && __CUDA_ARCH__ < LIMIT
  work();
#endif
}
`;

it("the project's own file says the target, until it says another", async () => {
  const folder = tree({ ".sm-lens.json": '{"target": "sm_90"}', "setup.py": "", "wait.cuh": HEADER });
  const client = await start({ folder });
  const uri = uriOf(folder, "wait.cuh");
  await client.open(uri, HEADER);
  await client.pushed(uri, (all) => all.length === 0);
  const config = path.join(folder, ".sm-lens.json");
  writeFileSync(config, '{"target": "sm_121",\n "tarket": 1}');
  const changes = [{ uri: uriOf(config), type: FileChangeType.Changed }];
  await client.connection.sendNotification("workspace/didChangeWatchedFiles", { changes });
  const found = await client.pushed(uri, (all) => all.length === 2);
  expect(found[0]?.message).toContain("sm_121");
  expect(client.log.join("\n")).toContain(`${config}:2: tarket: is no setting`);
});

it("includes are looked for where the settings say, and macros are what they say", async () => {
  const folder = tree({ "setup.py": "", "a.cu": USES, "headers/limits.h": "#define LIMIT 1200\n" });
  const uri = uriOf(folder, "a.cu");
  const found = async (settings: object): Promise<number> => {
    const client = await start({ folder, settings });
    await client.open(uri, USES);
    return (await client.pushed(uri, () => true)).length;
  };
  expect(await found({})).toBe(0);
  expect(await found({ includePath: ["headers"] })).toBe(1);
  expect(await found({ includePath: ["headers"], target: "sm_90" })).toBe(0);
  expect(await found({ defines: { LIMIT: "1000" } })).toBe(1);
});
