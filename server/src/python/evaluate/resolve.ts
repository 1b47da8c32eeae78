import { Scope } from "./scope";
import { partOf } from "../names/capability";
import { callFunction } from "./calls";
import { evaluate } from "./evaluate";
import { execBlock, execFunctionBody, isCode } from "./execute";
import { resultsOf } from "../modules/findings";
import type { Enclosing, Frame } from "./frame";
import { ALWAYS } from "../values/logic";
import type { Block, Module } from "../modules/module";
import { isContainer } from "../values/containers";
import { aliasesOf, isSetBeside, unlessChanged, unlessSet, unlessSetOutside } from "./shared-state";
import { capabilityByName, isDeviceLike, testByName } from "../names/naming";
import { assumed, sourceOfCapability } from "../names/sources";
import type { Expr, Stmt } from "../syntax/syntax";
import { lastName } from "../syntax/walk";
import {
  at,
  bool,
  isUnknown,
  map,
  perDevice,
  unknown,
  type ClassInfo,
  type Val,
  type Vec,
} from "../values/values";
import type { Note } from "./note";
import { findingsOf, submodule, type World } from "../modules/world";

export function note(world: World, entry: Note): void {
  world.memo.trace.note(entry);
}

/** A name as the frame sees it: its own, the functions' around it, the module's, a builtin. */
export function lookupName(id: string, frame: Frame): Vec {
  for (let scope: Enclosing | null = frame; scope !== null; scope = scope.parent) {
    const value = scope.scope.get(id);
    if (value !== undefined) return value;
  }
  // In the body of a class, which is carried out piece by piece.
  if (frame.kind === "class" && frame.owner !== null) {
    const beside = classValue(frame.owner, id, frame.world);
    if (beside !== null) return beside;
  }
  return lookupGlobal(frame.world, frame.module, id) ?? nameAlone(id, frame) ?? [unknown(id)];
}

/** The capability that the settings say is held or given by what goes by these dotted names. */
export function ownName(path: string, frame: Frame): Vec | null {
  const value = frame.world.shared.own.given(path);
  if (value === undefined) return null;
  note(frame.world, { kind: "source", text: `${path} (smLens.python.capabilityNames)` });
  return value;
}

/** What a name that nothing defines may tell by itself. */
export function nameAlone(id: string, frame: Frame): Vec | null {
  const own = ownName(id, frame);
  if (own !== null) return own;
  const test = testByName(id);
  if (test === null) return null;
  note(frame.world, { kind: "name", text: `${id}: ${test.meaning}` });
  return perDevice((_, index) => bool(((test.mask >> index) & 1) === 1));
}

export function moduleFrame(world: World, module: Module, wanted: string | null = null): Frame {
  return {
    world,
    module,
    scope: new Scope(),
    parent: null,
    kind: "module",
    owner: null,
    live: ALWAYS,
    exits: [],
    depth: 0,
    recorder: null,
    loop: null,
    wanted,
    given: null,
    guards: [],
    around: null,
    turns: 1,
  };
}

/** A module's name; null when it binds no such name. Evaluated on demand, once; cycles give unknowns. */
export function lookupGlobal(world: World, module: Module, name: string): Vec | null {
  return world.memo.recall(findingsOf(world, module).globals, name, null, () => {
    world.memo.trace.readCell(module, name);
    const statements = module.find(name);
    if (statements.length > 0) {
      const frame = moduleFrame(world, module, name);
      execBlock(statements, frame);
      const value = frame.scope.get(name);
      if (value !== undefined && !value.every(isCode) && statements.every(isForCheckers))
        return [unknown(name)];
      if (value !== undefined) return unlessChanged(world, module, name, sharedValue(value, name, frame));
    }
    const inner = submodule(world, module, name);
    return inner === null ? null : [{ t: "module", module: inner }];
  });
}

/** `if TYPE_CHECKING:` tells type checkers of what a module gives by its `__getattr__`: its kind, and no value. */
function isForCheckers(statement: Stmt): boolean {
  if (statement.kind !== "if" || statement.otherwise !== null) return false;
  const [only, ...more] = statement.arms;
  return only !== undefined && more.length === 0 && lastName(only.test) === "TYPE_CHECKING";
}

