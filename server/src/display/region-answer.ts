import { ALL_TARGETS, variantMask } from "../logic/sets";
import type { FileReport, Region } from "../service";
import { positionAt } from "../text/source";
import { withEnclosing } from "./at-place";
import { maskInWords } from "../logic/names";
import { verdict } from "./verdict";
import type { Answer, Detail, Sentence } from "./words";
import { code, detail } from "./words";

/** For a line inside a conditional branch, or for the branch's directive: who compiles it, and why not the others. */
export function regionAnswer(report: FileReport, region: Region, target: string): Answer {
  const asked = variantMask(target);
  const headline: Sentence = [`${target} `, ...verdict(target, asked, "targets", region), "."];
  return {
    headline,
    details: [...admission(region), ...whys(report, region, asked), ...enclosing(report, region)],
  };
}

function admission(region: Region): Detail[] {
  const details: Detail[] = [];
  if (region.admits !== 0 || region.depends.length === 0)
    details.push(detail("in", `Compiled for ${maskInWords(region.admits, "targets")}.`));
  let undecided = 0;
  for (const dependent of region.depends) {
    undecided |= dependent.mask;
    const who = maskInWords(dependent.mask, "targets");
    details.push(detail("depends", `Depends: ${who} if `, code(dependent.when), "."));
  }
  const left = ALL_TARGETS & ~region.admits & ~undecided;
  if (left !== 0 && left !== ALL_TARGETS)
    details.push(detail("out", `Left out: ${maskInWords(left, "targets")}.`));
  details.push(hostPass(region.host));
  if (region.error !== null)
    details.push(
      detail(
        "note",
        region.givenUp
          ? `The condition is ${region.error}.`
          : `A preprocessor rejects this condition: ${region.error}.`,
      ),
    );
  if (region.assumed.length > 0)
    details.push(detail("note", "Assumed: ", ...listOfCode(region.assumed), "."));
  return details;
}

export function hostPass(host: boolean | string): Detail {
  if (typeof host === "string") return detail("host", "Host pass: compiled if ", code(host), ".");
  return detail("host", host ? "Host pass: compiled." : "Host pass: not compiled.");
}

/** The operand that leaves out the target comes first; the others follow in source order. */
function whys(report: FileReport, region: Region, asked: number): Detail[] {
  const concerns = ({ mask }: Region["why"][number]): boolean => (mask & asked) !== 0;
  const ordered = [...region.why].sort((a, b) => Number(concerns(b)) - Number(concerns(a)));
  const anyConcerns = ordered.some(concerns);
  return ordered.map((why) => {
    const { line } = positionAt(report.source, why.span.start);
    const place = { path: report.source.path, line };
    return detail(
      anyConcerns && !concerns(why) ? "others" : "why",
      "Why: ",
      code(why.text),
      " on ",
      { place, text: `line ${line + 1}` },
      ` leaves out ${maskInWords(why.mask, "targets")}.`,
    );
  });
}

function enclosing(report: FileReport, region: Region): Detail[] {
  return withEnclosing(report, region)
    .slice(1)
    .map((outer) => {
      const place = { path: report.source.path, line: outer.line };
      const on = { place, text: `line ${outer.line + 1}` };
      return detail("why", "Inside ", code(directiveText(outer)), " on ", on, ".");
    });
}

/** `#elif __CUDA_ARCH__ < 1200`. */
export function directiveText(region: Region): string {
  return region.text === "" ? `#${region.directive}` : `#${region.directive} ${region.text}`;
}

function listOfCode(texts: readonly string[]): Sentence {
  return texts.flatMap((text, index): Sentence => (index === 0 ? [code(text)] : [", ", code(text)]));
}
