import { builtObject, builtRecord } from "./built";
import { callBuiltin } from "../values/builtins";
import { isPredicateName } from "../names/claims";
import { callKey } from "./call-keys";
import { findingsOf } from "../modules/world";
import { targetAnswer } from "../names/compile-target";
import { isEnumeration, memberHolding } from "./enums";
import { callMethod } from "../values/methods";
import { evaluate, sourceText, unknownOf } from "./evaluate";
import { bindParameters, execFunctionBody } from "./execute";
import type { Frame } from "./frame";
import { ALWAYS } from "../values/logic";
import { forgetChangedOnTheWay, forgetGiven, forgetHandedOver } from "./in-place";
import { itemsOf, MOST_TEXT } from "./loops";
import { numberedTest, testByName } from "../names/naming";
import { basesOf, memberOf, moduleFrame, nameOf, note, ownName } from "./resolve";
import { unlessSet } from "./shared-state";
import { assumed, driverAnswer, sourceOfCapability } from "../names/sources";
import type { Call, Expr, Stmt } from "../syntax/syntax";
import { inBool } from "../syntax/walk";
import {
  at,
  bool,
  isUnknown,
  perDevice,
  show,
  TRUE,
  truth,
  unknown,
  type FunctionInfo,
  type Val,
  type Vec,
} from "../values/values";
import type { World } from "../modules/world";

/** `f(*items)`: more than these are not followed. */
const MOST_SPREAD = 16;
const DEEPEST_CALL = 10;

export interface Arguments {
  readonly args: readonly Vec[];
  readonly keywords: ReadonlyMap<string, Vec>;
}

export function evalCall(node: Call, frame: Frame): Vec {
  const { args, keywords } = argumentsOf(node, frame);
  if (node.callee.kind === "attribute") {
    const object = evaluate(node.callee.object, frame);
    noteLookup(node, object, args[0], frame);
    forgetChangedOnTheWay(node, frame);
    const result = callMethod(object, node.callee.name, args, keywords, sourceText(node, frame));
    if (result !== null) return result;
  }
  forgetHandedOver(node, frame);
  const callee = evaluate(node.callee, frame);
  const text = sourceText(node, frame);
  const path = node.callee.kind === "name" || node.callee.kind === "attribute" ? pathOf(node.callee) : "";
  if (callee.length === 1) {
    const result = call(at(callee, 0), args, keywords, frame, text);
    forgetGiven(node, at(callee, 0), frame);
    if (result !== null && result.length > 1) noteHelper(node, at(callee, 0), result, frame);
    if (result !== null && !result.every(isUnknown)) return result;
    return byName(at(callee, 0), path, args, node, frame) ?? result ?? [unknownOf(node, frame)];
  }
  // A flag that a name alone told, called: `is_sm100()`.
  if (callee.every((value) => value.t === "bool")) return callee;
  return ownName(path, frame) ?? [unknownOf(node, frame)];
}

/** `TABLE.get(capability)`: the table decides. */
function noteLookup(node: Call, object: Vec, key: Vec | undefined, frame: Frame): void {
  const table = at(object, 0);
  const looksUp = node.callee.kind === "attribute" && node.callee.name === "get" && (key?.length ?? 0) > 1;
  if (looksUp && frame.recorder !== null && object.length === 1 && table.t === "dict" && table.origin) {
    frame.recorder.uses.set(node, table.origin);
  }
}

/** `if may_fuse(x):` where `may_fuse` spells out who gets in: that place carries the finding. */
function noteHelper(node: Call, callee: Val, result: Vec, frame: Frame): void {
  const { recorder } = frame;
  if (recorder === null || callee.t !== "func" || callee.info.definition.kind !== "def") return;
  // Who hands over the architectures spells out who gets in.
  if (node.args.some(isLiteral) || node.keywords.some(({ value }) => isLiteral(value))) return;
  const { module, definition } = callee.info;
  if (isPredicateName(definition.name)) return;
  const test = ownTest(definition.body);
  if (test === null || !isSameAsAlone(callee, result, frame)) return;
  recorder.helpers.set(node, { module, node: test });
}

/** What the function answers where it is defined; of a subclass, or with other arguments, it may be something else. */
function isSameAsAlone(callee: Extract<Val, { t: "func" }>, result: Vec, frame: Frame): boolean {
  const { info } = callee;
  const isClass = callee.self?.t === "class";
  const self: Val | undefined =
    callee.self === undefined || info.owner === null
      ? undefined
      : { t: isClass ? "class" : "inst", info: info.owner };
  const alone = callFunction(info, self, [], new Map(), frame);
  return perDevice((_, i) => bool(truth(at(alone, i)) === truth(at(result, i)))).every((one) => one === TRUE);
}

function isLiteral(node: Expr): boolean {
  if (node.kind === "number" || node.kind === "string") return true;
  const isSequence = node.kind === "list" || node.kind === "tuple" || node.kind === "set";
  return isSequence && node.items.length > 0 && node.items.every(isLiteral);
}

