/**
 * The language server as the editor side sees it. The library that speaks to it is large, and nothing of it is loaded
 * before activation has returned; whoever asks meanwhile waits.
 */
import * as vscode from "vscode";
import type { WorkspaceEdit } from "vscode-languageclient";

export type ServerState = "starting" | "running" | "stopped";

/** What a server says of a long task. */
export interface Progress {
  readonly kind: "begin" | "report" | "end";
  readonly message?: string;
  readonly percentage?: number;
}

/** What the server may ask or tell, by method. */
export interface Listeners {
  readonly notifications: ReadonlyMap<string, (params: never) => void>;
  readonly requests: ReadonlyMap<string, (params: never) => unknown>;
  stateChanged(state: ServerState): void;
}

/** A connection with the server: see `language-client.ts`. */
export interface Connection {
  start(): Promise<void>;
  stop(): Promise<void>;
  /** Waits for a server that is starting. */
  request(method: string, params: unknown, token?: vscode.CancellationToken): Promise<unknown>;
  notify(method: string, params: unknown): Promise<void>;
  onProgress(token: string, listener: (progress: Progress) => void): vscode.Disposable;
  editOf(edit: WorkspaceEdit): Promise<vscode.WorkspaceEdit>;
}

/** Loads the library and makes the connection; not yet started. */
export type Connect = (listeners: Listeners) => Promise<Connection>;

export class Server implements vscode.Disposable {
  readonly #connect: Connect;
  readonly #changed = new vscode.EventEmitter<ServerState>();
  readonly onDidChangeState = this.#changed.event;
  readonly #notifications = new Map<string, (params: never) => void>();
  readonly #requests = new Map<string, (params: never) => unknown>();
  #connection: Promise<Connection> | undefined;
  #state: ServerState = "starting";

  constructor(connect: Connect) {
    this.#connect = connect;
  }

  get state(): ServerState {
    return this.#state;
  }

  /** Given before the server is started. */
  onNotification(method: string, listener: (params: never) => void): void {
    const before = this.#notifications.get(method);
    this.#notifications.set(method, (params) => {
      before?.(params);
      listener(params);
    });
  }

  onRequest(method: string, answer: (params: never) => unknown): void {
    this.#requests.set(method, answer);
  }

  async start(): Promise<void> {
    const connection = await this.#connected();
    await connection.start();
  }

  /** A server that does not stop when it is told to is no reason to go on without one: it is killed a little later. */
  async restart(): Promise<void> {
    const connection = await this.#connected();
    await connection.stop().catch(() => undefined);
    await connection.start();
  }

  async stop(): Promise<void> {
    await (await this.#connection)?.stop();
  }

  /** The answer is the server's own: its type is what `protocol.ts` says of the method. */
  async request<Result>(method: string, params?: unknown, token?: vscode.CancellationToken): Promise<Result> {
    const connection = await this.#connected();
    return (await connection.request(method, params, token)) as Result;
  }

  /** For a server that runs; one that does not has nothing to be told. */
  async notify(method: string, params: unknown): Promise<void> {
    if (this.#state === "running") await (await this.#connected()).notify(method, params);
  }

  async onProgress(token: string, listener: (progress: Progress) => void): Promise<vscode.Disposable> {
    return (await this.#connected()).onProgress(token, listener);
  }

  /** What the editor applies. */
  async editOf(edit: WorkspaceEdit): Promise<vscode.WorkspaceEdit> {
    return (await this.#connected()).editOf(edit);
  }

  #connected(): Promise<Connection> {
    this.#connection ??= this.#connect({
      notifications: this.#notifications,
      requests: this.#requests,
      stateChanged: (state) => this.#become(state),
    }).catch((error: unknown) => {
      this.#connection = undefined; // tried again by whoever asks next
      this.#become("stopped");
      throw error;
    });
    return this.#connection;
  }

  #become(state: ServerState): void {
    this.#state = state;
    this.#changed.fire(state);
  }

  dispose(): void {
    this.#changed.dispose();
  }
}
