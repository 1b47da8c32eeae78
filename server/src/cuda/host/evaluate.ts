/** Evaluates expressions on every device at once. Names are followed to what they stand for in the file. */
import { DEVICES } from "../../arch/devices";
import type { Span } from "../../text/source";
import { bare, pathOf, type Expression, parseExpression } from "./expression";
import {
  archInName,
  DEVICE_CODE_MACRO,
  GGML_CAPABILITIES,
  isDeviceObject,
  isKernelRecord,
  isVersionObject,
  unitOfName,
  type Unit,
} from "./names";
import { arePlausible, capability, COMPARES, operated, UNITS } from "./numbers";
import { fits, membershipIn, type ArchList } from "./lists";
import { clampedValues, isClamp } from "./clamps";
import { calledAs, TRANSPARENT } from "./called";
import { calledLambda } from "./results";
import { bound, foldedIn, roundsOf, type Packs } from "./templates";
import { comparedAsText, isArchitecture } from "./texts";
import { compiledFor, sameTag, tagConstant } from "./tags";
import type { Assignment, Binding } from "./assignments";
import type { Scope } from "./scope";
import { and, decides, everywhere, isUnknown, not, or, truthOf, unknownIn, type Values } from "./values";
import type { HostView } from "./view";

/** How deep definitions are followed. */
const DEEPEST = 8;

interface Context {
  readonly session: Evaluator;
  /** The token from which names are looked up. */
  readonly at: number;
  readonly depth: number;
  /** The unit for names that do not tell theirs; null where no comparison has settled it. */
  readonly unit: Unit | null;
  readonly parameters: ReadonlyMap<string, (unit: Unit | null) => Values>;
  /** What the packs of a template stand for. */
  readonly packs: Packs;
}

/** Evaluates the expressions of one file; what a variable stands for is worked out once. */
export class Evaluator {
  readonly scope: Scope;
  readonly view: HostView;
  /** Whether what code is compiled for is known: without it, only what a program asks when it runs tells devices apart. */
  readonly knowsTarget: boolean;
  /** The lists that were asked, by the token of their name, with what was looked for in them on each device. */
  readonly lists = new Map<number, { readonly list: ArchList; readonly values: Values }>();
  private readonly known = new Map<string, Values | null>();
  private readonly evaluated = new WeakMap<Expression, Values>();

  private atRunTime: Evaluator | undefined;

  constructor(scope: Scope, view: HostView, knowsTarget = true) {
    this.scope = scope;
    this.view = view;
    this.knowsTarget = knowsTarget;
  }

  /** Whether an expression that tells devices apart does so by what the code is compiled for alone. */
  isCompiled(expression: Expression, at: number): boolean {
    if (!COMPILED.test(this.scope.code.logical.text)) return false;
    this.atRunTime ??= new Evaluator(this.scope, this.view, false);
    return !decides(this.atRunTime.evaluate(expression, at));
  }

  /** What the expression comes to; `at` is the token index that its names are seen from. */
  evaluate(expression: Expression, at: number): Values {
    return valuesOf(expression, {
      session: this,
      at,
      depth: 0,
      unit: null,
      parameters: NO_PARAMETERS,
      packs: NO_PACKS,
    });
  }

  /** Parts of a condition are asked about again and again; out of a comparison and of a call each has one answer. */
  once(expression: Expression, context: Context): Values {
    if (context.unit !== null || context.parameters.size > 0 || context.packs.size > 0)
      return compute(expression, context);
    let values = this.evaluated.get(expression);
    if (values === undefined) {
      values = compute(expression, context);
      this.evaluated.set(expression, values);
    }
    return values;
  }

  bound(
    binding: Binding,
    unit: Unit | null,
    isFollowed: boolean,
    compute: () => Values | null,
  ): Values | null {
    const key = `${binding.at} ${unit ?? ""} ${isFollowed ? "followed" : ""}`;
    let values = this.known.get(key);
    if (values === undefined) {
      values = compute();
      this.known.set(key, values);
    }
    return values;
  }
}

/** Without one of these nothing is told by what code is compiled for. */
const COMPILED = /__CUDA_ARCH__|\bis_(?:major|match|compatible)_v\b/;

const NO_PARAMETERS: Context["parameters"] = new Map();
const NO_PACKS: Packs = new Map();

