import type { ClientCapabilities } from "vscode-languageserver";
import { OUR_CLIENT } from "./protocol";

/** What the client can do, as far as it changes what the server does. */
export interface ClientAbilities {
  readonly pullsDiagnostics: boolean;
  readonly refreshesDiagnostics: boolean;
  readonly relatedInformation: boolean;
  readonly codeDescription: boolean;
  readonly configuration: boolean;
  readonly registersConfiguration: boolean;
  readonly workspaceFolders: boolean;
  readonly watchesFiles: boolean;
  readonly workDoneProgress: boolean;
  readonly resolvesEdits: boolean;
  /** A code action may get its command as late as its edit. */
  readonly resolvesCommands: boolean;
  readonly isPreferred: boolean;
  readonly versionedEdits: boolean;
  readonly changeAnnotations: boolean;
  readonly markdownHover: boolean;
  readonly refreshesInlayHints: boolean;
  readonly refreshesCodeLenses: boolean;
  /** It is our own client: it has our commands and listens to our notifications. */
  readonly isOurs: boolean;
}

export function abilitiesOf({
  textDocument,
  workspace,
  window,
  experimental,
}: ClientCapabilities): ClientAbilities {
  const published = textDocument?.publishDiagnostics;
  const pulled = textDocument?.diagnostic;
  const action = textDocument?.codeAction;
  return {
    pullsDiagnostics: pulled !== undefined,
    refreshesDiagnostics: workspace?.diagnostics?.refreshSupport ?? false,
    relatedInformation: (pulled ?? published)?.relatedInformation ?? published?.relatedInformation ?? false,
    codeDescription:
      (pulled ?? published)?.codeDescriptionSupport ?? published?.codeDescriptionSupport ?? false,
    configuration: workspace?.configuration ?? false,
    registersConfiguration: workspace?.didChangeConfiguration?.dynamicRegistration ?? false,
    workspaceFolders: workspace?.workspaceFolders ?? false,
    watchesFiles: workspace?.didChangeWatchedFiles?.dynamicRegistration ?? false,
    workDoneProgress: window?.workDoneProgress ?? false,
    resolvesEdits:
      (action?.resolveSupport?.properties.includes("edit") ?? false) && (action?.dataSupport ?? false),
    resolvesCommands: action?.resolveSupport?.properties.includes("command") ?? false,
    isPreferred: action?.isPreferredSupport ?? false,
    versionedEdits: workspace?.workspaceEdit?.documentChanges ?? false,
    changeAnnotations: workspace?.workspaceEdit?.changeAnnotationSupport !== undefined,
    markdownHover: textDocument?.hover?.contentFormat?.includes("markdown") ?? false,
    refreshesInlayHints: workspace?.inlayHint?.refreshSupport ?? false,
    refreshesCodeLenses: workspace?.codeLens?.refreshSupport ?? false,
    isOurs: typeof experimental === "object" && experimental !== null && OUR_CLIENT in experimental,
  };
}
