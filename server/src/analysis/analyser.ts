import { TARGETS } from "../arch/targets";
import { analyseBuild } from "../build/analyse";
import { buildLinks } from "../build/links";
import { mayBuild } from "../chain/descent";
import type { FileFacts, FileLinks } from "../chain/facts";
import { NO_LINKS } from "../chain/facts";
import { includeLines, shownInclude } from "../chain/include-lines";
import { cudaLinks } from "../cuda/links";
import { applyEdits, type TextEdit } from "../gates/edits";
import { hostShape } from "../cuda/host/shape";
import { OWN_ARM, type Gate, type InstructionUse } from "../gates/gate";
import { FIX_KINDS } from "../gates/fixes/registry";
import { verify, type VerifiedFix } from "../gates/fixes/verify";
import { groupRepeated } from "../gates/group";
import { conditionsAmong } from "../gates/conditions";
import { judge, reasonFor } from "../gates/judge";
import { isTrialCode } from "../gates/trial-code";
import { applySuppressions } from "../gates/suppress";
import type { Question } from "../gates/judge";
import type { Fix, JudgedGate } from "../gates/judgement";
import { deviceMaskOf, maskWhere, variantMask } from "../logic/sets";
import type { Mask } from "../logic/sets";
import { analysePython } from "../python/analyse";
import type { PythonOptions } from "../python/analyse";
import { explainPython } from "../python/gates/explain";
import type { Explanation } from "../python/gates/explain";
import { pythonExtensions, pythonLinks } from "../python/links/links";
import { breaksLine, unreadAround } from "../python/modules/module";
import { PythonSession } from "../python/modules/session";
import type { PythonParser } from "../python/syntax/parse";
import { neverCancelled } from "../text/files";
import { join, pathFrom } from "../text/paths";
import type { Cancellation, Files } from "../text/files";
import type { SourceText } from "../text/source";
import { CudaAnalyser } from "./cuda-report";
import { EMPTY_OUTLINE } from "./report";
import type { FileReport, Language, CudaOutline, Region, Settings } from "./report";

/** What a front end found, before anyone asks about a target. */
interface Found {
  readonly gates: readonly Gate[];
  readonly regions: readonly Region[];
  readonly instructionsOf: () => readonly InstructionUse[];
  readonly outlineOf: () => CudaOutline;
  readonly dependsOn: readonly string[];
  readonly missing: FileReport["missing"];
  readonly wanted: readonly string[];
  readonly fault: string | null;
}

/** Reads a file with the front end of its language and judges what that finds. */
export class Analyser {
  private readonly cuda = new CudaAnalyser();
  private readonly python: PythonSession | null;

  constructor(python: PythonParser | null) {
    this.python = python === null ? null : new PythonSession(python);
  }

  analyse(
    source: SourceText,
    language: Language,
    settings: Settings,
    files: Files,
    cancellation: Cancellation,
  ): FileReport {
    return this.read(source, language, settings, files, cancellation)(settings.target);
  }

  /** One file for any target: what does not hang on the target is worked out once. */
  read(
    source: SourceText,
    language: Language,
    settings: Settings,
    files: Files,
    cancellation: Cancellation,
  ): (target: string) => FileReport {
    let found: ((target: string) => Found) | undefined;
    return (target) => {
      try {
        found ??= this.find(source, language, settings, files, cancellation);
        return reportOf(source, language, found(target), { ...settings, target });
      } catch (error) {
        return faulty(source, language, error);
      }
    };
  }

  valueAt(
    source: SourceText,
    language: Language,
    offset: number,
    settings: Settings,
    files: Files,
  ): Explanation | null {
    if (language !== "python" || this.python === null) return null;
    const options = this.pythonOptions(settings, files, neverCancelled);
    return explainPython(source, offset, this.python.parser, options);
  }

  /** How the code of a file hangs together; null where it cannot be read. */
  facts(source: SourceText, language: Language): FileFacts | null {
    try {
      if (language === "cuda") return cudaLinks(source);
      if (language === "build") return buildLinks(source);
      if (this.python === null) return null;
      return pythonLinks(source, this.python.parser);
    } catch {
      return null; // A fault in one file costs its chains that file, nothing more.
    }
  }

  /** What a scan keeps of how a file hangs together with others. */
  links(source: SourceText, language: Language): FileLinks {
    try {
      if (language === "cuda") return { ...NO_LINKS, includes: includeLines(source.text).map(shownInclude) };
      if (language !== "python" || this.python === null || !mayBuild(source.text)) return NO_LINKS;
      return { ...NO_LINKS, extensions: pythonExtensions(source, this.python.parser, mayBuild) };
    } catch {
      return NO_LINKS;
    }
  }

