/** Path arithmetic on '/'-separated keys; works on POSIX paths and on URIs alike. */

export function dirname(path: string): string {
  const slash = path.lastIndexOf("/");
  return slash <= 0 ? (slash === 0 ? "/" : "") : path.slice(0, slash);
}

export function basename(path: string): string {
  return path.slice(path.lastIndexOf("/") + 1);
}

/** The extension without its dot, in lower case; "" when there is none. */
export function extension(path: string): string {
  const name = basename(path);
  const dot = name.lastIndexOf(".");
  return dot <= 0 ? "" : name.slice(dot + 1).toLowerCase();
}

/** The path from a folder on; of a path that is not in it, the name alone. */
export function pathFrom(folder: string, path: string): string {
  const prefix = folder.endsWith("/") ? folder : `${folder}/`;
  return folder !== "" && path.startsWith(prefix) ? path.slice(prefix.length) : basename(path);
}

/** The way from a folder to a path, over `..` where it is not in it; both absolute. */
export function relativePath(folder: string, path: string): string {
  const from = folder.split("/").filter((part) => part !== "");
  const to = path.split("/").filter((part) => part !== "");
  let shared = 0;
  while (shared < from.length && from[shared] === to[shared]) shared++;
  return [...from.slice(shared).map(() => ".."), ...to.slice(shared)].join("/");
}

/** Joins and resolves `.` and `..`; never climbs above the root. */
export function join(base: string, relative: string): string {
  if (relative.startsWith("/")) return relative;
  // An include is looked for in many folders: what needs no resolving is only put together.
  if (isPlain(relative) && isPlain(base)) return `${base}/${relative}`;
  const scheme = /^[a-z][a-z0-9+.-]*:\/\/[^/]*/i.exec(base)?.[0] ?? "";
  const parts: string[] = [];
  for (const part of `${base.slice(scheme.length)}/${relative}`.split("/")) {
    if (part === "" || part === ".") continue;
    if (part === "..") parts.pop();
    else parts.push(part);
  }
  const absolute = scheme !== "" || base.startsWith("/");
  return scheme + (absolute ? "/" : "") + parts.join("/");
}

/** Not empty, and without the dots, doubled slashes and slash at the end that would have to be resolved. */
function isPlain(path: string): boolean {
  return (
    path !== "" &&
    !path.includes("/.") &&
    !path.includes("//") &&
    !path.startsWith(".") &&
    !path.endsWith("/")
  );
}