/** What it is once all was carried out that changes the same list under another name. */
function sharedValue(value: Vec, name: string, { world, module }: Frame): Vec {
  const aliases = value.some(isContainer) ? aliasesOf(module, name) : [];
  if (aliases.length < 2) return value;
  for (const alias of aliases) world.memo.trace.readCell(module, alias);
  const statements = new Set(aliases.flatMap((alias) => module.find(alias)));
  const frame = moduleFrame(world, module, name);
  execBlock(
    [...statements].sort((a, b) => a.start - b.start),
    frame,
  );
  return frame.scope.get(name) ?? value;
}

/** `C.a = …`, beside the class, where no variable of a function goes by that name. */
export function setBeside(object: string, path: string, frame: Frame): Vec | null {
  if (!isSetBeside(frame.module, path)) return null;
  for (let scope: Enclosing | null = frame; scope !== null; scope = scope.parent) {
    if (scope.scope.has(object) && frame.kind === "function") return null;
  }
  frame.world.memo.trace.readCell(frame.module, object);
  return lookupGlobal(frame.world, frame.module, path);
}

/** `object.name` */
export function attributeOf(object: Vec, name: string, text: string, frame: Frame): Vec {
  if (object.length === 1) return attributeOfOne(at(object, 0), name, text, frame);
  // What a property answers may depend on the device.
  return perDevice((_, device) => at(attributeOfOne(at(object, device), name, text, frame), device));
}

function attributeOfOne(value: Val, name: string, text: string, frame: Frame): Vec {
  switch (value.t) {
    case "module":
      return lookupGlobal(frame.world, value.module, name) ?? external(text, name, frame);
    case "ext":
      return external(`${value.path}.${name}`, name, frame);
    case "class":
      return memberOf(value.info, name, value, frame) ?? fromOutside(name, text, frame);
    case "inst": {
      const member = instanceMember(value, name, frame);
      if (member !== null && !member.every(isUnknown)) return member;
      const outside = fromOutside(name, text, frame);
      return outside.every(isUnknown) ? (member ?? outside) : outside;
    }
    case "seq":
      if (value.capability && (name === "major" || name === "minor")) {
        return [value.items[name === "major" ? 0 : 1] ?? unknown(text)];
      }
      return [unknown(text)];
    case "cap": {
      const part = value.unit === null ? partOf(value, name) : null;
      return [part ?? unknown(text)];
    }
    case "enum":
      if (name === "value") return [value.value];
      if (name === "name") return [{ t: "str", v: value.name }];
      return classMember(value, name, frame) ?? [unknown(text)];
    case "unknown":
      return fromOutside(name, text, frame);
    case "str":
      // What a process has printed is taken for the process.
      return [name === "stdout" ? value : unknown(text)];
    default:
      return [unknown(text)];
  }
}

/** Something of a module that was not found. */
function external(path: string, name: string, frame: Frame): Vec {
  const own = ownName(path, frame);
  if (own !== null) return own;
  const value = assumed(path);
  if (value !== undefined) {
    note(frame.world, {
      kind: "assumption",
      text: `${path} is ${value[0]?.t === "str" ? value[0].v : "as on NVIDIA"}`,
    });
    if (!/^(?:is_|torch\.cuda\.is_)/.test(path.split(".").slice(-3).join(".")) && !/\.is_\w+$/.test(path))
      return value;
  }
  return nameAlone(name, frame) ?? [{ t: "ext", path }];
}

/** Descriptions of kernels have an architecture too: the one that they are made for. */
const KERNEL_LIKE = /(?:^|[._])(?:ops?|operations?|kernels?|launchers?|tiles?|traits?|instructions?)$/i;

