import type { FileReport, Region } from "../service";
import { gatesOfRegion } from "./at-place";
import type { SourceOf } from "./gate-answer";
import { gateNotes } from "./gate-answer";
import { regionAnswer } from "./region-answer";
import type { Answer } from "./words";
import { detail } from "./words";

/** For a line in a conditional branch: who compiles it, and what the condition means as a gate. */
export function branchAnswer(report: FileReport, region: Region, target: string, sourceOf: SourceOf): Answer {
  const answer = regionAnswer(report, region, target);
  const [judged] = gatesOfRegion(report, region);
  if (judged === undefined) return answer;
  const notes = gateNotes(report, judged, target, sourceOf);
  return {
    headline: answer.headline,
    details: [detail("message", judged.message), ...answer.details, ...notes],
  };
}
