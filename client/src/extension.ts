import * as vscode from "vscode";
import { chooseTarget } from "./choose-target";
import type { InactiveRegions, KeptChange } from "../../server/src/lsp/protocol";
import { COMMANDS } from "./commands";
import { answerFiles } from "./editor-files";
import { detectTarget } from "./detect-target";
import type { FindGpus } from "./detect-target";
import { Dimming } from "./dimming";
import { explainGate, silenceFinding } from "./gate-commands";
import type { Silencing } from "./gate-commands";
import { exportKept, followUndo, forgetKept, reapplyKept, verifyKept } from "./kept-changes";
import { KeptView } from "./kept-view";
import { followScans, scanWorkspace } from "./scan";
import type { Connection, Listeners } from "./server";
import { Server } from "./server";
import { ServerStatus } from "./server-status";
import { TargetStatus } from "./target-status";
import { TargetList } from "./targets";
import { createViews } from "./views";
import type { Register } from "./views";

let server: Server | undefined;

/** What `connect-node.ts` and `connect-browser.ts` are. */
export interface Connector {
  connect(context: vscode.ExtensionContext, log: vscode.LogOutputChannel, listeners: Listeners): Connection;
}

/** What other extensions may ask of this one. */
export interface SmLens {
  /** The lines of an open document that the chosen targets do not compile, as they are dimmed now. */
  inactiveRegions(uri: vscode.Uri): InactiveRegions | undefined;
}

/** What an activation does wherever the extension host runs: a list of registrations. */
export function startExtension(
  context: vscode.ExtensionContext,
  loadConnector: () => Promise<Connector>,
  findGpus?: FindGpus,
): SmLens {
  const log = vscode.window.createOutputChannel("SM Lens", { log: true });
  const running = new Server(async (listeners) => (await loadConnector()).connect(context, log, listeners));
  server = running;
  answerFiles(running);
  const targets = new TargetList(running);
  const status = new ServerStatus(running);
  const dimming = new Dimming(running);
  const kept = new KeptView(running);
  // Activation does not wait for the server, not even for what speaks to it: commands do, by themselves.
  setTimeout(() => {
    running
      .start()
      .catch((error: unknown) => log.error(`The language server did not start: ${String(error)}`));
  }, 0);

  const register: Register = (command, run) =>
    vscode.commands.registerCommand(command, (...args: never[]) => guarded(() => run(...args), log));
  const views = createViews(context, running, targets, register);
  context.subscriptions.push(
    log,
    running,
    status,
    views,
    followScans(running, views.findings, status),
    dimming,
    new TargetStatus(running, targets),
    register(COMMANDS.scanWorkspace, async () => {
      const result = await scanWorkspace(running);
      status.tellScan(result);
      views.findings.tellScan(result);
      return result;
    }),
    register(COMMANDS.chooseTarget, () => chooseTarget(targets, findGpus)),
    register(COMMANDS.detectTarget, () => detectTarget(targets, findGpus)),
    register(COMMANDS.explainGate, explainGate),
    register(COMMANDS.silenceFinding, (finding: Silencing) => silenceFinding(running, finding)),
    register(COMMANDS.openWalkthrough, () => openWalkthrough(context.extension.id)),
    register(COMMANDS.restartServer, () => running.restart()),
    kept,
    followUndo(running),
    register(COMMANDS.verifyKept, () => verifyKept(kept)),
    register(COMMANDS.reapplyKept, () => reapplyKept(running, kept)),
    register(COMMANDS.forgetKept, (change?: KeptChange) => (change ? forgetKept(running, change) : false)),
    register(COMMANDS.showKept, () => vscode.commands.executeCommand("smLens.kept.focus")),
    register(COMMANDS.exportKept, () => exportKept(running)),
    register(COMMANDS.showLog, () => log.show()),
  );
  return { inactiveRegions: (uri) => dimming.shown(uri) };
}

function openWalkthrough(extension: string): Thenable<unknown> {
  return vscode.commands.executeCommand(
    "workbench.action.openWalkthrough",
    `${extension}#smLens.start`,
    false,
  );
}

/** Runs a command; a fault is told once, with a way to the log, instead of being thrown at the editor. */
async function guarded(run: () => unknown, log: vscode.LogOutputChannel): Promise<unknown> {
  try {
    return await run();
  } catch (error) {
    if (error instanceof vscode.CancellationError) return undefined;
    const message = error instanceof Error ? error.message : String(error);
    log.error(message);
    void vscode.window.showErrorMessage(`SM Lens: ${message}`, vscode.l10n.t("Show Log")).then((chosen) => {
      if (chosen) log.show();
    });
    return undefined;
  }
}

export function stopExtension(): Promise<void> | undefined {
  return server?.stop();
}
