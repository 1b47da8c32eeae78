/** Conditions that refuse, or answer, in one place: check macros, `static_assert`, `return`, and named conditions. */
import type { Consequence, Gate } from "../../gates/gate";
import type { Mask } from "../../logic/sets";
import { claimOfName, isPredicateName } from "./claims";
import { isCompiled, type Condition } from "./condition";
import { bare, parseExpression, type Expression } from "./expression";
import type { BehindConstantOf } from "./constants";
import type { ComparingMacro } from "./shape";
import { endOfFirstArgument } from "./check-names";
import type { Check, Checks } from "./check-macros";
import { DEVICE_CODE_MACRO } from "./names";
import { firstTokenAt, placesOf, placesWhere } from "../body/code";
import { behindFlag, refusalOfFlag, refusalsOfFlag, skippedWithout, type Refusal } from "./flags";
import { makeGate } from "./host-gate";
import {
  claimIn,
  comparisonIn,
  conditionIn,
  definitionOf,
  ownCode,
  remarksFor,
  shapeOf,
  spanOf,
  tellsDevicesApart,
  type HostReader,
} from "./reader";
import { endOfStatement, type Range } from "./statements";
import { pastIt, type Reach } from "./reach";
import { decides, either, isUnknown, truthSets, type Values } from "./values";

export function checkGates(reader: HostReader, checks: Checks, reach: Reach): Gate[] {
  return [...checks.values()].flatMap((check) => {
    const compared = check.comparison;
    const condition =
      compared === undefined
        ? conditionIn(reader, check.condition)
        : comparisonIn(reader, check.condition, compared.operator, compared.right);
    if (condition === null) return [];
    const range = { from: check.at, to: check.rest.to };
    return [
      gateOf(reader, condition, check.at, "check", "raises", {
        claim: claimIn(reader.code, check.rest),
        range,
        code: codeBehind(reader, check),
        macro: compared === undefined ? null : macroAt(reader, check),
        reached: reach.at(check.at),
      }),
    ];
  });
}

/** `require_sm<90>();`, a function of the file that throws by what it is given; one that asks by itself tells it itself. */
export function requirementGates(reader: HostReader, reach: Reach): Gate[] {
  const { code, evaluator } = reader;
  const { tokens } = code;
  const isRequirement = (name: string): boolean =>
    evaluator.scope.shortFunctionOf(name)?.isRequirement === true;
  return placesWhere(code, isRequirement).flatMap((at) => {
    if (!/^[;{})]$/.test(tokens[at - 1]?.text ?? "")) return [];
    const called = evaluator.scope.shortFunctionOf(tokens[at]?.text ?? "");
    const owner = called?.isRequirement === true ? evaluator.scope.functionAt(at) : null;
    if (called?.isRequirement !== true || owner === null) return [];
    if (decides(evaluator.evaluate(called.result, called.at))) return [];
    const end = endOfStatement(code, at, 0);
    const condition = conditionIn(reader, { from: at, to: end - 1 });
    if (condition === null) return [];
    const range = { from: at, to: end - 1 };
    const behind = [{ from: end, to: owner.close }];
    return [
      gateOf(reader, condition, at, "check", "raises", {
        claim: null,
        range,
        code: behind,
        reached: reach.at(at),
      }),
    ];
  });
}

/** The macro of a check that compares; `CHECK_EQ` has a `CHECK` beside it, unless the file makes up the one alone. */
function macroAt(reader: HostReader, { at, condition }: Check): ComparingMacro | null {
  const { tokens, macros } = reader.code;
  const name = tokens[at];
  const comma = tokens[condition.to];
  if (name === undefined || comma === undefined) return null;
  const plain = name.text.replace(/_[A-Z]{2}$/, "");
  const isKnown = macros.has(plain) || !macros.has(name.text);
  return {
    name: { start: name.start, end: name.end },
    plain: isKnown ? plain : null,
    comma: { start: comma.start, end: comma.end },
  };
}

/** The rest of the function, and what it takes: `Config(TilesSM100 tiles)` checks what it is given. */
function codeBehind(reader: HostReader, { at, rest }: Check): Range[] {
  const owner = reader.evaluator.scope.functionAt(at);
  if (owner === null) return [];
  const parameters = firstTokenAt(reader.code.tokens, owner.nameSpan.end);
  return [
    { from: rest.to, to: owner.close },
    { from: parameters, to: owner.open },
  ];
}

/** `static_assert` on architecture tags: which tag it is, is decided where the template is used. */
export function assertionGates(reader: HostReader): Gate[] {
  const { tokens, partners } = reader.code;
  return placesOf(reader.code, "static_assert").flatMap((at) => {
    const close = tokens[at + 1]?.text === "(" ? (partners[at + 1] ?? -1) : -1;
    if (close < 0) return [];
    const end = endOfFirstArgument(reader.code, at + 2, close);
    const condition = conditionIn(reader, { from: at + 2, to: end });
    if (condition === null) return [];
    // A tag is chosen where the template is used; what the code is compiled for is not.
    const isCompiled = tokens.slice(at, end).some(({ text }) => text === DEVICE_CODE_MACRO);
    const exempt = (): string | null =>
      isCompiled ? null : "the code that uses the template chooses the architecture";
    return [
      gateOf(reader, condition, at, "static_assert", "traps", {
        claim: null,
        range: { from: at, to: close },
        exempt,
      }),
    ];
  });
}

