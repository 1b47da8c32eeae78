/** Pictures of the views in three themes, for people to look at. */
import { after, afterEach, before, describe, it } from "mocha";
import * as vscode from "vscode";
import { HEADER, closeAll, open, picturesWanted, takePicture, uriOf } from "./support";
import { setTheme, THEMES } from "./themes";

describe("pictures of the views", () => {
  before(async function () {
    if (!picturesWanted()) this.skip();
    await vscode.commands.executeCommand("smLens.scanWorkspace");
    await vscode.commands.executeCommand("notifications.clearAll");
  });
  after(() => setTheme(undefined));
  afterEach(async () => {
    await closeAll();
  });

  for (const [name, theme] of THEMES) {
    it(`findings and a gate chain, ${name}`, async () => {
      await setTheme(theme);
      const editor = await open(HEADER);
      await vscode.commands.executeCommand("smLens.showFindings");
      const line = editor.document
        .getText()
        .split("\n")
        .findIndex((text) => text.includes("lamport"));
      await vscode.commands.executeCommand("smLens.showChain", {
        uri: uriOf(HEADER).toString(),
        position: { line: Math.max(line, 0), character: 0 },
      });
      await vscode.commands.executeCommand("smLens.showChain", { entry: "tilefuse/jit/allreduce.py" });
      await takePicture(`views-${name}`);
    });

    it(`the support matrix, ${name}`, async () => {
      await setTheme(theme);
      await vscode.commands.executeCommand("smLens.showMatrix");
      await takePicture(`matrix-${name}`);
    });
  }
});
