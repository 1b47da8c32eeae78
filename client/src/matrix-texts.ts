/** The texts of the support matrix's page. */
import type { l10n as Localization } from "vscode";
import type { PageTexts } from "./matrix-messages";

export function pageTexts(l10n: Pick<typeof Localization, "t">): PageTexts {
  return {
    title: l10n.t("SM Lens Support Matrix"),
    heading: l10n.t("Support Matrix"),
    toolbar: l10n.t("Matrix"),
    rows: l10n.t("Rows"),
    features: l10n.t("Features"),
    files: l10n.t("Files"),
    filter: l10n.t("Filter"),
    onlyShut: l10n.t("Only what is shut"),
    onlyShutFor: l10n.t("Only what shuts {0} out"),
    refresh: l10n.t("Refresh"),
    export: l10n.t("Export"),
    choose: l10n.t("choose…"),
    signs: l10n.t("Signs"),
    keys: l10n.t(
      "Arrow keys move, Enter opens the place of a row, Enter on a heading sorts by it, Escape goes to the filter.",
    ),
    name: l10n.t("Name"),
    shown: l10n.t("{0} of {1} rows are shown."),
    outdated: l10n.t("Files or settings have changed since: Refresh makes it anew."),
    more: l10n.t("Show {0} more of {1}"),
    kinds: {
      module: l10n.t("module"),
      kernel: l10n.t("kernel"),
      entry: l10n.t("entry"),
      file: l10n.t("file"),
    },
    legend: {
      admits: l10n.t("gets in"),
      partly: l10n.t("gets in, but for a part of it"),
      depends: l10n.t("depends on what is not known"),
      other: l10n.t("left out, other code serves it"),
      excludes: l10n.t("left out"),
      empty: l10n.t("left with an empty body: runs, does nothing"),
    },
  };
}
