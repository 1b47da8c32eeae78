import type { InstructionUse } from "../gates/gate";
import { maskInWords, maskNames } from "../logic/names";
import { ALL_TARGETS, variantMask } from "../logic/sets";
import type { Mask } from "../logic/sets";
import type { Answer, Detail, Sentence } from "./words";
import { code, detail } from "./words";

/** For an instruction, or a name that stands for one: whether the target has it, and where else it exists. */
export function instructionAnswer(use: InstructionUse, target: string): Answer {
  const { name, targets, approximate } = use;
  const details: Detail[] = [detail("in", `Exists on ${maskInWords(targets, "targets")}.`)];
  const without = ALL_TARGETS & ~targets;
  if (without !== 0) details.push(detail("out", `Not on ${maskInWords(without, "targets")}.`));
  details.push(
    detail(
      "note",
      approximate
        ? "Told by the name, or by the measured form that comes nearest."
        : "Measured: assembled with ptxas of CUDA 13.0 for every target.",
    ),
  );
  return { headline: headline(name, targets, target), details };
}

function headline(name: string, targets: Mask, target: string): Sentence {
  const asked = variantMask(target);
  const inside = targets & asked;
  if (inside === 0) return [`${target} does not have `, code(name), "."];
  const as = inside === asked ? "" : ` only as ${maskNames(inside, "targets").join(" and ")}`;
  return [`${target} has `, code(name), `${as}.`];
}
