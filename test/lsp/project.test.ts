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

it.each(["H100", "9.0", "sm90"])("a target goes by the names that people give it: %s", async (target) => {
  for (const [own, settings] of [
    [{ target }, {}],
    [{}, { target }],
  ]) {
    const folder = tree({ ".sm-lens.json": JSON.stringify(own), "setup.py": "", "wait.cuh": HEADER });
    const client = await start({ folder, settings });
    const uri = uriOf(folder, "wait.cuh");
    await client.open(uri, HEADER);
    await client.pushed(uri, (all) => all.length === 0);
    expect(client.log.join("\n")).not.toContain("there is no target");
  }
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

it("Python names of the capability are what the settings and the project's file say", async () => {
  const text = `import _native

def run(x):
    gen = _native.gen()
    if _native.chip() < 9 or not gen == (9, 0):
        raise ValueError()
`;
  const config = '{"capabilityNames": {"gen": "pair"}}';
  const folder = tree({ "setup.py": "", "a.py": text, ".sm-lens.json": config });
  const uri = uriOf(folder, "a.py");
  const client = await start({ folder, settings: { python: { capabilityNames: { chip: "major" } } } });
  await client.open(uri, text);
  const [found] = await client.pushed(uri, (all) => all.length > 0);
  expect(found?.message).toContain("only 9.0 gets in");
  const hover = await client.connection.sendRequest<{ contents: { value: string } }>("textDocument/hover", {
    textDocument: { uri },
    position: { line: 3, character: 5 },
  });
  expect(hover.contents.value).toContain("smLens.python.capabilityNames");
});

it("a form that there is not is told, and the other names hold", async () => {
  const text = "import _native\n\ndef run(x):\n    if _native.chip() != 9:\n        raise ValueError()\n";
  const folder = tree({ "setup.py": "", "a.py": text });
  const uri = uriOf(folder, "a.py");
  for (const wrong of [
    { chip: "major", gen: "float" },
    { chip: "major", "a b": "major" },
  ]) {
    const client = await start({ folder, settings: { python: { capabilityNames: wrong } } });
    await client.open(uri, text);
    await client.pushed(uri, (all) => all.length === 1);
    expect(client.log.join("\n")).toMatch(
      /smLens\.python\.capabilityNames\.(?:gen: has no form "float"|a b: )/,
    );
  }
  const client = await start({ folder, settings: { python: 3 } });
  await client.open(uri, text);
  await client.pushed(uri, () => true);
});
