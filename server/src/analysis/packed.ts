/**
 * A report as plain data: what a scan hands from a worker to its owner, and keeps on disk for the next one. Verdicts
 * and offsets are in it; syntax, who compiles which region, and instructions are not.
 */
import type { Admission, Consequence, Evidence, Gate } from "../gates/gate";
import type { Fix, JudgedGate } from "../gates/judgement";
import type { Span, SourceText } from "../text/source";
import type { Branch, FileReport, Language } from "./report";

export interface PackedReport {
  readonly language: Language;
  readonly gates: readonly PackedGate[];
  readonly read: FileReport["read"];
  readonly missing: FileReport["missing"];
  readonly fault: string | null;
  /** Absent where nobody asked for them. */
  readonly branches?: readonly Branch[];
}

type Facts = Pick<Gate, "layer" | "form" | "span" | "text" | "domain" | "exact" | "host" | "definedAt">;

interface PackedGate extends Omit<JudgedGate, "gate"> {
  readonly gate: Facts & { readonly admission: Admission } & Pick<Gate, "bodyOf" | "intoArm">;
  /** Of a use of what is decided elsewhere: what those get whom it leaves out. */
  readonly use?: Consequence;
  /** Absent where nobody asked for them. */
  readonly fixes?: readonly Fix[];
}

/** @param fixesOf the verified edits of a gate; null where they are not wanted. */
export function packReport(
  report: FileReport,
  fixesOf: (judged: JudgedGate) => readonly Fix[] | null,
  withBranches = false,
): PackedReport {
  const { language, read, missing, fault } = report;
  return {
    language,
    read,
    missing,
    fault,
    gates: report.gates.map((judged) => packGate(judged, fixesOf(judged))),
    ...(withBranches && report.branches.length > 0 ? { branches: report.branches.map(packBranch) } : {}),
  };
}

function packGate(judged: JudgedGate, fixes: readonly Fix[] | null): PackedGate {
  const { layer, form, span, text, domain, admission, exact, host, definedAt, bodyOf, intoArm } = judged.gate;
  const { operand, reason, related } = judged;
  return {
    ...judged,
    gate: {
      ...{ layer, form, text, domain, admission, exact, host },
      ...(bodyOf === undefined ? {} : { bodyOf }),
      ...(intoArm === undefined ? {} : { intoArm }),
      span: bare(span),
      definedAt: definedAt === null ? null : { file: definedAt.file, span: bare(definedAt.span) },
    },
    operand: operand === null ? null : bare(operand),
    reason: reason === null ? null : { kind: reason.kind, evidence: reason.evidence.map(packEvidence) },
    related: related.map(packEvidence),
    ...(definedAt === null || judged.gate.consequence === null ? {} : { use: judged.gate.consequence }),
    ...(fixes === null ? {} : { fixes: fixes.map(packFix) }),
  };
}

function packBranch({ directive, span, line, endLine, text, parent }: Branch): Branch {
  return { directive, span: bare(span), line, endLine, text, parent };
}

function packEvidence({ file, span, text }: Evidence): Evidence {
  return { ...(file === undefined ? {} : { file }), span: bare(span), text };
}

function packFix(fix: Fix): Fix {
  return { ...fix, edits: fix.edits.map((edit) => ({ ...edit, span: bare(edit.span) })) };
}

/** Spans are often syntax that happens to have a start and an end. */
function bare({ start, end }: Span): Span {
  return { start, end };
}

const packedFixes = new WeakMap<JudgedGate, readonly Fix[]>();

/** The report again. Its gates answer what a verdict says and nothing beyond. */
export function unpackReport(packed: PackedReport, source: () => SourceText): FileReport {
  let made: SourceText | undefined;
  return {
    get source() {
      return (made ??= source());
    },
    language: packed.language,
    gates: packed.gates.map(unpackGate),
    read: packed.read,
    missing: packed.missing,
    fault: packed.fault,
    regions: [],
    branches: packed.branches ?? [],
    outline: { functions: [], blocks: [], comments: [], includes: [] },
    instructions: [],
    wanted: [],
  };
}

/** The fixes that came with an unpacked gate; null where none were asked for. */
export function fixesWith(judged: JudgedGate): readonly Fix[] | null {
  return packedFixes.get(judged) ?? null;
}

function unpackGate({ gate: facts, fixes, use, ...rest }: PackedGate): JudgedGate {
  const { operand, consequence } = rest;
  const gate: Gate = {
    ...facts,
    consequence: use ?? consequence,
    operandFor: () => operand,
    exemptFor: () => null,
    instructions: [],
    remarks: [],
    claim: null,
    shape: null,
  };
  const judged: JudgedGate = { ...rest, gate };
  if (fixes !== undefined) packedFixes.set(judged, fixes);
  return judged;
}
