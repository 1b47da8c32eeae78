import { byText } from "./by-text";
import { MAY_USE_ARCHITECTURE, MENTIONS_ARCHITECTURE } from "./naming";
import { GIVES, lastNames, type CapabilityForm } from "./sources";
import type { Vec } from "../values/values";

/** A project's own names of the capability, and the form in which each holds or gives it; dots lead to the last name. */
export type CapabilityNames = ReadonlyMap<string, CapabilityForm>;

export interface OwnNames {
  /** The same for the same names in the same forms. */
  readonly key: string;
  /** Whether a piece of code can depend on the device, by its text, these names taken into account. */
  readonly mentions: RegExp;
  /** Whether a file may hold a gate, by its text. */
  readonly mayHold: RegExp;
  /** What a call, an attribute, a variable or a parameter with this dotted path holds; undefined when it is none. */
  readonly given: (path: string) => Vec | undefined;
}

const NONE: OwnNames = {
  key: "",
  mentions: MENTIONS_ARCHITECTURE,
  mayHold: MAY_USE_ARCHITECTURE,
  given: () => undefined,
};
const made = new WeakMap<CapabilityNames, OwnNames>();

export function ownNames(names: CapabilityNames | undefined): OwnNames {
  if (names === undefined || names.size === 0) return NONE;
  let own = made.get(names);
  if (own === undefined) made.set(names, (own = make(names)));
  return own;
}

function make(names: CapabilityNames): OwnNames {
  const last = [...names.keys()].map((name) => name.slice(name.lastIndexOf(".") + 1));
  const words = `(?<!\\w)(?:${[...new Set(last)].join("|")})(?!\\w)`;
  return {
    key: JSON.stringify([...names].sort(([a], [b]) => (a < b ? -1 : 1))),
    mentions: new RegExp(`${MENTIONS_ARCHITECTURE.source}|${words}`, "i"),
    mayHold: new RegExp(`${MAY_USE_ARCHITECTURE.source}|${words}`, "i"),
    given: byText((path) => {
      const form = lastNames(names, path);
      return form === undefined ? undefined : GIVES[form].value;
    }),
  };
}
