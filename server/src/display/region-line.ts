import type { Region } from "../service";
import { maskInWords } from "../logic/names";
import { directiveText } from "./region-answer";

/** Who compiles a branch: `sm_90–sm_110 (all variants); sm_120 if Y; host`. */
export function compiledFor(region: Region): string {
  const parts: string[] = [];
  if (region.admits !== 0 || region.depends.length === 0) parts.push(maskInWords(region.admits, "targets"));
  for (const { mask, when } of region.depends) parts.push(`${maskInWords(mask, "targets")} if ${when}`);
  if (region.host !== false) parts.push(region.host === true ? "host" : `host if ${region.host}`);
  if (region.error !== null)
    parts.push(region.givenUp ? region.error : `a preprocessor rejects it: ${region.error}`);
  return parts.join("; ");
}

/** One branch on one line: `#if X → sm_90–sm_110 (all variants); sm_120 only if Y; host`. */
export function targetsInAnswer(region: Region): string {
  return `${directiveText(region)} → ${compiledFor(region)}`;
}
