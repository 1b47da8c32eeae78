/** What the tests in the editor share: opening files of the sample, waiting, reading squiggles, taking pictures. */
import { strict as assert } from "node:assert";
import { existsSync, readFileSync, renameSync, statSync, writeFileSync } from "node:fs";
import path from "node:path";
import { setTimeout } from "node:timers/promises";
import * as vscode from "vscode";
import type { SmLens } from "../../client/src/extension";

const SOURCE = "SM Lens";
/** Many times what an idle machine needs: a busy one is waited for. */
const WAIT_MS = 90_000;

export const HEADER = "include/tilefuse/allreduce.cuh";
export const HOPPER_HEADER = "include/tilefuse/gemm_sm90.cuh";
export const JIT_MODULE = "tilefuse/jit/allreduce.py";

/** The extension under test. */
export function extension(): vscode.Extension<SmLens> {
  const found = vscode.extensions.getExtension<SmLens>("sm-lens.sm-lens");
  assert.ok(found, "the extension is installed");
  return found;
}

export const api = (): Thenable<SmLens> => extension().activate();

export const pause = (ms: number): Promise<void> => setTimeout(ms);

/** Asks until there is an answer, or fails with what was waited for. */
export async function until<T>(what: string, ask: () => T | undefined | Promise<T | undefined>): Promise<T> {
  const end = Date.now() + WAIT_MS;
  for (;;) {
    const answer = await ask();
    if (answer !== undefined) return answer;
    assert.ok(Date.now() < end, `waited in vain for ${what}`);
    await pause(50);
  }
}

export function workspaceFolder(): vscode.Uri {
  const folder = vscode.workspace.workspaceFolders?.[0];
  assert.ok(folder, "a folder is open");
  return folder.uri;
}

export const uriOf = (file: string) => vscode.Uri.joinPath(workspaceFolder(), ...file.split("/"));

/**
 * Opens a file as a person does. A document from `openTextDocument` would be kept for minutes after its tab is
 * closed.
 */
export async function open(file: string): Promise<vscode.TextEditor> {
  const uri = uriOf(file);
  await vscode.commands.executeCommand("vscode.open", uri);
  return until(`the editor of ${file}`, () => {
    const editor = vscode.window.activeTextEditor;
    return editor?.document.uri.toString() === uri.toString() ? editor : undefined;
  });
}

/** One of the folders of a workspace of several. */
export function folderNamed(name: string): vscode.WorkspaceFolder {
  const found = vscode.workspace.workspaceFolders?.find((folder) => folder.name === name);
  assert.ok(found, `the folder ${name} is open`);
  return found;
}

/** A file of one of the folders, opened as a person does. */
export async function openIn(folder: string, file: string): Promise<vscode.TextDocument> {
  const uri = vscode.Uri.joinPath(folderNamed(folder).uri, ...file.split("/"));
  await vscode.commands.executeCommand("vscode.open", uri);
  return until(`the editor of ${file}`, () => {
    const document = vscode.window.activeTextEditor?.document;
    return document?.uri.toString() === uri.toString() ? document : undefined;
  });
}

/** Undoes what was not saved and closes everything, so that a test leaves nothing behind. */
export async function closeAll(): Promise<void> {
  for (const document of vscode.workspace.textDocuments.filter((each) => each.isDirty)) {
    await vscode.window.showTextDocument(document);
    await vscode.commands.executeCommand("workbench.action.files.revert");
  }
  await vscode.commands.executeCommand("workbench.action.closeAllEditors");
}

export function findings(uri: vscode.Uri): vscode.Diagnostic[] {
  return vscode.languages.getDiagnostics(uri).filter((diagnostic) => diagnostic.source === SOURCE);
}

/** Waits for a number of findings in a file; they come in the order of the text. */
export async function untilFindings(uri: vscode.Uri, count: number): Promise<vscode.Diagnostic[]> {
  const name = path.basename(uri.path);
  const found = await until(`${count} findings in ${name}`, () => {
    const all = findings(uri);
    return all.length === count ? all : undefined;
  });
  return found.sort((a, b) => a.range.start.compareTo(b.range.start));
}

