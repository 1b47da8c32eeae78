import type { Module } from "./module";

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
  if (found === undefined) imports.set(module, (found = [...importsIn(module.source.text)]));
  return found;
}

function* importsIn(text: string): Generator<Imported> {
  if (!text.includes("import")) return;
  for (const [, dots = "", path = "", listed, plain = ""] of text.matchAll(IMPORTS)) {
    const list = (listed ?? plain).replace(/#.*/g, "");
    if (list.trim() === "*") yield { level: dots.length, path, name: "*", as: "*" };
    for (const [, name = "", as] of list.matchAll(IMPORTED)) {
      yield { level: dots.length, path, name, as: as ?? name };
    }
  }
}

const WHOLE_MODULES = /^[ \t]*import[ \t]+([\w.]+)(?:[ \t]+as[ \t]+(\w+))?/gm;

/** What may be a module, by the name that it has here. */
export function modulesOf(module: Module): Map<string, Pick<Imported, "level" | "path">> {
  const found = new Map<string, Pick<Imported, "level" | "path">>();
  for (const { level, path, name, as } of importsOf(module)) {
    const whole = path === "" ? name : `${path}.${name}`;
    if (name !== "*") found.set(as, { level, path: whole });
  }
  const { text } = module.source;
  if (!text.includes("import")) return found;
  for (const [, path = "", as = path] of text.matchAll(WHOLE_MODULES)) found.set(as, { level: 0, path });
  return found;
}

/** `as.name`: for which of its names a module is used. */
export function namesBehind(as: string, text: string): Set<string> {
  const uses = new RegExp(`(?<![\\w.])${as.replaceAll(".", "\\.")}\\.([^\\W\\d]\\w*)`, "gu");
  return new Set(Array.from(text.matchAll(uses), ([, name = ""]) => name));
}
