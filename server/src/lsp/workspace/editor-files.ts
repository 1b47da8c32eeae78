/**
 * The editor's own file system: what a virtual workspace consists of, and all that a server in a browser can read.
 * The client answers for every scheme that it knows.
 */
import type { Connection } from "vscode-languageserver";
import type { Entry, FileStat, FileSystem } from "../../workspace/file-system";
import { FileProblem } from "../../workspace/file-system";
import { uriOfKey } from "../locations";
import type { FileAnswer, FileQuestion } from "../protocol";
import { FILE_METHOD } from "../protocol";

export function editorFiles(connection: Connection): FileSystem {
  const ask = async (question: FileQuestion): Promise<FileAnswer> => {
    let answer: FileAnswer;
    try {
      answer = await connection.sendRequest<FileAnswer>(FILE_METHOD, question);
    } catch {
      throw new FileProblem("other", "the editor does not read files of this kind for the language server");
    }
    if (answer.kind === "problem") throw new FileProblem("other", answer.message);
    return answer;
  };
  const stat = async (path: string): Promise<FileStat | null> => {
    const answer = await ask({ what: "stat", uri: uriOfKey(path) });
    if (answer.kind !== "stat") return null;
    const { type, size, version } = answer;
    return { kind: type, size, version };
  };
  return {
    async list(folder): Promise<readonly Entry[]> {
      const answer = await ask({ what: "list", uri: uriOfKey(folder) });
      if (answer.kind !== "entries") throw missing();
      return answer.entries;
    },
    async read(path) {
      const answer = await ask({ what: "read", uri: uriOfKey(path) });
      if (answer.kind !== "bytes") throw missing();
      return bytesOf(answer.base64);
    },
    stat,
    // No editor tells where a link leads; the client lists no folder behind one.
    realPath: async (path) => ((await stat(path)) === null ? null : path),
  };
}

function missing(): FileProblem {
  return new FileProblem("missing", "no such file or folder");
}

export function bytesOf(base64: string): Uint8Array {
  const text = atob(base64);
  const bytes = new Uint8Array(text.length);
  for (let index = 0; index < text.length; index++) bytes[index] = text.charCodeAt(index);
  return bytes;
}

/** Local paths from one file system, every other scheme from another. */
export function byScheme(local: FileSystem, others: FileSystem): FileSystem {
  const of = (path: string): FileSystem => (isLocal(path) ? local : others);
  const { immediate } = local;
  return {
    list: (folder) => of(folder).list(folder),
    read: (path) => of(path).read(path),
    stat: (path) => of(path).stat(path),
    realPath: (path) => of(path).realPath(path),
    ...(immediate === undefined ? {} : { immediate: { ...immediate, answersFor: isLocal } }),
  };
}

/** A key that begins with a scheme of at least two letters; one letter is a drive. */
export function isLocal(path: string): boolean {
  return !/^[a-z][a-z0-9+.-]+:/i.test(path);
}