  fixes(report: FileReport, judged: JudgedGate, settings: Settings, files: Files): readonly Fix[] {
    if (reasonFor(judged, questionOf(report.source, settings)).kind !== "not apparent") return [];
    const { source, language } = report;
    const { gate, fixFor: target } = judged;
    if (isRightAsNamed(judged)) return [];
    const request = { source, gate, target, asked: askedOf(gate, target) };
    if (gate.exemptFor(request.asked) === OWN_ARM) return [];
    const reanalyse = (edited: SourceText, near?: number): readonly Gate[] =>
      this.gatesOf(edited, language, settings, files, near ?? null);
    const found: VerifiedFix[] = [];
    const done = new Set<string>();
    for (const kind of FIX_KINDS) {
      if (!kind.layers.includes(judged.gate.layer)) continue;
      for (const proposal of kind.propose(request)) {
        if (proposal.oneOf !== undefined && done.has(proposal.oneOf)) continue;
        const fix = verify(request, proposal, reanalyse);
        // Of several edits with one effect the first, which changes least, is enough.
        if (fix === null || (language === "python" && !this.canBeRead(source.text, fix.edits))) continue;
        if (proposal.oneOf !== undefined) done.add(proposal.oneOf);
        if (!found.some((other) => sameEdits(other.edits, fix.edits))) found.push(fix);
      }
    }
    // What stays within the target's family comes before what lets in others as well, and last what lets in builds that
    // cannot assemble the code.
    const rankOf = (fix: VerifiedFix): number => (breaksBuild(gate, fix) ? 2 : fix.goesBeyond ? 1 : 0);
    const ordered = [0, 1, 2].flatMap((rank) => found.filter((fix) => rankOf(fix) === rank));
    return ordered.map((fix, index) => {
      const { kind, title, edits, admitsAfter } = fix;
      const preferred = index === 0 && mayBePreferred(judged) && !breaksBuild(gate, fix);
      return { kind, title, edits, admitsAfter, preferred };
    });
  }

  /** Whether what an edit writes is Python, as far as what stood there was. */
  private canBeRead(text: string, edits: readonly TextEdit[]): boolean {
    if (this.python === null) return false;
    const { parser } = this.python;
    const own = edits.filter(({ file }) => file === undefined).sort((a, b) => a.span.start - b.span.start);
    const edited = applyEdits(text, own);
    let by = 0;
    return own.every(({ span, newText }) => {
      const start = span.start + by;
      const now = unreadAround(edited, start, parser);
      if (breaksLine(edited, start, newText)) return false;
      by += newText.length - (span.end - span.start);
      return now <= unreadAround(text, span.start, parser);
    });
  }

  private find(
    source: SourceText,
    language: Language,
    settings: Settings,
    files: Files,
    cancellation: Cancellation,
  ): (target: string) => Found {
    const same = (found: Partial<Found>): (() => Found) => {
      const whole = { ...nothing, ...found };
      return () => whole;
    };
    if (language === "cuda") {
      const analysis = this.cuda.analyse(source, settings, files, cancellation);
      return (target) => ({ ...nothing, ...analysis(variantMask(target)) });
    }
    if (language === "build") return same({ gates: analyseBuild(source) });
    if (this.python === null) return same({ fault: "Python files cannot be read here: there is no parser" });
    return same(analysePython(source, this.python.parser, this.pythonOptions(settings, files, cancellation)));
  }

  /** The gates of a text that is only tried out; with `near`, those around that offset are enough. */
  private gatesOf(
    source: SourceText,
    language: Language,
    settings: Settings,
    files: Files,
    near: number | null,
  ): readonly Gate[] {
    if (language === "python" && this.python !== null) {
      const options = this.pythonOptions(settings, files, neverCancelled);
      return analysePython(source, this.python.parser, { ...options, trial: true, near }).gates;
    }
    if (language === "cuda")
      return this.cuda.gates(source, settings, files, variantMask(settings.target), near);
    return this.find(source, language, settings, files, neverCancelled)(settings.target).gates;
  }

  private pythonOptions(settings: Settings, files: Files, cancellation: Cancellation): PythonOptions {
    const { root, followIncludes, capabilityNames, readsEveryText } = settings;
    const shared = {
      ...(this.python === null ? {} : { session: this.python }),
      ...(capabilityNames === undefined ? {} : { names: capabilityNames }),
      ...(readsEveryText === true ? { everyText: true } : {}),
    };
    if (!followIncludes || root === "") return { ...shared, cancellation };
    return { ...shared, files, roots: rootsOf(settings), cancellation };
  }
}

