/** Tells the client that what it shows unasked may have changed; it asks again for what is in sight. */
import { CodeLensRefreshRequest, InlayHintRefreshRequest } from "vscode-languageserver";
import type { ServerContext } from "./context";
import type { ChangedParams } from "./protocol";
import { CHANGED_METHOD } from "./protocol";
import { runQuietly } from "./run-safely";

/** What was answered for these documents may no longer hold. */
export function tellChanged(context: ServerContext, uris: readonly string[]): void {
  const { abilities, connection, log } = context;
  if (uris.length === 0) return;
  const params: ChangedParams = { uris };
  if (abilities.isOurs)
    void runQuietly("changed", log, () => connection.sendNotification(CHANGED_METHOD, params));
  if (abilities.refreshesInlayHints)
    void runQuietly("refresh", log, () => connection.sendRequest(InlayHintRefreshRequest.type));
  refreshCodeLenses(context);
}

export function refreshCodeLenses({ abilities, connection, log }: ServerContext): void {
  if (abilities.refreshesCodeLenses)
    void runQuietly("refresh", log, () => connection.sendRequest(CodeLensRefreshRequest.type));
}