/** The quick fixes offered at a place, their edits resolved. */
export async function quickFixes(uri: vscode.Uri, range: vscode.Range): Promise<vscode.CodeAction[]> {
  return vscode.commands.executeCommand<vscode.CodeAction[]>(
    "vscode.executeCodeActionProvider",
    uri,
    range,
    vscode.CodeActionKind.QuickFix.value,
    10,
  );
}

/** What a provider answers once it answers anything: one of a server that still starts answers nothing. */
export function untilAnswered<T>(command: string, ...args: unknown[]): Promise<T[]> {
  return until(`an answer to ${command}`, async () => {
    const all = await vscode.commands.executeCommand<T[] | undefined>(command, ...args);
    return all !== undefined && all.length > 0 ? all : undefined;
  });
}

export async function hoverText(uri: vscode.Uri, at: vscode.Position): Promise<string> {
  const hovers = await untilAnswered<vscode.Hover>("vscode.executeHoverProvider", uri, at);
  const parts = hovers.flatMap((hover) => hover.contents);
  return parts
    .map((part) => (part instanceof vscode.MarkdownString ? part.value : JSON.stringify(part)))
    .join("\n");
}

/**
 * Takes the editor's own Auto Fix at a finding until it is gone: the command does nothing where the selection or the
 * finding has not yet arrived in the window.
 */
export async function autoFix(editor: vscode.TextEditor, finding: vscode.Diagnostic): Promise<void> {
  const { uri } = editor.document;
  const before = findings(uri).length;
  const { start } = finding.range;
  editor.selection = new vscode.Selection(start, start);
  const text = editor.document.getText();
  await until("the fix", async () => {
    await vscode.commands.executeCommand("editor.action.autoFix");
    for (let looked = 0; looked < 10 && editor.document.getText() === text; looked++) await pause(100);
    return editor.document.getText() === text ? undefined : true;
  });
  await untilFindings(uri, before - 1);
}

export async function setTarget(target: string | undefined): Promise<void> {
  const settings = vscode.workspace.getConfiguration("smLens");
  await settings.update("target", target, vscode.ConfigurationTarget.Workspace);
}

/** Whether pictures are wanted in this run, and can be taken (a desktop editor has nobody to take them). */
export const picturesWanted = () =>
  Boolean(process.env["VSCODE_TEST_SCREENSHOTS"]) && vscode.env.uiKind === vscode.UIKind.Web;

/** Asks the runner for a picture of the whole window and waits until it is there. */
export async function takePicture(name: string): Promise<void> {
  const folder = process.env["VSCODE_TEST_SCREENSHOTS"];
  assert.ok(folder, "VSCODE_TEST_SCREENSHOTS names a folder");
  await pause(1500); // what is asked to be shown has no event for being painted
  const wish = path.join(folder, `${name}.want`);
  writeFileSync(wish, "");
  await until(`the picture ${name}`, () => (existsSync(wish) ? undefined : true));
  assert.ok(statSync(path.join(folder, `${name}.png`)).size > 10_000, "the picture shows something");
}

/** Whether what stands in the window can be read (in a desktop editor it cannot). */
export const canReadPage = () =>
  Boolean(process.env["VSCODE_TEST_PAGE"]) && vscode.env.uiKind === vscode.UIKind.Web;

/** Asks whoever looks after the window for something; resolves when it is done. */
async function wishOfPage(name: string, text: string): Promise<string> {
  const folder = process.env["VSCODE_TEST_PAGE"];
  assert.ok(folder, "VSCODE_TEST_PAGE names a folder");
  const wish = path.join(folder, name);
  writeFileSync(`${wish}.draft`, text);
  renameSync(`${wish}.draft`, wish);
  await until("the page", () => (existsSync(wish) ? undefined : true));
  return folder;
}

/** Presses keys in the window, one after another: `ArrowDown`, `Shift+F10`. */
export async function press(...keys: readonly string[]): Promise<void> {
  await wishOfPage("keys.press", keys.join("\n"));
}

