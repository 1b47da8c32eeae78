import { closedBehind } from "../../chain/behind";
import { leavesNothing } from "../../chain/chain";
import { gatesBehind, modulesIn } from "../../chain/half-open";
import type { GatesBehind, PlacedGate } from "../../chain/half-open";
import type { ChainMaker } from "../../chain/make";
import { halfOpenMessage, outerText, placesBehind, staysClosed } from "../../display/behind-answer";
import type { JudgedGate } from "../../gates/judgement";
import { lineAt } from "../../text/source";
import { ChainFolderStore } from "../../workspace/chain-files";
import { Overlay } from "../../workspace/overlay";
import { sourceIn } from "../../workspace/source-in";
import type { NamedAnalysis, Session } from "../session";

/** A gate that stays closed behind one that is opened, as people and programs are told of it. */
export interface Behind {
  readonly file: string;
  readonly line: number;
  readonly consequence: string | null;
}

export interface ClosedBehind {
  readonly gates: readonly Behind[];
  /** In words; null where there are none. */
  readonly text: string | null;
}

/** Where a file says nothing of the kind its project need not be read. */
const SPEAKS_OF_EXTENSIONS = /spec|\b_?(?:gen|make|build|load)_\w|extension/i;

const NONE: ClosedBehind = { gates: [], text: null };

/**
 * What stays closed behind a gate, in all files of its project, or that it is one end of a half-open chain; read where the
 * file describes extensions at all, or its code is left out.
 */
export async function behindGate(
  session: Session,
  named: NamedAnalysis,
  judged: JudgedGate,
): Promise<ClosedBehind> {
  const { path, report } = named;
  const isPython = judged.gate.layer === "python" && judged.excludesTarget !== "depends";
  const isOuter = isPython && SPEAKS_OF_EXTENSIONS.test(report.source.text);
  if (!isOuter && !leavesNothing({ judged })) return NONE;
  const { maker, round } = await (await storeFor(session, named)).open();
  const sourceOf = sourceIn(round);
  const lineOf = ({ path: file, judged: { gate, operand } }: PlacedGate): number => {
    const source = sourceOf(file);
    return source === null ? 1 : lineAt(source, (operand ?? gate.span).start) + 1;
  };
  const placeOf = (gate: PlacedGate): string => `${session.show(gate.path)}:${lineOf(gate)}`;
  if (!isOuter) return { gates: [], text: beforeInWords(maker, path, judged, session.target, placeOf) };
  const half = !judged.excludesTarget ? halfOpenAt(maker, path, judged) : null;
  const found = half?.inner ?? (judged.excludesTarget ? closedBehind(maker, path, judged) : []);
  const stays = half === null ? staysClosed(found) : halfOpenMessage(half, session.target);
  return {
    gates: found.map((gate) => ({
      file: session.show(gate.path),
      line: lineOf(gate),
      consequence: gate.judged.consequence,
    })),
    text: stays === null ? null : `${stays.replace(/\.$/, "")}: ${placesBehind(found, placeOf)}`,
  };
}

async function storeFor(session: Session, { path, settings }: NamedAnalysis): Promise<ChainFolderStore> {
  const { io, engine, target } = session;
  const { root } = await session.projectOf(path);
  return new ChainFolderStore({
    engine,
    disk: io.disk,
    overlay: new Overlay(io.disk),
    folders: [root],
    target,
    settingsFor: (from) => ({ ...settings, root: from }),
  });
}

/** The half-open chain whose outer end the gate is. */
function halfOpenAt(maker: ChainMaker, path: string, judged: JudgedGate): GatesBehind | null {
  for (const module of modulesIn(maker, path)) {
    const pair = gatesBehind(maker, module);
    if (pair?.isHalfOpen === true && isSame(pair.outer, { path, judged })) return pair;
  }
  return null;
}

/** Gates that let the target into code that this one leaves out; null where there are none. */
function beforeInWords(
  maker: ChainMaker,
  path: string,
  judged: JudgedGate,
  target: string,
  placeOf: (gate: PlacedGate) => string,
): string | null {
  const { entries } = maker;
  const modules = entries.modulesWith(entries.sourcesWith(path));
  const pairs = modules.flatMap((module) => gatesBehind(maker, module) ?? []);
  const before = pairs.filter(
    ({ isHalfOpen, inner }) => isHalfOpen && inner.some((one) => isSame(one, { path, judged })),
  );
  const told = before.map((pair) => `${placeOf(pair.outer)}: ${outerText(pair, target)}`);
  return told.length === 0 ? null : [...new Set(told)].join("; ");
}

function isSame(a: PlacedGate, b: PlacedGate): boolean {
  const [one, other] = [a.judged.gate.span, b.judged.gate.span];
  return a.path === b.path && one.start === other.start && one.end === other.end;
}
