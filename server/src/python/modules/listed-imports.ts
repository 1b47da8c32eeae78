import type { Module } from "./module";
import { factsOfPieces } from "./text-facts";

const IMPORTS = /\bfrom[ \t]+(\.*)([\w.]*)[ \t]+import[ \t]*(?:\(([^()]*)\)|([^\n\r(]*))/gm;
const IMPORTED = /([^\W\d]\w*)(?:\s+as\s+([^\W\d]\w*))?/gu;

/** A name that an import statement binds, anywhere in the text; "*" for all of them. */
export interface Imported {
  readonly level: number;
  readonly path: string;
  readonly name: string;
  readonly as: string;
}

const imports = new WeakMap<Module, readonly Imported[]>();

/** `from module import name`, in functions too. */
export function importsOf(module: Module): readonly Imported[] {
  let found = imports.get(module);
  if (found === undefined) imports.set(module, (found = factsOfPieces(module, importsIn).flat()));
  return found;
}

function importsIn(text: string): Imported[] {
  if (!text.includes("import")) return [];
  return Array.from(text.matchAll(IMPORTS)).flatMap(([, dots = "", path = "", listed, plain = ""]) => {
    const list = (listed ?? plain).replace(/#.*/g, "");
    const level = dots.length;
    if (list.trim() === "*") return [{ level, path, name: "*", as: "*" }];
    return Array.from(list.matchAll(IMPORTED), ([, name = "", as]) => ({
      level,
      path,
      name,
      as: as ?? name,
    }));
  });
}

const WHOLE_MODULES = /^[ \t]*import[ \t]+([\w.]+)(?:[ \t]+as[ \t]+(\w+))?/gm;

/** What may be a module, by the name that it has here. */
export function modulesOf(module: Module): Map<string, Pick<Imported, "level" | "path">> {
  const found = new Map<string, Pick<Imported, "level" | "path">>();
  for (const { level, path, name, as } of importsOf(module)) {
    const whole = path === "" ? name : `${path}.${name}`;
    if (name !== "*") found.set(as, { level, path: whole });
  }
  for (const { path, as } of factsOfPieces(module, wholeModulesIn).flat()) found.set(as, { level: 0, path });
  return found;
}

function wholeModulesIn(text: string): { path: string; as: string }[] {
  if (!text.includes("import")) return [];
  return Array.from(text.matchAll(WHOLE_MODULES), ([, path = "", as = path]) => ({ path, as }));
}
