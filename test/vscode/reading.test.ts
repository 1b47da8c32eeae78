/** What shows in and beside the text unasked, and what can be done from there. */
import { strict as assert } from "node:assert";
import { afterEach, describe, it } from "mocha";
import * as vscode from "vscode";
import {
  HEADER,
  JIT_MODULE,
  closeAll,
  hoverText,
  open,
  pause,
  untilAnswered,
  untilFindings,
  uriOf,
} from "./support";

const ask = <T>(command: string, ...args: unknown[]): Thenable<T> =>
  vscode.commands.executeCommand<T>(command, ...args);

const whole = (document: vscode.TextDocument): vscode.Range => new vscode.Range(0, 0, document.lineCount, 0);

describe("reading", () => {
  afterEach(closeAll);

  it("shows who gets in behind conditions that leave the target out", async () => {
    const { document } = await open(HEADER);
    await untilFindings(document.uri, 3);
    const hints = await untilAnswered<vscode.InlayHint>(
      "vscode.executeInlayHintProvider",
      document.uri,
      whole(document),
    );
    assert.deepEqual(
      hints.map(({ label }) => label),
      Array(3).fill("sm_90–sm_110 · not sm_120"),
    );
  });

  it("tells above a kernel, and above the function that builds it, that gates are closed", async () => {
    for (const [file, count] of [
      [HEADER, 2],
      [JIT_MODULE, 1],
    ] as const) {
      const { document } = await open(file);
      const lenses = await untilAnswered<vscode.CodeLens>("vscode.executeCodeLensProvider", document.uri, 10);
      const ours = lenses.filter(({ command }) => command?.command === "smLens.showChain");
      assert.equal(ours.length, count, file);
      assert.match(ours[0]?.command?.title ?? "", /^sm_120: /);
    }
  });

  it("folds guards and braces, and lists functions with their guards", async () => {
    const { document } = await open(HEADER);
    await untilFindings(document.uri, 3);
    const folds = await untilAnswered<vscode.FoldingRange>(
      "vscode.executeFoldingRangeProvider",
      document.uri,
    );
    const starts = folds.map(({ start }) => document.lineAt(start).text);
    assert.ok(starts.some((text) => text.startsWith("#if (defined")));
    assert.ok(starts.some((text) => text.startsWith("struct AllReduceParams")));
    const symbols = await untilAnswered<vscode.DocumentSymbol>(
      "vscode.executeDocumentSymbolProvider",
      document.uri,
    );
    const kernel = symbols.find(({ name }) => name === "allreduce_oneshot_kernel");
    assert.deepEqual(
      kernel?.children.map(({ detail }) => detail),
      ["sm_90–sm_110 · not sm_120"],
    );
  });

  it("links the sources that a Python file names", async () => {
    const { document } = await open(JIT_MODULE);
    await untilFindings(document.uri, 1);
    const links = await untilAnswered<vscode.DocumentLink>("vscode.executeLinkProvider", document.uri);
    const targets = links.map(({ target }) => target?.toString());
    assert.ok(targets.includes(uriOf("csrc/allreduce.cu").toString()), targets.join("; "));
  });

  it("offers in the hover only commands that there are", async () => {
    const { document } = await open(HEADER);
    const [first] = await untilFindings(document.uri, 3);
    assert.ok(first);
    const text = await hoverText(document.uri, first.range.start);
    const named = [...text.matchAll(/\(command:([\w.]+)/g)].map((match) => match[1] ?? "");
    assert.ok(named.includes("smLens.silenceFinding"));
    const known = await vscode.commands.getCommands(true);
    assert.deepEqual(
      named.filter((command) => !known.includes(command)),
      [],
    );
  });

  it("silences a finding with a reason, and takes it back on undo", async () => {
    const { document } = await open(HEADER);
    const [first] = await untilFindings(document.uri, 3);
    assert.ok(first && typeof first.code === "object");
    const { start } = first.range;
    const rule = String(first.code.value);
    const reason = "measured: no gain";
    await ask("smLens.silenceFinding", { uri: document.uri.toString(), position: start, rule, reason });
    await untilFindings(document.uri, 2);
    const line = document.lineAt(start.line).text;
    assert.equal(line, `// sm-lens: ignore[${rule}] measured: no gain`);
    await ask("undo");
    await untilFindings(document.uri, 3);
  });

  it("says what is missing where the machine has no driver", async () => {
    const done = ask("smLens.detectTarget");
    await Promise.race([done, pause(3000)]);
    assert.equal(vscode.workspace.getConfiguration("smLens").inspect("target")?.workspaceValue, undefined);
  });
});