function reportOf(source: SourceText, language: Language, found: Found, settings: Settings): FileReport {
  const question = questionOf(source, settings);
  const judged = found.gates.map((gate) => judge(gate, question));
  let instructions: readonly InstructionUse[] | undefined;
  let outline: CudaOutline | undefined;
  return {
    source,
    language,
    gates: groupRepeated(applySuppressions(judged, source)),
    regions: found.regions,
    branches: found.regions,
    // Few ask for them, and finding them reads all the code of a file.
    get instructions() {
      return (instructions ??= found.instructionsOf());
    },
    get outline() {
      return (outline ??= found.outlineOf());
    },
    read: { conditions: conditionsAmong(found.gates, (gate) => gate).length, dependsOn: found.dependsOn },
    missing: found.missing,
    wanted: found.wanted,
    fault: found.fault,
  };
}

/** A fault in one file costs that file one message, nothing more. */
function faulty(source: SourceText, language: Language, error: unknown): FileReport {
  const what = error instanceof Error ? wordsFor(error) : String(error);
  const fault = `SM Lens could not read this file: ${what}`;
  const read = { conditions: 0, dependsOn: [] };
  const empty = {
    gates: [],
    regions: [],
    branches: [],
    instructions: [],
    outline: EMPTY_OUTLINE,
    missing: [],
    wanted: [],
  };
  return { source, language, ...empty, read, fault };
}

/** Folders that absolute imports start from. */
function rootsOf({ root, followIncludes }: Settings): string[] {
  return !followIncludes || root === "" ? [] : [root, join(root, "python"), join(root, "src")];
}

const nothing: Found = {
  gates: [],
  regions: [],
  instructionsOf: () => [],
  outlineOf: () => EMPTY_OUTLINE,
  dependsOn: [],
  missing: [],
  wanted: [],
  fault: null,
};

/** The engine's own words for a stack that ran out help nobody. */
function wordsFor({ message }: Error): string {
  return message.includes("call stack") ? "it nests too deeply" : message;
}

/**
 * A host function that tests what its name says, `has_tcgen05`, is right, and so is a guard in code that is named for
 * others, `enable_sm90`; what is asked of it, or made of it, may not be.
 */
function isRightAsNamed({ gate, rule, asked }: JudgedGate): boolean {
  const inCode = gate.layer === "cuda-host" || gate.layer === "cuda-preprocessor";
  if (inCode && gate.form === "predicate") return rule === null;
  const excluded = gate.admission.excludes & asked;
  return gate.layer === "cuda-preprocessor" && excluded !== 0 && isNamedForOthers(gate, excluded);
}

function isNamedForOthers(gate: Gate, excluded: Mask): boolean {
  return (gate.madeForOthers?.(excluded) ?? []).length > 0;
}

function askedOf(gate: Gate, target: string): Mask {
  return gate.domain === "targets" ? variantMask(target) : deviceMaskOf(target);
}

function questionOf({ path }: SourceText, settings: Settings): Question {
  return {
    trial: isTrialCode(pathFrom(settings.root, path)),
    target: settings.target,
    targets: variantMask(settings.target),
    devices: deviceMaskOf(settings.target),
    severities: settings.severities,
  };
}

/**
 * Only where the code behind the gate was read and nothing in it speaks against the target: whether what a Python
 * list or a build list opens can run is not known from that list.
 */
function mayBePreferred(judged: JudgedGate): boolean {
  const { layer, shape } = judged.gate;
  // Behind a condition in code, calls are followed in its own file alone.
  const read =
    layer === "cuda-preprocessor" && hostShape(shape) === null && judged.reason?.kind === "not apparent";
  return read && (judged.severity === "error" || judged.severity === "warning");
}

/** Whether a fix lets in targets that lack an instruction of the code behind the gate, as plain builds may. */
function breaksBuild({ domain, instructions, admission }: Gate, { admitsAfter }: VerifiedFix): boolean {
  if (domain !== "targets") return false;
  const after = maskWhere(TARGETS, ({ name }) => admitsAfter.includes(name));
  const added = after & ~admission.admits;
  return instructions.some((use) => !use.approximate && (added & ~use.targets) !== 0);
}

function sameEdits(a: readonly TextEdit[], b: readonly TextEdit[]): boolean {
  return JSON.stringify(a) === JSON.stringify(b);
}
