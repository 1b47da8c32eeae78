/** What stays closed behind a gate that somebody opens, where the workspace has been read for chains. */
import { closedBehind } from "../../chain/behind";
import { placesBehind, staysClosed } from "../../display/behind-answer";
import type { JudgedGate } from "../../gates/judgement";
import { basename } from "../../text/paths";
import { positionAt } from "../../text/source";
import { sourceIn } from "../../workspace/source-in";
import type { BehindOf } from "./code-actions";
import type { ServerContext } from "../context";
import type { DocumentReport } from "./reports";

export interface ClosedBehind {
  readonly gatesOf: BehindOf;
  /** In words; null where nothing is known to stay closed. */
  readonly textOf: (judged: JudgedGate) => string | null;
}

const NOTHING: ClosedBehind = { gatesOf: () => [], textOf: () => null };

/** Reading the workspace takes too long for what nobody asked for: nothing is said where that was not done. */
export function closedBehindIn({ chains }: ServerContext, { report }: DocumentReport): ClosedBehind {
  const workspace = chains.current;
  const { path, text } = report.source;
  if (workspace?.files.text(path) !== text) return NOTHING;
  const { maker, files } = workspace;
  const known = new Map<JudgedGate, ReturnType<BehindOf>>();
  const gatesOf: BehindOf = (judged) => {
    const isOuter = judged.gate.layer === "python" && judged.excludesTarget === true;
    if (!isOuter) return [];
    let found = known.get(judged);
    if (found === undefined) known.set(judged, (found = closedBehind(maker, path, judged)));
    return found;
  };
  const sourceOf = sourceIn({ read: (file) => files.text(file) });
  return {
    gatesOf,
    textOf(judged) {
      const found = gatesOf(judged);
      const stays = staysClosed(found);
      if (stays === null) return null;
      const places = placesBehind(found, ({ path: file, judged: { gate, operand } }) => {
        const source = sourceOf(file);
        const line = source === null ? 0 : positionAt(source, (operand ?? gate.span).start).line;
        return `${basename(file)}:${line + 1}`;
      });
      return `${stays}: ${places}. "Open the Whole Chain" opens them together`;
    },
  };
}
