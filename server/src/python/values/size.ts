import { unknown, type Val, type Vec } from "./values";

/** What holds more parts than this is no list of architectures; parts that are shared are counted each time. */
const MOST_PARTS = 20_000;

/** Members of what is put together of others. Each step on the way to a longer one is kept, for each device. */
export const MOST_MEMBERS = 1000;
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

const setsIn = new WeakMap<Val, boolean>();

/** Whether the value is a set, or has one in it. */
export function holdsSet(value: Val): boolean {
  if (value.t === "seq" && value.kind === "set") return true;
  const parts = partsOf(value);
  if (parts === null) return false;
  let answer = setsIn.get(value);
  if (answer === undefined) setsIn.set(value, (answer = parts.some(holdsSet)));
  return answer;
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
