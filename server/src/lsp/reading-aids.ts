/** The requests behind what an editor shows in and beside the text while nobody asks: each from the file of its feature. */
import { CodeLensRefreshRequest, InlayHintRefreshRequest } from "vscode-languageserver";
import type { CancellationToken } from "vscode-languageserver";
import type { ServerContext } from "./context";
import { inactiveRegions } from "./inactive-regions";
import type { ChangedParams, InactiveRegionsParams, LensSettings } from "./protocol";
import { CHANGED_METHOD, INACTIVE_REGIONS_METHOD } from "./protocol";
import type { DocumentReport } from "./reports";
import { runQuietly, runSafely } from "./run-safely";

export function answerReadingAids(context: ServerContext): void {
  const { connection } = context;
  connection.onRequest(INACTIVE_REGIONS_METHOD, ({ uri }: InactiveRegionsParams, token: CancellationToken) =>
    forDocument(context, "inactive regions", uri, token, null, inactiveRegions),
  );
}

/** Works on the analysis of an open document; `nothing` where the document is none of ours. */
function forDocument<T>(
  context: ServerContext,
  what: string,
  uri: string,
  token: CancellationToken,
  nothing: T,
  work: (document: DocumentReport, lens: LensSettings) => Promise<T> | T,
): Promise<T> {
  return runSafely(what, context.log, token, nothing, async () => {
    const open = context.documents.get(uri);
    const found = open === undefined ? null : await context.reports.get(open);
    return found === null ? nothing : work(found, await context.settings.lens(uri));
  });
}

/** What was answered for these documents may no longer hold; the client asks again for what it shows. */
export function tellChanged(context: ServerContext, uris: readonly string[]): void {
  const { abilities, connection, log } = context;
  if (uris.length === 0) return;
  const params: ChangedParams = { uris };
  if (abilities.isOurs)
    void runQuietly("changed", log, () => connection.sendNotification(CHANGED_METHOD, params));
  if (abilities.refreshesInlayHints)
    void runQuietly("refresh", log, () => connection.sendRequest(InlayHintRefreshRequest.type));
  if (abilities.refreshesCodeLenses)
    void runQuietly("refresh", log, () => connection.sendRequest(CodeLensRefreshRequest.type));
}
