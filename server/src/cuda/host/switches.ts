/** `switch` over a device's architecture. */
import { DEVICES } from "../../arch/devices";
import type { Consequence, Gate } from "../../gates/gate";
import { ALL_DEVICES, maskWhere, type Mask } from "../../logic/sets";
import { bare, numberOf, parseExpression, pathOf } from "./expression";
import { placesOf } from "../body/code";
import type { Checks } from "./check-macros";
import { flagSetIn, refusalOnceSet } from "./flags";
import { makeGate, siblingsOf } from "./host-gate";
import { archInName, unitOfName } from "./names";
import { alwaysLeaves } from "./leaving";
import { outcomeOf } from "./outcomes";
import { comparisonIn, constantLike, ownCode, remarksFor, spanOf, type HostReader } from "./reader";
import type { HostSwitchShape, SwitchLabel } from "./shape";
import { endOfBlock, type Range } from "./statements";

interface Label {
  readonly text: string;
  readonly capability: number;
  /** From `case` to its colon. */
  readonly at: Range;
}

interface Case {
  readonly labels: readonly Label[];
  readonly isDefault: boolean;
  readonly body: Range;
}

export function switchGates(reader: HostReader, checks: Checks): Gate[] {
  return placesOf(reader.code, "switch").flatMap((at) => switchAt(reader, at, checks));
}

function switchAt(reader: HostReader, at: number, checks: Checks): Gate[] {
  const { tokens, partners } = reader.code;
  const close = tokens[at + 1]?.text === "(" ? (partners[at + 1] ?? -1) : -1;
  const end = tokens[close + 1]?.text === "{" ? (partners[close + 1] ?? -1) : -1;
  const asks = close < 0 || end < 0 ? null : asksForArchitecture(reader, { from: at + 2, to: close });
  if (asks === null || asks === "no") return [];
  const cases = casesOf(reader, { from: close + 2, to: end });
  const labels = cases.flatMap((one) => one.labels);
  const [first] = labels;
  if (
    first === undefined ||
    (labels.length < 2 && asks !== "surely") ||
    labels.some((label) => !KNOWN.has(label.capability))
  )
    return [];
  const served = cases.filter((one) => outcomeOf(reader.code, one.body).outcome !== "raises");
  const admits = masksOf(served.flatMap((one) => one.labels));
  const consequence = consequenceOf(reader, { cases, served, end, at }, checks);
  // of one case beside others' code nothing is said, as of one `if` among others
  if (labels.length < 2 && consequence !== "raises" && consequence !== "returns false") return [];
  const shown = ({ text, capability, at: { from, to } }: Label): SwitchLabel => {
    return { text, capability, span: spanOf(reader.code, from, to) };
  };
  const [only, ...others] = served.filter((one) => one.labels.length > 0);
  const last = others.length > 0 ? undefined : only?.labels.at(-1);
  const shape: HostSwitchShape = {
    kind: "host switch",
    labels: labels.map(shown),
    only: last === undefined ? null : shown(last),
    constantFor: (model, capability) => constantLike(reader, model, capability, at),
  };
  const values = DEVICES.map((_, index) => ((admits >> index) & 1) === 1);
  const span = spanOf(reader.code, at, close + 1);
  const remarks = remarksFor(reader, spanOf(reader.code, at, end));
  const exempt = (excluded: Mask): string | null => ownCode(reader, at, admits, excluded);
  const conditions = labels.map(({ text }) => `case ${text}:`).join(" ");
  const common = {
    condition: null,
    settledBy: comparisonIn(reader, { from: at + 2, to: close }, "==", valueOf(first)),
    negated: false,
    consequence,
    remarks,
    claim: null,
    definedAt: null,
    shape,
    code: served.map((one) => one.body),
  };
  const whole = makeGate(reader, { ...common, form: "ladder", conditions, span, values, exempt });
  const arms = cases
    .filter((one) => one.labels.length > 0)
    .map((one) => {
      const mask = masksOf(one.labels);
      const last = one.labels.at(-1);
      const own = spanOf(reader.code, one.labels[0]?.at.from ?? at, last?.at.to ?? at);
      const told = (excluded: Mask): string =>
        (mask & siblingsOf(excluded)) === 0 ? "one arm of a ladder" : "told at the whole switch";
      return makeGate(reader, {
        ...common,
        form: "arm",
        span: own,
        values: DEVICES.map((_, index) => ((mask >> index) & 1) === 1),
        exempt: told,
      });
    });
  return [whole, ...arms];
}

export interface SwitchBodies {
  readonly selector: Range;
  /** Its opening brace. */
  readonly open: number;
  /** The token index behind it. */
  readonly end: number;
  readonly cases: readonly {
    readonly labels: readonly Range[];
    readonly isDefault: boolean;
    readonly body: Range;
  }[];
}

/** The cases of a `switch` over what may tell devices apart; null of another one. */
export function caseBodies(reader: HostReader, at: number): SwitchBodies | null {
  const { tokens, partners } = reader.code;
  const close = tokens[at + 1]?.text === "(" ? (partners[at + 1] ?? -1) : -1;
  const end = tokens[close + 1]?.text === "{" ? (partners[close + 1] ?? -1) : -1;
  const selector = { from: at + 2, to: close };
  if (close < 0 || end < 0 || !reader.evaluator.scope.telling.in(selector)) return null;
  const cases = casesOf(reader, { from: close + 2, to: end }).map(({ labels, isDefault, body }) => {
    return { labels: labels.map(valueOf), isDefault, body };
  });
  return { selector, open: close + 1, end: end + 1, cases };
}

/** Between `case` and the colon. */
function valueOf({ at: { from, to } }: Label): Range {
  return { from: from + 1, to: to - 1 };
}

