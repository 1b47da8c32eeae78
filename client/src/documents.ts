import * as vscode from "vscode";

/** Languages the server reads; VS Code itself owns `cuda-cpp`. */
const LANGUAGES = ["cuda-cpp", "cpp", "c", "python"];

/** Files the server reads whatever language the editor takes them for. */
const PATTERNS = ["**/*.{cuh,cu,h,hpp,cpp,cc,cxx,inl,jinja}", "**/CMakeLists.txt", "**/*.cmake"];

/** A part of a document selector that both the editor and the language client understand. */
interface Filter {
  readonly scheme: string;
  readonly language?: string;
  readonly pattern?: string;
}

/** Files, wherever they are opened from; `vscode-vfs` are repositories that are read from afar. */
const SCHEMES = ["file", "untitled", "vscode-remote", "vscode-vfs"];

/**
 * What the server is asked about. Schemes are named, so that the old side of a comparison (`git:`) and the like are
 * left out; a virtual workspace brings its own.
 */
export function documentSelector(): Filter[] {
  const folders = vscode.workspace.workspaceFolders ?? [];
  const schemes = new Set([...SCHEMES, ...folders.map((folder) => folder.uri.scheme)]);
  return [...schemes].flatMap((scheme) => [
    ...LANGUAGES.map((language) => ({ scheme, language })),
    ...PATTERNS.map((pattern) => ({ scheme, pattern })),
  ]);
}
