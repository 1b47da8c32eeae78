/** Findings of headers that files named by the user include: who asks about a source asks about what it is made of. */
import { isThirdPartyPath } from "../../chain/tree";
import { join } from "../../text/paths";
import { gateJson } from "../json";
import type { Baseline } from "./baseline";
import type { Session } from "../session";
import { reaches } from "./scan-report";
import type { Severity } from "../../gates/judgement";

/** A source with more is not looked through whole. */
const MOST_HEADERS = 400;

export interface HeaderFindings {
  readonly file: string;
  readonly findings: number;
}

/** Headers of the same project alone, those of libraries in it left out; each is read once. What `known` knows is no news. */
export async function findingsInHeaders(
  session: Session,
  given: readonly string[],
  least: Severity,
  known: Baseline | null,
): Promise<HeaderFindings[]> {
  const { io, engine, show } = session;
  const found: HeaderFindings[] = [];
  const all = given.map((path) => join(io.cwd, path));
  const isNamed = new Set(all);
  const met = new Set(all);
  for (const path of all) {
    if (engine.service.languageOf(path) !== "cuda" || met.size > MOST_HEADERS) continue;
    const { root } = await session.projectOf(path);
    let named;
    try {
      named = await session.analyseNamed(path);
    } catch {
      continue; // It was told of where it was asked for.
    }
    const { report, analysis } = named;
    if (!isNamed.has(path)) {
      const context = session.jsonContext(analysis, show);
      const findings = report.gates.filter(({ rule }) => rule !== null);
      const news = findings.filter((judged) => known?.knows(gateJson(context, judged, []), path) !== true);
      const grave = news.filter(({ severity }) => reaches(severity, least));
      if (grave.length > 0) found.push({ file: show(path), findings: grave.length });
    }
    for (const { path: header } of report.outline.includes) {
      if (header === null || met.has(header) || !header.startsWith(`${root}/`)) continue;
      if (isThirdPartyPath(header.slice(root.length))) continue;
      met.add(header);
      all.push(header);
    }
  }
  return found;
}
