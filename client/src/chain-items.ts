/** How the nodes of a chain look in the tree. */
import * as vscode from "vscode";
import type { ChainStep } from "../../server/src/lsp/protocol";
import type { Alike, Chain, ChainNode, Gate, Stop } from "./chain-tree";
import { countsOf } from "./chain-tree";
import { placeName, rangeOf, shownPath, splitPath } from "./places";

type Look = "open" | "closed" | "depends" | "not here";

const ICONS: Readonly<Record<Look, readonly [icon: string, colour: string]>> = {
  open: ["pass", "testing.iconPassed"],
  closed: ["error", "testing.iconFailed"],
  depends: ["question", "list.warningForeground"],
  "not here": ["circle-slash", "descriptionForeground"],
};

/** What is come by, by how the way leads there. */
const STOP_ICONS: Readonly<Record<string, string>> = {
  builds: "package",
  source: "file-code",
  includes: "file-code",
};

export function chainNodeItem(node: ChainNode): vscode.TreeItem {
  switch (node.kind) {
    case "chain":
      return chainItem(node);
    case "stop":
      return stopItem(node);
    case "alike":
      return alikeItem(node);
    case "gate":
      return gateItem(node);
  }
}

function chainItem({ result }: Chain): vscode.TreeItem {
  const item = new vscode.TreeItem(result.entry, vscode.TreeItemCollapsibleState.Expanded);
  const { gates, closed } = countsOf(result);
  const half = result.halfOpen.length > 0;
  item.iconPath = new vscode.ThemeIcon(half ? "warning" : closed > 0 ? "lock" : "unlock");
  item.description = [half ? vscode.l10n.t("half-open") : "", countText(gates, closed)]
    .filter(Boolean)
    .join(" · ");
  item.tooltip = result.message;
  item.contextValue = result.canOpen ? "chain.canOpen" : "chain";
  item.accessibilityInformation = { label: `${result.entry}: ${result.message}`, role: "treeitem" };
  return item;
}

function stopItem({ step, gates, closed }: Stop): vscode.TreeItem {
  const { None, Collapsed, Expanded } = vscode.TreeItemCollapsibleState;
  const uri = vscode.Uri.parse(step.uri);
  const isFile = step.via === "source" || step.via === "includes";
  const [folder, name] = splitPath(uri);
  const label = isFile ? name : step.title;
  const item = new vscode.TreeItem(label, gates === 0 ? None : closed > 0 ? Expanded : Collapsed);
  item.iconPath = new vscode.ThemeIcon(STOP_ICONS[step.via] ?? "symbol-function");
  const count = gates === 0 ? "" : countText(gates, closed);
  item.description = [count, isFile ? folder : placeName(uri, step.range)].filter(Boolean).join(" · ");
  item.tooltip = `${step.message}\n${shownPath(uri)}`;
  item.contextValue = "step";
  item.command = goTo(step);
  const text = [step.via, step.title, gates === 0 ? vscode.l10n.t("no gate") : count].join(", ");
  item.accessibilityInformation = { label: text, role: "treeitem" };
  return item;
}

function gateItem({ step, isFirstClosed, isHalfOpen, stopUri }: Gate): vscode.TreeItem {
  const item = new vscode.TreeItem(step.title, vscode.TreeItemCollapsibleState.None);
  const uri = vscode.Uri.parse(step.uri);
  item.iconPath = iconOf(step);
  const line = vscode.l10n.t("line {0}", step.range.start.line + 1);
  const marks = marksOf(step, isFirstClosed, isHalfOpen);
  item.description = [step.uri === stopUri ? line : placeName(uri, step.range), ...marks].join(" · ");
  item.tooltip = `${step.message}\n${shownPath(uri)}:${step.range.start.line + 1}`;
  item.contextValue = "step";
  item.command = goTo(step);
  const text = [step.via, step.title, lookText(lookOf(step)), ...marks, step.message].join(", ");
  item.accessibilityInformation = { label: text, role: "treeitem" };
  return item;
}

/** The places stand below it, by their lines. */
function alikeItem({ children }: Alike): vscode.TreeItem {
  const { Collapsed } = vscode.TreeItemCollapsibleState;
  const [first] = children;
  if (first === undefined) return new vscode.TreeItem("");
  const { step } = first;
  const item = new vscode.TreeItem(step.title, Collapsed);
  item.iconPath = iconOf(step);
  const isFirstClosed = children.some((gate) => gate.isFirstClosed);
  const marks = marksOf(step, isFirstClosed, first.isHalfOpen);
  const places = vscode.l10n.t("{0} places", children.length);
  item.description = [places, ...marks].join(" · ");
  item.tooltip = step.message;
  item.contextValue = "step";
  const text = [step.via, step.title, lookText(lookOf(step)), ...marks, places].join(", ");
  item.accessibilityInformation = { label: text, role: "treeitem" };
  return item;
}

function marksOf(step: ChainStep, isFirstClosed: boolean, isHalfOpen: boolean): string[] {
  const first = isFirstClosed ? vscode.l10n.t("first closed") : "";
  const half = isHalfOpen ? vscode.l10n.t("closed behind an open gate") : "";
  return [step.closed ? (step.consequence ?? "") : "", first, half].filter(Boolean);
}

function lookOf({ state, closed }: ChainStep): Look {
  if (closed) return "closed";
  if (state === "depends") return "depends";
  return state === "excludes" ? "not here" : "open";
}

function iconOf(step: ChainStep): vscode.ThemeIcon {
  const [icon, colour] = ICONS[lookOf(step)];
  return new vscode.ThemeIcon(icon, new vscode.ThemeColor(colour));
}

function lookText(look: Look): string {
  switch (look) {
    case "open":
      return vscode.l10n.t("open");
    case "closed":
      return vscode.l10n.t("closed");
    case "depends":
      return vscode.l10n.t("depends");
    case "not here":
      return vscode.l10n.t("not for this target, which other code serves");
  }
}

function countText(gates: number, closed: number): string {
  if (gates === 0) return vscode.l10n.t("no gate");
  return closed > 0 ? vscode.l10n.t("{0} of {1} closed", closed, gates) : vscode.l10n.t("{0} open", gates);
}

function goTo({ uri, range }: ChainStep): vscode.Command {
  const { start } = rangeOf(range);
  return {
    title: vscode.l10n.t("Go to"),
    command: "vscode.open",
    arguments: [vscode.Uri.parse(uri), { selection: new vscode.Range(start, start) }],
  };
}
