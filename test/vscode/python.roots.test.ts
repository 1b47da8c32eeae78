/** A workspace of three repositories: an application, a server and a library, each with checks in Python. */
import { strict as assert } from "node:assert";
import { afterEach, describe, it } from "mocha";
import * as vscode from "vscode";
import { closeAll, hoverText, openIn, picturesWanted, takePicture, untilFindings } from "./support";

const textAt = (document: vscode.TextDocument, { range }: vscode.Diagnostic): string =>
  document.getText(range);

function placeOf(document: vscode.TextDocument, text: string): vscode.Position {
  const offset = document.getText().indexOf(text);
  assert.ok(offset >= 0, `${text} stands in the file`);
  return document.positionAt(offset + 1);
}

async function pictureOf(name: string, place: vscode.Position): Promise<void> {
  if (!picturesWanted()) return;
  const editor = vscode.window.activeTextEditor;
  assert.ok(editor);
  editor.selection = new vscode.Selection(place, place);
  await vscode.commands.executeCommand("editor.action.showHover");
  await takePicture(name);
}

describe("Python in three repositories", () => {
  afterEach(closeAll);

  it("decides a condition by predicates that another module makes by partial", async () => {
    const document = await openIn("app", "app/comm/fusion.py");
    const [finding] = await untilFindings(document.uri, 1);
    assert.ok(finding);
    assert.match(textAt(document, finding), /is_sm90_supported\(\) or is_sm100_supported\(\)/);
    assert.match(finding.message, /only 9\.0–10\.3 get in/);
    const gate = await hoverText(document.uri, finding.range.start);
    assert.match(gate, /12\.0 \(sm_120\) does not get in here/);
    assert.match(gate, /Left out: 7\.5–8\.9, 11\.0–12\.1/);
    await pictureOf("roots-app", finding.range.start);
  });

  it("finds the table that a capability is looked up in, at the table and from the lookup", async () => {
    const lookup = await openIn("server", "server/config.py");
    const hover = await hoverText(lookup.uri, placeOf(lookup, "FUSED_SUM_MAX_MB.get"));
    assert.match(hover, /Admits 9\.0–10\.3/);
    assert.match(hover, /limits\.py/);
    await untilFindings(lookup.uri, 0);
    const table = await openIn("server", "server/limits.py");
    const [finding] = await untilFindings(table.uri, 1);
    assert.ok(finding);
    assert.match(finding.message, /only 9\.0–10\.3 have one/);
    assert.match(await hoverText(table.uri, finding.range.start), /Left out: 7\.5–8\.9, 11\.0–12\.1/);
    await pictureOf("roots-server", finding.range.start);
  });

  it("reads decorators that refuse and lists that kernels are built for", async () => {
    const decorated = await openIn("lib", "lib/comm.py");
    const [refused] = await untilFindings(decorated.uri, 1);
    assert.ok(refused);
    assert.equal(textAt(decorated, refused), "[90, 100]");
    assert.match(await hoverText(decorated.uri, refused.range.start), /Left out: 7\.5–8\.9, 10\.3–12\.1/);
    await pictureOf("roots-lib", refused.range.start);
    const jit = await openIn("lib", "lib/jit/comm.py");
    const [unbuilt] = await untilFindings(jit.uri, 1);
    assert.ok(unbuilt);
    assert.match(await hoverText(jit.uri, unbuilt.range.start), /Left out: 7\.5–8\.9, 11\.0–12\.1/);
  });
});
