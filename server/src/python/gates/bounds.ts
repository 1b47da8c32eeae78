import { DEVICES } from "../../arch/devices";
import { compare } from "../values/operators";
import { inFormOf, numberIn } from "../names/capability";
import { emit, remarks } from "./finders";
import { valueOf, type Site } from "./site";
import type { Assign, Def } from "../syntax/syntax";
import { at, bool, int, perDevice, type Val, type Vec } from "../values/values";
import { lastName } from "../syntax/walk";

/** Class attributes and methods that name the first or the last capability: `MAX_CAPABILITY = (9, 0)`. */
const BOUND =
  /^_*(?:(?:CUDA_|DEVICE_|GPU_)?(MIN|MAX)(?:IMUM)?_\w*(?:CAPABILITY|COMPUTE_CAP|ARCH|SM|CC)|(?:CUDA_|DEVICE_)?(MINIMUM|MAXIMUM)_COMPUTE_CAPABILITY)$/i;
const BOUND_METHOD = /^_*get_(min|max)(?:imum)?_(?:\w+_)?capability$/i;

export function boundAttribute(statement: Assign, site: Site): void {
  const { value } = statement;
  const [target] = statement.targets;
  if (value === null || target === undefined) return;
  const match = BOUND.exec(lastName(target));
  const bound = match === null ? null : valueOf(site, value);
  if (match === null || bound?.length !== 1) return;
  const upper = /max/i.test(match[1] ?? match[2] ?? "");
  const admission = within(at(bound, 0), upper);
  if (admission === null) return;
  emit(site, {
    form: "attribute",
    span: { start: target.start, end: statement.end },
    admission,
    consequence: "rejects",
    remarks: remarks(site, statement, []),
    operand: () => ({ start: value.start, end: value.end }),
    shape: { kind: "bound", value },
  });
}

export function boundMethod(definition: Def, site: Site): void {
  const match = BOUND_METHOD.exec(definition.name);
  const last = definition.body.at(-1);
  if (match === null || last?.kind !== "return" || last.value === null) return;
  const { value } = last;
  const bound = valueOf(site, value);
  const admission = bound?.length === 1 ? within(at(bound, 0), /max/i.test(match[1] ?? "")) : null;
  if (admission === null) return;
  emit(site, {
    form: "attribute",
    span: { start: last.start, end: last.end },
    admission,
    consequence: "rejects",
    remarks: remarks(site, last, []),
    operand: () => ({ start: value.start, end: value.end }),
    shape: { kind: "bound", value },
  });
}

function within(bound: Val, upper: boolean): Vec | null {
  const cap = DEVICES[0];
  if (cap === undefined) return null;
  const form = (device: (typeof DEVICES)[number]): Val | null =>
    bound.t === "int" && bound.v >= 30
      ? int(numberIn("tens", device))
      : inFormOf({ t: "cap", major: device.major, minor: device.minor, unit: null }, bound);
  if (form(cap) === null) return null;
  return perDevice((device) => {
    const own = form(device);
    return own === null ? bool(false) : compare(upper ? "<=" : ">=", own, bound, "");
  });
}
