import type { Consequence } from "../../gates/gate";
import type { Mask } from "../../logic/sets";
import type { Span } from "../../text/source";
import type { FlagBound, Told } from "../modules/kept";

/** Literals of a module that something in it decides by, with what those get who are not in them. */
export class Decided {
  private readonly byCondition = new Map<string, Consequence | null>();
  private readonly byUse = new Map<string, Consequence | null>();
  private readonly byOtherKeys = new Set<string>();
  private readonly served = new Map<string, Mask>();
  private readonly byFlag = new Map<string, FlagUse>();
  readonly told: Told[] = [];

  /** Of several conditions the first that has a consequence tells it, of several uses the last. */
  tell(one: Told): void {
    this.told.push(one);
    const key = keyOf(one.span);
    this.served.set(key, (this.served.get(key) ?? ~0) & (one.served ?? 0));
    if (one.by === "flag") this.byFlag.set(key, worse(this.byFlag.get(key), one));
    else if (one.by === "other keys") this.byOtherKeys.add(key);
    else if (one.by === "use") this.byUse.set(key, one.consequence);
    else if (!this.byCondition.get(key)) this.byCondition.set(key, one.consequence);
  }

  /** Undefined where nothing is decided by it. */
  consequence(span: Span): Consequence | null | undefined {
    const key = keyOf(span);
    const used = this.byUse.get(key);
    return used === undefined ? this.byCondition.get(key) : used;
  }

  /** The worst use of a name that is bound to the condition here; undefined where nothing is known to ask for it. */
  useOfFlag(span: Span): FlagUse | undefined {
    return this.byFlag.get(keyOf(span));
  }

  /** Who is given another one's entry wherever it is asked. */
  servedOtherwise(span: Span): Mask {
    return this.served.get(keyOf(span)) ?? 0;
  }

  /** Whether all that is known of it is that something else than the device's own number is looked up in it. */
  isAskedOtherwise(span: Span): boolean {
    return this.byOtherKeys.has(keyOf(span)) && this.consequence(span) === undefined;
  }
}

interface FlagUse {
  /** Null where who has the flag is the one who is turned away. */
  readonly consequence: Consequence | null;
  /** Who may be turned away there, or at another use that turns away as well. */
  readonly turned: Mask;
}

const WORST_FIRST: readonly Consequence[] = ["raises", "rejects", "returns false", "skipped", "falls back"];
const TURNS_AWAY = new Set<Consequence | null>(["raises", "rejects", "returns false"]);

function worse(known: FlagUse | undefined, { consequence, turned = 0 }: Told): FlagUse {
  const one = { consequence, turned };
  if (known === undefined) return one;
  const first = WORST_FIRST.find((each) => each === known.consequence || each === consequence);
  const worst = first === undefined || first === known.consequence ? known : one;
  const other = worst === known ? one : known;
  const isLike = TURNS_AWAY.has(worst.consequence) === TURNS_AWAY.has(other.consequence);
  return isLike ? { ...worst, turned: worst.turned | other.turned } : worst;
}

function keyOf({ start, end }: Span): string {
  return `${start} ${end}`;
}

/** Names and attributes bound to a condition that is a gate itself: where, and to what. */
export class Flags {
  /** Variables of a function are its own; attributes, and what stands at the top, are everybody's. */
  private readonly everybodys: Map<string, FlagBound>;
  private readonly own = new Map<string, FlagBound>();
  private readonly isFunction: boolean;
  readonly bound: (readonly [string, FlagBound])[] = [];
  readonly asked: (readonly [string, FlagBound | undefined])[] = [];

  constructor(everybodys: Map<string, FlagBound>, isFunction: boolean) {
    this.everybodys = everybodys;
    this.isFunction = isFunction;
  }

  bind(name: string, bound: FlagBound): void {
    if (this.isFunction && !name.includes(".")) {
      this.own.set(name, bound);
      return;
    }
    this.bound.push([name, bound]);
    this.everybodys.set(name, bound);
  }

  find(name: string): FlagBound | undefined {
    const own = this.own.get(name);
    if (own !== undefined) return own;
    const found = this.everybodys.get(name);
    this.asked.push([name, found]);
    return found;
  }
}
