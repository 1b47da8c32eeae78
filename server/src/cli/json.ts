/** The stable JSON forms, described in docs/json.md. Lines and columns count from 1, columns in UTF-16 units. */
import type { TextEdit } from "../gates/edits";
import type { Evidence } from "../gates/gate";
import type { Fix, JudgedGate, Severity } from "../gates/judgement";
import { maskNames } from "../logic/names";
import { targetNames } from "../logic/sets";
import type { FileReport, Region } from "../service";
import type { SourceText, Span } from "../text/source";
import { positionAt } from "../text/source";
import { nameOfFix } from "./fix/fix-name";
import type { ShowPath } from "./shown-paths";

export const SCHEMA_VERSION = 1;

export interface JsonContext {
  readonly report: FileReport;
  readonly show: ShowPath;
  /** Another file's text, to turn offsets in it into lines. */
  sourceOf(path: string): SourceText | null;
}

export interface PlaceJson {
  readonly file: string;
  readonly line: number;
}

export interface EvidenceJson extends PlaceJson {
  readonly text: string;
}

export interface EditJson extends JsonRange {
  readonly file: string;
  readonly newText: string;
}

export interface FixJson {
  readonly kind: string;
  /** What `fix --kind` takes for it: the kind, and which of several. */
  readonly name: string;
  readonly title: string;
  readonly preferred: boolean;
  readonly admitsAfter: readonly string[];
  readonly edits: readonly EditJson[];
}

export interface GateJson extends JsonRange {
  readonly file: string;
  readonly operand: JsonRange | null;
  readonly layer: string;
  readonly form: string;
  readonly text: string;
  readonly domain: "targets" | "devices";
  readonly admits: readonly string[];
  readonly excludes: readonly string[];
  readonly depends: readonly { readonly targets: readonly string[]; readonly when: string }[];
  readonly exact: readonly string[] | null;
  readonly host: boolean | string | null;
  readonly excludesTarget: boolean | "depends";
  readonly consequence: string | null;
  readonly reason: { readonly kind: string; readonly evidence: readonly EvidenceJson[] } | null;
  readonly rule: string | null;
  readonly severity: Severity | null;
  readonly message: string;
  readonly definedAt: PlaceJson | null;
  readonly related: readonly EvidenceJson[];
  readonly fixes: readonly FixJson[];
}

export interface JsonRange {
  readonly line: number;
  readonly column: number;
  readonly endLine: number;
  readonly endColumn: number;
}

export function rangeJson(source: SourceText, span: Span): JsonRange {
  const start = positionAt(source, span.start);
  const end = positionAt(source, span.end);
  return {
    line: start.line + 1,
    column: start.character + 1,
    endLine: end.line + 1,
    endColumn: end.character + 1,
  };
}

export function gateJson(context: JsonContext, judged: JudgedGate, fixes: readonly Fix[]): GateJson {
  const { report, show } = context;
  const { gate } = judged;
  const { admits, excludes, depends } = gate.admission;
  return {
    file: show(report.source.path),
    ...rangeJson(report.source, gate.span),
    operand: judged.operand === null ? null : rangeJson(report.source, judged.operand),
    layer: gate.layer,
    form: gate.form,
    text: gate.text,
    domain: gate.domain,
    admits: maskNames(admits, gate.domain),
    excludes: maskNames(excludes, gate.domain),
    depends: depends.map(({ mask, when }) => ({ targets: maskNames(mask, gate.domain), when })),
    exact: gate.exact,
    host: gate.host,
    excludesTarget: judged.excludesTarget,
    consequence: judged.consequence,
    reason:
      judged.reason === null
        ? null
        : {
            kind: judged.reason.kind,
            evidence: judged.reason.evidence.map((item) => evidenceJson(context, item)),
          },
    rule: judged.rule,
    severity: judged.severity,
    // A program shows one finding at a time: there it is no repetition.
    message: judged.checkFirst === null ? judged.message : `${judged.message} ${judged.checkFirst}`,
    definedAt: gate.definedAt === null ? null : placeJson(context, gate.definedAt.file, gate.definedAt.span),
    related: judged.related.map((item) => evidenceJson(context, item)),
    fixes: fixes.map((fix) => fixJson(context, fix, nameOfFix(fixes, fix))),
  };
}

function evidenceJson(context: JsonContext, { file, span, text }: Evidence): EvidenceJson {
  return { ...placeJson(context, file, span), text };
}

function placeJson(context: JsonContext, file: string | undefined, span: Span): PlaceJson {
  const source = sourceIn(context, file);
  const path = file ?? context.report.source.path;
  return { file: context.show(path), line: source === null ? 1 : positionAt(source, span.start).line + 1 };
}

function sourceIn(context: JsonContext, file: string | undefined): SourceText | null {
  const own = context.report.source;
  return file === undefined || file === own.path ? own : context.sourceOf(file);
}

function fixJson(context: JsonContext, fix: Fix, name: string): FixJson {
  return {
    kind: fix.kind,
    name,
    title: fix.title,
    preferred: fix.preferred,
    admitsAfter: fix.admitsAfter,
    edits: fix.edits.flatMap((edit) => editJson(context, edit)),
  };
}

/** One edit, or none where the file it is for cannot be read. */
export function editJson(context: JsonContext, edit: TextEdit): EditJson[] {
  const source = sourceIn(context, edit.file);
  if (source === null) return [];
  return [{ file: context.show(source.path), ...rangeJson(source, edit.span), newText: edit.newText }];
}

export function regionJson(report: FileReport, region: Region): object {
  const parent = region.parent === null ? undefined : report.regions[region.parent];
  return {
    line: region.line + 1,
    endLine: region.endLine + 1,
    directive: region.directive,
    text: region.text,
    parent: parent === undefined ? null : parent.line + 1,
    host: region.host,
    targets: targetNames(region.admits),
    depends: region.depends.map(({ mask, when }) => ({ targets: targetNames(mask), when })),
    why: region.why.flatMap(({ mask, span, text }) => {
      const { line, column } = rangeJson(report.source, span);
      return targetNames(mask).map((target) => ({ target, line, column, text }));
    }),
    assumed: region.assumed,
    error: region.error,
  };
}
