/** SARIF 2.1.0, as code scanning services take it: addresses relative to the project, marks that outlive moved lines. */
import { rulePage, VERSION } from "../../display/about";
import { rules } from "../../service";
import type { RuleInfo } from "../../service";
import type { Severity } from "../../gates/judgement";
import { below } from "../../workspace/excludes";
import type { EditJson, EvidenceJson, FixJson, JsonRange } from "../json";
import { oneLine, placeOf } from "../scan/scan-report";
import type { FoundGate, ScanReport } from "../scan/scan-report";
import type { ScanFormat } from "./format";

const ROOT_ID = "%SRCROOT%";

export const sarifFormat: ScanFormat = {
  name: "sarif",
  wantsFixes: true,
  paths: "absolute",
  render: (report) => `${JSON.stringify(logOf(report), null, 2)}\n`,
};

function logOf(report: ScanReport): object {
  return {
    $schema: "https://json.schemastore.org/sarif-2.1.0.json",
    version: "2.1.0",
    runs: [
      {
        tool: {
          driver: {
            name: "SM Lens",
            version: VERSION,
            semanticVersion: VERSION,
            ...optional("informationUri", homeOf()),
            rules: rules.map(descriptorOf),
          },
        },
        automationDetails: { id: `sm-lens/${report.target}/` },
        columnKind: "utf16CodeUnits",
        originalUriBaseIds: { [ROOT_ID]: { uri: fileUri(report.root).replace(/\/?$/, "/") } },
        invocations: [
          {
            executionSuccessful: report.problems.length === 0,
            toolExecutionNotifications: report.problems.map(({ file, message }) => ({
              level: "error",
              message: { text: message },
              locations: [{ physicalLocation: { artifactLocation: artifactOf(file, report.root) } }],
            })),
          },
        ],
        results: report.gates
          .filter(({ gate }) => gate.rule !== null)
          .map((found) => resultOf(found, report)),
        properties: { target: report.target, filesScanned: report.filesScanned },
      },
    ],
  };
}

function homeOf(): string | null {
  return rulePage("README")?.replace(/\/blob\/.*/, "") ?? null;
}

function optional(name: string, value: string | null): object {
  return value === null ? {} : { [name]: value };
}

function descriptorOf({ id, title, defaultSeverity }: RuleInfo): object {
  const page = rulePage(id);
  const sentence = title.endsWith(".") ? title : `${title}.`;
  return {
    id,
    name: id.replace(/(?:^|-)(\w)/g, (_, letter: string) => letter.toUpperCase()),
    shortDescription: { text: sentence },
    fullDescription: { text: sentence },
    help: {
      text: page === null ? sentence : `${sentence} ${page}`,
      markdown: page === null ? sentence : `${sentence} [What it means and what to do](${page})`,
    },
    ...optional("helpUri", page),
    defaultConfiguration: {
      enabled: defaultSeverity !== "off",
      level: defaultSeverity === "off" ? "none" : levelOf(defaultSeverity),
    },
    properties: { tags: ["cuda", "gpu-architecture"], precision: "high" },
  };
}

function levelOf(severity: Severity): "error" | "warning" | "note" {
  return severity === "error" || severity === "warning" ? severity : "note";
}

function resultOf({ gate, path, fingerprint }: FoundGate, { root, known }: ScanReport): object {
  const evidence = [...(gate.reason?.evidence ?? []), ...gate.related];
  const related = evidence.map((item, index) => relatedOf(item, index, root));
  return {
    ruleId: gate.rule,
    ruleIndex: rules.findIndex(({ id }) => id === gate.rule),
    level: levelOf(gate.severity ?? "hint"),
    message: { text: oneLine(gate.message) },
    locations: [
      {
        physicalLocation: {
          artifactLocation: artifactOf(path, root),
          region: regionOf(placeOf(gate)),
          contextRegion: { ...regionOf(gate), snippet: { text: gate.text } },
        },
      },
    ],
    ...(related.length === 0 ? {} : { relatedLocations: related }),
    ...(fingerprint === null ? {} : { partialFingerprints: { "smLensFinding/v1": fingerprint } }),
    ...(gate.fixes.length === 0 ? {} : { fixes: gate.fixes.map((fix) => fixOf(fix, root)) }),
    ...(known === null ? {} : { baselineState: "new" }),
    properties: {
      severity: gate.severity,
      layer: gate.layer,
      form: gate.form,
      admits: gate.admits,
      consequence: gate.consequence,
      reason: gate.reason?.kind ?? null,
    },
  };
}

function relatedOf({ file, line, text }: EvidenceJson, index: number, root: string): object {
  return {
    id: index + 1,
    message: { text: oneLine(text) },
    physicalLocation: { artifactLocation: artifactOf(file, root), region: { startLine: line } },
  };
}

function fixOf({ title, edits }: FixJson, root: string): object {
  const files = new Map<string, EditJson[]>();
  for (const edit of edits) files.set(edit.file, [...(files.get(edit.file) ?? []), edit]);
  return {
    description: { text: title },
    artifactChanges: [...files].map(([file, own]) => ({
      artifactLocation: artifactOf(file, root),
      replacements: own.map((edit) => ({
        deletedRegion: regionOf(edit),
        insertedContent: { text: edit.newText },
      })),
    })),
  };
}

function regionOf({ line, column, endLine, endColumn }: JsonRange): object {
  return { startLine: line, startColumn: column, endLine, endColumn };
}

/** What lies outside the project has an address of its own. */
function artifactOf(path: string, root: string): object {
  const inside = below(root, path);
  return inside === "" ? { uri: fileUri(path) } : { uri: encoded(inside), uriBaseId: ROOT_ID };
}

/** @param path absolute; one with a drive gets its slash. */
function fileUri(path: string): string {
  return `file://${encoded(path.startsWith("/") ? path : `/${path}`)}`;
}

function encoded(path: string): string {
  return path.split("/").map(encodeURIComponent).join("/");
}
