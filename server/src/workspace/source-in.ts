import type { Files } from "../text/files";
import { makeSource } from "../text/source";
import type { SourceText } from "../text/source";

/** The files as one analysis read them, each made a source once; null for what it did not read. */
export function sourceIn(files: Pick<Files, "read">): (path: string) => SourceText | null {
  const made = new Map<string, SourceText | null>();
  return (path) => {
    const known = made.get(path);
    if (known !== undefined) return known;
    const text = files.read(path) ?? null;
    const source = text === null ? null : makeSource(path, text);
    made.set(path, source);
    return source;
  };
}
