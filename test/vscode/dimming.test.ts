import { strict as assert } from "node:assert";
import { afterEach, describe, it } from "mocha";
import * as vscode from "vscode";
import { HEADER, api, closeAll, open, setTarget, until, untilAnswered, untilFindings } from "./support";

type Lines = readonly (readonly [number, number])[];

/** The dimmed lines of a document once they are as wanted. */
async function untilDimmed(
  uri: vscode.Uri,
  wanted: (excluded: Lines, partly: Lines) => boolean,
): Promise<Lines> {
  const smLens = await api();
  return until(`dimmed lines of ${uri.path}`, () => {
    const shown = smLens.inactiveRegions(uri);
    return shown && wanted(shown.excluded, shown.partly) ? shown.excluded : undefined;
  });
}

const lineOf = (document: vscode.TextDocument, text: string, from = 0): number =>
  document.positionAt(document.getText().indexOf(text, from)).line;

describe("dimming", () => {
  afterEach(async () => {
    await setTarget(undefined);
    await vscode.workspace.getConfiguration("smLens").update("alsoShow", undefined);
    await closeAll();
  });

  it("covers what the target does not compile, and follows the target at once", async () => {
    const { document } = await open(HEADER);
    const excluded = await untilDimmed(document.uri, (lines) => lines.length === 4);
    const body = lineOf(document, "__global__ void allreduce_oneshot_kernel") + 2;
    assert.ok(excluded.some(([first, last]) => first === body && last > body));
    for (const [first] of excluded) assert.doesNotMatch(document.lineAt(first).text, /^#/);
    await setTarget("sm_90a");
    await untilDimmed(document.uri, (lines) => lines.length === 1); // the arm for older ones
    await setTarget("sm_75");
    await untilDimmed(document.uri, (lines) => lines.length === 4);
  });

  it("is by half where only some of the chosen targets compile it", async () => {
    const { document } = await open(HEADER);
    await vscode.workspace.getConfiguration("smLens").update("alsoShow", ["sm_90"]);
    await untilDimmed(document.uri, (excluded, partly) => excluded.length === 1 && partly.length === 3);
  });

  it("follows an edit, and is gone when it is switched off or the file is closed", async () => {
    const { document } = await open(HEADER);
    await untilDimmed(document.uri, (lines) => lines.length === 4);
    const edit = new vscode.WorkspaceEdit();
    edit.insert(document.uri, new vscode.Position(2, 0), "#if __CUDA_ARCH__ == 1000\nvoid b200();\n#endif\n");
    assert.ok(await vscode.workspace.applyEdit(edit));
    await untilDimmed(document.uri, (lines) => lines.length === 5 && lines[0]?.[0] === 3);
    const settings = vscode.workspace.getConfiguration("smLens");
    const smLens = await api();
    await settings.update("dimming.enabled", false, vscode.ConfigurationTarget.Workspace);
    await until("no dimming", () => (smLens.inactiveRegions(document.uri) ? undefined : true));
    await settings.update("dimming.enabled", undefined, vscode.ConfigurationTarget.Workspace);
    await untilDimmed(document.uri, (lines) => lines.length === 5);
    // Editors in the browser save by themselves: what is on disk must be the text from before.
    await vscode.commands.executeCommand("undo");
    await document.save();
    const { uri } = document;
    await closeAll();
    await until("no dimming of a closed file", () => (smLens.inactiveRegions(uri) ? undefined : true));
  });

  it("works on a text that is no file", async () => {
    const content = "#if __CUDA_ARCH__ == 900\nvoid hopper();\n#endif\n";
    const document = await vscode.workspace.openTextDocument({ language: "cuda-cpp", content });
    await vscode.window.showTextDocument(document);
    assert.equal(document.uri.scheme, "untitled");
    assert.deepEqual(await untilDimmed(document.uri, (lines) => lines.length === 1), [[1, 1]]);
    await untilFindings(document.uri, 1);
    const folds = await untilAnswered<vscode.FoldingRange>(
      "vscode.executeFoldingRangeProvider",
      document.uri,
    );
    assert.deepEqual(
      folds.map(({ start, end }) => [start, end]),
      [[0, 1]],
    );
  });

  it("works on any file system that can be written to, and leaves what is only shown alone", async () => {
    const content = "#if __CUDA_ARCH__ == 900\nvoid hopper();\n#endif\n";
    const shelf = vscode.workspace.registerFileSystemProvider("sm-lens-shelf", shelfOf(content));
    const shown = vscode.workspace.registerTextDocumentContentProvider("sm-lens-shown", {
      provideTextDocumentContent: () => content,
    });
    try {
      await until("the file system", () => vscode.workspace.fs.isWritableFileSystem("sm-lens-shelf"));
      for (const scheme of ["sm-lens-shown", "sm-lens-shelf"])
        await vscode.window.showTextDocument(vscode.Uri.parse(`${scheme}:/wait.cuh`), { preview: false });
      const uri = vscode.Uri.parse("sm-lens-shelf:/wait.cuh");
      assert.deepEqual(await untilDimmed(uri, (lines) => lines.length === 1), [[1, 1]]);
      await untilFindings(uri, 1);
      const other = vscode.Uri.parse("sm-lens-shown:/wait.cuh");
      assert.equal((await api()).inactiveRegions(other), undefined);
      await untilFindings(other, 0);
    } finally {
      await closeAll();
      vscode.Disposable.from(shelf, shown).dispose();
    }
  });
});

/** A file system whose every file holds the same. */
function shelfOf(content: string): vscode.FileSystemProvider {
  const bytes = new TextEncoder().encode(content);
  const refuse = (): never => {
    throw vscode.FileSystemError.NoPermissions();
  };
  return {
    onDidChangeFile: new vscode.EventEmitter<vscode.FileChangeEvent[]>().event,
    watch: () => new vscode.Disposable(() => undefined),
    stat: () => ({ type: vscode.FileType.File, ctime: 0, mtime: 0, size: bytes.length }),
    readDirectory: () => [],
    readFile: () => bytes,
    writeFile: refuse,
    createDirectory: refuse,
    delete: refuse,
    rename: refuse,
  };
}
