import { Scope } from "./scope";
import { setAbove } from "./built";
import { isCapabilityByArms } from "../names/by-arms";
import { execPaths, narrowing } from "./branches";
import { evaluate, evaluateTest, sourceText } from "./evaluate";
import { noteDecorator } from "./decorators";
import { bindImport, bindImportFrom } from "../modules/imports";
import { enclosing, type Exit, type Frame } from "./frame";
import { ALWAYS, andV, chooseV, isNever, NEVER, notV } from "../values/logic";
import { assign, enter } from "./targets";
import { extended } from "../values/containers";
import { changedIn, changeInPlace, deleteItem, evaluateWhole, growInPlace, mayChangeGiven } from "./in-place";
import { execFor, execWhile, leaveTurn } from "./loops";
import { reassigned } from "./shared-state";
import { plainBlock, type Module } from "../modules/module";
import { capability } from "../names/capability";
import { capabilityByName } from "../names/naming";
import { binary } from "../values/operators";
import { classesOf, lookupName, nameAlone, note, ownName } from "./resolve";
import type { Arm, Assign, ClassDef, Def, Expr, Parameter, Stmt } from "../syntax/syntax";
import { execTry, execWith } from "./tries";
import { watchBindings, watchValue } from "../modules/watch";
import {
  at,
  isUnknown,
  map2,
  mapN,
  NONE,
  unknown,
  type ClassInfo,
  type Val,
  type Vec,
} from "../values/values";

/** Carries out statements for all devices at once; `frame.live` says who is still there. */
export function execBlock(statements: readonly Stmt[], frame: Frame): void {
  for (const statement of statements) {
    frame.recorder?.live.set(statement, frame.live);
    if (isNever(frame.live) && frame.recorder === null) return;
    if (typeof frame.recorder?.watch === "number") watched(statement, frame);
    else execStatement(statement, frame);
  }
}

function watched(statement: Stmt, frame: Frame): void {
  const { trace } = frame.world.memo.traced(() => {
    execStatement(statement, frame);
  });
  watchBindings(statement, trace, frame);
}

function execStatement(statement: Stmt, frame: Frame): void {
  switch (statement.kind) {
    case "expression":
      setAbove(statement.value, frame);
      // Where nobody looks on, a value that nobody takes matters only for the names that it binds.
      if (
        frame.recorder !== null ||
        sourceText(statement.value, frame).includes(":=") ||
        mayChangeGiven(statement.value, frame)
      )
        evaluateWhole(statement.value, frame);
      else changeInPlace(statement.value, frame);
      return;
    case "assign":
      if (statement.value !== null) {
        const value = fieldDefault(statement, evaluateWhole(statement.value, frame), frame);
        for (const target of statement.targets) assign(target, value, frame);
      }
      return;
    case "augmented": {
      const value = evaluate(statement.value, frame);
      const old = evaluate(statement.target, frame);
      const text = `… ${statement.op} …`;
      const result = map2(
        old,
        value,
        (a, b) => extended(statement.op, a, b) ?? binary(statement.op, a, b, text),
      );
      if (!growInPlace(statement.target, old, result, frame)) assign(statement.target, result, frame);
      return;
    }
    case "return":
      leave(statement, statement.value === null ? [NONE] : evaluate(statement.value, frame), frame);
      return;
    case "raise":
      raise(statement, statement.value === null ? null : evaluate(statement.value, frame), frame);
      return;
    case "assert": {
      const test = evaluateTest(statement.test, frame);
      if (statement.message !== null) evaluate(statement.message, frame);
      frame.exits.push({ statement, when: andV(frame.live, notV(test)), value: null });
      frame.live = andV(frame.live, test);
      return;
    }
    case "if":
      execArms(statement.arms, statement.otherwise, frame);
      return;
    case "for":
      execFor(statement, frame);
      return;
    case "while":
      execWhile(statement, frame);
      return;
    case "try":
      execTry(statement, frame);
      return;
    case "with":
      for (const { value, target } of statement.items) {
        const entered = enter(value, evaluate(value, frame), frame);
        if (target !== null) assign(target, entered, frame);
      }
      execWith(statement, frame);
      return;
    case "def":
      define(statement, frame);
      return;
    case "class":
      defineClass(statement, frame);
      return;
    case "import":
      bindImport(statement, frame);
      return;
    case "from":
      bindImportFrom(statement, frame);
      return;
    case "break":
    case "continue":
      leaveTurn(statement.kind, frame);
      return;
    case "outer":
      // Here and not where it is read: where paths meet, one that leaves the variable alone keeps what it was.
      for (const name of statement.names) frame.scope.set(name, lookupName(name, frame));
      return;
    case "delete":
      for (const target of statement.targets) {
        if (target.kind === "subscript") deleteItem(target, frame);
        else assign(target, [unknown(sourceText(target, frame))], frame);
      }
      return;
    case "pass":
    case "other":
      return;
  }
}

