/** The story that docs/story.md tells, played in the sample from its first step to its last; the pictures are its own. */
import { strict as assert } from "node:assert";
import { after, before, describe, it } from "mocha";
import * as vscode from "vscode";
import {
  HEADER,
  JIT_MODULE,
  api,
  canReadPage,
  checkFirstEdit,
  closeAll,
  decorate,
  findings,
  hoverAt,
  labelsInPage,
  open,
  picturesWanted,
  quickFixes,
  takePicture,
  until,
  untilFindings,
  uriOf,
} from "./support";

const KERNEL = "allreduce_oneshot_kernel";

interface Chain {
  readonly steps: readonly { readonly closed: boolean }[];
  readonly message: string;
}

const showChain = (): Thenable<Chain | null> =>
  vscode.commands.executeCommand("smLens.showChain", { entry: JIT_MODULE });

const closedIn = (chain: Chain | null): number => chain?.steps.filter(({ closed }) => closed).length ?? -1;

async function pictureOf(name: string): Promise<void> {
  if (!picturesWanted()) return;
  await vscode.commands.executeCommand("notifications.clearAll");
  await takePicture(name);
}

// One after another: each begins where the one before it ended.
/** The editor asks for lenses later than for all else: the longer the answers took, the longer it waits. */
async function noLens(): Promise<true | undefined> {
  const shown = await labelsInPage(".monaco-editor .codelens-decoration");
  return shown.length === 0 ? true : undefined;
}

describe("the story", () => {
  before(() => decorate(true));
  after(async () => {
    await vscode.commands.executeCommand("workbench.view.explorer");
    await closeAll();
    await decorate(false);
    await vscode.commands.executeCommand("smLens.restartServer"); // forgets the scan
  });

  it("begins with a list that leaves the target out", async () => {
    const editor = await open(JIT_MODULE);
    const [finding] = await untilFindings(editor.document.uri, 1);
    assert.ok(finding);
    assert.match(finding.message, /12\.0/);
    await hoverAt(editor, finding.range.start.translate(0, 1));
    await pictureOf("story-1-list");
  });

  it("goes on with the list widened, which alone builds a kernel that does nothing", async () => {
    const editor = await open(JIT_MODULE);
    const { uri } = editor.document;
    const [finding] = await untilFindings(uri, 1);
    assert.ok(finding);
    const [widen] = await quickFixes(uri, finding.range);
    assert.ok(widen?.edit);
    assert.ok(await vscode.workspace.applyEdit(widen.edit));
    await vscode.commands.executeCommand("smLens.scanWorkspace");
    const half = await until("the half-open chain", () => {
      const [found] = findings(uri);
      return found?.severity === vscode.DiagnosticSeverity.Error ? found : undefined;
    });
    assert.match(half.message, /^Half-open/);
    await hoverAt(await open(JIT_MODULE), half.range.start.translate(0, 1));
    await pictureOf("story-2-half-open");
  });

  it("shows why in the kernel", async () => {
    const editor = await open(HEADER);
    const { document } = editor;
    await untilFindings(document.uri, 3);
    const kernel = document.positionAt(document.getText().indexOf(KERNEL)).line;
    const smLens = await api();
    await until("the dimmed body", () =>
      smLens.inactiveRegions(document.uri)?.excluded.some(([first]) => first === kernel + 2)
        ? true
        : undefined,
    );
    await hoverAt(editor, new vscode.Position(kernel + 2, 4));
    await pictureOf("story-3-empty");
    await vscode.commands.executeCommand("editor.action.hideHover");
  });

  it("lists every gate on the way", async () => {
    const chain = await showChain();
    assert.equal(closedIn(chain), 4);
    await pictureOf("story-4-chain");
  });

  it("ends with all opened that can be, in one edit that was looked at", async () => {
    const opening = vscode.commands.executeCommand<boolean>("smLens.openChain", { entry: JIT_MODULE });
    await checkFirstEdit(); // the header, with its three places
    await pictureOf("story-5-preview");
    await vscode.commands.executeCommand("refactorPreview.apply");
    assert.equal(await opening, true);
    await vscode.commands.executeCommand("workbench.action.closePanel");
    const { document } = await open(HEADER);
    await untilFindings(document.uri, 0);
    if (canReadPage()) await until("no lens above what is open now", noLens);
    assert.equal(closedIn(await showChain()), 1); // the application's own check: no edit at that place alone is right
    await pictureOf("story-6-opened");
    assert.doesNotMatch(document.getText(), /< 1200/);
    await vscode.window.showTextDocument(uriOf(HEADER));
  });
});