/** An attribute of an object that is not known. */
function fromOutside(name: string, text: string, frame: Frame): Vec {
  const own = ownName(withoutCalls(text), frame);
  if (own !== null) return own;
  const receiver = text.slice(0, Math.max(0, text.lastIndexOf(".")));
  const cap =
    name === "major" || name === "minor"
      ? isDeviceLike(receiver)
        ? capabilityByName(name)
        : null
      : KERNEL_LIKE.test(receiver)
        ? null
        : capabilityByName(name);
  if (cap !== null) {
    note(frame.world, { kind: "name", text: `.${name}: a capability, by its name` });
    return cap;
  }
  return sourceAttribute(text) ?? nameAlone(name, frame) ?? [unknown(text)];
}

function sourceAttribute(text: string): Vec | null {
  return sourceOfCapability(withoutCalls(text)) ?? null;
}

function withoutCalls(text: string): string {
  return text.replace(/\([^()]*\)/g, "");
}

const DEEPEST_CLASS = 12;

/** A class's attribute or method, its bases' included; `self` is what it is asked of. */
export function memberOf(info: ClassInfo, name: string, self: Val, frame: Frame, depth = 0): Vec | null {
  const own = classValue(info, name, frame.world);
  if (own !== null) return map(own, (value) => boundTo(value, self, info, name));
  if (depth > DEEPEST_CLASS) return null;
  for (const base of basesOf(info, frame.world)) {
    const found = memberOf(base, name, self, frame, depth + 1);
    if (found !== null) return found;
  }
  return null;
}

export function basesOf(info: ClassInfo, world: World): ClassInfo[] {
  const frame = moduleFrame(world, info.module);
  return info.bases.flatMap((base) => {
    const value = at(evaluate(base, frame), 0);
    return value.t === "class" ? [value.info] : [];
  });
}

/** The names of an object's class and of those above it, in whatever modules they stand. */
export function classesOf(value: Val, world: World, depth = 0): string[] {
  if ((value.t !== "class" && value.t !== "inst") || depth > DEEPEST_CLASS) return [];
  const above = basesOf(value.info, world).flatMap((info) =>
    classesOf({ t: "class", info }, world, depth + 1),
  );
  return [value.info.name, ...value.info.bases.map(nameOf), ...above];
}

function classValue(info: ClassInfo, name: string, world: World): Vec | null {
  const results = resultsOf(findingsOf(world, info.module).members, info.block);
  return world.memo.recall(results, name, null, () => {
    world.memo.trace.readCell(info.module, `${info.name}.${name}`);
    const statements = info.block.find(name);
    if (statements.length === 0) return null;
    const frame: Frame = { ...moduleFrame(world, info.module), kind: "class", owner: info };
    execBlock(statements, frame);
    const value = frame.scope.get(name);
    return value === undefined ? null : unlessSet(world, info, name, value);
  });
}

function boundTo(value: Val, self: Val, info: ClassInfo, name: string): Val {
  if (value.t === "func" && value.self === undefined) {
    const decorators = value.info.definition.kind === "def" ? value.info.definition.decorators : [];
    if (decorators.some((decorator) => decorator.kind === "name" && decorator.id === "staticmethod"))
      return value;
    const ofClass = decorators.some(
      (decorator) => decorator.kind === "name" && decorator.id === "classmethod",
    );
    if (ofClass)
      return {
        ...value,
        self: self.t === "inst" || self.t === "enum" ? { t: "class", info: self.info } : self,
      };
    return self.t === "class" ? value : { ...value, self };
  }
  if (self.t === "class" && isEnum(info) && value.t !== "func" && !name.startsWith("_")) {
    return { t: "enum", info, name, value };
  }
  return value;
}

export function isEnum(info: ClassInfo): boolean {
  return info.bases.some((base) =>
    /Enum|Flag$/.test(base.kind === "name" ? base.id : base.kind === "attribute" ? base.name : ""),
  );
}

function isProperty(value: Val): value is Extract<Val, { t: "func" }> {
  if (value.t !== "func" || value.info.definition.kind !== "def") return false;
  return value.info.definition.decorators.some((decorator) => nameOf(decorator).endsWith("property"));
}

export function instanceMember(value: Extract<Val, { t: "inst" }>, name: string, frame: Frame): Vec | null {
  const field = value.fields?.get(name);
  if (field !== undefined) return [field];
  const assigned = instanceAttributes(value, name, frame.world);
  return assigned ?? classMember(value, name, frame);
}

