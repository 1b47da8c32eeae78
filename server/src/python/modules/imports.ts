import type { Frame } from "../evaluate/frame";
import { lookupGlobal, nameAlone } from "../evaluate/resolve";
import type { Import, ImportFrom } from "../syntax/syntax";
import { importModule, submodule } from "./world";
import { namesOf, type Module } from "./module";
import { isUnknown, type Vec } from "../values/values";

export function bindImport(statement: Import, frame: Frame): void {
  for (const { path, name } of statement.names) {
    const bound = name ?? path.split(".")[0] ?? path;
    const wanted = name === null ? bound : path;
    const module = importModule(frame.world, frame.module, 0, wanted);
    frame.scope.set(bound, module === null ? [{ t: "ext", path: wanted }] : [{ t: "module", module }]);
  }
}

export function bindImportFrom(statement: ImportFrom, frame: Frame): void {
  const { world } = frame;
  const module = importModule(world, frame.module, statement.level, statement.path);
  if (statement.names === null) {
    if (module !== null) bindStar(module, frame);
    return;
  }
  for (const { name, as } of statement.names) {
    frame.scope.set(as, imported(module, statement, name, frame));
  }
}

function imported(module: Module | null, statement: ImportFrom, name: string, frame: Frame): Vec {
  const { world } = frame;
  if (module !== null) {
    const value = lookupGlobal(world, module, name);
    if (value !== null) return value;
    const inner = submodule(world, module, name);
    if (inner !== null) return [{ t: "module", module: inner }];
  } else if (statement.level > 0) {
    const inner = importModule(world, frame.module, statement.level, join(statement.path, name));
    if (inner !== null) return [{ t: "module", module: inner }];
  }
  return nameAlone(name, frame) ?? [{ t: "ext", path: join(statement.path, name) }];
}

function join(path: string, name: string): string {
  return path === "" ? name : `${path}.${name}`;
}

/** Of all names that a module may give, those that are looked for. */
function bindStar(module: Module, frame: Frame): void {
  const { world, scope, wanted } = frame;
  const isGiven = exported(module, frame);
  const bind = (name: string): void => {
    const value = isGiven(name) ? lookupGlobal(world, module, name) : null;
    // A name that the module itself only takes from elsewhere, for the checking of types perhaps, replaces nothing.
    const isNothing = value === null || (value.every(isUnknown) && scope.own.has(name));
    if (!isNothing) scope.set(name, value);
  };
  if (wanted !== null) {
    bind(wanted);
    return;
  }
  world.memo.trace.readCell(module, "*");
  for (const chunk of module.chunks) {
    if (chunk.kind === "statement") for (const name of namesOf(chunk, module.source.text)) bind(name);
    else bind(chunk.name);
  }
}

const LISTED = /^__all__[ \t]*=[ \t]*[[(]([^\])]*)[\])]\s*$/;

/** `__all__`, where it is spelled out; else what does not begin with an underscore. */
function exported(module: Module, { world }: Frame): (name: string) => boolean {
  world.memo.trace.readCell(module, "__all__");
  const [only, ...more] = module.chunksOf("__all__");
  const { text } = module.source;
  const listed = only === undefined || more.length > 0 ? null : LISTED.exec(text.slice(only.first, only.end));
  if (listed === null) return (name) => !name.startsWith("_");
  const names = new Set((listed[1] ?? "").match(/[^\W\d]\w*/gu));
  return (name) => names.has(name);
}
