import { unitNamesIn } from "../../arch/unit-names";
import type { InstructionUse } from "../../gates/gate";
import type { Span } from "../../text/source";
import type { Site } from "./site";
import type { Stmt } from "../syntax/syntax";

/** How much of the code behind a gate is looked at: what stands further down is more and more about something else. */
const LONGEST_CODE = 2000;

/**
 * Units of the hardware that the code behind a gate speaks of, in the names of the class and the function around it and
 * in the statements that it lets through. Names are a hint, not an instruction: all are approximate.
 */
export function unitsBehind(site: Site, behind: readonly Stmt[]): readonly InstructionUse[] {
  const names = [site.owner?.span, site.definition?.nameSpan].filter((span) => span !== undefined);
  const [first, last] = [behind[0], behind.at(-1)];
  const code =
    first === undefined || last === undefined
      ? []
      : [{ start: first.start, end: Math.min(last.end, first.start + LONGEST_CODE) }];
  return [...names, ...code].flatMap((span) => unitsIn(site, span));
}

function unitsIn(site: Site, { start, end }: Span): InstructionUse[] {
  const text = site.module.source.text
    .slice(start, end)
    .replace(/#.*/g, (comment) => " ".repeat(comment.length));
  return unitNamesIn(text).map(({ offset, word, opcode, targets }) => ({
    span: { start: start + offset, end: start + offset + word.length },
    name: word.toLowerCase() === opcode ? opcode : `${word} (${opcode})`,
    targets,
    approximate: true,
  }));
}
