import { describe, expect, it } from "vitest";
import { setTimeout as sleep } from "node:timers/promises";
import { start, tree, uriOf } from "./harness";
import { CLEAN, HEADER, OPENED } from "./inputs";

describe("pushed diagnostics", () => {
  it("come for an open document, with all that an editor shows of them", async () => {
    const client = await start();
    const uri = "file:///somewhere/wait.cuh";
    await client.open(uri, HEADER);
    const found = await client.pushed(uri, (all) => all.length === 2);
    expect(found[0]).toMatchObject({ source: "SM Lens", code: "guard-excludes-target" });
    expect(found[0]?.range.start.line).toBe(2);
    expect(
      HEADER.split("\n")[2]?.slice(found[0]?.range.start.character, found[0]?.range.end.character),
    ).toContain("__CUDA_ARCH__ < 1200");
    expect(client.lastPushed(uri)?.version).toBe(1);
  });

  it("follow incremental edits, the last one deciding however fast they come", async () => {
    const client = await start();
    const uri = "file:///somewhere/wait.cuh";
    await client.open(uri, HEADER);
    await client.pushed(uri, (all) => all.length === 2);
    const bound = (line: number, newText: string) => {
      const start = HEADER.split("\n")[line]?.indexOf("1200") ?? 0;
      const range = { start: { line, character: start }, end: { line, character: start + 4 } };
      return { newText, range };
    };
    const rounds = Array.from({ length: 30 }, () => [bound(2, "1300"), bound(2, "1200")]);
    client.editAtOnce(uri, [...rounds.flat(), bound(6, "1300")]);
    const { version } = client.text(uri);
    await client.until("the last version", () => client.lastPushed(uri)?.version === version || undefined);
    await sleep(400);
    expect(client.lastPushed(uri)?.diagnostics).toHaveLength(1);
    expect(client.lastPushed(uri)?.version).toBe(version);
    // Nothing was said about the versions in between once they were gone.
    expect(client.published.filter((push) => push.uri === uri).length).toBeLessThan(10);
  });

  it("are taken away when the document is closed", async () => {
    const client = await start();
    const uri = "file:///somewhere/wait.cuh";
    await client.open(uri, HEADER);
    await client.pushed(uri, (all) => all.length === 2);
    await client.close(uri);
    await client.pushed(uri, (all) => all.length === 0);
  });

  it("never come after the document was closed", async () => {
    const client = await start();
    const uri = "file:///somewhere/wait.cuh";
    await client.open(uri, HEADER);
    await client.edit(uri, OPENED);
    await client.close(uri);
    await sleep(500);
    expect(client.lastPushed(uri)?.diagnostics ?? []).toEqual([]);
  });

  it("are each document's own", async () => {
    const client = await start();
    await client.open("file:///a/one.cuh", HEADER);
    await client.open("file:///a/two.cuh", CLEAN);
    await client.pushed("file:///a/one.cuh", (all) => all.length === 2);
    await client.pushed("file:///a/two.cuh", (all) => all.length === 0);
    await client.edit("file:///a/two.cuh", HEADER);
    await client.pushed("file:///a/two.cuh", (all) => all.length === 2);
    expect(client.lastPushed("file:///a/one.cuh")?.diagnostics).toHaveLength(2);
  });
});

describe("pulled diagnostics", () => {
  it("come when asked for, and nothing is pushed", async () => {
    const client = await start({ pull: true });
    expect(client.initialized?.capabilities.diagnosticProvider).toMatchObject({
      interFileDependencies: true,
      workspaceDiagnostics: false,
    });
    const uri = "file:///somewhere/wait.cuh";
    await client.open(uri, HEADER);
    expect(await client.pulled(uri)).toHaveLength(2);
    await client.edit(uri, OPENED);
    expect(await client.pulled(uri)).toHaveLength(0);
    await sleep(300);
    expect(client.published).toEqual([]);
  });

  it("are unchanged when nothing changed", async () => {
    const client = await start({ pull: true });
    const uri = "file:///somewhere/wait.cuh";
    await client.open(uri, HEADER);
    const first = await client.pull(uri);
    expect(await client.pull(uri, first.resultId)).toEqual({ kind: "unchanged", resultId: first.resultId });
    await client.edit(uri, OPENED);
    expect(await client.pull(uri, first.resultId)).toMatchObject({ kind: "full", items: [] });
  });

  it("of a document that is not open or not ours are none", async () => {
    const client = await start({ pull: true });
    expect(await client.pulled("file:///nowhere.cu")).toEqual([]);
    await client.open("file:///a/notes.md", HEADER, "markdown");
    expect(await client.pulled("file:///a/notes.md")).toEqual([]);
  });

  it("answer for the text that is there, or say that they were overtaken", async () => {
    const client = await start({ pull: true });
    const uri = "file:///somewhere/wait.cuh";
    await client.open(uri, HEADER);
    const answers: Promise<number | string>[] = [];
    for (let round = 0; round < 20; round++) {
      await client.edit(uri, round % 2 === 0 ? OPENED : HEADER);
      const wanted = round % 2 === 0 ? 0 : 2;
      const answer = client.pulled(uri).then(
        (all) => (all.length === wanted ? "right" : "stale"),
        (error: unknown) => (JSON.stringify(error).includes("retriggerRequest") ? "overtaken" : "error"),
      );
      answers.push(answer);
    }
    const got = await Promise.all(answers);
    expect(got.filter((each) => each !== "right" && each !== "overtaken")).toEqual([]);
    expect(got.at(-1)).toBe("right");
  });
});

