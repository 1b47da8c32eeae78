import type { Range } from "vscode-languageserver";
import { URI } from "vscode-uri";
import type { SourceText, Span } from "../text/source";
import { positionAt } from "../text/source";

/**
 * A document's key in the core: a '/'-separated path for local files, `scheme://authority/path` for those of other file
 * systems, unescaped so that paths can be joined to it. What is no path in a file system is its URI itself.
 */
export function keyOfUri(uri: string): string {
  const parsed = parse(uri);
  if (parsed === undefined) return uri;
  const { scheme, authority, path, query, fragment } = parsed;
  if (scheme === "file") {
    const local = parsed.fsPath.replace(/\\/g, "/");
    return local.length > 1 ? local.replace(/\/$/, "") : local;
  }
  if (!path.startsWith("/") || query !== "" || fragment !== "") return uri;
  return `${scheme}://${authority}${path.replace(/\/$/, "")}`;
}

export function uriOfKey(key: string): string {
  const [, scheme, authority = "", path = "/"] = /^([a-z][a-z0-9+.-]+):\/\/([^/]*)(\/.*)?$/i.exec(key) ?? [];
  if (scheme !== undefined) return URI.from({ scheme, authority, path }).toString();
  return /^[a-z][a-z0-9+.-]+:/i.test(key) ? key : URI.file(key).toString();
}

/** A link that an editor opens at a line (from 0). */
export function linkTo(key: string, line: number): string {
  return `${uriOfKey(key)}#L${line + 1}`;
}

export function rangeOf(source: SourceText, span: Span): Range {
  return { start: positionAt(source, span.start), end: positionAt(source, span.end) };
}

export function touches(a: Range, b: Range): boolean {
  return !isBefore(a.end, b.start) && !isBefore(b.end, a.start);
}

function isBefore(a: Range["start"], b: Range["start"]): boolean {
  return a.line < b.line || (a.line === b.line && a.character < b.character);
}

function parse(uri: string): URI | undefined {
  try {
    return URI.parse(uri);
  } catch {
    return undefined;
  }
}