export function returnGates(reader: HostReader): Gate[] {
  const { tokens } = reader.code;
  const gates: Gate[] = [];
  placesOf(reader.code, "return").forEach((at) => {
    const owner = reader.evaluator.scope.functionAt(at);
    const end = endOfValue(reader, at + 1);
    const condition = conditionIn(reader, { from: at + 1, to: end });
    if (owner === null || condition === null || !isLogical(condition)) {
      gates.push(...choicesIn(reader, at, { from: at + 1, to: end }));
      return;
    }
    const name = tokens[firstTokenAt(tokens, owner.nameSpan.end) - 1];
    const inSwitch = /^(?::|case)$/.test(tokens[at - 1]?.text ?? "");
    const exempt = (): string | null =>
      isPredicateName(owner.name) ? "predicate" : inSwitch ? "one arm of a switch" : null;
    const form = isPredicateName(owner.name) ? "predicate" : "return";
    gates.push(
      gateOf(reader, condition, at, form, "returns false", {
        claim: name ? claimOfName(name) : null,
        exempt,
        range: { from: at, to: end },
      }),
    );
  });
  return gates;
}

/** `const bool is_sm90 = …`: a name for a test; `const bool fast = …`: the list that its uses go by. */
export function definitionGates(
  reader: HostReader,
  checks: Checks,
  behindConstant: BehindConstantOf,
  reach: Reach,
): Gate[] {
  const given = placesOf(reader.code, "=").map((at) => {
    return { at: at - 1, range: { from: at + 1, to: endOfValue(reader, at + 1) } };
  });
  for (const { at, from, to } of reader.evaluator.scope.bracketed) given.push({ at, range: { from, to } });
  return given.flatMap(({ at, range }) =>
    definitionGatesAt(reader, at, range, checks, behindConstant, reach),
  );
}

/** @param at the token of the name */
function definitionGatesAt(
  reader: HostReader,
  at: number,
  range: Range,
  checks: Checks,
  behindConstant: BehindConstantOf,
  reach: Reach,
): Gate[] {
  const name = reader.code.tokens[at];
  if (name?.kind !== "name" || range.to <= range.from || !mayHoldCondition(reader, range)) return [];
  const condition = conditionIn(reader, range);
  if (condition === null || !isLogical(condition)) return choicesIn(reader, range.from - 1, range);
  const predicate = isPredicateName(name.text);
  const rest = { from: range.from, to: reader.evaluator.scope.functionAt(at)?.close ?? range.from };
  const again = setAgain(reader, name.text, rest);
  const isOpen =
    again !== null && refusalOfFlag(reader, name.text, { from: range.from, to: again }, checks) === null;
  const exempt = (): string | null =>
    predicate ? "predicate" : isOpen ? "it is set again ahead of its use" : null;
  const form = predicate ? "predicate" : "definition";
  // What a program asks when it runs may be told in other places too.
  const settled = isCompiled(reader.evaluator, condition);
  const isInside = reader.evaluator.scope.functionAt(at) !== null;
  const behind = !settled
    ? null
    : isInside
      ? behindFlag(reader, name.text, rest)
      : behindConstant(name.text, at);
  const used = behind === null ? usedTo(reader, name.text, rest, checks, reach) : null;
  const comers = used === null || used.places.length === 0 ? [at] : used.places;
  const reached = comers.map((place) => reach.at(place)).reduce(either);
  return [
    gateOf(reader, condition, at, form, behind?.consequence ?? used?.consequence ?? null, {
      // what a name promises is held against all that it is true for, whoever asks for it
      ...(predicate || settled ? {} : { reached }),
      claim: claimOfName(name),
      exempt,
      range: { from: at, to: range.to },
      code: behind?.code ?? [],
      // what it was before, `ok = ok && …`, is told no more once it is set again
      isToldHere: reader.code.tokens.slice(range.from, range.to).some(({ text }) => text === name.text),
    }),
  ];
}

/** Where a flag gets another value, or one more condition on the device: what they come to together is told at its use. */
function setAgain({ evaluator }: HostReader, name: string, range: Range): number | null {
  const set = evaluator.scope.setAgain(name, range);
  const narrowed = evaluator.scope
    .assignedIn(name, range)
    .find((one) => one.operator === "&=" && tellsDevicesApart(evaluator, one))?.at;
  return narrowed === undefined || (set !== null && set < narrowed) ? set : narrowed;
}

interface Used {
  readonly consequence: Consequence;
  /** The tokens of the uses that come to it, where others may be served ahead of them. */
  readonly places: readonly number[];
}

