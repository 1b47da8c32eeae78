import type { Connection, InitializeParams, InitializeResult } from "vscode-languageserver";
import {
  CodeActionKind,
  DidChangeConfigurationNotification,
  DidChangeWatchedFilesNotification,
  TextDocuments,
  TextDocumentSyncKind,
} from "vscode-languageserver";
import { TextDocument } from "vscode-languageserver-textdocument";
import { VERSION } from "../display/about";
import { refuseLateRequests } from "./after-shutdown";
import { answerRequests } from "./answers";
import { followChanges, followFolders } from "./changes";
import { abilitiesOf } from "./client-abilities";
import type { Runtime, ServerContext, StartOptions } from "./context";
import { makeContext } from "./context";
import { KEEP_COMMAND, SETTINGS_SECTION } from "./protocol";
import { runQuietly } from "./run-safely";

/** Files whose changes on disk matter: sources, what they include, and what lists them. */
const WATCHED = "**/*.{cu,cuh,h,hpp,hh,hxx,c,cc,cpp,cxx,inl,inc,ipp,tpp,jinja,py,pyi,cmake,txt,toml}";
/** Files that say something about their project. */
const WATCHED_SETTINGS = "**/{.sm-lens,compile_commands}.json";

/** Serves one client until its connection closes. */
export function startServer(connection: Connection, runtime: Runtime): void {
  const log = (message: string): void => connection.console.error(message);
  const documents = new TextDocuments(TextDocument);
  let context: ServerContext | undefined;

  connection.onInitialize((params): InitializeResult => {
    const startOptions = startOptionsOf(params.initializationOptions);
    context = makeContext(
      connection,
      runtime,
      documents,
      abilitiesOf(params.capabilities),
      log,
      startOptions,
    );
    context.settings.setGiven(params.initializationOptions);
    context.settings.setFolders(foldersOf(params));
    followChanges(context);
    answerRequests(context);
    const capabilities = capabilitiesFor(startOptions);
    return { capabilities, serverInfo: { name: "sm-lens", version: VERSION } };
  });
  connection.onInitialized(() => {
    if (context === undefined) return;
    const started = context;
    // Asked for ahead: the first document's answer does not wait for them.
    for (const folder of started.settings.folderUris()) void started.settings.lens(folder);
    void runQuietly("start", log, () => register(started));
  });
  refuseLateRequests(connection);
  connection.onShutdown(async () => {
    context?.publisher.dispose();
    context?.halfOpen.dispose();
    context?.chainCounts.dispose();
    await context?.chains.save();
  });

  documents.listen(connection);
  connection.listen();
}

const CAPABILITIES: InitializeResult["capabilities"] = {
  textDocumentSync: { openClose: true, change: TextDocumentSyncKind.Incremental },
  positionEncoding: "utf-16",
  hoverProvider: true,
  inlayHintProvider: true,
  codeLensProvider: { resolveProvider: false },
  documentLinkProvider: { resolveProvider: false },
  foldingRangeProvider: true,
  documentSymbolProvider: { label: "SM Lens" },
  codeActionProvider: { codeActionKinds: [CodeActionKind.QuickFix], resolveProvider: true },
  executeCommandProvider: { commands: [KEEP_COMMAND] },
  diagnosticProvider: {
    identifier: SETTINGS_SECTION,
    interFileDependencies: true,
    workspaceDiagnostics: false,
  },
  workspace: { workspaceFolders: { supported: true, changeNotifications: true } },
};

/** What a client is asked to tell us from now on. */
async function register(context: ServerContext): Promise<void> {
  const { connection, abilities } = context;
  if (abilities.workspaceFolders) followFolders(context);
  if (abilities.registersConfiguration) {
    await connection.client.register(DidChangeConfigurationNotification.type, { section: SETTINGS_SECTION });
  }
  if (abilities.watchesFiles) {
    await connection.client.register(DidChangeWatchedFilesNotification.type, {
      watchers: [{ globPattern: WATCHED }, { globPattern: WATCHED_SETTINGS }],
    });
  }
}

function startOptionsOf(given: unknown): StartOptions {
  const options = typeof given === "object" && given !== null ? given : {};
  const { storage, workspaceDiagnostics } = options as Partial<Record<keyof StartOptions, unknown>>;
  return {
    storage: typeof storage === "string" && storage !== "" ? storage : undefined,
    workspaceDiagnostics: workspaceDiagnostics === true,
  };
}

function capabilitiesFor({ workspaceDiagnostics }: StartOptions): InitializeResult["capabilities"] {
  const { diagnosticProvider } = CAPABILITIES;
  if (diagnosticProvider === undefined) return CAPABILITIES;
  return { ...CAPABILITIES, diagnosticProvider: { ...diagnosticProvider, workspaceDiagnostics } };
}

function foldersOf(params: InitializeParams): string[] {
  if (params.workspaceFolders) return params.workspaceFolders.map((folder) => folder.uri);
  // eslint-disable-next-line @typescript-eslint/no-deprecated -- clients without workspace folders send it
  return params.rootUri === null ? [] : [params.rootUri];
}
