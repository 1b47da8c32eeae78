import * as vscode from "vscode";
import { FILE_METHOD } from "../../server/src/lsp/protocol";
import type { FileAnswer, FileQuestion } from "../../server/src/lsp/protocol";
import type { Server } from "./server";

/** Lets the server read the editor's file systems: virtual workspaces, and in a browser everything. */
export function answerFiles(server: Server): void {
  server.onRequest(FILE_METHOD, answer);
}

async function answer({ what, uri }: FileQuestion): Promise<FileAnswer> {
  try {
    const place = vscode.Uri.parse(uri, true);
    if (what === "list") return listed(await vscode.workspace.fs.readDirectory(place));
    if (what === "read")
      return { kind: "bytes", base64: base64Of(await vscode.workspace.fs.readFile(place)) };
    return statted(await vscode.workspace.fs.stat(place));
  } catch (error) {
    if (isMissing(error)) return { kind: "missing" };
    return { kind: "problem", message: error instanceof Error ? error.message : String(error) };
  }
}

function isMissing(error: unknown): boolean {
  return error instanceof vscode.FileSystemError && /^(FileNotFound|FileNotADirectory)$/.test(error.code);
}

function listed(entries: readonly [string, vscode.FileType][]): FileAnswer {
  return { kind: "entries", entries: entries.map(([name, type]) => ({ name, kind: kindOf(type) })) };
}

/** No editor tells where a link leads, so a loop of links would not be seen: folders behind links are not entered. */
function kindOf(type: vscode.FileType): "file" | "folder" | "other" {
  const isLink = (type & vscode.FileType.SymbolicLink) !== 0;
  return isLink && type & vscode.FileType.Directory ? "other" : targetKind(type);
}

/** What a link leads to is told beside its being one. */
function targetKind(type: vscode.FileType): "file" | "folder" | "other" {
  if (type & vscode.FileType.Directory) return "folder";
  return type & vscode.FileType.File ? "file" : "other";
}

function statted({ type, size, mtime }: vscode.FileStat): FileAnswer {
  return { kind: "stat", type: targetKind(type), size, version: `${mtime}:${size}` };
}

/** Bytes a call takes as arguments at once. */
const CHUNK = 0x8000;

export function base64Of(bytes: Uint8Array): string {
  let text = "";
  for (let at = 0; at < bytes.length; at += CHUNK) {
    text += String.fromCharCode(...bytes.subarray(at, at + CHUNK));
  }
  return btoa(text);
}
