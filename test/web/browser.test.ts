/** In a browser nothing is on a disk: squiggles, hovers and fixes must come out of the editor's file system alone. */
import * as vscode from "vscode";
import type { SmLens } from "../../client/src/extension";

const HEADER = "include/tilefuse/allreduce.cuh";
const JIT_MODULE = "tilefuse/jit/allreduce.py";

function pause(ms: number): Promise<void> {
  return new Promise((resolve) => {
    setTimeout(resolve, ms);
  });
}

async function until<T>(what: string, ask: () => T | undefined | Promise<T | undefined>): Promise<T> {
  for (const end = Date.now() + 90_000; Date.now() < end;) {
    const answer = await ask();
    if (answer !== undefined) return answer;
    await pause(50);
  }
  throw new Error(`waited in vain for ${what}`);
}

function equal<T>(actual: T, expected: T): void {
  if (actual !== expected) throw new Error(`expected ${String(expected)}, got ${String(actual)}`);
}

function uriOf(file: string): vscode.Uri {
  const folder = vscode.workspace.workspaceFolders?.[0];
  if (!folder) throw new Error("no folder is open");
  return vscode.Uri.joinPath(folder.uri, ...file.split("/"));
}

/** As a person does: a document from `openTextDocument` would outlive its tab. */
async function open(file: string): Promise<vscode.TextDocument> {
  const uri = uriOf(file);
  await vscode.commands.executeCommand("vscode.open", uri);
  return until(`the editor of ${file}`, () => {
    const document = vscode.window.activeTextEditor?.document;
    return document?.uri.toString() === uri.toString() ? document : undefined;
  });
}

function findings(uri: vscode.Uri): vscode.Diagnostic[] {
  return vscode.languages.getDiagnostics(uri).filter((each) => each.source === "SM Lens");
}

function untilFindings(file: string, count: number): Promise<vscode.Diagnostic[]> {
  return until(`${count} findings in ${file}`, () => {
    const found = findings(uriOf(file));
    return found.length === count ? found : undefined;
  });
}

describe("in the browser", () => {
  it("the workspace is no folder of a disk", () => {
    equal(uriOf("").scheme === "file", false);
  });

  it("finds guards in a header", async () => {
    await open(HEADER);
    await untilFindings(HEADER, 3);
  });

  it("answers a hover", async () => {
    const document = await open(HEADER);
    const [finding] = await untilFindings(HEADER, 3);
    const hovers = await until("the hover", async () => {
      const all = await vscode.commands.executeCommand<vscode.Hover[]>(
        "vscode.executeHoverProvider",
        document.uri,
        finding?.range.start,
      );
      return all.length > 0 ? all : undefined;
    });
    const text = hovers.flatMap(({ contents }) =>
      contents.map((each) => (each as vscode.MarkdownString).value),
    );
    equal(text.join("\n").includes("sm_120"), true);
  });

  it("folds guards, lists functions and dims what is not compiled", async () => {
    const { uri } = await open(HEADER);
    await untilFindings(HEADER, 3);
    const ask = <T>(what: string): Promise<T[]> =>
      until(what, async () => {
        const all = await vscode.commands.executeCommand<T[] | undefined>(what, uri);
        return all !== undefined && all.length > 0 ? all : undefined;
      });
    const folds = await ask<vscode.FoldingRange>("vscode.executeFoldingRangeProvider");
    equal(folds.length > 5, true);
    const symbols = await ask<vscode.DocumentSymbol>("vscode.executeDocumentSymbolProvider");
    equal(
      symbols.some(({ name }) => name === "allreduce_oneshot_kernel"),
      true,
    );
    const extension = vscode.extensions.getExtension<SmLens>("sm-lens.sm-lens");
    await until("dimmed lines", () => {
      const excluded = extension?.exports.inactiveRegions(uri)?.excluded ?? [];
      return excluded.length > 0 ? excluded : undefined;
    });
  });

  it("parses Python and follows its imports", async () => {
    await open(JIT_MODULE);
    const [finding] = await untilFindings(JIT_MODULE, 1);
    equal(/12\.0|sm_120/.test(finding?.message ?? ""), true);
  });

  it("scans the workspace", async () => {
    await vscode.commands.executeCommand("workbench.action.closeAllEditors");
    const outcome = await vscode.commands.executeCommand<{
      filesScanned: number;
      findings: number;
      faults: number;
    }>("smLens.scanWorkspace");
    equal(outcome.filesScanned, 11);
    equal(outcome.faults, 0);
    const shown = await until("all findings of the scan", () => {
      const all = vscode.languages.getDiagnostics().flatMap(([uri]) => findings(uri));
      return all.length === outcome.findings ? all : undefined;
    });
    equal(
      shown.some(({ range }) => range.start.line === 0),
      false,
    );
  });

  it("applies a fix", async () => {
    const document = await open(HEADER);
    const [finding] = await untilFindings(HEADER, 3);
    const actions = await vscode.commands.executeCommand<vscode.CodeAction[]>(
      "vscode.executeCodeActionProvider",
      document.uri,
      finding?.range,
      vscode.CodeActionKind.QuickFix.value,
      10,
    );
    const edit = actions.find((action) => action.edit !== undefined)?.edit;
    if (!edit) throw new Error("no fix is offered");
    equal(await vscode.workspace.applyEdit(edit), true);
    await untilFindings(HEADER, 2);
    await vscode.commands.executeCommand("undo");
    await untilFindings(HEADER, 3);
  });

  it("restarts the server", async () => {
    await vscode.commands.executeCommand("smLens.restartServer");
    await open(JIT_MODULE);
    await untilFindings(JIT_MODULE, 1);
  });
});
