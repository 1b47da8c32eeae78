import type { Admission } from "../gates/gate";
import type { SourceText, Span } from "../text/source";
import { observe, worldFor, type Observation, type PythonOptions } from "./analyse";
import { DEVICES } from "../arch/devices";
import { admissionOf } from "./logic";
import type { PythonParser } from "./parse";
import { call } from "./calls";
import { lookupGlobal, moduleFrame } from "./resolve";
import type { Def, Expr } from "./syntax";
import { at, show, truth, unknown, type Vec } from "./values";
import { distinct, type Note } from "./note";
import type { World } from "./world";

export interface Explanation {
  readonly span: Span;
  readonly text: string;
  /** For which devices the expression is true; null where it is no condition. */
  readonly admission: Admission | null;
  /** The value on each device, where it is no condition: `9.0: "sm_90"`; devices with the same value together. */
  readonly values: readonly { readonly devices: readonly string[]; readonly value: string }[];
  /** What it depends on: definitions, sources of the capability, names that were read, assumptions. */
  readonly notes: readonly Note[];
}

/** What stands at `offset`, seen from every device; null when nothing there depends on the device. */
export function explainPython(
  source: SourceText,
  offset: number,
  parser: PythonParser,
  options: PythonOptions = {},
): Explanation | null {
  const world = worldFor(source, parser, options);
  const seen = observe(world, { ...options, near: offset }, offset);
  return predicateAt(offset, seen, world) ?? expressionAt(seen);
}

/** On the name of a function: what it answers. */
function predicateAt(offset: number, { module, pieces }: Observation, world: World): Explanation | null {
  const definition = pieces
    .map((piece) => piece.definition)
    .find((one): one is Def => one !== null && one.nameSpan.start <= offset && offset <= one.nameSpan.end);
  if (definition === undefined) return null;
  const [value] = lookupGlobal(world, module, definition.name) ?? [];
  if (value?.t !== "func" || value.info.definition !== definition) return null;
  const before = world.memo.notes.length;
  const result = call(value, [], new Map(), moduleFrame(world, module), "") ?? [unknown("…")];
  if (result.length === 1) return null;
  return explanation(definition.nameSpan, definition.name, result, world.memo.notes.slice(before));
}

function expressionAt({ module, recorder }: Observation): Explanation | null {
  let best: Expr | null = null;
  for (const node of recorder.notes.keys()) {
    if ((recorder.values.get(node)?.length ?? 1) === 1) continue;
    if (best === null || node.end - node.start < best.end - best.start) best = node;
  }
  if (best === null) return null;
  const value = recorder.values.get(best) ?? [];
  const text = module.source.text.slice(best.start, best.end);
  return explanation(best, text, value, recorder.notes.get(best) ?? []);
}

function explanation(span: Span, text: string, value: Vec, notes: readonly Note[]): Explanation {
  const isCondition = value.every((one) => one.t === "bool" || one.t === "none" || one.t === "unknown");
  const groups = new Map<string, string[]>();
  DEVICES.forEach(({ name }, index) => {
    const shown = show(at(value, index));
    groups.set(shown, [...(groups.get(shown) ?? []), name]);
  });
  const decided = value.some((one) => truth(one) !== undefined);
  return {
    span: { start: span.start, end: span.end },
    text,
    admission: isCondition && decided ? admissionOf(value) : null,
    values: [...groups].map(([shown, devices]) => ({ devices, value: shown })),
    notes: distinct(notes),
  };
}
