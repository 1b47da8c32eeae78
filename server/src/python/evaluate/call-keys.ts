import { isUnknown, show, type FunctionInfo, type Val, type Vec } from "../values/values";

/** A number for each object, for as long as there is the object. */
export class Numbers {
  private readonly numbers = new WeakMap<object, number>();
  private last = 0;

  of(object: object): number {
    let number = this.numbers.get(object);
    if (number === undefined) this.numbers.set(object, (number = ++this.last));
    return number;
  }
}

/** By what a call is known again. */
export interface CallKey {
  readonly text: string;
  /** Whether other analyses can come to the same call. */
  readonly forOthers: boolean;
}

/** Null for a function that depends on variables of the one around it. */
export function callKey(
  info: FunctionInfo,
  self: Val | undefined,
  args: readonly Vec[],
  keywords: ReadonlyMap<string, Vec>,
  ids: Numbers,
): CallKey | null {
  if (info.closure !== null) return null;
  let forOthers = true;
  const ofValue = (value: Val): string => {
    const object = identityOf(value);
    if (object === null) return show(value);
    forOthers = false;
    return `#${String(ids.of(object))}`;
  };
  // What is not known is all the same: a function is not carried out again for another unknown.
  const ofArgument = (vec: Vec): string => (vec.every(isNothingKnown) ? "?" : vec.map(ofValue).join("|"));
  const texts = [...args, ...keywords.values()].map(ofArgument);
  const names = [...keywords.keys()].join(",");
  const receiver = self === undefined ? "" : (ofReceiver(self, info, ids) ?? ofValue(self));
  return { text: `${String(ids.of(info.definition))}/${receiver}/${names}/${texts.join("/")}`, forOthers };
}

/** A plain object of the function's own class. */
function ofReceiver(self: Val, info: FunctionInfo, ids: Numbers): string | null {
  const plain = (self.t === "inst" && (self.fields?.size ?? 0) === 0) || self.t === "class";
  if (!plain || self.info.module !== info.module) return null;
  const early = self.t === "inst" && self.early === true ? "early " : "";
  return `${early}${self.t} ${String(ids.of(self.info.block))}`;
}

function isNothingKnown(value: Val): boolean {
  return isUnknown(value) && (value.t !== "unknown" || value.oneOf === undefined);
}

/** What tells the value from others where its text does not; null where the text does. */
function identityOf(value: Val): object | null {
  if (value.t === "class" || (value.t === "func" && value.self === undefined)) return value.info;
  return value.t === "enum" || show(value).includes("…") ? value : null;
}