/** Only a selector that is known, or named, to be an architecture: `case 120:` alone may be a tile's width. */
function asksForArchitecture(reader: HostReader, range: Range): "surely" | "by its name" | "no" {
  if (!reader.evaluator.scope.telling.in(range)) return "no";
  const expression = parseExpression(reader.code.tokens, range.from, range.to);
  if (expression === null) return "no";
  const known = reader.evaluator.evaluate(expression, range.from);
  if (known.every((value) => typeof value === "number")) return new Set(known).size > 3 ? "surely" : "no";
  const inner = bare(expression);
  const path = pathOf(inner.kind === "call" ? inner.callee : inner);
  return unitOfName(path.at(-1) ?? "") === null ? "no" : "by its name";
}

/** Capabilities that a label may name, ten times: those of this toolkit, and older and renamed ones. */
const KNOWN = new Set([
  ...DEVICES.map((device) => device.capability),
  50,
  52,
  53,
  60,
  61,
  62,
  70,
  72,
  101,
  107,
]);

function casesOf(reader: HostReader, range: Range): Case[] {
  const { tokens, partners } = reader.code;
  const cases: { labels: Label[]; isDefault: boolean; from: number }[] = [];
  let open: { labels: Label[]; isDefault: boolean; from: number } | null = null;
  const found: Case[] = [];
  const finish = (to: number): void => {
    if (open !== null)
      found.push({ labels: open.labels, isDefault: open.isDefault, body: { from: open.from, to } });
  };
  for (let at = range.from; at < range.to; at++) {
    const text = tokens[at]?.text ?? "";
    if (text === "case" || text === "default") {
      const colon = colonAfter(reader, at, range.to);
      const adjoining: boolean = open !== null && open.from === at;
      if (!adjoining) finish(at);
      if (!adjoining || open === null) {
        open = { labels: [], isDefault: false, from: colon + 1 };
        cases.push(open);
      } else open.from = colon + 1;
      if (text === "default") open.isDefault = true;
      const label = text === "case" ? labelAt(reader, at, colon) : null;
      if (label !== null) open.labels.push(label);
      at = colon;
      continue;
    }
    const partner = partners[at] ?? -1;
    if (partner > at) at = partner;
  }
  finish(range.to);
  return found;
}

function colonAfter(reader: HostReader, at: number, to: number): number {
  let end = at + 1;
  while (end < to && reader.code.tokens[end]?.text !== ":") end++;
  return end;
}

function labelAt(reader: HostReader, at: number, colon: number): Label {
  const last = reader.code.tokens[colon - 1];
  const text = reader.code.tokens
    .slice(at + 1, colon)
    .map((token) => token.text)
    .join("");
  const name = last?.text ?? "";
  const value = numberOf(text) ?? reader.evaluator.scope.enumeratorOf(name) ?? archInName(name) ?? 0;
  const capability = value >= 500 ? value / 10 : value < 20 ? value * 10 : value;
  return { text, capability, at: { from: at, to: colon + 1 } };
}

function masksOf(labels: readonly Label[]): Mask {
  const majors = labels.every((label) => numberOf(label.text) !== null && Number(label.text) < 20);
  return (
    maskWhere(DEVICES, (device) =>
      labels.some((label) =>
        majors ? device.major === label.capability / 10 : device.capability === label.capability,
      ),
    ) & ALL_DEVICES
  );
}

interface Choice {
  readonly cases: readonly Case[];
  /** Those that do not refuse. */
  readonly served: readonly Case[];
  /** Of the `switch`, and of the brace that closes it. */
  readonly at: number;
  readonly end: number;
}

function consequenceOf(reader: HostReader, choice: Choice, checks: Checks): Consequence {
  const { cases, end } = choice;
  const flagged = refusedByFlag(reader, choice, checks);
  if (flagged !== null) return flagged;
  const otherwise = cases.find((one) => one.isDefault);
  const rest = otherwise?.body ?? { from: end + 1, to: Math.min(end + 60, reader.code.tokens.length) };
  const { outcome } = outcomeOf(reader.code, rest);
  const isSure = outcome === "works" || outcome === "nothing" || alwaysLeaves(reader.code, rest);
  if (outcome === "works" || !isSure) return "falls back";
  return outcome === "nothing" ? "skipped" : outcome;
}

/** `default: ok = false;`, and `case 9: ok = true;` of a flag that is false otherwise, where that is refused behind it. */
function refusedByFlag(
  reader: HostReader,
  { cases, served, at, end }: Choice,
  checks: Checks,
): Consequence | null {
  const { code, blocks, evaluator } = reader;
  const otherwise = cases.find((one) => one.isDefault);
  const unset = otherwise === undefined ? null : flagSetIn(code, otherwise.body);
  const behind = { from: end + 1, to: endOfBlock(code, blocks[at] ?? -1) };
  const first = served.find((one) => one.labels.length > 0);
  const set = first === undefined ? null : flagSetIn(code, first.body);
  const flag = unset ?? (set === null ? null : { flag: set.flag, value: !set.value });
  if (flag === null) return null;
  const isTold = served.every(({ labels, body }) => {
    if (labels.length === 0) return true;
    const given = flagSetIn(code, body);
    return given?.flag === flag.flag ? given.value !== flag.value : unset !== null;
  });
  const before = evaluator.scope.stepsTo(flag.flag, at)?.at(-1);
  const isFirst = before !== undefined && code.tokens[before.from]?.text === String(flag.value);
  if (!isTold || (unset === null && !isFirst)) return null;
  return refusalOnceSet(reader, flag.flag, behind, checks, flag.value);
}
