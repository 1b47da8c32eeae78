import * as vscode from "vscode";
import type { Middleware } from "vscode-languageclient";

/**
 * Makes the rule's name beside every finding a link to the page that came with the extension: it fits the version,
 * and is there without a network.
 */
export function linkRulePages(extensionUri: vscode.Uri): Middleware {
  const link = (diagnostic: vscode.Diagnostic): void => linkPage(diagnostic, extensionUri);
  return {
    handleDiagnostics: (uri, diagnostics, next) => {
      for (const diagnostic of diagnostics) link(diagnostic);
      next(uri, diagnostics);
    },
    provideDiagnostics: async (document, previousResultId, token, next) => {
      const report = await next(document, previousResultId, token);
      if (report && "items" in report) for (const diagnostic of report.items) link(diagnostic);
      return report;
    },
  };
}

/** The rule's page in the extension's folder. */
export function rulePage(extensionUri: vscode.Uri, rule: string): vscode.Uri {
  return vscode.Uri.joinPath(extensionUri, "docs", "rules", `${rule}.md`);
}

function linkPage(diagnostic: vscode.Diagnostic, extensionUri: vscode.Uri): void {
  const { code } = diagnostic;
  const rule = typeof code === "object" ? code.value : code;
  if (typeof rule !== "string") return;
  const query = encodeURIComponent(JSON.stringify([rulePage(extensionUri, rule)]));
  diagnostic.code = { value: rule, target: vscode.Uri.parse(`command:markdown.showPreview?${query}`) };
}
