/** Tells the client that what it shows unasked may have changed; it asks again for what is in sight. */
import { CodeLensRefreshRequest, InlayHintRefreshRequest } from "vscode-languageserver";
import type { Connection } from "vscode-languageserver";
import type { ClientAbilities } from "../client-abilities";
import type { ChangedParams } from "../protocol";
import { CHANGED_METHOD } from "../protocol";
import type { Log } from "../run-safely";
import { runQuietly } from "../run-safely";

/** The client, and what it understands. */
interface Client {
  readonly connection: Connection;
  readonly abilities: ClientAbilities;
  readonly log: Log;
}

/** What was answered for these documents may no longer hold. */
export function tellChanged(context: Client, uris: readonly string[]): void {
  const { abilities, connection, log } = context;
  if (uris.length === 0) return;
  const params: ChangedParams = { uris };
  if (abilities.isOurs)
    void runQuietly("changed", log, () => connection.sendNotification(CHANGED_METHOD, params));
  if (abilities.refreshesInlayHints)
    void runQuietly("refresh", log, () => connection.sendRequest(InlayHintRefreshRequest.type));
  refreshCodeLenses(context);
}

/** What lenses say of chains hangs on files that their own do not read. */
export function refreshCodeLenses({ abilities, connection, log }: Client): void {
  if (abilities.refreshesCodeLenses)
    void runQuietly("refresh", log, () => connection.sendRequest(CodeLensRefreshRequest.type));
}