/** What its class has for an object: what a property answers, an attribute, a method. */
function classMember(value: Extract<Val, { t: "inst" | "enum" }>, name: string, frame: Frame): Vec | null {
  const member = memberOf(value.info, name, value, frame);
  if (member === null) return null;
  const one = at(member, 0);
  return isProperty(one) ? callFunction(one.info, value, [], new Map(), frame) : member;
}

/** What the constructor, or else another method, gives `self.name`. */
function instanceAttributes(
  { info, early = false }: { readonly info: ClassInfo; readonly early?: boolean },
  name: string,
  world: World,
  depth = 0,
): Vec | null {
  const built = assignedIn(info, "__init__", world).get(name);
  if (built !== undefined) return unlessSet(world, info, name, built, true);
  world.memo.trace.readCell(info.module, `${info.name}.self.${name}`);
  const method = early ? null : assigningMethod(info, name);
  // Until it is known: a method may compute the attribute from itself.
  const meanwhile: Vec | null = method === null ? null : [unknown(`self.${name}`)];
  const results = resultsOf(findingsOf(world, info.module).attributes, info.block);
  return world.memo.recall(results, early ? `early ${name}` : name, meanwhile, () => {
    if (method !== null) {
      // Until the method is called it is what the class has, if it has it.
      const given = classValue(info, name, world) === null && assignedIn(info, method, world).get(name);
      return given ? unlessSetOutside(world, info, name, given) : meanwhile;
    }
    if (depth > DEEPEST_CLASS) return null;
    for (const base of basesOf(info, world)) {
      const found = instanceAttributes({ info: base, early }, name, world, depth + 1);
      if (found !== null) return found;
    }
    return null;
  });
}

/** The first method, other than the constructor, whose text assigns `self.name`. */
function assigningMethod(info: ClassInfo, name: string): string | null {
  let methods = assigning.get(info.block);
  if (methods === undefined) assigning.set(info.block, (methods = assigningMethods(info)));
  return methods.get(name) ?? null;
}

const assigning = new WeakMap<Block, ReadonlyMap<string, string>>();
const ASSIGNED = /\bself\.(\w+)\b[^=\n()]*=(?!=)/g;
/** `self.a, self.b = …` */
const ATTRIBUTES = /\bself\.(\w+)/g;

function assigningMethods({ block, module }: ClassInfo): ReadonlyMap<string, string> {
  const methods = new Map<string, string>();
  for (const chunk of block.chunks) {
    if (chunk.kind !== "def" || chunk.name === "__init__" || !module.mentions(chunk)) continue;
    for (const [targets] of module.source.text.slice(chunk.start, chunk.end).matchAll(ASSIGNED)) {
      for (const [, name = ""] of targets.matchAll(ATTRIBUTES)) {
        if (!methods.has(name)) methods.set(name, chunk.name);
      }
    }
  }
  return methods;
}

const NOTHING_ASSIGNED: ReadonlyMap<string, Vec> = new Map();

/** What a method assigns to attributes of `self`. */
function assignedIn(info: ClassInfo, method: string, world: World): ReadonlyMap<string, Vec> {
  const results = resultsOf(findingsOf(world, info.module).assigned, info.block);
  return world.memo.recall(results, method, NOTHING_ASSIGNED, () => {
    world.memo.trace.readCell(info.module, `${info.name}.${method}`);
    const values = new Map<string, Vec>();
    for (const statement of info.block.find(method)) {
      if (statement.kind !== "def" || statement.name !== method) continue;
      const frame: Frame = { ...moduleFrame(world, info.module), kind: "function", owner: info, depth: 3 };
      execFunctionBody(statement, { t: "inst", info, fields: new Map(), early: true }, frame);
      for (const [key, value] of frame.scope.own) {
        if (key.startsWith("self.") && !values.has(key.slice(5))) values.set(key.slice(5), value);
      }
    }
    return values;
  });
}

export function nameOf(node: Expr): string {
  if (node.kind === "name") return node.id;
  return node.kind === "attribute" ? node.name : "";
}
