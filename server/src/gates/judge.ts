/** From a gate and a target to a verdict: who is left out, what it gets instead, whether there is a reason. */
import { maskInWords } from "../logic/names";
import type { Mask } from "../logic/sets";
import type { Span } from "../text/source";
import type { Evidence, Gate, Reason } from "./gate";
import type { JudgedGate, Severity } from "./judgement";
import { RULES } from "./rules/registry";
import type { Finding, Rule, RuleView } from "./rules/rule";
import { statesIntent } from "./stated";

export interface Question {
  /** The target as the user names it: `sm_120`. */
  readonly target: string;
  /** All its variants, for gates over targets. */
  readonly targets: Mask;
  /** Its device, for gates over devices. */
  readonly devices: Mask;
  /** Severities the user has set; "off" silences a rule. */
  readonly severities: ReadonlyMap<string, Severity | "off">;
  /** Whether the code only tries a library out: tests, benchmarks, examples. */
  readonly trial?: boolean;
}

export function judge(gate: Gate, question: Question): JudgedGate {
  const asked = gate.domain === "targets" ? question.targets : question.devices;
  const { excludes, depends, admits } = gate.admission;
  const possible = depends.reduce((mask, dependent) => mask | dependent.mask, 0);
  const excluded = asked & excludes;
  const left = asked & ~excludes;
  const excludesTarget = left === 0 ? true : (left & admits) !== 0 ? false : "depends";
  const exempt = excluded === 0 ? null : exemption(gate, excluded);
  const counts = excluded !== 0 && exempt === null;
  const refusal = gate.refusalOf?.(asked & admits) ?? null;
  const consequence = refusal ?? (counts || losesByMacro(gate, excluded) ? gate.consequence : null);
  const reason = counts || refusal !== null ? reasonOf(gate, question) : null;
  const others = counts && reason?.kind === "not apparent" ? (gate.madeForOthers?.(excluded) ?? []) : [];
  const view: RuleView = {
    gate,
    target: question.target,
    asked,
    admitted: asked & admits,
    excluded: counts ? excluded : 0,
    refused: refusal === null ? 0 : asked & admits,
    excludesTarget,
    consequence,
    reason,
    madeForOthers: others,
  };
  const spoken = gate.definedAt === null ? firstFinding(view, question) : null;
  return {
    gate,
    asked,
    excludesTarget,
    consequence,
    reason,
    operand: operandOf(gate, excluded, spoken?.finding),
    rule: spoken?.rule.id ?? null,
    severity: spoken?.severity ?? null,
    toldWith: null,
    message: spoken?.finding.message ?? plainMessage(gate, question.target, excludesTarget, exempt, possible),
    checkFirst: spoken?.finding.checkFirst ?? null,
    related: spoken?.finding.related ?? [],
    fixFor: spoken?.finding.fixFor ?? question.target,
  };
}

/** What is left out under a guard is lost there, though the finding stands where its macro is defined. */
function losesByMacro(gate: Gate, excluded: Mask): boolean {
  const isUse = gate.layer === "cuda-preprocessor" && gate.definedAt !== null;
  return isUse && excluded !== 0 && gate.exemptFor(excluded) === null;
}

function operandOf(gate: Gate, excluded: Mask, finding: Finding | undefined): Span | null {
  const about = excluded !== 0 ? excluded : (finding?.about ?? 0);
  return about === 0 ? null : gate.operandFor(about);
}

/** A use of a definition that carries the finding, or what the front end knows. */
function exemption(gate: Gate, excluded: Mask): string | null {
  return gate.definedAt === null ? gate.exemptFor(excluded) : "decided where the name is defined";
}

function firstFinding(
  view: RuleView,
  { severities, trial }: Question,
): { rule: Rule; finding: Finding; severity: Severity } | null {
  for (const rule of RULES) {
    if (!rule.layers.includes(view.gate.layer)) continue;
    const set = severities.get(rule.id) ?? (rule.defaultSeverity === "off" ? "off" : undefined);
    const finding = rule.check(view);
    if (finding === null) continue;
    if (set === "off") return null;
    return { rule, finding, severity: set ?? (trial === true ? lowered(finding) : finding.severity) };
  }
  return null;
}

function lowered({ severity }: Finding): Severity {
  return severity === "error" || severity === "warning" ? "information" : severity;
}

/**
 * Hardware: the code behind the gate uses an instruction that no variant of the target has. Stated: a comment or a
 * message beside it says that the target is meant to stay out. Otherwise nothing in sight speaks against it.
 */
function reasonOf(gate: Gate, { target, targets }: Question): Reason {
  const missing = gate.instructions.filter((use) => (use.targets & targets) === 0);
  if (missing.length > 0) {
    const sure = missing.filter((use) => !use.approximate);
    const evidence = (sure.length > 0 ? sure : missing).map((use): Evidence => {
      const text = `${use.name} exists on ${maskInWords(use.targets, "targets")}`;
      return use.file === undefined ? { span: use.span, text } : { file: use.file, span: use.span, text };
    });
    return { kind: "hardware", evidence: firstOfEach(evidence) };
  }
  const obstacles = gate.domain === "targets" ? (gate.obstaclesFor?.(targets) ?? []) : [];
  if (obstacles.length > 0) return { kind: "hardware", evidence: firstOfEach(obstacles) };
  const stated = gate.remarks.filter((remark) => statesIntent(remark.text, target));
  return stated.length > 0 ? { kind: "stated", evidence: stated } : NO_REASON;
}

/** The reason of a gate whose finding is told elsewhere, or which is none, stands against an edit as well. */
export function reasonFor({ gate, asked, reason }: JudgedGate, question: Question): Reason {
  const isLeftOut = (gate.admission.excludes & asked) === asked;
  return reason ?? (isLeftOut ? reasonOf(gate, question) : NO_REASON);
}

const NO_REASON: Reason = { kind: "not apparent", evidence: [] };

function firstOfEach(evidence: readonly Evidence[]): Evidence[] {
  const seen = new Set<string>();
  return evidence.filter((one) => !seen.has(one.text) && seen.add(one.text));
}

function plainMessage(
  gate: Gate,
  target: string,
  excludesTarget: boolean | "depends",
  exempt: string | null,
  possible: Mask,
): string {
  const who = `Admits ${maskInWords(gate.admission.admits, gate.domain)}`;
  const more = possible === 0 ? "" : `; ${maskInWords(possible, gate.domain)} depending on what is not known`;
  if (excludesTarget === false) return `${who}${more}.`;
  if (excludesTarget === "depends") return `${who}${more}: whether ${target} gets in is not known.`;
  return `${who}${more}. ${target} does not get in${exempt === null ? "" : `: ${exempt}`}.`;
}
