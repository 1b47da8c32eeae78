import type * as vscode from "vscode";
import { LanguageClient, RevealOutputChannelOn, TransportKind } from "vscode-languageclient/node";
import { SETTINGS_SECTION } from "../../server/src/lsp/protocol";
import { documentSelector } from "./documents";
import { linkRulePages } from "./rule-pages";

/** The client of the server that is bundled beside it, on the extension host's own Node. Not yet started. */
export function createClient(context: vscode.ExtensionContext, log: vscode.LogOutputChannel): LanguageClient {
  const module = context.asAbsolutePath("dist/server.js");
  const run = { module, transport: TransportKind.ipc };
  const debug = { ...run, options: { execArgv: ["--nolazy", "--inspect=6009"] } };
  // The id is the settings' section too: the client reads `smLens.trace.server` by it.
  return new LanguageClient(
    SETTINGS_SECTION,
    "SM Lens",
    { run, debug },
    {
      documentSelector: documentSelector(),
      outputChannel: log,
      revealOutputChannelOn: RevealOutputChannelOn.Never,
      diagnosticCollectionName: SETTINGS_SECTION,
      diagnosticPullOptions: { onChange: true, onSave: true },
      middleware: linkRulePages(context.extensionUri),
      markdown: { supportThemeIcons: true },
    },
  );
}