/** The one condition that a function answers by, where it answers by one. */
function ownTest(body: readonly Stmt[]): Expr | null {
  const last = body.at(-1);
  const isPlain = body.slice(0, -1).every(({ kind }) => kind !== "if" && kind !== "return");
  if (last?.kind !== "return" || last.value === null || !isPlain) return null;
  const test = inBool(last.value) ?? last.value;
  return test.kind === "compare" || test.kind === "bool" ? test : null;
}

function argumentsOf(node: Call, frame: Frame): Arguments {
  const args: Vec[] = [];
  for (const argument of node.args) {
    if (argument.kind !== "starred") {
      args.push(evaluate(argument, frame));
      continue;
    }
    args.push(...(itemsOf(evaluate(argument.value, frame), MOST_SPREAD) ?? [[unknownOf(argument, frame)]]));
  }
  return { args, keywords: new Map(node.keywords.map(({ name, value }) => [name, evaluate(value, frame)])) };
}

/** The names by which a call is made, calls in between left out: `cuda.get_current_device().compute_capability`. */
function pathOf(node: Expr): string {
  if (node.kind === "name") return node.id;
  if (node.kind === "attribute") return `${pathOf(node.object)}.${node.name}`;
  return node.kind === "call" ? pathOf(node.callee) : "";
}

/** What a call gives by its name, where no definition decides. */
function byName(callee: Val, path: string, args: readonly Vec[], node: Call, frame: Frame): Vec | null {
  const fullPath = callee.t === "ext" ? callee.path : path;
  const own = ownName(fullPath, frame);
  if (own !== null) return own;
  const source = sourceOfCapability(fullPath);
  if (source !== undefined) {
    note(frame.world, { kind: "source", text: sourceText(node, frame) });
    return source;
  }
  const answer = driverAnswer(node);
  if (answer !== null) {
    note(frame.world, { kind: "source", text: "nvidia-smi --query-gpu=compute_cap" });
    return answer;
  }
  const taken = assumed(fullPath);
  if (taken !== undefined) {
    note(frame.world, { kind: "assumption", text: `${fullPath}() is ${show(at(taken, 0))}` });
    return taken;
  }
  const asked = targetAnswer(node);
  if (asked !== null) {
    note(frame.world, { kind: "name", text: `${sourceText(node, frame)}: what is compiled for that device` });
    return asked;
  }
  const name = nameOf(node.callee);
  const first = args[0] ?? firstKeyword(node, frame);
  if (first?.length === 1) {
    const tested = numberedTest(name, at(first, 0));
    if (tested !== null) {
      note(frame.world, { kind: "name", text: `${name}: ${tested.meaning}` });
      return tested.value;
    }
  }
  const test = testByName(name);
  if (test === null) return null;
  note(frame.world, { kind: "name", text: `${name}: ${test.meaning}` });
  return perDevice((_, index) => bool(((test.mask >> index) & 1) === 1));
}

function firstKeyword(node: Call, frame: Frame): Vec | null {
  const keyword = node.keywords[0];
  return keyword === undefined ? null : evaluate(keyword.value, { ...frame, recorder: null });
}

/** Calls a value; null when it is nothing that can be called. */
export function call(
  callee: Val,
  args: readonly Vec[],
  keywords: ReadonlyMap<string, Vec>,
  frame: Frame,
  text: string,
): Vec | null {
  switch (callee.t) {
    case "func":
      return callFunction(callee.info, callee.self, args, keywords, frame, text);
    case "partial":
      return call(
        callee.fn,
        [...callee.args, ...args],
        new Map([...callee.keywords, ...keywords]),
        frame,
        text,
      );
    case "class":
      return construct(callee, args, keywords, frame, text);
    case "inst": {
      const method = memberOf(callee.info, "__call__", callee, frame);
      return method === null ? null : call(at(method, 0), args, keywords, frame, text);
    }
    case "ext":
    case "unknown":
      return callBuiltin(callee, args, keywords, frame, text);
    default:
      return null;
  }
}

function construct(
  callee: Extract<Val, { t: "class" }>,
  args: readonly Vec[],
  keywords: ReadonlyMap<string, Vec>,
  frame: Frame,
  text: string,
): Vec {
  const { info } = callee;
  const [held] = args;
  if (held !== undefined && isEnumeration(callee)) {
    return memberHolding(callee, held, frame, unknown(text)) ?? [unknown(text)];
  }
  frame.world.memo.trace.readCell(info.module, `${info.name}.*`);
  const names = isRecord(callee) ? fieldNames(callee, frame.world) : [];
  const values = names.map((name, index) => args[index] ?? keywords.get(name));
  if (names[0] === "major" && names[1] === "minor") {
    const [major, minor] = values;
    if (major !== undefined && minor !== undefined) {
      return perDeviceOf([major, minor], ([a, b]) => ({
        t: "seq",
        kind: "tuple",
        items: [a ?? unknown("major"), b ?? unknown("minor")],
        capability: true,
      }));
    }
  }
  note(frame.world, { kind: "definition", text: info.name, file: info.module.source.path, span: info.span });
  if (names.length === 0) return builtObject(info, args, keywords, frame) ?? [{ t: "inst", info }];
  const known = names.map((name, index): [string, Vec] => [
    name,
    unlessSet(frame.world, info, name, values[index] ?? [unknown(name)], true),
  ]);
  return builtRecord(info, known, frame);
}