/**
 * A field of a class has a default that every instance may replace; a flag in a class is there to be set; a variable
 * that functions declare `global` is there to be set by them.
 */
function fieldDefault(statement: Assign, value: Vec, frame: Frame): Vec {
  const [target] = statement.targets;
  if (target?.kind !== "name") return value;
  const one = at(value, 0);
  if (frame.kind === "class") {
    if (value.length > 1) return value;
    // One that some devices alone come by is none.
    const isFlag = (one.t === "bool" || one.t === "none") && frame.live.length === 1;
    return statement.annotated || isFlag ? [unknown(target.id)] : value;
  }
  frame.world.memo.trace.readCell(frame.module, `global ${target.id}`);
  if (frame.kind !== "module" || isCode(one) || !frame.module.reassigns(target.id)) return value;
  return reassigned(frame.world, frame.module, target.id, value);
}

/** A function, class or module under a name that something else is bound to where the real one is missing. */
export function isCode({ t }: Val): boolean {
  return t === "func" || t === "partial" || t === "class" || t === "module" || t === "ext";
}

function leave(statement: Stmt, value: Vec, frame: Frame): void {
  frame.exits.push({ statement, when: frame.live, value });
  frame.live = NEVER;
}

function raise(statement: Stmt, value: Vec | null, frame: Frame): void {
  const classes = value?.length === 1 ? classesOf(at(value, 0), frame.world) : [];
  if (classes.length > 0) frame.recorder?.raised.set(statement, classes);
  frame.exits.push({ statement, when: frame.live, value: null, classes });
  frame.live = NEVER;
}

function execArms(arms: readonly Arm[], otherwise: readonly Stmt[] | null, frame: Frame): void {
  const narrowed = arms.length === 1 && arms[0] !== undefined ? narrowing(arms[0], frame) : null;
  execPaths(
    arms.map(({ test, body }) => ({ test: () => evaluateTest(test, frame), body })),
    otherwise ?? [],
    frame,
    narrowed,
  );
}

function decoratorName(decorator: Expr): string {
  if (decorator.kind === "name") return decorator.id;
  if (decorator.kind === "attribute") return decorator.name;
  return decorator.kind === "call" ? decoratorName(decorator.callee) : "";
}

function define(statement: Def, frame: Frame): void {
  const decorators = statement.decorators.map((one) => [one, evaluate(one, frame)] as const);
  if (statement.decorators.some((one) => /^(?:setter|deleter|overload)$/.test(decoratorName(one)))) return;
  const info = {
    module: frame.module,
    definition: statement,
    owner: frame.kind === "class" ? frame.owner : null,
    closure: frame.kind === "function" ? enclosing(frame) : null,
  };
  frame.scope.set(statement.name, [{ t: "func", info }]);
  for (const [decorator, value] of decorators) noteDecorator(decorator, value, info, frame);
  if (frame.kind === "function") forgetChanged(statement, frame);
  if (frame.recorder !== null && frame.kind === "function") {
    execDefinition(statement, { ...frame, owner: null, parent: frame });
  }
}

/** What a function inside may change is not known from here on: it may be called at any time. */
function forgetChanged(definition: Def, frame: Frame): void {
  for (const name of changedIn(definition)) {
    const isOwn = definition.parameters.some((parameter) => parameter.name === name);
    if (!isOwn && frame.scope.has(name)) frame.scope.set(name, [unknown(name)]);
  }
}

function defineClass(statement: ClassDef, frame: Frame): void {
  frame.scope.set(statement.name, [{ t: "class", info: classInfo(statement, frame.module) }]);
}

export function classInfo(statement: ClassDef, module: Module): ClassInfo {
  return {
    module,
    name: statement.name,
    bases: statement.bases,
    decorators: statement.decorators,
    block: module.blockOf(statement) ?? plainBlock(statement),
    span: statement.nameSpan,
  };
}

