import type { CodeLens } from "vscode-languageserver";
import { functionsWithFindings } from "../../display/functions";
import type { FunctionFindings } from "../../display/functions";
import { counted } from "../../logic/names";
import { positionAt } from "../../text/source";
import type { ClientAbilities } from "../client-abilities";
import { CLIENT_COMMANDS } from "../protocol";
import type { ChainParams, LensSettings } from "../protocol";
import type { DocumentReport } from "../findings/reports";
import { byKey } from "../workspace/chain-counts";
import type { Counts } from "../workspace/chain-counts";

/**
 * Above each function that leaves the target out somewhere: in how many places, and in how many on the way through it,
 * where chains have been worked out already. A click shows the chain.
 */
export function codeLenses(
  { uri, report }: DocumentReport,
  lens: LensSettings,
  { isOurs }: ClientAbilities,
  closedOnChains: Counts | null,
): CodeLens[] {
  if (!lens.codeLens) return [];
  return byKey(functionsWithFindings(report)).map(([key, found]) => {
    const position = positionAt(report.source, found.nameAt);
    const start = { line: found.line, character: 0 };
    const place: ChainParams = { uri, position };
    // A client without the command shows the text alone.
    const command = isOurs ? { command: CLIENT_COMMANDS.showChain, arguments: [place] } : { command: "" };
    const onChain = closedOnChains?.get(key) ?? 0;
    const more = onChain > found.closed.length ? `, ${onChain} on the chain` : "";
    const title = `${summaryOf(found, lens.target)}${more}${isOurs ? " · show gate chain" : ""}`;
    return { range: { start, end: start }, command: { title, ...command } };
  });
}

/** `sm_120: 2 gates closed`, `sm_120: empty body`, `sm_120: 1 gate closed by the hardware`. */
function summaryOf({ closed }: FunctionFindings, target: string): string {
  if (closed.some((judged) => judged.consequence === "empty" && judged.reason?.kind !== "hardware"))
    return `${target}: empty body`;
  const hardware = closed.every((judged) => judged.reason?.kind === "hardware");
  return `${target}: ${counted(closed.length, "gate")} closed${hardware ? " for the hardware" : ""}`;
}
