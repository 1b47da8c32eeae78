/** A client for the built server over stdio: what an editor would send, and what it would have been told. */
import type { ChildProcess } from "node:child_process";
import { spawn } from "node:child_process";
import path from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { pathToFileURL } from "node:url";
import { afterEach } from "vitest";
import type {
  ClientCapabilities,
  CodeAction,
  Diagnostic,
  DocumentDiagnosticReport,
  Hover,
  InitializeResult,
  ProtocolConnection,
  PublishDiagnosticsParams,
  Range,
  WorkspaceEdit,
} from "vscode-languageserver-protocol/node";
import {
  createProtocolConnection,
  StreamMessageReader,
  StreamMessageWriter,
} from "vscode-languageserver-protocol/node";
import { TextDocument } from "vscode-languageserver-textdocument";
import { cache, tree } from "../temporary-tree";

/** The folder of the bundles to test. */
export const DIST = path.resolve(process.env["SM_LENS_DIST"] ?? "dist");

/** Many times what an idle machine needs. */
const WAIT_MS = 60_000;

export interface ClientOptions {
  readonly pull?: boolean;
  readonly capabilities?: ClientCapabilities;
  /** What `workspace/configuration` answers for `smLens`; undefined: the client cannot be asked. */
  settings?: unknown;
  /** The same for each resource that is asked about; where it answers nothing, `settings` do. */
  readonly settingsOf?: (uri: string) => unknown;
  readonly initializationOptions?: unknown;
  readonly folder?: string;
  /** More folders of the workspace. */
  readonly others?: readonly string[];
  /** A folder that is on no disk. */
  readonly folderUri?: string;
  /** The arguments of node: the server's own bundle unless said otherwise. */
  readonly command?: readonly string[];
}

const running: Client[] = [];

afterEach(async () => {
  for (const client of running.splice(0)) await client.kill();
});

export { tree };

export const uriOf = (...parts: readonly string[]): string => pathToFileURL(path.join(...parts)).href;

export async function start(options: ClientOptions = {}): Promise<Client> {
  const client = new Client(options);
  running.push(client);
  await client.initialize();
  return client;
}

export class Client {
  readonly connection: ProtocolConnection;
  readonly child: ChildProcess;
  readonly published: PublishDiagnosticsParams[] = [];
  readonly log: string[] = [];
  readonly progress: unknown[] = [];
  readonly configurationRequests: unknown[] = [];
  refreshes = 0;
  registrations: string[] = [];
  stderr = "";
  initialized: InitializeResult | undefined;
  private readonly options: ClientOptions;
  private readonly texts = new Map<string, TextDocument>();

  constructor(options: ClientOptions) {
    this.options = options;
    const command = options.command ?? [path.join(DIST, "server.js"), "--stdio"];
    this.child = spawn(process.execPath, [...command], {
      stdio: "pipe",
      env: { ...process.env, XDG_CACHE_HOME: cache },
    });
    const { stdin, stdout, stderr } = this.child;
    if (stdin === null || stdout === null || stderr === null) throw new Error("no pipes");
    stderr.on("data", (data: Buffer) => (this.stderr += data.toString()));
    stdin.on("error", () => undefined);
    this.connection = createProtocolConnection(
      new StreamMessageReader(stdout),
      new StreamMessageWriter(stdin),
    );
    this.answerServer();
    this.connection.listen();
  }

  private answerServer(): void {
    const { connection } = this;
    connection.onNotification("textDocument/publishDiagnostics", (params: PublishDiagnosticsParams) => {
      this.published.push(params);
    });
    connection.onNotification("window/logMessage", ({ message }: { message: string }) => {
      this.log.push(message);
    });
    connection.onNotification("$/progress", (params: unknown) => {
      this.progress.push(params);
    });
    connection.onRequest("workspace/configuration", ({ items }: { items: { scopeUri?: string }[] }) => {
      this.configurationRequests.push(...items);
      const { settings, settingsOf } = this.options;
      return items.map(({ scopeUri = "" }) => settingsOf?.(scopeUri) ?? settings ?? null);
    });
    connection.onRequest("workspace/diagnostic/refresh", () => {
      this.refreshes++;
      return null;
    });
    connection.onRequest("window/workDoneProgress/create", () => null);
    connection.onRequest("client/registerCapability", (params: { registrations: { method: string }[] }) => {
      this.registrations.push(...params.registrations.map(({ method }) => method));
      return null;
    });
  }

  async initialize(): Promise<void> {
    const { folder, others = [], pull, settings, initializationOptions } = this.options;
    const more = others.map((one) => ({ uri: uriOf(one), name: path.basename(one) }));
    const folderUri = folder === undefined ? this.options.folderUri : uriOf(folder);
    const capabilities: ClientCapabilities = {
      workspace: {
        configuration: settings !== undefined,
        didChangeConfiguration: { dynamicRegistration: true },
        didChangeWatchedFiles: { dynamicRegistration: true },
        diagnostics: { refreshSupport: true },
        workspaceEdit: { documentChanges: true, changeAnnotationSupport: {} },
      },
      textDocument: {
        hover: { contentFormat: ["markdown", "plaintext"] },
        publishDiagnostics: { relatedInformation: true, codeDescriptionSupport: true },
        codeAction: { dataSupport: true, isPreferredSupport: true, resolveSupport: { properties: ["edit"] } },
        ...(pull === true ? { diagnostic: { relatedDocumentSupport: false } } : {}),
      },
      ...this.options.capabilities,
    };
    this.initialized = await this.connection.sendRequest<InitializeResult>("initialize", {
      processId: process.pid,
      rootUri: null,
      capabilities,
      workspaceFolders: folderUri === undefined ? null : [{ uri: folderUri, name: "folder" }, ...more],
      initializationOptions,
    });
    await this.connection.sendNotification("initialized", {});
  }

