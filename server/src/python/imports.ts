import type { Frame } from "./frame";
import { lookupGlobal, nameAlone } from "./resolve";
import type { Import, ImportFrom } from "./syntax";
import { importModule, submodule } from "./world";
import type { Module } from "./module";
import type { Vec } from "./values";

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

/** Only the name that is looked for just now matters, but which one that is, is not known here. */
function bindStar(module: Module, frame: Frame): void {
  frame.world.memo.trace.readCell(module, "*");
  for (const chunk of module.chunks) {
    if (chunk.kind !== "statement" && !chunk.name.startsWith("_") && !frame.scope.has(chunk.name)) {
      const value = lookupGlobal(frame.world, module, chunk.name);
      if (value !== null) frame.scope.set(chunk.name, value);
    }
  }
  const { text } = module.source;
  for (const chunk of module.chunks) {
    if (chunk.kind !== "statement") continue;
    const name = /^([^\W\d_]\w*)[ \t]*(?::[^=\n]*)?=(?!=)/u.exec(text.slice(chunk.first, chunk.end))?.[1];
    if (name === undefined || frame.scope.has(name)) continue;
    const value = lookupGlobal(frame.world, module, name);
    if (value !== null) frame.scope.set(name, value);
  }
}
