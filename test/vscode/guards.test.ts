import { strict as assert } from "node:assert";
import { writeFileSync } from "node:fs";
import { after, afterEach, before, describe, it } from "mocha";
import * as vscode from "vscode";
import {
  HEADER,
  HOPPER_HEADER,
  autoFix,
  closeAll,
  findings,
  hoverText,
  open,
  quickFixes,
  untilFindings,
  uriOf,
} from "./support";

/** The guards of the header that leave sm_120 out. */
const GUARDS = 3;

describe("guards in a CUDA header", () => {
  afterEach(closeAll);

  it("are underlined at the operand that excludes the target", async () => {
    const { document } = await open(HEADER);
    assert.equal(document.languageId, "cuda-cpp");
    for (const finding of await untilFindings(document.uri, GUARDS)) {
      const underlined = document.getText(finding.range).replace(/^\(|\)$/g, "");
      assert.equal(underlined, "__CUDA_ARCH__ < 1200");
      assert.match(finding.message, /sm_120/);
    }
  });

  it("carry their rule and a link to its page", async () => {
    const { document } = await open(HEADER);
    for (const { code } of await untilFindings(document.uri, GUARDS)) {
      assert.ok(typeof code === "object", "a code with a link");
      assert.match(String(code.value), /^[a-z0-9-]+$/);
      const page = decodeURIComponent(code.target.toString());
      assert.ok(page.includes(`docs/rules/${String(code.value)}.md`), page);
    }
  });

  it("explain themselves on hover", async () => {
    const { document } = await open(HEADER);
    const [first] = await untilFindings(document.uri, GUARDS);
    assert.ok(first);
    const text = await hoverText(document.uri, first.range.start);
    assert.match(text, /sm_120/);
    assert.match(text, /sm_90/);
    assert.match(text, /__CUDA_ARCH__ < 1200/);
  });

  it("explain the lines they guard", async () => {
    const { document } = await open(HEADER);
    await untilFindings(document.uri, GUARDS);
    const inside = document.positionAt(document.getText().indexOf("int index = blockIdx", 2600));
    assert.match(await hoverText(document.uri, inside), /sm_120/);
  });

  it("are opened by a quick fix, the squiggle goes, and comes back on undo", async () => {
    const { document } = await open(HEADER);
    const before = document.getText();
    const [first] = await untilFindings(document.uri, GUARDS);
    assert.ok(first);
    const fixes = await quickFixes(document.uri, first.range);
    const drop = fixes.find((fix) => fix.title.startsWith("Drop the upper bound"));
    assert.ok(drop?.edit, `an offer to drop the bound among: ${fixes.map((fix) => fix.title).join("; ")}`);
    assert.match(drop.title, /adds sm_120/);
    assert.ok(await vscode.workspace.applyEdit(drop.edit));
    await untilFindings(document.uri, GUARDS - 1);
    const line = document.lineAt(first.range.start.line).text;
    assert.equal(line, "#if (defined(__CUDA_ARCH__) && (__CUDA_ARCH__ >= 900))");
    await vscode.commands.executeCommand("undo");
    await untilFindings(document.uri, GUARDS);
    assert.equal(document.getText(), before);
  });

  it("are opened by the editor's own Auto Fix at the cursor", async () => {
    const editor = await open(HEADER);
    const [first] = await untilFindings(editor.document.uri, GUARDS);
    assert.ok(first);
    await autoFix(editor, first);
    assert.equal(findings(editor.document.uri).length, GUARDS - 1);
  });

  it("are answered for while the text is typed", async () => {
    const { document } = await open(HEADER);
    await untilFindings(document.uri, GUARDS);
    const edit = new vscode.WorkspaceEdit();
    edit.insert(
      document.uri,
      new vscode.Position(2, 0),
      "#if __CUDA_ARCH__ == 1000\nvoid only_b200();\n#endif\n",
    );
    assert.ok(await vscode.workspace.applyEdit(edit));
    const found = await untilFindings(document.uri, GUARDS + 1);
    assert.equal(found[0]?.range.start.line, 2);
  });

  it("that keep wgmma from the target are explained and get no fix", async () => {
    const { document } = await open(HOPPER_HEADER);
    const [finding] = await untilFindings(document.uri, 1);
    assert.ok(finding);
    assert.notEqual(finding.severity, vscode.DiagnosticSeverity.Error);
    assert.match(`${finding.message} ${JSON.stringify(finding.relatedInformation)}`, /wgmma/);
    const fixes = await quickFixes(document.uri, finding.range);
    assert.deepEqual(
      fixes.filter((fix) => fix.isPreferred ?? false).map((fix) => fix.title),
      [],
    );
  });

  it("are no longer told when their file is closed", async () => {
    await vscode.commands.executeCommand("smLens.restartServer"); // forgets an earlier scan
    const { document } = await open(HEADER);
    await untilFindings(document.uri, GUARDS);
    await closeAll();
    await untilFindings(uriOf(HEADER), 0);
  });
});

describe("files that the editor knows no language for", () => {
  const template = "include/tilefuse/generated.jinja";

  before(() => {
    writeFileSync(
      uriOf(template).fsPath,
      "#if __CUDA_ARCH__ >= 900 && __CUDA_ARCH__ < 1200\n{{ body }}\n#endif\n",
    );
  });
  after(async () => {
    await closeAll();
    await vscode.workspace.fs.delete(uriOf(template));
  });

  it("are read by their names", async () => {
    const { document } = await open(template);
    await untilFindings(document.uri, 1);
    assert.equal(findings(document.uri).length, 1);
  });
});
