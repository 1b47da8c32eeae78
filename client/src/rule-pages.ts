import * as vscode from "vscode";
import type { Middleware } from "vscode-languageclient";

/**
 * Makes the rule's name beside every finding a link to the page that came with the extension: it fits the version,
 * and is there without a network.
 */
export function linkRulePages(extensionUri: vscode.Uri): Middleware {
  const pages = vscode.Uri.joinPath(extensionUri, "docs", "rules");
  return {
    handleDiagnostics: (uri, diagnostics, next) => {
      for (const diagnostic of diagnostics) link(diagnostic, pages);
      next(uri, diagnostics);
    },
    provideDiagnostics: async (document, previousResultId, token, next) => {
      const report = await next(document, previousResultId, token);
      if (report && "items" in report) for (const diagnostic of report.items) link(diagnostic, pages);
      return report;
    },
  };
}

function link(diagnostic: vscode.Diagnostic, pages: vscode.Uri): void {
  const { code } = diagnostic;
  const rule = typeof code === "object" ? code.value : code;
  if (typeof rule !== "string") return;
  const page = vscode.Uri.joinPath(pages, `${rule}.md`);
  const query = encodeURIComponent(JSON.stringify([page]));
  diagnostic.code = { value: rule, target: vscode.Uri.parse(`command:markdown.showPreview?${query}`) };
}
