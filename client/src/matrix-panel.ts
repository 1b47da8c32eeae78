import * as vscode from "vscode";
import { CHAINS_OUTDATED_METHOD, EXPORT_MATRIX_METHOD, MATRIX_METHOD } from "../../server/src/lsp/protocol";
import type { ExportParams, MatrixParams, MatrixResult } from "../../server/src/lsp/protocol";
import type { ExportFormat, FromPage, MatrixBy, ToPage } from "./matrix-messages";
import { matrixPage } from "./matrix-page";
import { pageTexts } from "./matrix-texts";
import { goTo, rangeOf } from "./places";
import { followProgress } from "./progress";
import type { Server } from "./server";

const EXTENSIONS: Readonly<Record<ExportFormat, string>> = { html: "html", markdown: "md", csv: "csv" };

/** The support matrix: one panel, shown again when it is asked for again. */
export class MatrixPanel implements vscode.Disposable {
  readonly #server: Server;
  readonly #extensionUri: vscode.Uri;
  #panel: vscode.WebviewPanel | undefined;
  #result: MatrixResult | undefined;
  /** Files or settings changed since it was asked for. */
  #isOutdated = false;
  #by: MatrixBy = "features";
  #asking: vscode.CancellationTokenSource | undefined;

  constructor(server: Server, extensionUri: vscode.Uri) {
    this.#server = server;
    this.#extensionUri = extensionUri;
    server.onNotification(CHAINS_OUTDATED_METHOD, () => {
      if (this.#panel === undefined) return;
      this.#isOutdated = true;
      this.#post({ type: "outdated" });
    });
  }

  show(): void {
    if (this.#panel) this.#panel.reveal();
    else this.#open();
  }

  #open(): void {
    const dist = vscode.Uri.joinPath(this.#extensionUri, "dist");
    const panel = vscode.window.createWebviewPanel(
      "smLens.matrix",
      vscode.l10n.t("SM Lens Support Matrix"),
      vscode.ViewColumn.Active,
      { enableScripts: true, localResourceRoots: [dist], enableFindWidget: true },
    );
    this.#panel = panel;
    panel.iconPath = vscode.Uri.joinPath(this.#extensionUri, "client/images/icon.png");
    panel.webview.onDidReceiveMessage((message: FromPage) => void this.#received(message));
    panel.onDidDispose(() => {
      this.#panel = undefined;
      this.#result = undefined;
      this.#asking?.cancel();
    });
    const address = (name: string) => panel.webview.asWebviewUri(vscode.Uri.joinPath(dist, name)).toString();
    panel.webview.html = matrixPage({
      cspSource: panel.webview.cspSource,
      nonce: nonce(),
      script: address("matrix.js"),
      style: address("matrix.css"),
      language: vscode.env.language,
      texts: pageTexts(vscode.l10n),
    });
  }

  async #received(message: FromPage): Promise<void> {
    switch (message.type) {
      case "ready": // also when the panel is shown again: its page is made anew
        if (this.#result === undefined) await this.#ask();
        else this.#send(this.#result);
        return;
      case "refresh":
        this.#by = message.by;
        await this.#ask();
        return;
      case "open": {
        const row = this.#result?.rows[message.row];
        if (row) await goTo(vscode.Uri.parse(row.uri), rangeOf(row.range));
        return;
      }
      case "export":
        await this.#export(message.format, message.rows);
        return;
    }
  }

  async #ask(): Promise<void> {
    this.#asking?.cancel();
    const asking = new vscode.CancellationTokenSource();
    this.#asking = asking;
    this.#isOutdated = false; // what changes from now on is told
    this.#post({ type: "busy", message: vscode.l10n.t("Reading the workspace…") });
    try {
      const result = await vscode.window.withProgress(
        { location: vscode.ProgressLocation.Window, title: vscode.l10n.t("SM Lens: support matrix") },
        (progress) =>
          followProgress(this.#server, (workDoneToken, told) => {
            told(({ message, increment }) => {
              progress.report({ message, increment });
              this.#post({ type: "busy", message });
            });
            const params: MatrixParams = { by: this.#by, workDoneToken };
            return this.#server.request<MatrixResult | null>(MATRIX_METHOD, params, asking.token);
          }),
      );
      if (asking.token.isCancellationRequested) return;
      if (result) this.#send(result);
      else this.#post({ type: "failed", message: vscode.l10n.t("There is nothing to make a matrix of.") });
    } catch (error) {
      if (asking.token.isCancellationRequested) return;
      const message = error instanceof Error ? error.message : String(error);
      this.#post({ type: "failed", message: vscode.l10n.t("The matrix could not be made: {0}", message) });
    }
  }

  #send(result: MatrixResult): void {
    this.#result = result;
    this.#post({ type: "matrix", result, by: this.#by, target: result.target });
    if (this.#isOutdated) this.#post({ type: "outdated" });
  }

  #post(message: ToPage): void {
    void this.#panel?.webview.postMessage(message);
  }

  async #export(format: ExportFormat, rows: readonly number[]): Promise<void> {
    const result = this.#result;
    if (!result) return;
    const folder = vscode.workspace.workspaceFolders?.[0]?.uri;
    const name = `support-matrix.${EXTENSIONS[format]}`;
    const place = await vscode.window.showSaveDialog({
      title: vscode.l10n.t("Export Support Matrix"),
      ...(folder ? { defaultUri: vscode.Uri.joinPath(folder, name) } : {}),
    });
    if (!place) return;
    const { targets, message } = result;
    const chosen = rows.flatMap((row) => result.rows[row] ?? []);
    const params: ExportParams = {
      format,
      by: this.#by,
      target: result.target,
      targets,
      message,
      rows: chosen,
    };
    const text = await this.#server.request<string>(EXPORT_MATRIX_METHOD, params);
    await vscode.workspace.fs.writeFile(place, new TextEncoder().encode(text));
    await vscode.commands.executeCommand("vscode.open", place);
  }

  dispose(): void {
    this.#panel?.dispose();
  }
}

/** Not to be guessed by anything that finds its way into the page. */
function nonce(): string {
  return [...crypto.getRandomValues(new Uint8Array(16))]
    .map((byte) => byte.toString(16).padStart(2, "0"))
    .join("");
}
