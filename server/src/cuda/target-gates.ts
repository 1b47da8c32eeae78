/** Arms of `<nv/target>`'s macros as gates, judged as those of an `#if` are. */
import { TARGETS } from "../arch/targets";
import { OWN_ARM, type Consequence, type Gate } from "../gates/gate";
import { maskWhere } from "../logic/sets";
import type { Mask } from "../logic/sets";
import { sliceOf } from "../text/source";
import type { Span } from "../text/source";
import type { Code } from "./body/code";
import { effectOf, isForAll, onlyAnswers } from "./body/effects";
import type { EffectOf } from "./body/effects";
import { bodyFacts, consequenceOf, endsByReturning } from "./body/facts";
import type { BodyFacts, BodyFile } from "./body/facts";
import { bodyKind } from "./body/functions";
import { FROM_HOPPER_ON, capabilitiesIn, familiesOf, possibleIn } from "./chain";
import type { CudaFile } from "./file";
import { ANSWERS, zeroReturned } from "./guards";
import { admissionOf } from "./regions";
import { mayHoldTargetCode, targetCallsIn } from "./target-code";
import type { TargetArm, TargetCall } from "./target-code";

/** What the fixes of such an arm work on. */
export interface TargetArmShape {
  readonly kind: "target arm";
  readonly selector: { readonly start: number; readonly end: number; readonly text: string };
  /** Whether it is for the rest, whom no selector names. */
  readonly isGeneral: boolean;
}

export function targetGates(file: CudaFile, asked: Mask, bodiesOf: () => BodyFile): Gate[] {
  if (!mayHoldTargetCode(file.source.text)) return [];
  const bodies = bodiesOf();
  return targetCallsIn(file, bodies).flatMap((call) => {
    const facts = new Map<TargetArm, BodyFacts>();
    const factsOf = (arm: TargetArm): BodyFacts => {
      const known = facts.get(arm) ?? bodyFacts(bodies, arm.body, call.span);
      facts.set(arm, known);
      return known;
    };
    return call.arms
      .filter((arm) => arm.selector !== null && decides(file, call, arm))
      .map((arm) => gateOf({ file, code: bodies.code, call, arm, asked, factsOf }));
  });
}

/** Whether the arm tells apart targets that come this far; that the host is left out does not count. */
function decides({ session: { diagrams } }: CudaFile, { around }: TargetCall, arm: TargetArm): boolean {
  if (arm.isGeneral) return false;
  const here = possibleIn(diagrams, arm.presence);
  return here !== possibleIn(diagrams, around);
}

interface Seen {
  readonly file: CudaFile;
  readonly code: Code;
  readonly call: TargetCall;
  readonly arm: TargetArm;
  readonly asked: Mask;
  readonly factsOf: (arm: TargetArm) => BodyFacts;
}

function gateOf(seen: Seen): Gate {
  const { file, call, arm, asked, factsOf } = seen;
  const { diagrams } = file.session;
  const { host, ...admission } = admissionOf(diagrams, arm.presence);
  const selector = arm.selector ?? call.span;
  // The first arm is told with the macro's name, a further one by its selector.
  const start = arm === call.arms[0] ? call.span.start : selector.start;
  const span = { start, end: selector.end };
  const shape: TargetArmShape = {
    kind: "target arm",
    selector: { ...selector, text: arm.selectors.at(-1) ?? "" },
    isGeneral: arm.isGeneral,
  };
  const letsIn = (possibleIn(diagrams, arm.presence) & asked) !== 0;
  return {
    layer: "cuda-preprocessor",
    form: "target-arm",
    span,
    text: sliceOf(file.source, span),
    conditions: arm.selectors.join(" "),
    domain: "targets",
    admission,
    exact: null,
    host,
    operandFor: () => selector,
    get consequence() {
      return lossOf(seen, asked);
    },
    get instructions() {
      return letsIn || arm.selector !== null ? factsOf(arm).instructions : [];
    },
    get bodyOf() {
      const { wholeBody, enclosing } = factsOf(arm);
      return wholeBody && enclosing !== null ? bodyKind(enclosing) : null;
    },
    get returnsInstead() {
      return zeroReturned(file.source, givenInstead(seen, asked));
    },
    refusalOf: (admitted) => refusalOf(seen, admitted),
    get remarks() {
      return factsOf(arm).remarks;
    },
    definedAt: null,
    exemptFor: (excluded) => exemption(seen, excluded),
    claim: null,
    get shape() {
      return isSparedFor(seen, asked) ? null : shape;
    },
  };
}

function servingOf({ file, call, arm }: Seen, asked: Mask): TargetArm | undefined {
  return call.arms.find(
    (other) => other !== arm && (possibleIn(file.session.diagrams, other.presence) & asked) !== 0,
  );
}

function lossOf(seen: Seen, asked: Mask): Consequence | null {
  return consequenceOf(seen.factsOf(seen.arm), givenInstead(seen, asked).effect);
}

/** What runs in place of the arm: another of its call, or what follows where the arm ends by returning. */
function givenInstead(seen: Seen, asked: Mask): EffectOf {
  const served = servingOf(seen, asked);
  if (served !== undefined) return seen.factsOf(served).effect;
  const rest = restReplacing(seen);
  return rest === null ? { effect: "nothing", span: null } : effectOf(seen.code, rest);
}