  async open(uri: string, text: string, languageId = "cuda-cpp"): Promise<void> {
    this.texts.set(uri, TextDocument.create(uri, languageId, 1, text));
    await this.connection.sendNotification("textDocument/didOpen", {
      textDocument: { uri, languageId, version: 1, text },
    });
  }

  text(uri: string): TextDocument {
    const document = this.texts.get(uri);
    if (document === undefined) throw new Error(`${uri} is not open`);
    return document;
  }

  /** Replaces a range, or all of the text. */
  async edit(uri: string, newText: string, range?: Range): Promise<void> {
    const before = this.text(uri);
    const version = before.version + 1;
    const change = range === undefined ? { text: newText } : { text: newText, range };
    this.texts.set(uri, TextDocument.update(before, [change], version));
    await this.connection.sendNotification("textDocument/didChange", {
      textDocument: { uri, version },
      contentChanges: [change],
    });
  }

  /** Edits that come in one piece, as quickly as a server can be told of them. */
  editAtOnce(uri: string, edits: readonly { readonly newText: string; readonly range: Range }[]): void {
    let bytes = "";
    for (const change of edits) {
      const before = this.text(uri);
      const version = before.version + 1;
      const contentChanges = [{ text: change.newText, range: change.range }];
      this.texts.set(uri, TextDocument.update(before, contentChanges, version));
      const params = { textDocument: { uri, version }, contentChanges };
      const body = JSON.stringify({ jsonrpc: "2.0", method: "textDocument/didChange", params });
      bytes += `Content-Length: ${Buffer.byteLength(body)}\r\n\r\n${body}`;
    }
    this.child.stdin?.write(bytes);
  }

  async close(uri: string): Promise<void> {
    this.texts.delete(uri);
    await this.connection.sendNotification("textDocument/didClose", { textDocument: { uri } });
  }

  async changeSettings(settings: unknown): Promise<void> {
    this.options.settings = settings;
    await this.connection.sendNotification("workspace/didChangeConfiguration", { settings: null });
  }

  /** The diagnostics last pushed for a document; undefined when none ever were. */
  lastPushed(uri: string): PublishDiagnosticsParams | undefined {
    return this.published.filter((each) => each.uri === uri).at(-1);
  }

  /** Waits until the last push for a document is as wanted. */
  async pushed(uri: string, wanted: (diagnostics: Diagnostic[]) => boolean): Promise<Diagnostic[]> {
    const last = await this.until(`diagnostics of ${uri}`, () => {
      const push = this.lastPushed(uri);
      return push !== undefined && wanted(push.diagnostics) ? push : undefined;
    });
    return last.diagnostics;
  }

  async until<T>(what: string, ask: () => T | undefined): Promise<T> {
    for (const end = Date.now() + WAIT_MS; Date.now() < end;) {
      const answer = ask();
      if (answer !== undefined) return answer;
      await sleep(20);
    }
    throw new Error(`waited in vain for ${what}; last log: ${this.log.at(-1) ?? "none"}`);
  }

  pull(uri: string, previousResultId?: string): Promise<DocumentDiagnosticReport> {
    const params = { textDocument: { uri }, ...(previousResultId === undefined ? {} : { previousResultId }) };
    return this.connection.sendRequest("textDocument/diagnostic", params);
  }

  async pulled(uri: string): Promise<Diagnostic[]> {
    const report = await this.pull(uri);
    return report.kind === "full" ? report.items : [];
  }

  async hover(uri: string, line: number, character: number): Promise<string | null> {
    const params = { textDocument: { uri }, position: { line, character } };
    const hover = await this.connection.sendRequest<Hover | null>("textDocument/hover", params);
    if (hover === null) return null;
    const { contents } = hover;
    return typeof contents === "object" && "value" in contents ? contents.value : JSON.stringify(contents);
  }

  codeActions(
    uri: string,
    range: Range,
    diagnostics: readonly Diagnostic[],
    only?: string[],
  ): Promise<CodeAction[]> {
    return this.connection.sendRequest("textDocument/codeAction", {
      textDocument: { uri },
      range,
      context: { diagnostics, ...(only === undefined ? {} : { only }) },
    });
  }

  resolve(action: CodeAction): Promise<CodeAction> {
    return this.connection.sendRequest("codeAction/resolve", action);
  }

  /** Applies the edits of open documents as an editor would. */
  async apply(edit: WorkspaceEdit): Promise<void> {
    for (const change of edit.documentChanges ?? []) {
      if (!("textDocument" in change)) throw new Error("only edits of texts are expected");
      const { uri, version } = change.textDocument;
      const document = this.text(uri);
      if (version !== document.version)
        throw new Error(`version ${String(version)} of an edit, not ${document.version}`);
      const edits = change.edits.flatMap((each) => ("newText" in each ? [each] : []));
      await this.edit(uri, TextDocument.applyEdits(document, edits));
    }
  }

  async kill(): Promise<void> {
    this.connection.dispose();
    if (this.child.exitCode !== null || this.child.signalCode !== null) return;
    const gone = new Promise((resolve) => this.child.once("exit", resolve));
    this.child.kill("SIGKILL");
    await gone;
  }
}