function valuesOf(expression: Expression, context: Context): Values {
  return context.session.once(expression, context);
}

function compute(expression: Expression, context: Context): Values {
  switch (expression.kind) {
    case "number":
    case "boolean":
      return everywhere(expression.value);
    case "group":
      return valuesOf(expression.inner, context);
    case "unary":
      return unary(expression, context);
    case "binary":
      return binary(expression, context);
    case "conditional": {
      const [test, yes, no] = [expression.test, expression.yes, expression.no].map((part) =>
        valuesOf(part, context),
      );
      return DEVICES.map((_, index) => {
        const truth = truthOf(test?.[index] ?? false);
        const [then, otherwise] = [yes?.[index] ?? false, no?.[index] ?? false];
        if (!isUnknown(truth)) return truth ? then : otherwise;
        return then === otherwise && !isUnknown(then) ? then : unknownOf(expression, context);
      });
    }
    case "path":
      return pathValues(expression, expression.parts, expression.generic, context);
    case "call":
      return callValues(expression, context);
    case "text":
      return everywhere(true);
    case "opaque":
      return everywhere(unknownOf(expression, context));
  }
}

function unknownOf(span: Span, context: Context): { unknown: string } {
  return unknownIn(context.session.scope.code.logical.source, span);
}

function unary(expression: Expression & { kind: "unary" }, context: Context): Values {
  const operand = valuesOf(expression.operand, context);
  if (expression.operator === "!") return operand.map(not);
  return operand.map((value) => {
    if (typeof value !== "number") return unknownOf(expression, context);
    if (expression.operator === "-") return -value;
    return expression.operator === "+" ? value : unknownOf(expression, context);
  });
}

function binary(expression: Expression & { kind: "binary" }, context: Context): Values {
  const { operator, left, right } = expression;
  const compare = COMPARES[operator];
  if (compare !== undefined)
    return (
      membershipValues(expression, context) ??
      textValues(expression, context) ??
      compared(expression, compare, context)
    );
  const folded = foldValues(expression, context);
  if (folded !== null) return folded;
  const a = valuesOf(left, context);
  const b = valuesOf(right, context);
  return a.map(
    (value, index) => operated(operator, value, b[index] ?? false) ?? unknownOf(expression, context),
  );
}

function compared(
  expression: Expression & { kind: "binary" },
  compare: (a: number, b: number) => boolean,
  context: Context,
): Values {
  for (const unit of UNITS) {
    const a = valuesOf(expression.left, { ...context, unit });
    const b = valuesOf(expression.right, { ...context, unit });
    if (!arePlausible(a, b, expression.operator)) continue;
    return DEVICES.map((_, index) => {
      const [x, y] = [a[index], b[index]];
      const known =
        (typeof x === "number" || typeof x === "boolean") &&
        (typeof y === "number" || typeof y === "boolean");
      return known ? compare(Number(x), Number(y)) : unknownOf(expression, context);
    });
  }
  return everywhere(unknownOf(expression, context));
}

/** `((sm == Archs) || ...)`, for each value of the packs in it; null where it is no fold. */
function foldValues(expression: Expression & { kind: "binary" }, context: Context): Values | null {
  const part = foldedIn(expression);
  if (part === null) return null;
  const rounds = roundsOf(context.packs);
  if (rounds.length === 0) return everywhere(unknownOf(expression, context));
  const join = expression.operator === "&&" ? and : or;
  return rounds
    .map((round) => new Map([...context.parameters, ...round]))
    .map((parameters) => valuesOf(part, { ...context, parameters, packs: NO_PACKS }))
    .reduce((all, here) => all.map((value, index) => join(value, here[index] ?? false)));
}

/** A comparison with a text that names an architecture; null where it is none. */
function textValues(expression: Expression, context: Context): Values | null {
  const { scope } = context.session;
  return comparedAsText(expression, (one) => isArchitecture(scope, one, context.at));
}

