import { strict as assert } from "node:assert";
import { afterEach, describe, it } from "mocha";
import * as vscode from "vscode";
import { JIT_MODULE, closeAll, hoverText, open, quickFixes, untilFindings } from "./support";

describe("version lists in Python", () => {
  afterEach(closeAll);

  it("are underlined where they leave the target out", async () => {
    const { document } = await open(JIT_MODULE);
    const [finding] = await untilFindings(document.uri, 1);
    assert.ok(finding);
    assert.match(document.lineAt(finding.range.start.line).text, /supported_major_versions=\[9, 10\]/);
    assert.match(await hoverText(document.uri, finding.range.start), /12\.0/);
  });

  it("are extended in their own style by a quick fix", async () => {
    const { document } = await open(JIT_MODULE);
    const [finding] = await untilFindings(document.uri, 1);
    assert.ok(finding);
    const fixes = await quickFixes(document.uri, finding.range);
    const extend = fixes.find((fix) => fix.title.includes("12") && fix.edit);
    assert.ok(extend?.edit, `an offer to add 12 among: ${fixes.map((fix) => fix.title).join("; ")}`);
    assert.ok(await vscode.workspace.applyEdit(extend.edit));
    await untilFindings(document.uri, 0);
    assert.match(document.getText(), /supported_major_versions=\[9, 10, 12\]/);
    await vscode.commands.executeCommand("undo");
    await untilFindings(document.uri, 1);
  });
});
