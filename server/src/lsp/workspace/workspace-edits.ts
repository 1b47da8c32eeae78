import type { AnnotatedTextEdit, ChangeAnnotation, TextEdit, WorkspaceEdit } from "vscode-languageserver";
import type { Fix } from "../../gates/judgement";
import { sourceIn } from "../../workspace/source-in";
import type { ClientAbilities } from "../client-abilities";
import { rangeOf, uriOfKey } from "../locations";
import type { DocumentReport } from "../findings/reports";

const ANNOTATION = "smLens.opensGate";

/**
 * The edits of fixes, versioned where the client can. Edits at several places are annotated so that the client asks:
 * opening many gates at once is a decision about each of them. So is opening one while others behind it stay closed.
 *
 * @param behind what stays closed behind, in words
 */
export function workspaceEdit(
  document: DocumentReport,
  fixes: readonly Fix[],
  abilities: ClientAbilities,
  versionOf: (uri: string) => number | null,
  behind: string | null,
): WorkspaceEdit {
  const byUri = editsByUri(document, fixes);
  if (!abilities.versionedEdits) return { changes: Object.fromEntries(byUri) };
  const asks = (fixes.length > 1 || behind !== null) && abilities.changeAnnotations;
  const documentChanges = [...byUri].map(([uri, edits]) => ({
    textDocument: { uri, version: uri === document.uri ? document.version : versionOf(uri) },
    edits: asks ? edits.map(annotated) : edits,
  }));
  return asks
    ? { documentChanges, changeAnnotations: { [ANNOTATION]: annotation(fixes, behind) } }
    : { documentChanges };
}

function editsByUri(document: DocumentReport, fixes: readonly Fix[]): Map<string, TextEdit[]> {
  const { source } = document.report;
  const sourceOf = sourceIn(document.files);
  const byUri = new Map<string, TextEdit[]>();
  for (const { file, span, newText } of fixes.flatMap((fix) => fix.edits)) {
    const own = file === undefined || file === source.path;
    const target = own ? source : sourceOf(file);
    if (target === null) continue;
    const uri = own ? document.uri : uriOfKey(target.path);
    byUri.set(uri, [...(byUri.get(uri) ?? []), { range: rangeOf(target, span), newText }]);
  }
  return byUri;
}

function annotated(edit: TextEdit): AnnotatedTextEdit {
  return { ...edit, annotationId: ANNOTATION };
}

function annotation(fixes: readonly Fix[], behind: string | null): ChangeAnnotation {
  const [first] = fixes;
  const isOne = fixes.length === 1 && first !== undefined;
  return {
    label: isOne ? first.title : `Open ${fixes.length} gates`,
    description: behind ?? "compiling is not the same as working: look at each",
    needsConfirmation: true,
  };
}
