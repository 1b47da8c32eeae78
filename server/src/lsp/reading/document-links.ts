import type { DocumentLink } from "vscode-languageserver";
import type { FileReport } from "../../service";
import type { Span } from "../../text/source";
import { dirname, join } from "../../text/paths";
import type { FileSystem } from "../../workspace/file-system";
import { rangeOf, uriOfKey } from "../locations";
import type { DocumentReport } from "../findings/reports";

/** A source named in a Python string: `"norm.cu"`, `"xqa/mha.h"`, `"batch_decode.jinja"`. */
const SOURCE_NAME = /(["'])([\w./+-]+\.(?:cuh?|cc|cpp|cxx|hp?p?|inl|jinja))\1/g;

/** Where sources lie, seen from a folder between the file and the root. */
const FOLDERS = ["", "csrc", "src", "include", "data/csrc", "data/include", "data"];

/** Names that are looked for in one file at most: a list of sources has hundreds, generated text may have more. */
const MOST_NAMES = 500;

/** Headers that `#include`s lead to, and the CUDA sources that a Python file names. */
export async function documentLinks(
  { report, settings }: DocumentReport,
  disk: FileSystem,
): Promise<DocumentLink[]> {
  const places =
    report.language === "python" ? await namedSources(report, settings.root, disk) : includes(report);
  return places.map(({ span, path }) => ({
    range: rangeOf(report.source, span),
    target: uriOfKey(path),
  }));
}

interface LinkPlace {
  readonly span: Span;
  readonly path: string;
}

function includes(report: FileReport): LinkPlace[] {
  return report.outline.includes.flatMap(({ span, path }) => (path === null ? [] : [{ span, path }]));
}

async function namedSources({ source }: FileReport, root: string, disk: FileSystem): Promise<LinkPlace[]> {
  const folders = foldersAround(source.path, root);
  const known = new Map<string, Promise<string | null>>();
  const pathOf = (name: string): Promise<string | null> => {
    const found = known.get(name) ?? firstFile(folders, name, disk);
    known.set(name, found);
    return found;
  };
  const matches = [...source.text.matchAll(SOURCE_NAME)].slice(0, MOST_NAMES);
  const places = await Promise.all(
    matches.map(async (match): Promise<LinkPlace | null> => {
      const name = match[2] ?? "";
      const path = await pathOf(name);
      const start = match.index + 1;
      return path === null ? null : { span: { start, end: start + name.length }, path };
    }),
  );
  return places.filter((place) => place !== null);
}

/** Nearest first: the folder of the file, those above it up to the root, and what usually lies beside each. */
function foldersAround(path: string, root: string): string[] {
  const folders: string[] = [];
  for (let at = dirname(path); at !== "" && at !== "/" && at.length >= root.length; at = dirname(at))
    folders.push(...FOLDERS.map((name) => (name === "" ? at : join(at, name))));
  return folders;
}

async function firstFile(folders: readonly string[], name: string, disk: FileSystem): Promise<string | null> {
  for (const folder of folders) {
    const path = join(folder, name);
    if ((await disk.stat(path))?.kind === "file") return path;
  }
  return null;
}
