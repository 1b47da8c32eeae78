/** No file hangs on itself by way of others, types included: what may be read first, can be. */
import { existsSync, readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { describe, expect, it } from "vitest";

const IMPORT = /^(?:import|export)\s[^;]*?from "(\.[^"]+)"/gm;

/** An interpreter's parts call each other, and its values hold what they were made in. */
const INTERPRETER = ["values/", "names/", "evaluate/", "modules/", "shape"].map(
  (part) => `server/src/python/${part}`,
);
/** An expression may hold statements, and a statement expressions. */
const GRAMMAR = "server/src/python/syntax/convert";

function filesIn(folder: string): string[] {
  return readdirSync(folder, { recursive: true, encoding: "utf8" })
    .filter((name) => name.endsWith(".ts"))
    .map((name) => path.posix.join(folder, name.replaceAll("\\", "/")));
}

function importsOf(file: string): string[] {
  return [...readFileSync(file, "utf8").matchAll(IMPORT)]
    .map(([, specifier = ""]) => `${path.posix.join(path.posix.dirname(file), specifier)}.ts`)
    .filter((imported) => existsSync(imported));
}

/** Files from which an import leads back to them. */
function circular(files: readonly string[]): string[] {
  const imports = new Map(files.map((file) => [file, importsOf(file)]));
  return files.filter((file) => {
    const reached = new Set<string>();
    const waiting = [...(imports.get(file) ?? [])];
    for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
      if (next === file) return true;
      if (reached.has(next)) continue;
      reached.add(next);
      waiting.push(...(imports.get(next) ?? []));
    }
    return false;
  });
}

describe("imports", () => {
  it.each(["server/src", "client"])("of %s go round in no circle", (folder) => {
    const files = filesIn(folder);
    expect(files.length).toBeGreaterThan(10);
    expect(
      circular(files).filter((file) => ![...INTERPRETER, GRAMMAR].some((part) => file.startsWith(part))),
    ).toEqual([]);
  });

  it("of the Python front end lead from gates to the interpreter, and never back", () => {
    const inward = ["syntax/", "values/", "names/", "evaluate/", "modules/"].map(
      (room) => `server/src/python/${room}`,
    );
    const wrong = filesIn("server/src/python")
      .filter((file) => inward.some((room) => file.startsWith(room)))
      .flatMap((file) =>
        importsOf(file)
          .filter((to) => /python\/(?:gates|links)\//.test(to))
          .map((to) => `${file} → ${to}`),
      );
    expect(wrong).toEqual([]);
  });
});