/** A function as it stands, with parameters of which only the names are known. */
export function execDefinition(definition: Def, outer: Frame): void {
  const frame: Frame = {
    ...outer,
    kind: "function",
    scope: new Scope(),
    live: ALWAYS,
    exits: [],
    loop: null,
    guards: [],
    around: null,
    depth: outer.depth + 1,
  };
  const self: Val | undefined = outer.owner === null ? undefined : { t: "inst", info: outer.owner };
  bindOpen(definition, self, frame);
  const result = execFunctionBody(definition, undefined, frame);
  frame.recorder?.results.set(definition, {
    exits: frame.exits,
    result,
    falls: !isNever(frame.live),
    scope: frame.scope,
  });
}

/** Parameters of a function that nobody calls: known by name at most. */
function bindOpen(definition: Def, self: Val | undefined, frame: Frame): void {
  const isStatic = definition.decorators.some((one) => decoratorName(one) === "staticmethod");
  const isClass = definition.decorators.some((one) => decoratorName(one) === "classmethod");
  definition.parameters.forEach((parameter, index) => {
    const receiver = index === 0 && self !== undefined && !isStatic;
    if (!receiver) bindOpenParameter(parameter, definition, frame);
    else {
      const value: Val = isClass && self.t === "inst" ? { t: "class", info: self.info } : self;
      frame.scope.set(parameter.name, [value]);
    }
  });
}

function bindOpenParameter(parameter: Parameter, definition: Def, frame: Frame): void {
  const { recorder } = frame;
  const { value, trace } = frame.world.memo.traced(
    () =>
      parameterByName(parameter, frame) ?? byArms(parameter, definition, frame) ?? [unknown(parameter.name)],
  );
  frame.scope.set(parameter.name, value);
  if (typeof recorder?.watch !== "number") return;
  recorder.values.set(parameter.node, value);
  watchValue(parameter.node, value, trace, recorder);
}

/** Model and machine architectures go by the same name as the GPU's. */
const OTHER_ARCHITECTURE = /Config|Model|Tensor|dtype|Device(?!Capability)|device|Callable|Path/;

function parameterByName(parameter: Parameter, frame: Frame): Vec | null {
  const own = ownName(parameter.name, frame);
  if (own !== null || parameter.star !== "" || OTHER_ARCHITECTURE.test(parameter.annotation)) return own;
  const value = capabilityByName(parameter.name);
  if (value === null) return nameAlone(parameter.name, frame);
  note(frame.world, { kind: "name", text: `${parameter.name}: a capability, by its name` });
  return value;
}

function byArms({ name, star }: Parameter, definition: Def, frame: Frame): Vec | null {
  const { text } = frame.module.source;
  if (star !== "" || !isCapabilityByArms(name, definition, text)) return null;
  note(frame.world, { kind: "name", text: `${name}: a capability, by what it is compared with` });
  return capability(null);
}

export function bindParameters(
  parameters: readonly Parameter[],
  self: Val | undefined,
  args: readonly Vec[],
  keywords: ReadonlyMap<string, Vec>,
  frame: Frame,
): void {
  const given = self === undefined ? args : [[self], ...args];
  let position = 0;
  for (const parameter of parameters) {
    if (parameter.star === "*") {
      const rest = given.slice(position);
      position = given.length;
      frame.scope.set(
        parameter.name,
        mapN(rest.length === 0 ? [[NONE]] : rest, (items) => ({
          t: "seq",
          kind: "tuple",
          items: rest.length === 0 ? [] : items,
        })),
      );
      continue;
    }
    const value = parameter.star === "" ? (given[position] ?? keywords.get(parameter.name)) : undefined;
    if (parameter.star === "" && position < given.length) position++;
    frame.scope.set(parameter.name, bound(parameter, value, frame));
  }
}

function bound(parameter: Parameter, value: Vec | undefined, frame: Frame): Vec {
  if (value !== undefined)
    return value.every(isUnknown) ? (parameterByName(parameter, frame) ?? value) : value;
  if (parameter.default !== null) return evaluate(parameter.default, { ...frame, recorder: null });
  return parameterByName(parameter, frame) ?? [unknown(parameter.name)];
}

/** Runs the body and says what the function returns; where it raises, an unknown stands. */
export function execFunctionBody(definition: Def, self: Val | undefined, frame: Frame): Vec {
  if (self !== undefined) bindOpen(definition, self, frame);
  execBlock(definition.body, frame);
  return returned(frame.exits, frame.live);
}

function returned(exits: readonly Exit[], live: Vec): Vec {
  const last = exits.every(({ value }) => value !== null) ? exits.at(-1)?.value : null;
  let result: Vec = isNever(live) ? (last ?? [unknown("an exception")]) : [NONE];
  for (const exit of [...exits].reverse()) {
    if (exit.value !== null) result = chooseV(exit.when, exit.value, result);
  }
  return result;
}
