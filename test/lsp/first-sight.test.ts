/** What is shown to who is new: it has to be what the product says. */
import { readFileSync } from "node:fs";
import path from "node:path";
import { expect, it } from "vitest";
import type { InlayHint } from "vscode-languageserver-protocol/node";
import { samplePlace } from "../../scripts/sample-place.mjs";
import { start, uriOf } from "./harness";

const ENTITIES: Readonly<Record<string, string>> = { "&gt;": ">", "&lt;": "<", "&amp;": "&" };

/** The texts of a class in a picture, without marks. */
function textsOf(picture: string, kind: string): string[] {
  const found = [...picture.matchAll(new RegExp(`<text class="${kind}"[^>]*>(.*?)</text>`, "g"))];
  return found.map(([, text = ""]) =>
    text.replace(/<[^>]*>/g, "").replace(/&\w+;/g, (entity) => ENTITIES[entity] ?? entity),
  );
}

it("the walkthrough's picture shows the hint and the hover that its code gets", async () => {
  const picture = readFileSync("client/images/walkthrough/read.svg", "utf8");
  const client = await start({ pull: true });
  const uri = "file:///picture/reduce.cuh";
  await client.open(uri, textsOf(picture, "code").join("\n"));
  const hints = await client.connection.sendRequest<InlayHint[]>("textDocument/inlayHint", {
    textDocument: { uri },
    range: { start: { line: 0, character: 0 }, end: { line: 7, character: 0 } },
  });
  expect(hints.map(({ label }) => label)).toEqual(textsOf(picture, "hint"));
  const hover = (await client.hover(uri, 3, 5))?.replaceAll("**", "");
  for (const line of textsOf(picture, "answer")) expect(hover).toContain(line);
});

it("the sample opens at the first finding of its file", async () => {
  const folder = path.resolve("test/sample");
  const { file, line } = samplePlace(folder);
  const client = await start({ folder, pull: true });
  const uri = uriOf(file);
  await client.open(uri, readFileSync(file, "utf8"));
  const lines = (await client.pulled(uri)).map(({ range }) => range.start.line + 1);
  expect(Math.min(...lines)).toBe(line);
});
