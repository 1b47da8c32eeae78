import type * as vscode from "vscode";
import type { BaseLanguageClient, LanguageClientOptions, StaticFeature } from "vscode-languageclient";
import { RevealOutputChannelOn } from "vscode-languageclient";
import { CLIENT_COMMANDS, OUR_CLIENT, SETTINGS_SECTION } from "../../server/src/lsp/protocol";
import { COMMANDS } from "./commands";
import { documentSelector } from "./documents";
import { linkRulePages } from "./rule-pages";
import { editorSetting } from "./settings";

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
    // What scans leave for the next start belongs to the workspace.
    initializationOptions: {
      storage: context.storageUri?.scheme === "file" ? context.storageUri.fsPath : "",
      workspaceDiagnostics: editorSetting("workspaceDiagnostics"),
    },
    diagnosticPullOptions: { onChange: true, onSave: true },
    middleware: linkRulePages(context.extensionUri),
    // Hovers may run our commands and no others.
    markdown: {
      supportThemeIcons: true,
      isTrusted: {
        enabledCommands: [...new Set([...Object.values(COMMANDS), ...Object.values(CLIENT_COMMANDS)])],
      },
    },
  };
}

/** Says to the server who we are: it then sends what only we understand. */
export const introduction: StaticFeature = {
  fillClientCapabilities(capabilities) {
    const others = capabilities.experimental as Readonly<Record<string, unknown>> | undefined;
    capabilities.experimental = { ...others, [OUR_CLIENT]: {} };
  },
  initialize: () => undefined,
  getState: () => ({ kind: "static" }),
  clear: () => undefined,
};
