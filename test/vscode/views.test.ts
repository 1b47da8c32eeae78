/** The views beside the editor: what they show is what their commands answer. */
import { strict as assert } from "node:assert";
import { afterEach, describe, it } from "mocha";
import * as vscode from "vscode";
import {
  HEADER,
  JIT_MODULE,
  canReadPage,
  checkFirstEdit,
  closeAll,
  findings,
  labelsInPage,
  pause,
  setTarget,
  until,
  untilFindings,
  uriOf,
} from "./support";

const copy = () => vscode.commands.executeCommand<string>("smLens.copyFindings");

interface Chain {
  readonly entry: string;
  readonly steps: readonly { readonly uri: string; readonly state: string }[];
  readonly message: string;
}

describe("the views", () => {
  afterEach(async () => {
    await closeAll();
    await setTarget(undefined);
    await vscode.commands.executeCommand("smLens.groupByConsequence");
    await vscode.commands.executeCommand("smLens.restartServer"); // forgets the scan
  });

  it("list the findings of a scan by consequence, file and rule", async () => {
    const { findings: count } = await vscode.commands.executeCommand<{ findings: number }>(
      "smLens.scanWorkspace",
    );
    await untilFindings(uriOf(HEADER), 3);
    const byConsequence = await until("all findings in the tree", async () => {
      const text = await copy();
      return (text.match(/\[[a-z-]+\]$/gm) ?? []).length === count ? text : undefined;
    });
    const groups = byConsequence.match(/^- \*\*.+$/gm) ?? [];
    assert.match(groups[0] ?? "", /Empty body/);
    assert.match(groups.at(-1) ?? "", /hardware/);
    assert.match(byConsequence, /`include\/tilefuse\/allreduce\.cuh:\d+`/);
    await vscode.commands.executeCommand("smLens.groupByFile");
    assert.match(await copy(), /^- \*\*include\/tilefuse\/allreduce\.cuh\*\* \(3\)$/m);
    await vscode.commands.executeCommand("smLens.groupByRule");
    assert.match(await copy(), /^- \*\*python-list-excludes\*\* \(\d+\)$/m);
    await vscode.commands.executeCommand("smLens.showFindings");
  });

  it("show every finding that the tree has, also when it is made anew while it unfolds", async function () {
    if (!canReadPage()) this.skip();
    await vscode.commands.executeCommand("smLens.showFindings");
    const noise = vscode.languages.createDiagnosticCollection("noise");
    try {
      const scanning = vscode.commands.executeCommand<{ findings: number }>("smLens.scanWorkspace");
      for (const by of ["Rule", "File", "Consequence", "Rule", "Consequence"]) {
        noise.set(uriOf(HEADER), [new vscode.Diagnostic(new vscode.Range(0, 0, 0, 1), `for ${by}`)]);
        await vscode.commands.executeCommand(`smLens.groupBy${by}`);
        await pause(100);
      }
      await scanning;
      await vscode.commands.executeCommand("smLens.groupByFile");
      const wanted = findings(uriOf(HEADER)).length;
      assert.ok(wanted > 1);
      await until("the header's findings below its name", async () => {
        const rows = await labelsInPage(".pane .monaco-list-row[role=treeitem]");
        const header = rows.findIndex((label) => label.includes("allreduce.cuh"));
        const below = rows.slice(header + 1, header + 1 + wanted);
        const areFindings = below.length === wanted && below.every((label) => /, line \d+: /.test(label));
        return header >= 0 && areFindings ? true : undefined;
      });
    } finally {
      noise.dispose();
    }
  });

  it("apply a fix of a file that is not open", async () => {
    await vscode.commands.executeCommand("smLens.scanWorkspace");
    const uri = uriOf(JIT_MODULE);
    const [diagnostic] = await untilFindings(uri, 1);
    assert.ok(diagnostic);
    const applying = vscode.commands.executeCommand<boolean>("smLens.applyFix", { uri, diagnostic });
    await seeThrough(applying);
    assert.equal(await applying, true);
    await untilFindings(uri, 0);
    await vscode.commands.executeCommand("undo");
    await untilFindings(uri, 1);
  });

  it("leave a file as it is that the settings make read-only", async () => {
    const settings = vscode.workspace.getConfiguration("files");
    const { Workspace } = vscode.ConfigurationTarget;
    await settings.update("readonlyInclude", { "tilefuse/jit/**": true }, Workspace);
    try {
      await vscode.commands.executeCommand("smLens.scanWorkspace");
      const uri = uriOf(JIT_MODULE);
      const [diagnostic] = await untilFindings(uri, 1);
      const finding = { uri, diagnostic };
      assert.equal(await vscode.commands.executeCommand("smLens.applyFix", finding), false);
      const document = await vscode.workspace.openTextDocument(uri);
      assert.equal(document.isDirty, false);
      assert.match(document.getText(), /supported_major_versions=\[9, 10\]/);
    } finally {
      await settings.update("readonlyInclude", undefined, Workspace);
    }
  });

  it("show the chain of a name, and of what stands at the cursor", async () => {
    const named = await vscode.commands.executeCommand<Chain | null>("smLens.showChain", {
      entry: JIT_MODULE,
    });
    assert.ok(named, "a file is an entry");
    assert.ok(named.steps.length > 0 && named.message !== "");
    const uri = uriOf(HEADER);
    await vscode.commands.executeCommand("vscode.open", uri);
    const [finding] = await untilFindings(uri, 3);
    assert.ok(finding);
    const position = { line: finding.range.start.line, character: finding.range.start.character };
    const placed = await vscode.commands.executeCommand<Chain | null>("smLens.showChain", {
      uri: uri.toString(),
      position,
    });
    assert.ok(placed?.steps.some((step) => step.state === "excludes"));
  });

  it("ask about a chain again when a file of it changes behind the editor's back", async function () {
    if (!canReadPage()) this.skip();
    const counted = async (): Promise<number | undefined> => {
      const labels = await labelsInPage(".pane .monaco-list-row[role=treeitem]");
      const found = labels.map(
        (label) => /^tilefuse\/jit\/allreduce\.py: (\d+) of \d+ gates/.exec(label)?.[1],
      );
      const shown = found.find((each) => each !== undefined);
      return shown === undefined ? undefined : Number(shown);
    };
    const untilClosed = (count: number): Promise<true> =>
      until(`a chain with ${count} closed`, async () => ((await counted()) === count ? true : undefined));
    await vscode.commands.executeCommand("smLens.showChain", { entry: JIT_MODULE });
    const before = await until("the chain", counted);
    const bytes = await vscode.workspace.fs.readFile(uriOf(JIT_MODULE));
    const text = new TextDecoder().decode(bytes);
    const opened = text.replace("supported_major_versions=[9, 10]", "supported_major_versions=[9, 10, 12]");
    assert.notEqual(opened, text);
    await vscode.workspace.fs.writeFile(uriOf(JIT_MODULE), new TextEncoder().encode(opened));
    try {
      await untilClosed(before - 1);
    } finally {
      await vscode.workspace.fs.writeFile(uriOf(JIT_MODULE), bytes);
    }
    await untilClosed(before);
  });

  it("open the support matrix once, however often it is asked for", async () => {
    await vscode.commands.executeCommand("smLens.showMatrix");
    await vscode.commands.executeCommand("smLens.showMatrix");
    const tabs = await until("the matrix", () => {
      const all = vscode.window.tabGroups.all.flatMap((group) => group.tabs);
      const found = all.filter(({ input }) => input instanceof vscode.TabInputWebview);
      return found.length > 0 ? found : undefined;
    });
    assert.equal(tabs.length, 1);
    // A document whose tab is closed may still be held by the editor, by a preview of edits for one: then it is open,
    // and has its findings.
    const isHeld = () =>
      vscode.workspace.textDocuments.some(({ uri }) => uri.toString() === uriOf(HEADER).toString());
    await until("no findings of a file that is not open", () =>
      isHeld() || findings(uriOf(HEADER)).length === 0 ? true : undefined,
    );
  });
});

/**
 * Takes the first item of the list that comes up, and all of the preview, if there is one: where the chain is known, and
 * gates behind stay closed, the edit asks first.
 */
async function seeThrough(applying: Thenable<boolean>): Promise<void> {
  let hasEnded = false;
  void applying.then(() => (hasEnded = true));
  await until("the fix", async () => {
    await vscode.commands.executeCommand("workbench.action.acceptSelectedQuickOpenItem");
    await pause(200);
    if (hasEnded) return true;
    if (canReadPage() && (await labelsInPage(".bulk-edit-panel .monaco-list-row")).length > 0) {
      await checkFirstEdit();
      await vscode.commands.executeCommand("refactorPreview.apply");
    }
    return undefined;
  });
}