/** The labels, as screen readers say them, of all that a CSS selector finds to be seen in the window. */
export async function labelsInPage(selector: string): Promise<readonly string[]> {
  const folder = await wishOfPage("labels.read", selector);
  const labels = JSON.parse(readFileSync(path.join(folder, "labels.json"), "utf8")) as (string | null)[];
  return labels.map((label) => label ?? "");
}

/** Waits until the window shows something that a CSS selector finds; where nobody can look, for a while. */
export async function untilShown(what: string, selector: string): Promise<void> {
  if (!canReadPage()) return pause(2000);
  await until(what, async () => ((await labelsInPage(selector)).length > 0 ? true : undefined));
}

/** Takes the second entry of the list that a command shows, and waits for the command to end. */
export async function takeSecond(choosing: Thenable<unknown>): Promise<void> {
  const rows = ".quick-input-widget .monaco-list-row";
  await untilShown("the list", `${rows}.focused`);
  const first = canReadPage() ? (await labelsInPage(`${rows}.focused`))[0] : undefined;
  await vscode.commands.executeCommand("workbench.action.quickOpenSelectNext");
  if (canReadPage()) {
    await until("the second entry", async () => {
      const [now] = await labelsInPage(`${rows}.focused`);
      return now !== undefined && now !== first ? true : undefined;
    });
  }
  await vscode.commands.executeCommand("workbench.action.acceptSelectedQuickOpenItem");
  await choosing;
}

/** Checks the first entry of the preview of edits that a command shows. */
export async function checkFirstEdit(): Promise<void> {
  const row = '.bulk-edit-panel .monaco-list-row[data-index="0"]';
  await untilShown("the preview", row);
  if (canReadPage()) {
    await until("the keyboard on the first edit", async () => {
      await vscode.commands.executeCommand("list.focusFirst");
      return (await labelsInPage(`${row}.focused`)).length > 0 ? true : undefined;
    });
  } else await vscode.commands.executeCommand("list.focusFirst");
  await vscode.commands.executeCommand("refactorPreview.toggleCheckedState");
  // An input in older editors, an element that says so in newer ones.
  await untilShown("the first edit checked", `${row} input:checked, ${row} [aria-checked="true"]`);
}

/** Settings for the pictures alone: nothing in them that is not about the finding. */
const LOOK: Readonly<Record<string, unknown>> = {
  "workbench.colorTheme": "Default Dark Modern",
  "editor.minimap.enabled": false,
  "editor.occurrencesHighlight": "off",
  "editor.hover.above": false, // what it is about stays in sight
};

export async function decorate(on: boolean): Promise<void> {
  const settings = vscode.workspace.getConfiguration();
  for (const [name, value] of Object.entries(LOOK)) {
    await settings.update(name, on ? value : undefined, vscode.ConfigurationTarget.Global);
  }
}

/** Shows the hover at a place, which comes to stand in the middle. */
export async function hoverAt(editor: vscode.TextEditor, at: vscode.Position): Promise<void> {
  editor.selection = new vscode.Selection(at, at);
  editor.revealRange(new vscode.Range(at, at), vscode.TextEditorRevealType.InCenter);
  await vscode.commands.executeCommand("editor.action.hideHover"); // that of the step before
  // A lens that comes to stand above, or text that still scrolls, takes a hover away again.
  await vscode.commands.executeCommand("vscode.executeCodeLensProvider", editor.document.uri);
  await pause(600);
  await until("the hover", async () => {
    await vscode.commands.executeCommand("editor.action.showHover");
    return (await comes(HOVER)) && (await stays(HOVER)) ? true : undefined;
  });
}

const isShown = async (selector: string): Promise<boolean> =>
  !canReadPage() || (await labelsInPage(selector)).length > 0;

/** Whether something comes to be in the window within a while; taken for granted where nobody can look. */
async function comes(selector: string): Promise<boolean> {
  for (let looked = 0; looked < 10; looked++) {
    await pause(200);
    if (await isShown(selector)) return true;
  }
  return false;
}

/** Whether it stays there. */
async function stays(selector: string): Promise<boolean> {
  for (let looked = 0; looked < 4; looked++) {
    await pause(400);
    if (!(await isShown(selector))) return false;
  }
  return true;
}

const HOVER = ".monaco-hover .hover-row";
