import { unknown, type Val, type Vec } from "./values";

/** What holds more parts than this is no list of architectures; parts that are shared are counted each time. */
const MOST_PARTS = 20_000;

/** Characters. A kernel in a string may be long. */
const LONGEST_STRING = 1_000_000;

const sizes = new WeakMap<Val, number>();

/**
 * The value, or that it is not known where it has too many parts: `m = (m, m)`, written sixty times, is a small
 * object here and would take longer than anybody waits to compare with another.
 */
export function bounded(vec: Vec, name: string): Vec {
  return vec.some((value) => sizeOf(value) > MOST_PARTS) ? [unknown(name)] : vec;
}

function sizeOf(value: Val): number {
  if (value.t === "str") return value.v.length > LONGEST_STRING ? Infinity : 1;
  const parts = partsOf(value);
  if (parts === null) return 1;
  let size = sizes.get(value);
  if (size === undefined) {
    size = 1;
    for (const part of parts) if (size <= MOST_PARTS) size += sizeOf(part);
    sizes.set(value, size);
  }
  return size;
}

function partsOf(value: Val): readonly Val[] | null {
  switch (value.t) {
    case "seq":
      return value.items;
    case "dict":
      return value.entries.flat();
    case "inst":
      return [...(value.fields?.values() ?? [])];
    case "partial":
      return [value.fn, ...value.args.flat(), ...[...value.keywords.values()].flat()];
    case "func":
      return value.self === undefined ? null : [value.self];
    case "unknown":
      return value.oneOf ?? null;
    default:
      return null;
  }
}
