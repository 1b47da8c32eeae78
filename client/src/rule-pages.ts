import * as vscode from "vscode";

/** The rule's page in the extension's folder. */
export function rulePage(extensionUri: vscode.Uri, rule: string): vscode.Uri {
  return vscode.Uri.joinPath(extensionUri, "docs", "rules", `${rule}.md`);
}

/**
 * Makes the rule's name beside a finding a link to the page that came with the extension: it fits the version, and is
 * there without a network.
 */
export function linkRulePage(diagnostic: vscode.Diagnostic, extensionUri: vscode.Uri): void {
  const { code } = diagnostic;
  const rule = typeof code === "object" ? code.value : code;
  if (typeof rule !== "string") return;
  const query = encodeURIComponent(JSON.stringify([rulePage(extensionUri, rule)]));
  diagnostic.code = { value: rule, target: vscode.Uri.parse(`command:markdown.showPreview?${query}`) };
}
