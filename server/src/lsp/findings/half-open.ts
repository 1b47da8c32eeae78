/** What chains say of the findings at their ends, once the workspace was scanned, and behind every edit from then on. */
import type { Diagnostic, DiagnosticRelatedInformation, DiagnosticSeverity } from "vscode-languageserver";
import { gatesBehind, halfOpenChain, modulesIn } from "../../chain/half-open";
import type { GatesBehind, PlacedGate } from "../../chain/half-open";
import { rulePage } from "../../display/about";
import { halfOpenMessage, innerText, outerText } from "../../display/behind-answer";
import { shortGate } from "../../display/short-gate";
import type { JudgedGate, Severity } from "../../gates/judgement";
import { counted } from "../../logic/names";
import type { FileReport } from "../../service";
import type { SourceText } from "../../text/source";
import type { ChainWorkspace } from "../../workspace/chain-files";
import { sourceIn } from "../../workspace/source-in";
import type { ChainStore } from "../workspace/chain-store";
import { findingRange, SEVERITIES } from "./diagnostics";
import { rangeOf, uriOfKey } from "../locations";
import type { FindingData } from "../protocol";
import { DIAGNOSTIC_SOURCE } from "../protocol";
import type { Log } from "../run-safely";
import { runQuietly } from "../run-safely";

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
  /** Else both ends are closed: each is told of beside the other's own finding. */
  readonly isHalfOpen: boolean;
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
    const isOwn = ({ isOuter, isHalfOpen }: End): boolean => isOuter && isHalfOpen;
    const told = diagnostics.map((one) => {
      const own = ends.filter((end) => !isOwn(end) && sameStart(end.diagnostic, one));
      if (own.length === 0) return one;
      const raised = own.find(({ isHalfOpen }) => isHalfOpen)?.diagnostic.severity;
      const severity = raised === undefined ? one.severity : worse(one.severity, raised);
      const more = own.flatMap(({ diagnostic }) => diagnostic.relatedInformation ?? []);
      const related = [...(one.relatedInformation ?? []), ...more.slice(0, MOST_RELATED)];
      return { ...one, ...(severity === undefined ? {} : { severity }), relatedInformation: related };
    });
    return [...told, ...ends.filter(isOwn).map(({ diagnostic }) => diagnostic)];
  }

  /** How many findings of its own this adds to each file. */
  counts(): ReadonlyMap<string, number> {
    const own = ({ isOuter, isHalfOpen }: End): boolean => isOuter && isHalfOpen;
    return new Map(Array.from(this.ends, ([path, ends]) => [path, ends.filter(own).length]));
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
    const others = concerned.filter(
      (path) => JSON.stringify(before.get(path)) !== JSON.stringify(found.get(path)),
    );
    changed(others);
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
        const behind = gatesBehind(maker, module);
        if (behind !== null) addEnds(ends, behind, workspace, asked);
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
  behind: GatesBehind,
  workspace: ChainWorkspace,
  { target, severity }: Asked,
): void {
  const { outer, inner, isHalfOpen } = behind;
  const sourceOf = sourceIn({ read: (path) => workspace.files.text(path) });
  const page = rulePage(halfOpenChain.id);
  const add = (
    { path, judged }: PlacedGate,
    message: string,
    related: DiagnosticRelatedInformation[],
    isOuter: boolean,
  ): void => {
    const source = sourceOf(path);
    const report = workspace.reportOf(path);
    if (source === null || report === null) return;
    const diagnostic: Diagnostic = {
      range: findingRange(report, judged),
      severity,
      code: halfOpenChain.id,
      source: DIAGNOSTIC_SOURCE,
      message,
      data: dataOf(judged, source, target),
      relatedInformation: related,
      ...(page === null ? {} : { codeDescription: { href: page } }),
    };
    found.push({ path, end: { text: source.text, diagnostic, isOuter, isHalfOpen } });
  };
  const placeOf = ({ path, judged }: PlacedGate, message: string): DiagnosticRelatedInformation[] => {
    const source = sourceOf(path);
    if (source === null) return [];
    const range = rangeOf(source, judged.operand ?? judged.gate.span);
    return [{ location: { uri: uriOfKey(path), range }, message }];
  };
  const alike = new Map<string, PlacedGate[]>();
  for (const one of inner) {
    const text = innerText(behind, one, sourceOf(one.path));
    const key = `${one.path}\n${text}`;
    alike.set(key, [...(alike.get(key) ?? []), one]);
  }
  // An editor shows all of it above what the finding itself says: those alike in a file are one line.
  const related = [...alike].slice(0, MOST_RELATED).flatMap(([key, [first, ...others]]) => {
    if (first === undefined) return [];
    const more = others.length === 0 ? "" : ` (${counted(others.length + 1, "place")})`;
    return placeOf(first, key.slice(first.path.length + 1) + more);
  });
  add(outer, halfOpenMessage(behind, target), related, true);
  for (const one of inner) add(one, "", placeOf(outer, outerText(behind, target)), false);
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
