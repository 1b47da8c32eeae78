import type * as vscode from "vscode";
import type { BaseLanguageClient, LanguageClientOptions } from "vscode-languageclient";
import { RevealOutputChannelOn } from "vscode-languageclient";
import { SETTINGS_SECTION } from "../../server/src/lsp/protocol";
import { documentSelector } from "./documents";
import { linkRulePages } from "./rule-pages";

/** The id is the settings' section too: the client reads `smLens.trace.server` by it. */
export const CLIENT_ID = SETTINGS_SECTION;

/** Makes the client of a server on node or in a worker; not yet started. */
export type ClientMaker = (
  context: vscode.ExtensionContext,
  log: vscode.LogOutputChannel,
) => BaseLanguageClient;

/** What is the same wherever the server runs. */
export function clientOptions(
  context: vscode.ExtensionContext,
  log: vscode.LogOutputChannel,
): LanguageClientOptions {
  return {
    documentSelector: documentSelector(),
    outputChannel: log,
    revealOutputChannelOn: RevealOutputChannelOn.Never,
    diagnosticCollectionName: SETTINGS_SECTION,
    diagnosticPullOptions: { onChange: true, onSave: true },
    middleware: linkRulePages(context.extensionUri),
    markdown: { supportThemeIcons: true },
  };
}
