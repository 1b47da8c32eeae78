/** Edits of several files, told in one, that the client asks about before it applies them. */
import type { AnnotatedTextEdit, TextDocumentEdit, TextEdit, WorkspaceEdit } from "vscode-languageserver";
import type { TextEdit as CoreEdit } from "../../gates/edits";
import type { SourceText } from "../../text/source";
import type { ServerContext } from "../context";
import { keyOfUri, rangeOf, uriOfKey } from "../locations";

export interface Asking {
  readonly id: string;
  readonly label: string;
  readonly description: string;
}

/** Versioned and annotated as far as the client can; null where nothing is to be edited. */
export function annotatedEdit(
  context: ServerContext,
  byPath: ReadonlyMap<string, readonly CoreEdit[]>,
  sourceOf: (path: string) => SourceText | null,
  { id, label, description }: Asking,
): WorkspaceEdit | null {
  const { abilities, documents } = context;
  const byUri = new Map<string, TextEdit[]>();
  for (const [path, edits] of byPath) {
    const source = sourceOf(path);
    if (source === null || edits.length === 0) continue;
    const made = edits.map(({ span, newText }) => ({ range: rangeOf(source, span), newText }));
    byUri.set(openUri(context, path), made);
  }
  if (byUri.size === 0) return null;
  if (!abilities.versionedEdits) return { changes: Object.fromEntries(byUri) };
  const asks = abilities.changeAnnotations;
  const documentChanges = [...byUri].map(([uri, edits]): TextDocumentEdit => ({
    textDocument: { uri, version: documents.get(uri)?.version ?? null },
    edits: asks ? edits.map((edit): AnnotatedTextEdit => ({ ...edit, annotationId: id })) : edits,
  }));
  if (!asks) return { documentChanges };
  return { documentChanges, changeAnnotations: { [id]: { label, description, needsConfirmation: true } } };
}

/** The editor's own spelling of the URI, where the file is open. */
function openUri({ documents }: ServerContext, path: string): string {
  return documents.all().find(({ uri }) => keyOfUri(uri) === path)?.uri ?? uriOfKey(path);
}
