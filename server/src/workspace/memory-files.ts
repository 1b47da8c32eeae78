import { dirname, join } from "../text/paths";
import type { Entry, FileStat, FileSystem } from "./file-system";
import { FileProblem } from "./file-system";

/** A file's content, a link (relative targets resolve from the link's folder), or a path that refuses to be read. */
export type MemoryNode = string | Uint8Array | { readonly leadsTo: string } | { readonly problem: string };

export interface MemoryFileSystem extends FileSystem {
  set(path: string, node: MemoryNode): void;
  delete(path: string): void;
}

/** The in-memory twin of the disk: absolute paths, folders implied by the files below them. */
export function memoryFileSystem(
  contents: Readonly<Record<string, MemoryNode>>,
  options: { readonly immediate?: boolean } = {},
): MemoryFileSystem {
  const nodes = new Map(Object.entries(contents));
  const versions = new Map<string, number>();
  const encoder = new TextEncoder();

  const isFolder = (path: string): boolean => {
    const prefix = path === "/" ? "/" : `${path}/`;
    for (const key of nodes.keys()) if (key.startsWith(prefix)) return true;
    return false;
  };

  /** Resolves links component by component; null when nothing is there or the links never end. */
  const resolve = (path: string, budget = 40): string | null => {
    let at = "/";
    for (const part of path.split("/").filter((name) => name !== "")) {
      at = join(at, part);
      const node = nodes.get(at);
      if (
        node === undefined ||
        typeof node === "string" ||
        node instanceof Uint8Array ||
        !("leadsTo" in node)
      )
        continue;
      if (budget-- <= 0) return null;
      const led = resolve(join(dirname(at), node.leadsTo), budget);
      if (led === null) return null;
      at = led;
    }
    return nodes.has(at) || isFolder(at) ? at : null;
  };

  const read = (path: string): Uint8Array => {
    const real = resolve(path);
    const node = real === null ? undefined : nodes.get(real);
    if (node === undefined) {
      throw real === null
        ? new FileProblem("missing", "no such file or folder")
        : new FileProblem("not a file", "is a folder");
    }
    if (typeof node === "string") return encoder.encode(node);
    if (node instanceof Uint8Array) return node;
    throw new FileProblem("denied", "problem" in node ? node.problem : "is a link that leads nowhere");
  };

  const stat = (path: string): FileStat | null => {
    const real = resolve(path);
    if (real === null) return null;
    const node = nodes.get(real);
    if (node === undefined) return { kind: "folder", size: 0, version: "0" };
    const size = typeof node === "string" || node instanceof Uint8Array ? node.length : 0;
    return { kind: "file", size, version: String(versions.get(real) ?? 0) };
  };

  const list = (folder: string): readonly Entry[] => {
    const real = resolve(folder);
    const prefix = real === "/" ? "/" : `${real ?? ""}/`;
    const entries = new Map<string, Entry>();
    for (const [key, node] of real === null ? [] : nodes) {
      if (!key.startsWith(prefix)) continue;
      const [name = "", ...below] = key.slice(prefix.length).split("/");
      const isLink = typeof node === "object" && "leadsTo" in node;
      entries.set(name, { name, kind: below.length > 0 ? "folder" : isLink ? "link" : "file" });
    }
    if (entries.size === 0) throw new FileProblem("missing", "no such file or folder");
    return [...entries.values()];
  };

  return {
    list: (folder) => promised(() => list(folder)),
    read: (path) => promised(() => read(path)),
    stat: (path) => promised(() => stat(path)),
    realPath: (path) => promised(() => resolve(path)),
    ...(options.immediate === false ? {} : { immediate: { read, stat } }),
    set(path, node) {
      nodes.set(path, node);
      versions.set(path, (versions.get(path) ?? 0) + 1);
    },
    delete(path) {
      nodes.delete(path);
      versions.set(path, (versions.get(path) ?? 0) + 1);
    },
  };
}

/** What the call throws becomes a rejection. */
function promised<T>(call: () => T): Promise<T> {
  return Promise.resolve().then(call);
}