/** Whether a list holds the device's number, in whichever unit; null where nothing of the kind is asked. */
function membershipValues(expression: Expression, context: Context): Values | null {
  const { session, at, depth } = context;
  const asked = depth > DEEPEST ? null : membershipIn(session.scope, expression, at);
  if (asked === null) return null;
  for (const unit of UNITS) {
    const values = valuesOf(asked.wanted, { ...context, unit, depth: depth + 1 });
    if (!fits(asked.list, values)) continue;
    const numbers = new Set(asked.list.items.map(({ value }) => value));
    session.lists.set(asked.list.binding.at, { list: asked.list, values });
    return values.map((value) => numbers.has(Number(value)) !== asked.negated);
  }
  return everywhere(unknownOf(expression, context));
}

function pathValues(span: Span, parts: readonly string[], generic: string, context: Context): Values {
  const name = parts.at(-1) ?? "";
  const unknown = everywhere(unknownOf(span, context));
  if (name === "is_same_v") return sameTag(generic) ?? unknown;
  const compiled = /^is_(major|match|compatible)_v$/.exec(name)?.[1];
  if (compiled !== undefined)
    return context.session.knowsTarget ? (compiledFor(compiled, Number(generic)) ?? unknown) : unknown;
  if (parts.length === 1) return nameValues(span, name, context);
  if (name === "major" || name === "minor") {
    const object = parts.filter((part) => part !== "[]").at(-2) ?? "";
    const { scope } = context.session;
    const known =
      isDeviceObject(object) ||
      scope.isDevice(object) ||
      (scope.hasMajorAndMinor && !isVersionObject(object) && !scope.isVersion(object, context.at));
    return known && object !== "?" ? capability(name) : unknown;
  }
  if (name === "value") return sameTag(generic) ?? unknown;
  // a pair of the two
  if ((name === "first" || name === "second") && isDeviceObject(parts.at(-2) ?? ""))
    return capability(name === "first" ? "major" : "minor");
  const member = context.depth > DEEPEST ? null : context.session.scope.memberOf(name);
  const held = member === null ? null : bindingValues(member, context);
  if (held?.some((value) => !isUnknown(value)) === true) return held;
  const constant = archInName(name) ?? context.session.scope.enumeratorOf(name) ?? tagConstant(parts);
  if (constant !== null) return everywhere(constant);
  return parts.slice(0, -1).some(isKernelRecord) ? unknown : byName(name, span, context);
}

function nameValues(span: Span, name: string, context: Context): Values {
  const { at, depth, parameters } = context;
  const { scope } = context.session;
  const given = parameters.get(name);
  if (given !== undefined) return given(context.unit);
  if (depth > DEEPEST) return everywhere(unknownOf(span, context));
  if (name === DEVICE_CODE_MACRO)
    return context.session.knowsTarget ? capability("hundredfold") : everywhere(unknownOf(span, context));
  if (Object.hasOwn(GGML_CAPABILITIES, name)) return everywhere(GGML_CAPABILITIES[name] ?? 0);
  const query = scope.queryOf(name, at);
  if (query !== null)
    return query.unit === null ? everywhere(unknownOf(span, context)) : capability(query.unit);
  const steps = scope.stepsTo(name, at);
  if (steps !== null) {
    const held = afterSteps(steps, context);
    if (held !== null) return held;
  } else if (!scope.isReassigned(name, at)) {
    const binding = scope.bindingOf(name, at);
    const bound = binding === null ? null : bindingValues(binding, context);
    if (bound !== null) return bound;
    const macro = scope.code.macros.get(name);
    const body = macro?.parameters === null ? parseExpression(macro.body, 0, macro.body.length) : null;
    if (body !== null) return valuesOf(body, { ...context, depth: depth + 1 });
  } else if (scope.enumeratorOf(name) === null && scope.isClamped(name, at))
    return everywhere(unknownOf(span, context));
  const constant = scope.enumeratorOf(name) ?? archInName(name);
  return constant === null ? byName(name, span, context) : everywhere(constant);
}

/** What a variable was made of; null where that says nothing and its name must tell. */
function bindingValues(binding: Binding, context: Context, isFollowed = false): Values | null {
  const compute = (): Values | null => computeBinding(binding, context, isFollowed);
  return context.session.bound(binding, context.unit, isFollowed, compute);
}

/** What a variable comes to that was given a value, and others joined to it; null where its name must tell. */
function afterSteps([first, ...others]: readonly Assignment[], context: Context): Values | null {
  let values = first === undefined ? null : bindingValues(first, context, true);
  for (const step of others) {
    const unknown = everywhere(unknownOf(tokenSpan(step, context), context));
    values = joined(values ?? unknown, step, bindingValues(step, context, true) ?? unknown, context);
  }
  return values;
}

