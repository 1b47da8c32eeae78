import * as vscode from "vscode";

/** Languages the server reads; VS Code itself owns `cuda-cpp`. */
const LANGUAGES = ["cuda-cpp", "cpp", "c", "python"];

/** Files the server reads whatever language the editor takes them for. */
const PATTERNS = ["**/*.{cuh,cu,h,hpp,cpp,cc,cxx,inl,jinja}", "**/CMakeLists.txt", "**/*.cmake"];

/** A part of a document selector that both the editor and the language client understand. */
type Filter = { readonly language: string } | { readonly pattern: string };

/** What the server is asked about, wherever it comes from: see `isServed`. */
export function documentSelector(): Filter[] {
  return [...LANGUAGES.map((language) => ({ language })), ...PATTERNS.map((pattern) => ({ pattern }))];
}

/** Texts that belong to nobody's file system and are people's own all the same. */
const OWN_SCHEMES = new Set(["file", "untitled", "vscode-remote", "vscode-vfs"]);

/**
 * Whether the server is told of a document: those that can be edited, from any file system, and those of the workspace.
 * The old side of a comparison (`git:`) and what else is only shown is left out.
 */
export function isServed({ uri: { scheme } }: Pick<vscode.TextDocument, "uri">): boolean {
  const { fs, workspaceFolders = [] } = vscode.workspace;
  return (
    OWN_SCHEMES.has(scheme) ||
    workspaceFolders.some(({ uri }) => uri.scheme === scheme) ||
    fs.isWritableFileSystem(scheme) === true
  );
}

/** Whether a document is one that the server answers for. */
export function isOurs(document: vscode.TextDocument): boolean {
  return vscode.languages.match(documentSelector(), document) > 0 && isServed(document);
}
