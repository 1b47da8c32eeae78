import * as vscode from "vscode";
import type { PlainPosition, PlainRange } from "../../server/src/lsp/protocol";

export function positionOf({ line, character }: PlainPosition): vscode.Position {
  return new vscode.Position(line, character);
}

export function rangeOf({ start, end }: PlainRange): vscode.Range {
  return new vscode.Range(positionOf(start), positionOf(end));
}

/** As the protocol has it: the editor's own classes do not come whole through every channel. */
export function plainRange({ start, end }: vscode.Range): PlainRange {
  const plain = ({ line, character }: vscode.Position): PlainPosition => ({ line, character });
  return { start: plain(start), end: plain(end) };
}

/** Opens a file with the cursor at a range. */
export async function goTo(uri: vscode.Uri, range: vscode.Range): Promise<vscode.TextEditor> {
  const selection = new vscode.Range(range.start, range.start);
  const editor = await vscode.window.showTextDocument(uri, { selection });
  editor.revealRange(range, vscode.TextEditorRevealType.InCenterIfOutsideViewport);
  return editor;
}

/** `include/x.cuh`, with the folder's name before it where there are several. */
export function shownPath(uri: vscode.Uri): string {
  return vscode.workspace.asRelativePath(uri);
}

/** The folder, and the name that stands last: what a narrow list cuts off is then the folder. */
export function splitPath(uri: vscode.Uri): readonly [folder: string, name: string] {
  const path = shownPath(uri);
  const at = path.lastIndexOf("/");
  return at < 0 ? ["", path] : [path.slice(0, at), path.slice(at + 1)];
}

/** `aot.py:526`. */
export function placeName(uri: vscode.Uri, { start }: PlainRange): string {
  return `${splitPath(uri)[1]}:${start.line + 1}`;
}
