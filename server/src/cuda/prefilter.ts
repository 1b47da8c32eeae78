/** Cheap tests, on the text alone, whether a file can hold a gate. */
import { mayHoldHostGates, speaksOfArchitecture } from "./host/analyse";
import { mayHoldTargetCode } from "./target-code";
import { mayHoldUnguarded } from "./unguarded";

/**
 * Guards name the compiler's own macros, or macros that a header defines for some targets alone
 * (`CUTE_ARCH_TMA_SM90_ENABLED`); the latter are looked for where the file speaks of architectures otherwise too.
 */
export function mayHoldCudaGates(text: string): boolean {
  if (text.includes("__CUDA_ARCH") || mayHoldUnguarded(text) || mayHoldTargetCode(text)) return true;
  return speaksOfArchitecture(text) && (asksForMacros(text) || mayHoldHostGates(text));
}

const CONDITION = /^[ \t]*#[ \t]*(?:el)?if(n?def)?\b(.*)$/gm;
const NAMES = /[A-Za-z_]\w*/g;
/** Names of the implementation, of the language, and of versions: no header makes them differ between targets. */
const NO_PROJECT_MACRO = /^(?:_[_A-Z]\w*|defined|true|false|and|or|not|NDEBUG|CUDA_VERSION|CUDART_VERSION)$/;

/** Whether a condition asks for a macro of the project's own, the one that guards the file against itself apart. */
function asksForMacros(text: string): boolean {
  if (text.includes("%:")) return true;
  CONDITION.lastIndex = 0;
  let isFirst = true;
  for (let match = CONDITION.exec(text); match !== null; match = CONDITION.exec(text)) {
    const condition = match[2] ?? "";
    if (condition.endsWith("\\")) return true;
    const names = condition.match(NAMES) ?? [];
    if (names.every((name) => NO_PROJECT_MACRO.test(name))) continue;
    if (!isFirst || match[1] !== "ndef" || !guardsItself(text, CONDITION.lastIndex, names[0] ?? ""))
      return true;
    isFirst = false;
  }
  return false;
}

/** `#ifndef NAME` with `#define NAME` on the next line that says anything. */
function guardsItself(text: string, at: number, name: string): boolean {
  const [, define, defined] = /^\s*#\s*(define)\s+(\w+)/.exec(text.slice(at, at + 400)) ?? [];
  return define !== undefined && defined === name;
}
