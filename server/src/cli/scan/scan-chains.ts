/** What a scan finds out about gates of several files that belong together. */
import { gatesBehindAll, halfOpenChain, isToBeOpened } from "../../chain/half-open";
import type { GatesBehind, PlacedGate, ScannedLinks } from "../../chain/half-open";
import { halfOpenMessage, innerText, outerText } from "../../display/behind-answer";
import type { Severity } from "../../gates/judgement";
import type { FileReport, Settings } from "../../service";
import type { Analysis } from "../../workspace/engine";
import { outermostRoots } from "../../workspace/projects";
import type { Scanned } from "../../workspace/scan";
import type { EvidenceJson, GateJson } from "../json";
import { gateJson } from "../json";
import { SEVERITIES } from "./scan-report";
import type { Session } from "../session";
import type { ShowPath } from "../shown-paths";

/** Two gates of one chain tell of each other; of more than so many places it is enough to tell that there are more. */
const MOST_RELATED = 20;

/** A finding that is known by its place, as the scan has listed it so far. */
export interface Listed {
  find(gate: PlacedGate): GateJson | null;
  replace(gate: PlacedGate, by: GateJson): void;
  /** Lists a gate anew, or instead of itself where it is listed as no finding. */
  add(gate: PlacedGate, found: GateJson): Promise<void>;
}

export class ScanChains {
  private readonly files = new Map<string, ScannedLinks>();
  /** Files that describe extensions. */
  private readonly reports = new Map<string, Analysis>();

  add(path: string, scanned: Scanned, analysis: Analysis | null): void {
    if (scanned.kind !== "report" && scanned.kind !== "nothing") return;
    const { links } = scanned;
    const describes = links.extensions.length > 0;
    const gates = analysis === null ? [] : gatesOf(analysis.report, describes);
    this.files.set(path, { links, gates });
    if (describes && analysis !== null) this.reports.set(path, analysis);
  }

  /** Tells the findings of each other, and adds those of half-open chains. `given` is what the scan was asked for. */
  async tell(session: Session, given: readonly string[], listed: Listed, show: ShowPath): Promise<void> {
    const roots = await outermostRoots(session.io.disk, [...this.files.keys()], given);
    for (const behind of gatesBehindAll(this.files, roots)) {
      const { outer, inner, isHalfOpen } = behind;
      const analysis = this.reports.get(outer.path);
      if (analysis === undefined) continue;
      const level = isHalfOpen ? levelOf(await session.settingsFor(outer.path)) : null;
      if (level === "off") continue;
      const places = inner.slice(0, MOST_RELATED);
      const related = places.flatMap((one) => evidence(listed.find(one), innerText(behind, one, null)));
      if (level === null) this.relate(listed, outer, related, null);
      else {
        const own = gateJson(session.jsonContext(analysis, show), outer.judged, []);
        const message = halfOpenMessage(behind, session.target);
        const found = { ...own, rule: halfOpenChain.id, severity: level, message, related };
        await listed.add(outer, found);
      }
      this.tellInner(listed, behind, session, level, analysis, show);
    }
  }

  private tellInner(
    listed: Listed,
    behind: GatesBehind,
    session: Session,
    level: Severity | null,
    analysis: Analysis,
    show: ShowPath,
  ): void {
    const { outer, inner } = behind;
    const own = gateJson(session.jsonContext(analysis, show), outer.judged, []);
    const text = outerText(behind, session.target);
    for (const one of inner) this.relate(listed, one, evidence(own, text), level);
  }

  private relate(
    listed: Listed,
    gate: PlacedGate,
    more: readonly EvidenceJson[],
    level: Severity | null,
  ): void {
    const found = listed.find(gate);
    if (found === null) return;
    const left = Math.max(0, MOST_RELATED - found.related.length);
    const related = [...found.related, ...more.slice(0, left)];
    listed.replace(gate, { ...found, related, severity: worse(found.severity, level) });
  }
}

function gatesOf({ gates }: FileReport, all: boolean): FileReport["gates"] {
  return all ? gates : gates.filter((judged) => isToBeOpened({ path: "", judged }));
}

function levelOf({ severities }: Settings): Severity | "off" {
  return severities.get(halfOpenChain.id) ?? halfOpenChain.defaultSeverity;
}

function evidence(gate: GateJson | null, text: string): EvidenceJson[] {
  if (gate === null) return [];
  return [{ file: gate.file, line: (gate.operand ?? gate).line, text }];
}

function worse(severity: Severity | null, level: Severity | null): Severity | null {
  if (severity === null || level === null) return severity;
  return SEVERITIES.indexOf(level) < SEVERITIES.indexOf(severity) ? level : severity;
}
