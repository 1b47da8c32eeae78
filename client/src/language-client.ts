/** The connection with the server, over the library's client; loaded when activation has returned. */
import type * as vscode from "vscode";
import type { BaseLanguageClient, LanguageClientOptions, StaticFeature } from "vscode-languageclient";
import { RevealOutputChannelOn, State, WorkDoneProgress } from "vscode-languageclient";
import { CLIENT_COMMANDS, OUR_CLIENT, SETTINGS_SECTION } from "../../server/src/lsp/protocol";
import { COMMANDS } from "./commands";
import { documentSelector } from "./documents";
import { middleware } from "./middleware";
import type { Connection, Listeners, ServerState } from "./server";
import { editorSetting } from "./settings";

/** The id is the settings' section too: the client reads `smLens.trace.server` by it. */
export const CLIENT_ID = SETTINGS_SECTION;

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
    middleware: middleware(context.extensionUri),
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
const introduction: StaticFeature = {
  fillClientCapabilities(capabilities) {
    const others = capabilities.experimental as Readonly<Record<string, unknown>> | undefined;
    capabilities.experimental = { ...others, [OUR_CLIENT]: {} };
  },
  initialize: () => undefined,
  getState: () => ({ kind: "static" }),
  clear: () => undefined,
};

/** Hands on what the server asks and tells, and what is asked of it. */
export function connectionOver(client: BaseLanguageClient, listeners: Listeners): Connection {
  client.registerFeature(introduction);
  client.onDidChangeState(({ newState }) => listeners.stateChanged(stateOf(newState)));
  for (const [method, listener] of listeners.notifications)
    client.onNotification(method, (params: unknown) => listener(params as never));
  for (const [method, answer] of listeners.requests)
    client.onRequest(method, (params: unknown) => answer(params as never));
  return {
    start: () => client.start(),
    stop: async () => {
      if (client.needsStop()) await client.stop();
    },
    // What is not given is not sent either: the library would take it for one more parameter.
    request(method, params, token) {
      if (token !== undefined) return client.sendRequest(method, params, token);
      return params === undefined ? client.sendRequest(method) : client.sendRequest(method, params);
    },
    notify: (method, params) => client.sendNotification(method, params),
    onProgress: (token, listener) => client.onProgress(WorkDoneProgress.type, token, listener),
    editOf: (edit) => client.protocol2CodeConverter.asWorkspaceEdit(edit),
  };
}

function stateOf(state: State): ServerState {
  if (state === State.Running) return "running";
  return state === State.Stopped || state === State.StartFailed ? "stopped" : "starting";
}
