import * as vscode from "vscode";
import type { ScanResult } from "../../server/src/lsp/protocol";
import { COMMANDS } from "./commands";
import { documentSelector } from "./documents";
import type { Server, ServerState } from "./server";

/** Shows in the language status whether the server runs, and what the last scan came to. */
export class ServerStatus implements vscode.Disposable {
  readonly #item: vscode.LanguageStatusItem;
  readonly #listener: vscode.Disposable;

  constructor(server: Server) {
    this.#item = vscode.languages.createLanguageStatusItem("smLens.server", documentSelector());
    this.#item.name = "SM Lens";
    this.#listener = vscode.Disposable.from(server.onDidChangeState((state) => this.#show(state)));
    this.#show(server.state);
  }

  tellScan(result: ScanResult): void {
    this.#item.detail = `${result.message} ${result.details}`;
  }

  forgetScan(): void {
    this.#item.detail = vscode.l10n.t("no scan with these settings yet");
  }

  #show(state: ServerState): void {
    const stopped = state === "stopped";
    this.#item.busy = state === "starting";
    this.#item.severity = stopped
      ? vscode.LanguageStatusSeverity.Error
      : vscode.LanguageStatusSeverity.Information;
    this.#item.text = stopped ? vscode.l10n.t("SM Lens does not run") : "SM Lens";
    this.#item.detail = stopped ? "" : vscode.l10n.t("no scan yet");
    this.#item.command = stopped
      ? { command: COMMANDS.restartServer, title: vscode.l10n.t("Restart Server") }
      : { command: COMMANDS.scanWorkspace, title: vscode.l10n.t("Scan Workspace") };
  }

  dispose(): void {
    this.#listener.dispose();
    this.#item.dispose();
  }
}
