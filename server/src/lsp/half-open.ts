/** Half-open chains as diagnostics at both ends, once the workspace was scanned, and behind every edit from then on. */
import type { Diagnostic, DiagnosticRelatedInformation, DiagnosticSeverity } from "vscode-languageserver";
import { halfOpenChain, halfOpenIn, modulesIn } from "../chain/half-open";
import type { HalfOpen } from "../chain/half-open";
import { shortened } from "../chain/code-steps";
import { rulePage } from "../display/about";
import { shortGate } from "../display/short-gate";
import type { JudgedGate, Severity } from "../gates/judgement";
import { counted } from "../logic/names";
import type { FileReport } from "../service";
import type { SourceText } from "../text/source";
import type { ChainWorkspace } from "../workspace/chain-files";
import { sourceIn } from "../workspace/source-in";
import type { ChainStore } from "./chain-store";
import { findingRange, SEVERITIES } from "./diagnostics";
import { rangeOf, uriOfKey } from "./locations";
import type { FindingData } from "./protocol";
import { DIAGNOSTIC_SOURCE } from "./protocol";
import type { Log } from "./run-safely";
import { runQuietly } from "./run-safely";

export interface HalfOpenParts {
  readonly chains: ChainStore;
  readonly log: Log;
  readonly pause: () => Promise<void>;
  readonly target: () => Promise<string>;
  /** How bad the rule is here; "off": nothing is said. */
  readonly level: () => Promise<Severity | "off">;
  /** Files whose diagnostics are others now. */
  readonly changed: (paths: readonly string[]) => void;
}

const REST_MS = 1500;
const MOST_RELATED = 20;

interface End {
  /** The text it was found in: in another one its place may be another. */
  readonly text: string;
  readonly diagnostic: Diagnostic;
  readonly isOuter: boolean;
}

interface Asked {
  readonly target: string;
  readonly severity: DiagnosticSeverity;
}

/** What an extension hangs on, and what was found of it. */
interface Looked {
  readonly files: ReadonlySet<string>;
  readonly ends: { readonly path: string; readonly end: End }[];
}

export class HalfOpenFindings {
  private readonly parts: HalfOpenParts;
  private ends = new Map<string, End[]>();
  private modules = new Map<string, Looked>();
  /** Files that changed since; null: everything may have. */
  private dirty: Set<string> | null = null;
  private active = false;
  private round = 0;
  private timer: NodeJS.Timeout | undefined;

  constructor(parts: HalfOpenParts) {
    this.parts = parts;
  }

  /** The workspace was scanned: its chains are looked through from now on. */
  async begin(): Promise<void> {
    this.active = true;
    this.dirty = null;
    await this.refresh();
  }

  /** Something changed; chains follow when typing rests. */
  touch(path: string | null): void {
    if (!this.active) return;
    if (path === null) this.dirty = null;
    else this.dirty?.add(path);
    clearTimeout(this.timer);
    this.timer = setTimeout(
      () => void runQuietly("half-open chains", this.parts.log, () => this.refresh()),
      REST_MS,
    );
  }

  dispose(): void {
    this.active = false;
    clearTimeout(this.timer);
  }

  /** A file's diagnostics with what chains say of it: its own gate is an error where an open one leads to it. */
  addTo(diagnostics: readonly Diagnostic[], { source }: FileReport): Diagnostic[] {
    const ends = (this.ends.get(source.path) ?? []).filter(({ text }) => text === source.text);
    const inner = ends.filter(({ isOuter }) => !isOuter);
    const raised = diagnostics.map((one) => {
      const end = inner.find(({ diagnostic }) => sameStart(diagnostic, one));
      if (end === undefined) return one;
      const related = [...(one.relatedInformation ?? []), ...(end.diagnostic.relatedInformation ?? [])];
      return { ...one, severity: worse(one.severity, end.diagnostic.severity), relatedInformation: related };
    });
    return [...raised, ...ends.filter(({ isOuter }) => isOuter).map(({ diagnostic }) => diagnostic)];
  }

  private concerns({ files }: Looked): boolean {
    if (this.dirty === null) return true;
    for (const path of this.dirty) if (files.has(path)) return true;
    return false;
  }

  private async refresh(): Promise<void> {
    const round = ++this.round;
    const { chains, changed } = this.parts;
    const workspace = await chains.get();
    const target = await this.parts.target();
    const level = await this.parts.level();
    const modules =
      level === "off"
        ? new Map<string, Looked>()
        : await this.lookThrough(workspace, { target, severity: SEVERITIES[level] }, round);
    if (modules === null) return;
    this.modules = modules;
    this.dirty = new Set();
    const found = new Map<string, End[]>();
    for (const { ends } of modules.values())
      for (const { path, end } of ends) found.set(path, [...(found.get(path) ?? []), end]);
    const before = this.ends;
    this.ends = found;
    const concerned = [...new Set([...before.keys(), ...found.keys()])];
    changed(concerned.filter((path) => JSON.stringify(before.get(path)) !== JSON.stringify(found.get(path))));
  }