describe("settings", () => {
  it("are asked for once a folder, ahead of its documents", async () => {
    const folder = tree({ "a.cuh": HEADER, "deep/b.cuh": HEADER });
    const client = await start({ folder, settings: { target: "sm_90" } });
    await client.until("the question", () => client.configurationRequests[0]);
    for (const name of ["a.cuh", "deep/b.cuh"]) {
      await client.open(uriOf(folder, name), HEADER);
      await client.pushed(uriOf(folder, name), (all) => all.length === 0);
    }
    expect(client.configurationRequests).toEqual([{ scopeUri: uriOf(folder), section: "smLens" }]);
  });

  it("that did not change, or change only how answers look, make nothing be asked again", async () => {
    const settings = { target: "sm_120", inlayHints: "findings" };
    const client = await start({ pull: true, settings });
    const uri = "file:///somewhere/wait.cuh";
    await client.open(uri, HEADER);
    expect(await client.pulled(uri)).toHaveLength(2);
    await client.changeSettings({ ...settings });
    await client.changeSettings({ ...settings, inlayHints: "all", alsoShow: ["sm_90"] });
    await client.changeSettings({ ...settings, target: "sm_90" });
    await client.until("a refresh", () => (client.refreshes > 0 ? true : undefined));
    expect(client.refreshes).toBe(1);
    expect(await client.pulled(uri)).toHaveLength(0);
  });

  it("are asked for per document and change what is told at once", async () => {
    const client = await start({ settings: { target: "sm_90" } });
    const uri = "file:///somewhere/wait.cuh";
    await client.open(uri, HEADER);
    await client.pushed(uri, (all) => all.length === 0);
    expect(client.configurationRequests).toContainEqual({ scopeUri: uri, section: "smLens" });
    await client.changeSettings({ target: "sm_121" });
    const found = await client.pushed(uri, (all) => all.length === 2);
    expect(found[0]?.message).toContain("sm_121");
    await client.changeSettings({ target: "sm_120", rules: { "guard-excludes-target": "off" } });
    await client.pushed(uri, (all) => all.every((each) => each.code !== "guard-excludes-target"));
    await client.changeSettings({ target: "sm_120", rules: { "guard-excludes-target": "hint" } });
    await client.pushed(uri, (all) => all.length === 2 && all.every((each) => each.severity === 4));
    await client.changeSettings({ target: "sm_120", exclude: ["**/somewhere/**"] });
    await client.pushed(uri, (all) => all.length === 0);
  });

  it("make a pulling client ask again", async () => {
    const client = await start({ pull: true, settings: { target: "sm_90" } });
    const uri = "file:///somewhere/wait.cuh";
    await client.open(uri, HEADER);
    expect(await client.pulled(uri)).toHaveLength(0);
    await client.changeSettings({ target: "sm_120" });
    await client.until("a refresh", () => (client.refreshes > 0 ? true : undefined));
    expect(await client.pulled(uri)).toHaveLength(2);
  });

  it("that change before they were known make nothing be asked again", async () => {
    const client = await start({ pull: true, settings: { target: "sm_90" } });
    const uri = "file:///somewhere/early.cuh";
    await client.open(uri, HEADER);
    const [items] = await Promise.all([client.pulled(uri), client.changeSettings({ target: "sm_120" })]);
    expect(items).toHaveLength(2);
    expect(client.refreshes).toBe(0);
    await client.changeSettings({ target: "sm_90" });
    await client.until("a refresh", () => (client.refreshes > 0 ? true : undefined));
    expect(await client.pulled(uri)).toHaveLength(0);
  });

  it("come with the start, or with a change, from a client that cannot be asked", async () => {
    const client = await start({ initializationOptions: { target: "sm_90" } });
    const uri = "file:///somewhere/wait.cuh";
    await client.open(uri, HEADER);
    await client.pushed(uri, (all) => all.length === 0);
    await client.connection.sendNotification("workspace/didChangeConfiguration", {
      settings: { smLens: { target: "sm_120" } },
    });
    await client.pushed(uri, (all) => all.length === 2);
  });

  it("that make no sense count as not given and are told once", async () => {
    const nonsense = { target: "sm_12", rules: { "guard-excludes-target": "loud" }, exclude: "all" };
    const client = await start({ settings: nonsense });
    for (const name of ["one", "two"]) {
      await client.open(`file:///a/${name}.cuh`, HEADER);
      await client.pushed(`file:///a/${name}.cuh`, (all) => all.length === 2);
    }
    expect(client.log.filter((line) => line.includes("sm_12"))).toHaveLength(1);
    expect(client.log.filter((line) => line.includes("loud"))).toHaveLength(1);
  });
});
