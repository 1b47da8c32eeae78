import { closedBehind } from "../chain/behind";
import type { PlacedGate } from "../chain/half-open";
import { placesBehind, staysClosed } from "../display/behind-answer";
import type { JudgedGate } from "../gates/judgement";
import { lineAt } from "../text/source";
import { ChainFolderStore } from "../workspace/chain-files";
import { Overlay } from "../workspace/overlay";
import { sourceIn } from "../workspace/source-in";
import type { NamedAnalysis, Session } from "./session";

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

/** What stays closed behind a gate, in all files of its project; read where the file describes extensions at all. */
export async function behindGate(
  session: Session,
  { path, report, settings }: NamedAnalysis,
  judged: JudgedGate,
): Promise<ClosedBehind> {
  const isOuter = judged.gate.layer === "python" && judged.excludesTarget === true;
  if (!isOuter || !SPEAKS_OF_EXTENSIONS.test(report.source.text)) return NONE;
  const { io, engine, target, show } = session;
  const { root } = await session.projectOf(path);
  const overlay = new Overlay(io.disk);
  const store = new ChainFolderStore({
    engine,
    disk: io.disk,
    overlay,
    folders: [root],
    target,
    settingsFor: (from) => ({ ...settings, root: from }),
  });
  const { maker, round } = await store.open();
  const sourceOf = sourceIn(round);
  const found = closedBehind(maker, path, judged);
  const lineOf = ({ path: file, judged: { gate, operand } }: PlacedGate): number => {
    const source = sourceOf(file);
    return source === null ? 1 : lineAt(source, (operand ?? gate.span).start) + 1;
  };
  const stays = staysClosed(found);
  return {
    gates: found.map((gate) => ({
      file: show(gate.path),
      line: lineOf(gate),
      consequence: gate.judged.consequence,
    })),
    text:
      stays === null
        ? null
        : `${stays}: ${placesBehind(found, (gate) => `${show(gate.path)}:${lineOf(gate)}`)}`,
  };
}