function joined(values: Values, step: Assignment, added: Values, context: Context): Values {
  const operator = step.operator.slice(0, -1);
  const unknown = unknownOf(tokenSpan(step, context), context);
  return values.map((value, index) => operated(operator, value, added[index] ?? false) ?? unknown);
}

function computeBinding(binding: Binding, context: Context, isFollowed: boolean): Values | null {
  const { code } = context.session.scope;
  const lambda = calledLambda(code, binding.from, binding.to);
  const expression = lambda?.expression ?? parseExpression(code.tokens, binding.from, binding.to);
  if (expression === null) return null;
  const inner = {
    ...context,
    at: lambda?.at ?? binding.at,
    depth: context.depth + 1,
    parameters: NO_PARAMETERS,
  };
  const values = valuesOf(expression, inner);
  const source = bare(expression);
  const known = values.filter((value) => !isUnknown(value));
  // a variable that starts with a number may be written elsewhere, unless its whole way is followed
  const isNumber = known.length === values.length && new Set(known).size === 1;
  if (isNumber) return binding.constant || isFollowed ? values : null;
  if (known.length > 0) return values;
  // A number that was clamped is the device's no more, whatever it is called.
  const clamps = source.kind === "call" && isClamp(pathOf(source.callee).at(-1) ?? "");
  const telling = !clamps && (source.kind === "path" || source.kind === "call" || source.kind === "opaque");
  const version = telling && isVersionObject(pathOf(source).at(-1) ?? "");
  return telling && !version ? null : everywhere(unknownOf(tokenSpan(binding, context), context));
}

function tokenSpan(binding: Binding, context: Context): Span {
  return context.session.scope.code.tokens[binding.at] ?? { start: 0, end: 0 };
}

/** A name that tells by itself. */
function byName(name: string, span: Span, context: Context): Values {
  const unknown = everywhere(unknownOf(span, context));
  if (name === "major" || name === "minor") {
    const { scope } = context.session;
    const isPlain = scope.bindingOf(name, context.at) === null && scope.isDevicesMajor(name, context.at);
    return isPlain ? capability(name) : unknown;
  }
  const unit = unitOfName(name);
  if (unit === null) return unknown;
  if (unit !== "any") return capability(unit);
  return context.unit === null ? unknown : capability(context.unit);
}

function callValues(expression: Expression & { kind: "call" }, context: Context): Values {
  const { depth } = context;
  const { scope } = context.session;
  const path = pathOf(expression.callee);
  const name = path.at(-1) ?? "";
  const [first] = expression.arguments;
  if (TRANSPARENT.test(name) && first !== undefined) return valuesOf(first, context);
  if (/^GGML_CUDA_CC_IS_[A-Z0-9]+$/.test(name)) return everywhere(name.endsWith("_NVIDIA"));
  const member = membershipValues(expression, context) ?? textValues(expression, context);
  if (member !== null) return member;
  const called = depth > DEEPEST ? null : calledAs(scope, name, context.at);
  if (called !== null) {
    const parameters = new Map<string, (unit: Unit | null) => Values>();
    called.parameters.forEach((parameter, index) => {
      const argument = expression.arguments[index];
      if (argument !== undefined)
        parameters.set(parameter, (unit) => valuesOf(argument, { ...context, unit }));
    });
    const { single, packs } = bound(called.template, expression.callee, scope);
    for (const [parameter, value] of single) parameters.set(parameter, value);
    const inner = { ...context, at: called.at, depth: depth + 1, parameters, packs };
    const values = valuesOf(called.result, inner);
    const isKnown = values.some((value) => !isUnknown(value));
    if (isKnown)
      return called.isPlain
        ? values
        : values.map((value) => (isUnknown(value) ? unknownOf(expression, context) : value));
  }
  if (isClamp(name)) {
    const given = expression.arguments.map((argument) => valuesOf(argument, context));
    return clampedValues(name, given, unknownOf(expression, context));
  }
  if (name === "value" || name === "is_same_v") return everywhere(unknownOf(expression, context));
  return expression.arguments.length <= 2
    ? byName(name, expression, context)
    : everywhere(unknownOf(expression, context));
}
