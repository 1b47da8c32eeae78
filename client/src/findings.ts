/** The findings as the editor holds them, in groups: what the tree shows and what is copied. */
import * as vscode from "vscode";
import type { FindingData } from "../../server/src/lsp/protocol";
import { CONSEQUENCES, DIAGNOSTIC_SOURCE } from "../../server/src/lsp/protocol";
import { shownPath } from "./places";

/** The one rule that is about several places at once. */
const HALF_OPEN = "half-open-chain";
/** What no edit can open stands apart, whatever the target gets instead. */
const HARDWARE = "hardware";

export type GroupBy = "consequence" | "file" | "rule";
export const GROUPINGS: readonly GroupBy[] = ["consequence", "file", "rule"];

export interface Finding {
  readonly kind: "finding";
  /** Stays as long as the finding does. */
  readonly id: string;
  readonly uri: vscode.Uri;
  readonly diagnostic: vscode.Diagnostic;
  readonly data: FindingData;
}

export interface Group {
  readonly kind: "group";
  readonly id: string;
  readonly label: string;
  /** A file's group. */
  readonly uri: vscode.Uri | undefined;
  /** Folded until somebody wants to see it. */
  readonly isQuiet: boolean;
  readonly children: readonly FindingNode[];
  readonly count: number;
}

export type FindingNode = Group | Finding;

/** All findings shown in the editor now, whether they come from a scan or from an open document. */
export function currentFindings(): Finding[] {
  return vscode.languages.getDiagnostics().flatMap(([uri, diagnostics]) => {
    const taken = new Set<string>();
    return diagnostics.flatMap((diagnostic): Finding[] => {
      const data = dataOf(diagnostic);
      if (data === undefined) return [];
      const { line, character } = diagnostic.range.start;
      const id = `${uri.toString()}#${line}:${character} ${data.rule} ${data.title}`;
      if (taken.has(id)) return []; // one tree cannot hold two of the same
      taken.add(id);
      return [{ kind: "finding", id, uri, diagnostic, data }];
    });
  });
}

/** The language client keeps what the server sent with a diagnostic. */
function dataOf(diagnostic: vscode.Diagnostic): FindingData | undefined {
  if (diagnostic.source !== DIAGNOSTIC_SOURCE || !("data" in diagnostic)) return undefined;
  const data = diagnostic.data as Partial<FindingData> | null;
  return typeof data?.rule === "string" ? (data as FindingData) : undefined;
}

export function grouped(findings: readonly Finding[], by: GroupBy): Group[] {
  if (by === "file") return byFile(findings, "");
  const keyOf = ({ data }: Finding): string => (by === "rule" ? data.rule : consequenceOf(data));
  return groups(findings, keyOf)
    .sort(([a], [b]) => (by === "rule" ? compare(a, b) : rank(a) - rank(b)))
    .map(([key, members]) => ({
      kind: "group",
      id: `${by}:${key}`,
      label: by === "rule" ? key : labelOf(key),
      uri: undefined,
      isQuiet: key === HARDWARE && by !== "rule",
      children: byFile(members, `${by}:${key}`),
      count: members.length,
    }));
}

function byFile(findings: readonly Finding[], above: string): Group[] {
  return groups(findings, ({ uri }) => uri.toString())
    .sort(([, a], [, b]) => worst(a) - worst(b) || compare(pathOf(a), pathOf(b)))
    .map(([key, members]) => ({
      kind: "group",
      id: `${above}|${key}`,
      label: members[0] ? shownPath(members[0].uri) : key,
      uri: members[0]?.uri,
      isQuiet: false,
      children: members.sort((a, b) => a.diagnostic.range.start.compareTo(b.diagnostic.range.start)),
      count: members.length,
    }));
}

function groups(findings: readonly Finding[], keyOf: (finding: Finding) => string): [string, Finding[]][] {
  const found = new Map<string, Finding[]>();
  for (const finding of findings) {
    const key = keyOf(finding);
    const members = found.get(key);
    if (members) members.push(finding);
    else found.set(key, [finding]);
  }
  return [...found];
}

/** 0 for an error, and so on: files that hold worse come first. */
const worst = (findings: readonly Finding[]): number =>
  Math.min(...findings.map(({ diagnostic }) => diagnostic.severity));

const pathOf = ([first]: readonly Finding[]): string => (first ? shownPath(first.uri) : "");

function consequenceOf({ rule, consequence, reason }: FindingData): string {
  if (rule === HALF_OPEN) return HALF_OPEN;
  return reason === HARDWARE ? HARDWARE : (consequence ?? "");
}

/** Worst first; then what has no known consequence, and last what the hardware lacks. */
function rank(consequence: string): number {
  if (consequence === HALF_OPEN) return -1;
  if (consequence === HARDWARE) return CONSEQUENCES.length + 1;
  const place = CONSEQUENCES.findIndex((each) => each === consequence);
  return place < 0 ? CONSEQUENCES.length : place;
}

function labelOf(consequence: string): string {
  const labels: Readonly<Record<string, string>> = {
    [HALF_OPEN]: vscode.l10n.t("Half-open chain: built, with code left out"),
    empty: vscode.l10n.t("Empty body: runs and does nothing"),
    skipped: vscode.l10n.t("Statements are skipped"),
    traps: vscode.l10n.t("Traps"),
    raises: vscode.l10n.t("Raises an error"),
    rejects: vscode.l10n.t("Is rejected"),
    "returns false": vscode.l10n.t("Returns false or nothing"),
    unbuilt: vscode.l10n.t("Is not built"),
    "other arm": vscode.l10n.t("Another arm serves it"),
    "falls back": vscode.l10n.t("Falls back to other code"),
    [HARDWARE]: vscode.l10n.t("Needs what the hardware lacks"),
  };
  return labels[consequence] ?? vscode.l10n.t("Other findings");
}

function compare(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}

/** Nodes as a Markdown list, each finding with a link to its place. */
export function asMarkdown(nodes: readonly FindingNode[]): string {
  return nodes.map((node) => markdownOf(node, 0)).join("\n");
}

function markdownOf(node: FindingNode, depth: number): string {
  const indent = "  ".repeat(depth);
  if (node.kind === "group") {
    const lines = node.children.map((child) => markdownOf(child, depth + 1));
    return [`${indent}- **${escaped(node.label)}** (${node.count})`, ...lines].join("\n");
  }
  const { uri, diagnostic, data } = node;
  const line = diagnostic.range.start.line + 1;
  const place = `${shownPath(uri)}:${line}`;
  return `${indent}- \`${place}\`: ${escaped(diagnostic.message)} [${data.rule}]`;
}

function escaped(text: string): string {
  return text.replace(/[\\`*<>[\]]/g, "\\$&").replace(/\s+/g, " ");
}
