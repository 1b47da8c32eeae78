/** The requests behind what an editor shows in and beside the text while nobody asks: each from the file of its feature. */
import type { CancellationToken } from "vscode-languageserver";
import type { ServerContext } from "../context";
import { codeLenses } from "./code-lens";
import { documentLinks } from "./document-links";
import { foldingRanges } from "./folding";
import { inactiveRegions } from "./inactive-regions";
import { inlayHints } from "./inlay-hints";
import type { InactiveRegionsParams, LensSettings, SilenceParams } from "../protocol";
import { INACTIVE_REGIONS_METHOD, SILENCE_METHOD } from "../protocol";
import { silence } from "../findings/silence";
import { documentSymbols } from "./symbols";
import type { DocumentReport } from "../findings/reports";
import { runSafely } from "../run-safely";

export function answerReadingAids(context: ServerContext): void {
  const { connection } = context;
  connection.onRequest(INACTIVE_REGIONS_METHOD, ({ uri }: InactiveRegionsParams, token: CancellationToken) =>
    forDocument(context, "inactive regions", uri, token, null, inactiveRegions),
  );
  connection.languages.inlayHint.on(({ textDocument: { uri }, range }, token) =>
    forDocument(context, "inlay hints", uri, token, [], (found, lens) => inlayHints(found, lens, range)),
  );
  connection.onCodeLens(({ textDocument: { uri } }, token) =>
    forDocument(context, "code lenses", uri, token, [], (found, lens) =>
      codeLenses(found, lens, context.abilities, context.chainCounts.of(found.report.source.path)),
    ),
  );
  connection.onFoldingRanges(({ textDocument: { uri } }, token) =>
    forDocument(context, "folding", uri, token, null, ({ report }) => foldingRanges(report)),
  );
  connection.onDocumentSymbol(({ textDocument: { uri } }, token) =>
    forDocument(context, "symbols", uri, token, [], ({ report }, lens) => documentSymbols(report, lens)),
  );
  connection.onDocumentLinks(({ textDocument: { uri } }, token) =>
    forDocument(context, "links", uri, token, [], (found) => documentLinks(found, context.runtime.disk)),
  );
  connection.onRequest(SILENCE_METHOD, (params: SilenceParams, token: CancellationToken) =>
    forDocument(context, "silencing", params.uri, token, null, (found) => silence(context, found, params)),
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
    for (;;) {
      const open = context.documents.get(uri);
      const found = open === undefined ? null : await context.reports.get(open);
      if (open === undefined || found === null) return nothing;
      const lens = await context.settings.lens(uri);
      // Were they asked for and did they change meanwhile, the two would speak of different targets.
      if ((await context.reports.get(open)) === found) return work(found, lens);
    }
  });
}