function perDeviceOf(vecs: readonly Vec[], make: (values: readonly Val[]) => Val): Vec {
  if (vecs.every((vec) => vec.length === 1)) return [make(vecs.map((vec) => at(vec, 0)))];
  return perDevice((_, index) => make(vecs.map((vec) => at(vec, index))));
}

function isRecord({ info }: Extract<Val, { t: "class" }>): boolean {
  return (
    info.bases.some((base) => nameOf(base) === "NamedTuple") ||
    info.decorators.some((one) => /^dataclass$/.test(nameOf(one.kind === "call" ? one.callee : one)))
  );
}

/** Those of the classes above it come first. */
function fieldNames(type: Extract<Val, { t: "class" }>, world: World, depth = 0): string[] {
  const { info } = type;
  const { text } = info.module.source;
  const own = info.block.chunks.flatMap((chunk) => {
    const match = /^([^\W\d]\w*)[ \t]*:/u.exec(text.slice(chunk.first, chunk.end));
    return chunk.kind === "statement" && match?.[1] !== undefined ? [match[1]] : [];
  });
  const above = (depth < DEEPEST_CALL ? basesOf(info, world) : [])
    .map((base) => ({ t: "class", info: base }) as const)
    .flatMap((base) => (isRecord(base) ? fieldNames(base, world, depth + 1) : []));
  return [...new Set([...above, ...own])];
}

export function callFunction(
  info: FunctionInfo,
  self: Val | undefined,
  args: readonly Vec[],
  keywords: ReadonlyMap<string, Vec>,
  frame: Frame,
  text = "",
): Vec {
  const { world } = frame;
  const { definition, owner } = info;
  const name = definition.kind === "def" ? definition.name : "";
  const own = ownName(owner === null ? name : `${owner.name}.${name}`, frame);
  if (own !== null) return own;
  const whole = text || `${definition.kind === "def" ? definition.name : "lambda"}()`;
  if (frame.depth >= DEEPEST_CALL || world.budget <= 0) {
    world.memo.concernsThisAnalysis();
    return [unknown(whole)];
  }
  if (!mayMatter(info, world) || (definition.end - definition.start) * frame.turns > MOST_TEXT)
    return [unknown(whole)];
  const run = (): Vec => carryOut(info, self, args, keywords, frame);
  const key = callKey(info, self, args, keywords, world.shared.ids);
  if (key === null) return readable(run(), text);
  const results = key.forOthers ? findingsOf(world, info.module).calls : world.calls;
  return readable(world.memo.recall(results, key.text, [unknown(whole)], run), text);
}

function carryOut(
  info: FunctionInfo,
  self: Val | undefined,
  args: readonly Vec[],
  keywords: ReadonlyMap<string, Vec>,
  frame: Frame,
): Vec {
  const { world } = frame;
  const { definition } = info;
  note(world, {
    kind: "definition",
    text: definition.kind === "def" ? definition.name : "lambda",
    file: info.module.source.path,
    span: spanOfName(definition),
  });
  const inner: Frame = {
    ...moduleFrame(world, info.module),
    kind: "function",
    parent: info.closure,
    owner: info.owner,
    depth: frame.depth + 1,
    live: ALWAYS,
  };
  bindParameters(definition.parameters, self, args, keywords, inner);
  return definition.kind === "lambda"
    ? evaluate(definition.body, inner)
    : execFunctionBody(definition, undefined, inner);
}

/** What is not known of a result is told as the call that it comes from. */
function readable(result: Vec, text: string): Vec {
  const [only] = result;
  if (only === undefined || result.length > 1 || text === "" || !isUnknown(only)) return result;
  return [unknown(text, only.t === "unknown" ? only.oneOf : undefined)];
}

const SHORT = 700;
const LONGEST = 9000;

/** A function that returns nothing, or is long and speaks of no architecture but in its name, is not worth carrying out. */
function mayMatter({ module, definition }: FunctionInfo, world: World): boolean {
  const known = world.shared.relevant.get(definition);
  if (known !== undefined) return known;
  const length = definition.end - definition.start;
  const inside = { start: spanOfName(definition).end, end: definition.end };
  const answer =
    definition.kind === "lambda" ||
    (length < LONGEST &&
      (length < SHORT || module.mentions(inside)) &&
      /\breturn[ \t]*[^\s#]/.test(module.source.text.slice(definition.start, definition.end)));
  world.shared.relevant.set(definition, answer);
  return answer;
}

function spanOfName(definition: FunctionInfo["definition"]): { start: number; end: number } {
  return definition.kind === "def" ? definition.nameSpan : { start: definition.start, end: definition.end };
}
