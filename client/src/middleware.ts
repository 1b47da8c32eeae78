/** What is done on the way between the editor and the server. */
import type * as vscode from "vscode";
import type { Middleware } from "vscode-languageclient";
import { isServed } from "./documents";
import { linkRulePage } from "./rule-pages";
import { Typing } from "./typing";

/**
 * Leaves out documents that are not served, makes every finding's rule a link to its page, and holds back while somebody
 * types.
 */
export function middleware(extensionUri: vscode.Uri): Middleware {
  const link = (diagnostic: vscode.Diagnostic): void => linkRulePage(diagnostic, extensionUri);
  const ifServed = async (document: vscode.TextDocument, tell: () => Promise<void>): Promise<void> => {
    if (isServed(document)) await tell();
  };
  const typing = new Typing();
  return {
    didOpen: (document, next) => ifServed(document, () => next(document)),
    didChange: (event, next) => {
      typing.changed(event.document);
      return ifServed(event.document, () => next(event));
    },
    didSave: (document, next) => ifServed(document, () => next(document)),
    didClose: (document, next) => ifServed(document, () => next(document)),
    handleDiagnostics: (uri, diagnostics, next) => {
      for (const diagnostic of diagnostics) link(diagnostic);
      next(uri, diagnostics);
    },
    provideDiagnostics: async (document, previousResultId, token, next) => {
      if (!isServed("uri" in document ? document : { uri: document })) return undefined;
      if ("uri" in document) await typing.rest(document, token);
      const report = await next(document, previousResultId, token);
      if (report && "items" in report) for (const diagnostic of report.items) link(diagnostic);
      return report;
    },
    provideInlayHints: async (document, range, token, next) => {
      await typing.rest(document, token);
      return next(document, range, token);
    },
  };
}