  /** What each extension comes to; null when a later state of the files is looked through instead. */
  private async lookThrough(
    workspace: ChainWorkspace,
    asked: Asked,
    round: number,
  ): Promise<Map<string, Looked> | null> {
    const { maker } = workspace;
    const modules = new Map<string, Looked>();
    for (const path of workspace.files.paths) {
      for (const module of modulesIn(maker, path)) {
        const key = `${path}\n${module.builder.fn.name}`;
        const known = this.modules.get(key);
        if (known !== undefined && !this.concerns(known)) {
          modules.set(key, known);
          continue;
        }
        const ends: Looked["ends"] = [];
        for (const half of halfOpenIn(maker, module, asked.target)) addEnds(ends, half, workspace, asked);
        modules.set(key, { files: new Set(maker.filesOf(module)), ends });
        await this.parts.pause();
        if (round !== this.round) return null;
      }
    }
    return modules;
  }
}

function addEnds(
  found: Looked["ends"],
  half: HalfOpen,
  workspace: ChainWorkspace,
  { target, severity }: Asked,
): void {
  const { module, outer, inner } = half;
  const sourceOf = sourceIn({ read: (path) => workspace.files.text(path) });
  const page = rulePage(halfOpenChain.id);
  const add = (
    step: HalfOpen["outer"],
    message: string,
    related: DiagnosticRelatedInformation[],
    isOuter: boolean,
  ): void => {
    const source = sourceOf(step.path);
    const report = workspace.reportOf(step.path);
    if (source === null || report === null || step.judged === null) return;
    const diagnostic: Diagnostic = {
      range: findingRange(report, step.judged),
      severity,
      code: halfOpenChain.id,
      source: DIAGNOSTIC_SOURCE,
      message,
      data: dataOf(step.judged, source, target),
      relatedInformation: related,
      ...(page === null ? {} : { codeDescription: { href: page } }),
    };
    found.push({ path: step.path, end: { text: source.text, diagnostic, isOuter } });
  };
  const placeOf = (step: HalfOpen["outer"], message: string): DiagnosticRelatedInformation[] => {
    const source = sourceOf(step.path);
    if (source === null) return [];
    return [{ location: { uri: uriOfKey(step.path), range: rangeOf(source, step.span) }, message }];
  };
  const empty = inner.filter(isEmpty).length;
  const what =
    empty > 0
      ? `${counted(empty, "body")} behind it left empty`
      : `${counted(inner.length, "place")} behind it left out`;
  // What is left empty first: nothing at all is done there.
  const worstFirst = [...inner].sort((a, b) => Number(isEmpty(b)) - Number(isEmpty(a)));
  const related = worstFirst
    .slice(0, MOST_RELATED)
    .flatMap((step) =>
      placeOf(step, `${step.judged?.consequence ?? "left out"}: ${titleOf(step, sourceOf)}`),
    );
  add(
    outer,
    `Half-open: ${module} is built for ${target}, with ${what}. What it then computes is wrong, and nothing says so.`,
    related,
    true,
  );
  for (const step of inner)
    add(step, "", placeOf(outer, `half-open: this lets ${target} into ${module}`), false);
}

const isEmpty = ({ judged }: HalfOpen["outer"]): boolean => judged?.consequence === "empty";

function titleOf(
  { judged, path, title }: HalfOpen["outer"],
  sourceOf: (path: string) => SourceText | null,
): string {
  const source = sourceOf(path);
  return judged === null || source === null ? shortened(title) : shortGate(judged, source);
}

function dataOf(judged: JudgedGate, source: SourceText, target: string): FindingData {
  const title = shortGate(judged, source);
  return { rule: halfOpenChain.id, title, target, consequence: null, reason: null };
}

/** Of two levels the worse, which is the lower number. */
function worse(a: DiagnosticSeverity | undefined, b: DiagnosticSeverity | undefined): DiagnosticSeverity {
  return Math.min(a ?? SEVERITIES.hint, b ?? SEVERITIES.hint) as DiagnosticSeverity;
}

function sameStart(a: Diagnostic, b: Diagnostic): boolean {
  return a.range.start.line === b.range.start.line && a.range.start.character === b.range.start.character;
}
