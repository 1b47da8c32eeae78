import type { SourceText, Span } from "../../text/source";
import { mayHoldGates, worldFor, type PythonOptions } from "../analyse";
import { observe, type Observation } from "../modules/observe";
import { DEVICES } from "../../arch/devices";
import type { PythonParser } from "../syntax/parse";
import { call, callFunction } from "../evaluate/calls";
import { lookupGlobal, moduleFrame } from "../evaluate/resolve";
import type { Expr } from "../syntax/syntax";
import { at, show, unknown, type FunctionInfo, type Val, type Vec } from "../values/values";
import { plainNumber } from "../names/capability";
import type { Note } from "../evaluate/note";
import type { World } from "../modules/world";

export interface Explanation {
  readonly span: Span;
  readonly text: string;
  /** The value on each device, `9.0: "sm_90"`, or the condition it depends on; devices with the same one together. */
  readonly values: readonly { readonly devices: readonly string[]; readonly value: string }[];
  /** What it depends on: definitions, sources of the capability, names that were read, assumptions. */
  readonly notes: readonly Note[];
}

/** A hover may take so many steps; what needs more is not explained. */
const MOST_STEPS = 100_000;
const LONGEST_TEXT = 80;

/** What stands at `offset`, seen from every device; null when nothing there depends on the device. */
export function explainPython(
  source: SourceText,
  offset: number,
  parser: PythonParser,
  options: PythonOptions = {},
): Explanation | null {
  if (!mayHoldGates(source.text, options.names)) return null;
  const world = worldFor(source, parser, { ...options, trial: true });
  world.budget = MOST_STEPS;
  const seen = observe(world, { ...options, near: offset }, null, offset);
  return predicateAt(offset, seen, world) ?? expressionAt(seen);
}

/** On the name of a function, a method or a property: what it answers. */
function predicateAt(offset: number, { module, units }: Observation, world: World): Explanation | null {
  const piece = units
    .flatMap(({ pieces }) => pieces)
    .find(
      ({ definition: one }) => one !== null && one.nameSpan.start <= offset && offset <= one.nameSpan.end,
    );
  const definition = piece?.definition ?? null;
  if (piece === undefined || definition === null) return null;
  const { owner } = piece;
  const frame = moduleFrame(world, module);
  const { value, trace } = world.memo.traced(() => {
    if (owner !== null) {
      const method: FunctionInfo = { module, definition, owner, closure: null };
      return callFunction(method, { t: "inst", info: owner }, [], new Map(), frame);
    }
    const one = at(lookupGlobal(world, module, definition.name) ?? [], 0);
    const isIt = one.t === "func" && one.info.definition === definition;
    return isIt ? (call(one, [], new Map(), frame, "") ?? [unknown("…")]) : [unknown("…")];
  });
  if (value.length === 1) return null;
  return explanation(definition.nameSpan, definition.name, value, trace.notes());
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
  return explanation(best, text, value, recorder.notes.get(best)?.notes() ?? []);
}

function explanation(span: Span, text: string, value: Vec, notes: readonly Note[]): Explanation | null {
  const groups = new Map<string, string[]>();
  DEVICES.forEach(({ name }, index) => {
    const shown = shownValue(at(value, index));
    groups.set(shown, [...(groups.get(shown) ?? []), name]);
  });
  if (groups.size < 2) return null;
  return {
    span: { start: span.start, end: span.end },
    text: text.length > LONGEST_TEXT ? `${text.slice(0, LONGEST_TEXT)}…` : text,
    values: [...groups].map(([shown, devices]) => ({ devices, value: shown })),
    notes,
  };
}

/** A capability whose form is not settled is shown as people say it. */
function shownValue(value: Val): string {
  if (value.t !== "cap") return show(value);
  return value.unit === null ? `${String(value.major)}.${String(value.minor)}` : String(plainNumber(value));
}
