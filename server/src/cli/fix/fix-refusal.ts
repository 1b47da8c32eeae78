import type { JudgedGate } from "../../gates/judgement";
import { NO_KNOWN_EDIT } from "../../chain/open";
import { gatesAround } from "../../display/around";
import { gatesOfRegion, regionOfLine } from "../../display/at-place";
import { positionAt } from "../../text/source";
import { sourceIn } from "../../workspace/source-in";
import { nameOfFix } from "./fix-name";
import type { NamedAnalysis, Session } from "../session";

/** Says what is on offer, where the finding belongs, or why nothing is offered. */
export function whyNot(
  session: Session,
  named: NamedAnalysis,
  gates: readonly JudgedGate[],
  kind: string | undefined,
  line: number,
): string {
  const offered = gates.flatMap((judged) => {
    const fixes = session.fixes(named.analysis, judged, named.settings);
    return fixes.map((fix) => ({ title: fix.title, name: nameOfFix(fixes, fix) }));
  });
  if (offered.length > 0) {
    const list = offered.map(({ name, title }) => `\n  --kind ${name}: ${title}`).join("");
    const open =
      offered.length === 1
        ? "what this opens is named for other architectures; it is applied where you ask for it"
        : "none of these is preferred; choose one";
    const asked = kind === undefined ? open : `no fix of the kind '${kind}'; there are`;
    return `${asked}:${list}`;
  }
  const [gate] = gates;
  if (gate === undefined) return noGateHere(named, line);
  const { definedAt } = gate.gate;
  if (definedAt !== null) {
    const source =
      definedAt.file === named.path ? named.report.source : sourceIn(named.analysis.files)(definedAt.file);
    const line = source === null ? "" : `:${positionAt(source, definedAt.span.start).line + 1}`;
    return `no fix here: it is decided at ${session.show(definedAt.file)}${line}`;
  }
  // A reason in the hardware or in what was written down is part of the message.
  const isExplained =
    gate.excludesTarget === false || (gate.reason !== null && gate.reason.kind !== "not apparent");
  return `no fix is offered${isExplained ? "" : `, as ${NO_KNOWN_EDIT}`}: ${gate.message}`;
}

/** Who comes from a traceback asks about the line that raised: the gate stands above it. */
function noGateHere({ report }: NamedAnalysis, line: number): string {
  const region = regionOfLine(report, line);
  const above = [
    ...(region === undefined ? [] : gatesOfRegion(report, region)),
    ...gatesAround(report, line),
  ];
  const lines = new Set(above.map(({ gate }) => positionAt(report.source, gate.span.start).line + 1));
  if (lines.size === 0) return "no gate stands here";
  return `no gate stands here; ${lines.size === 1 ? "that around it is" : "those around it are"} on line ${[...lines].join(", ")}`;
}
