/** Objects whose constructor is given what depends on the device: `Capability(major, minor)`. */
import { bindParameters, execBlock } from "./execute";
import type { Frame } from "./frame";
import { moduleFrame } from "./resolve";
import { unlessSet } from "./shared-state";
import type { Def } from "../syntax/syntax";
import { at, isUnknown, perDevice, type ClassInfo, type Val, type Vec } from "../values/values";

/** Objects that hold objects. */
const DEEPEST = 6;
/** Longer constructors do more than to keep what they are given. */
const LONGEST = 700;

/** The object with what its own constructor keeps; null where nothing that it is given depends on the device. */
export function builtObject(
  info: ClassInfo,
  args: readonly Vec[],
  keywords: ReadonlyMap<string, Vec>,
  frame: Frame,
): Vec | null {
  if (![...args, ...keywords.values()].some(({ length }) => length > 1)) return null;
  if (frame.depth > DEEPEST) return null;
  const constructor = info.block
    .find("__init__")
    .find((one): one is Def => one.kind === "def" && one.name === "__init__");
  if (constructor === undefined || constructor.end - constructor.start > LONGEST) return null;
  const inner: Frame = {
    ...moduleFrame(frame.world, info.module),
    kind: "function",
    owner: info,
    depth: frame.depth + 1,
  };
  const self: Val = { t: "inst", info, fields: new Map(), early: true };
  bindParameters(constructor.parameters, self, args, keywords, inner);
  execBlock(constructor.body, inner);
  const fields = [...inner.scope.own].flatMap(([key, value]): [string, Vec][] => {
    if (!key.startsWith("self.")) return [];
    const name = key.slice(5);
    const kept = unlessSet(frame.world, info, name, value, true);
    return kept.every(isUnknown) ? [] : [[name, kept]];
  });
  if (fields.length === 0) return null;
  return perDevice((_, device) => ({
    t: "inst",
    info,
    fields: new Map(fields.map(([name, value]) => [name, at(value, device)])),
  }));
}
