/** Functions beside a function that differ from it in the number of an architecture: `gen_x_module`, `gen_x_sm90_module`. */
import { DEVICES } from "../arch/devices";
import type { Mask } from "../logic/sets";
import type { Module } from "./module";
import type { Def } from "./syntax";

const NUMBERED = /_sm_?(\d{2,3})[af]?(?![0-9])/;

/** The name without the number; null where it has none. */
export function withoutNumber(name: string): string | null {
  return NUMBERED.test(name) ? name.replace(NUMBERED, "") : null;
}

/** Whether each device newer than all that a list names is served by a function of its own. */
export function newerBuiltBeside(module: Module, definition: Def | null, mask: Mask): boolean {
  if (definition === null || mask === 0 || NUMBERED.test(definition.name)) return false;
  const newest = DEVICES[31 - Math.clz32(mask)]?.capability ?? Infinity;
  const archs = module.chunks.flatMap(({ kind, name }) =>
    kind === "def" && withoutNumber(name) === definition.name ? [Number(NUMBERED.exec(name)?.[1])] : [],
  );
  return archs.length > 0 && archs.every((arch) => arch > newest);
}