/** What follows the call in its function, and whether nothing has been done before it. */
function restBehind({ code, call, arm, factsOf }: Seen): (EffectOf & { readonly isFirst: boolean }) | null {
  const { enclosing } = factsOf(arm);
  const close = enclosing === null ? undefined : code.tokens[enclosing.close];
  if (enclosing === null || close === undefined) return null;
  const before = { start: enclosing.body.start, end: call.span.start };
  return {
    ...effectOf(code, { start: call.span.end, end: close.start }),
    isFirst: effectOf(code, before).effect !== "works",
  };
}

function restReplacing({ code, call, arm, factsOf }: Seen): Span | null {
  const { enclosing } = factsOf(arm);
  const close = enclosing === null ? undefined : code.tokens[enclosing.close];
  return close === undefined || !endsByReturning(code, arm.body)
    ? null
    : { start: call.span.end, end: close.start };
}

/** Whether its function answers one thing in the arm and another to those left out of it. */
function isAnswer(seen: Seen, excluded: Mask): boolean {
  if (!seen.factsOf(seen.arm).answers) return false;
  const served = servingOf(seen, excluded);
  if (served !== undefined) return seen.factsOf(served).answers;
  const rest = restReplacing(seen);
  return rest !== null && onlyAnswers(seen.code, rest);
}

/** The trap of an arm that asks for some by name, where others from Hopper on are spared it and none was told before. */
function refusalOf(seen: Seen, admitted: Mask): Consequence | null {
  const { file, code, call, arm, factsOf } = seen;
  if (admitted === 0 || arm.isGeneral) return null;
  const { effect, wholeBody } = factsOf(arm);
  const returns = effect.effect === "returns";
  if ((effect.effect !== "traps" && !returns) || !isForAll(code, arm.body, effect)) return null;
  const inArm = (one: TargetArm): Mask => possibleIn(file.session.diagrams, one.presence) & FROM_HOPPER_ON;
  const before = call.arms.slice(0, call.arms.indexOf(arm));
  if (before.some((one) => inArm(one) !== 0)) return null;
  const works = call.arms.some((one) => factsOf(one).effect.effect === "works" && inArm(one) !== 0);
  const spared = possibleIn(file.session.diagrams, call.around) & FROM_HOPPER_ON & ~inArm(arm);
  if (!returns) return works || (!wholeBody && spared !== 0) ? "traps" : null;
  if (before.length > 0 || spared === 0) return null;
  const rest = restBehind(seen);
  if (!works && rest?.effect !== "works") return null;
  return wholeBody || (!works && rest?.isFirst === true) ? "empty" : "skipped";
}

/** Whether the arm only turns away, and those that it leaves out get the work instead. */
function isSparedFor(seen: Seen, excluded: Mask): boolean {
  const served = servingOf(seen, excluded);
  const turnsAway = /^(?:nothing|returns|returns zero|traps)$/.test(seen.factsOf(seen.arm).effect.effect);
  return turnsAway && served !== undefined && seen.factsOf(served).effect.effect === "works";
}

function isGrave(loss: Consequence | null): boolean {
  return loss === "empty" || loss === "traps";
}

function exemption(seen: Seen, excluded: Mask): string | null {
  const { file, call, arm, factsOf } = seen;
  const { diagrams } = file.session;
  const admitted = possibleIn(diagrams, arm.presence);
  const around = possibleIn(diagrams, call.around);
  if ((around & excluded) === 0) return "left out by an outer condition";
  if (isAnswer(seen, excluded)) return ANSWERS;
  const capabilities = new Set(capabilitiesIn(excluded));
  const others = admitted & maskWhere(TARGETS, ({ capability }) => !capabilities.has(capability));
  const ownVariants = admitted & ~others;
  if ((others & FROM_HOPPER_ON) === 0 && ownVariants === 0) return "no newer target gets in";
  const newest = Math.max(...capabilities);
  const isSibling = ownVariants === 0 && (others & ~familiesOf(excluded)) === 0;
  // A trap is told whoever is spared it.
  const traps = lossOf(seen, excluded) === "traps";
  if (!traps && isSibling && capabilitiesIn(others).every((capability) => capability > newest))
    return "for a newer sibling alone";
  const served = servingOf(seen, excluded);
  const asksByName = arm.selectors.at(-1)?.startsWith("NV_HAS_FEATURE_") === true;
  const isFamilys = (admitted & familiesOf(excluded)) !== 0;
  if (asksByName && !isFamilys && !isGrave(lossOf(seen, excluded)))
    return "it asks by name for features of others";
  if (served === undefined) return null;
  const given = factsOf(served).effect.effect;
  if (isSparedFor(seen, excluded)) return "what it leaves out does the work";
  if (served.selector !== null && !served.isGeneral && given === "works") return OWN_ARM;
  const last = Math.max(...capabilitiesIn(admitted));
  const newer = around & maskWhere(TARGETS, ({ capability }) => capability > last);
  // All that is newer shares the other arm, and nothing else does.
  const servesNewer = newer !== 0 && possibleIn(diagrams, served.presence) === newer;
  return servesNewer && given !== "traps" ? "the arm of older targets" : null;
}