/** What happens further on in the function when a named condition fails, to those who come that far. */
function usedTo(reader: HostReader, name: string, range: Range, checks: Checks, reach: Reach): Used {
  const refusals: Refusal[] = [...refusalsOfFlag(reader, name, range, checks)];
  const [first] = refusals;
  if (first !== undefined) {
    const met = refusals.find(({ at }) => reach.at(at).some((value) => value !== false)) ?? first;
    return { consequence: met.consequence, places: refusals.map(({ at }) => at) };
  }
  const skipped = skippedWithout(reader, name, range);
  return skipped === null
    ? { consequence: "falls back", places: [] }
    : { consequence: "skipped", places: [skipped] };
}

function mayHoldCondition(reader: HostReader, range: Range): boolean {
  for (let at = range.from; at < range.to; at++) {
    if (/^(?:==|!=|[<>]=?|&&|\|\||\?|!|and|or|not)$/.test(reader.code.tokens[at]?.text ?? "")) return true;
  }
  return false;
}

function endOfValue(reader: HostReader, from: number): number {
  const { tokens, partners } = reader.code;
  let at = from;
  while (at < tokens.length && at - from < 600) {
    const text = tokens[at]?.text ?? "";
    if (
      text === ";" ||
      text === "}" ||
      text === ")" ||
      text === "]" ||
      (text === "," && tokens[from - 1]?.text !== "return")
    )
      return at;
    const partner = partners[at] ?? -1;
    at = partner > at ? partner + 1 : at + 1;
  }
  return at;
}

function isLogical(condition: Condition): boolean {
  if (bare(condition.expression).kind === "conditional") return false;
  return condition.values.every((value) => typeof value === "boolean" || isUnknown(value));
}

/** `SM >= 90 ? 2 : 0` anywhere in a value. */
function choicesIn(reader: HostReader, at: number, range: Range): Gate[] {
  if (!reader.evaluator.scope.telling.in(range)) return [];
  const { tokens } = reader.code;
  let asks = false;
  for (let index = range.from; index < range.to && !asks; index++) asks = tokens[index]?.text === "?";
  const expression = asks ? parseExpression(tokens, range.from, range.to) : null;
  if (expression === null) return [];
  return conditionals(expression).flatMap((choice) => {
    const values = reader.evaluator.evaluate(choice.test, range.from);
    const known = values.filter((value) => !isUnknown(value));
    if (new Set(known.map(String)).size < 2) return [];
    const condition = { expression: choice.test, values, at: range.from };
    const refuses = /^(?:false|nullptr|NULL)$/.test(reader.source.text.slice(choice.no.start, choice.no.end));
    return [
      gateOf(reader, condition, at, "choice", refuses ? "returns false" : "falls back", {
        claim: null,
        span: { start: choice.test.start, end: choice.test.end },
        exempt: () => (refuses ? null : "it chooses a value"),
      }),
    ];
  });
}

function conditionals(expression: Expression): (Expression & { kind: "conditional" })[] {
  switch (expression.kind) {
    case "conditional":
      return [expression, ...[expression.test, expression.yes, expression.no].flatMap(conditionals)];
    case "group":
      return conditionals(expression.inner);
    case "unary":
      return conditionals(expression.operand);
    case "binary":
      return [...conditionals(expression.left), ...conditionals(expression.right)];
    case "call":
      return expression.arguments.flatMap(conditionals);
    default:
      return [];
  }
}

interface Details {
  readonly claim: Gate["claim"];
  readonly range?: Range;
  readonly span?: Gate["span"];
  readonly code?: readonly Range[];
  readonly macro?: ComparingMacro | null;
  /** Who comes to it, where others may be served ahead of it. */
  readonly reached?: Values;
  /** Whether it is told here though what it uses is defined elsewhere. */
  readonly isToldHere?: boolean;
  exempt?(excluded: Mask): string | null;
}

function gateOf(
  reader: HostReader,
  condition: Condition,
  at: number,
  form: string,
  consequence: Consequence | null,
  details: Details,
): Gate {
  const values = details.reached === undefined ? condition.values : pastIt(details.reached, condition.values);
  const { yes, depends } = truthSets(values);
  const admitted = depends.reduce((mask, part) => mask | part.mask, yes);
  const whole =
    details.range === undefined
      ? condition.expression
      : spanOf(reader.code, details.range.from, details.range.to);
  return makeGate(reader, {
    form,
    span: details.span ?? { start: reader.code.tokens[at]?.start ?? 0, end: condition.expression.end },
    condition,
    values,
    negated: false,
    consequence,
    remarks: remarksFor(reader, whole),
    claim: details.claim,
    definedAt: details.isToldHere === true ? null : definitionOf(reader, condition, false),
    shape: { ...shapeOf(reader, condition, false, false), macro: details.macro ?? null },
    code: details.code ?? [],
    exempt: (excluded) => details.exempt?.(excluded) ?? ownCode(reader, at, admitted, excluded),
  });
}
