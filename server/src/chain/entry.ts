/** What an entry's name means. */
import { basename, extension } from "../text/paths";
import { lineAt, makeSource } from "../text/source";
import { editDistance } from "../text/spelling";
import type { Callers } from "./callers";
import type { CudaCode, CudaNode } from "./cuda-code";
import { lastPart } from "./cuda-code";
import { mayBuild, modulesOf } from "./descent";
import type { ModuleNode } from "./descent";
import type { PythonNames, PythonNode } from "./python-names";
import type { ChainTree } from "./tree";

export type Entry =
  | {
      readonly kind: "python";
      readonly name: string;
      readonly functions: readonly PythonNode[];
      /** The file that is meant as a whole: what it does when it is imported counts as well. */
      readonly file?: string;
      /** What cannot be followed from there, in words. */
      readonly unknown?: string;
    }
  | { readonly kind: "module"; readonly name: string; readonly modules: readonly ModuleNode[] }
  /** Code in CUDA files: a kernel, a function, all of a file. */
  | {
      readonly kind: "code";
      readonly name: string;
      readonly path: string;
      readonly nodes: readonly CudaNode[];
    };

const MOST_CANDIDATES = 6;
const MOST_ALIKE = 3;
/** Letters that may be wrong, missing or too many: in a name this much longer one more. */
const MOST_SLIPS = 3;
const SLIPS_EVERY = 4;
const LONGEST_NAME = 80;

export class Entries {
  private readonly tree: ChainTree;
  private readonly names: PythonNames;
  private readonly code: CudaCode;
  private readonly callers: Callers;

  constructor(tree: ChainTree, names: PythonNames, code: CudaCode, callers: Callers) {
    this.callers = callers;
    this.tree = tree;
    this.names = names;
    this.code = code;
  }

  /** Null: nothing has the name. */
  find(text: string): Entry | null {
    if (!/\w\w/.test(text)) return null;
    const place = /^(.+\.[A-Za-z]+):(.+)$/s.exec(text);
    if (place?.[1] !== undefined && place[2] !== undefined) return this.inFile(place[1], place[2]);
    if (/\.(?:py|cuh?|hpp|h|cc|cpp|cxx|inl|jinja)$/.test(text)) return this.wholeFile(text);
    return (
      this.module(text, stem(text)) ??
      this.dotted(text) ??
      this.function(text) ??
      this.kernel(text) ??
      this.outside(text) ??
      this.madeUp(text)
    );
  }

  /** A function that files here import from where no file is at hand: what decides before it is called. */
  private outside(text: string): Entry | null {
    const node = this.callers.outside(text);
    if (node === null) return null;
    const unknown = `${text} is defined in ${node.module}, which is not at hand`;
    return { kind: "python", name: text, functions: [node], unknown };
  }

  /** What stands at an offset of a file: a function, a kernel, a guard between them. */
  at(path: string, offset: number): Entry | null {
    const python = this.tree.python(path);
    if (python !== null) {
      const around = python.functions.filter(
        ({ name, span }) => name !== "" && span.start <= offset && offset < span.end,
      );
      const fn = around.sort((a, b) => a.span.end - a.span.start - (b.span.end - b.span.start))[0];
      return fn === undefined ? null : this.ofFunctions([{ path, fn }]);
    }
    const cuda = this.tree.cuda(path);
    if (cuda === null) return null;
    const fn = cuda.functions.find(({ nameSpan, body }) => nameSpan.start <= offset && offset <= body.end);
    return fn === undefined
      ? this.wholeFile(path)
      : { kind: "code", name: fn.name, path, nodes: [{ path, fn }] };
  }

  /** Names of functions that are spelt alike, nearest first. */
  alike(text: string): string[] {
    const name = text.slice(Math.max(text.lastIndexOf("."), text.lastIndexOf(":")) + 1);
    const most = Math.min(MOST_SLIPS, Math.floor(name.length / SLIPS_EVERY));
    if (most === 0 || name.length > LONGEST_NAME) return [];
    return this.tree
      .definedNames()
      .flatMap((known) => {
        const isNear = Math.abs(known.length - name.length) <= most;
        const distance = isNear ? editDistance(name, known) : Infinity;
        return distance <= most ? [{ known, distance }] : [];
      })
      .sort((a, b) => a.distance - b.distance)
      .slice(0, MOST_ALIKE)
      .map(({ known }) => known);
  }

  private fileOf(text: string): string | null {
    return this.tree.bySuffix(text, this.tree.files.paths[0] ?? "")[0] ?? null;
  }

  private inFile(file: string, what: string): Entry | null {
    const path = this.fileOf(file);
    if (path === null) return null;
    if (/^\d+(?::\d+)?$/.test(what)) {
      const source = makeSource(path, this.tree.files.text(path) ?? "");
      const start = source.lineStarts[Number(what.split(":")[0]) - 1];
      if (start === undefined) return null;
      const line = lineAt(source, start);
      const end = (source.lineStarts[line + 1] ?? source.text.length + 1) - 1;
      // Blanks before a definition belong to nothing.
      const whole = source.text.slice(start, end);
      return this.at(path, Math.min(end, start + whole.length - whole.trimStart().length));
    }
    const own = this.names.functionIn(path, what);
    if (own !== null) return this.ofFunctions([own]);
    const named = this.tree.python(path)?.functions.filter(({ name }) => name.endsWith(`.${what}`)) ?? [];
    if (named.length > 0) return this.ofFunctions(named.map((fn) => ({ path, fn })));
    const nodes = (this.tree.cuda(path)?.functions ?? []).filter(
      ({ name }) => lastPart(name) === what || name === what,
    );
    return nodes.length === 0
      ? null
      : { kind: "code", name: what, path, nodes: nodes.map((fn) => ({ path, fn })) };
  }

  private wholeFile(text: string): Entry | null {
    const path = this.fileOf(text);
    if (path === null) return null;
    const name = this.tree.shown(path);
    const python = this.tree.python(path);
    if (python !== null) {
      const functions = python.functions.filter((fn) => fn.name !== "").map((fn) => ({ path, fn }));
      return functions.length === 0 ? null : { kind: "python", name, functions, file: path };
    }
    const cuda = this.tree.cuda(path);
    return cuda === null
      ? null
      : { kind: "code", name, path, nodes: cuda.functions.map((fn) => ({ path, fn })) };
  }

  private module(text: string, part: string): Entry | null {
    if (!/^[\w*.-]+$/.test(text) || text.length < 3) return null;
    const modules = this.describing(text, part);
    return modules.length === 0 ? null : { kind: "module", name: text, modules };
  }

  /** A name that is put together at run time: a part of it stands in the text. */
  private madeUp(text: string): Entry | null {
    let found: Entry | null = null;
    for (let part = shorter(stem(text)); part.length >= 3 && found === null; part = shorter(part))
      found = this.module(text, part);
    return found;
  }

  /** The extensions that a name is the name of, found by a part of it. */
  describing(text: string, part = stem(text)): readonly ModuleNode[] {
    return this.tree.mentioning(part, "python").flatMap((path) =>
      mayBuild(this.tree.files.text(path) ?? "")
        ? this.tree
            .functionsWith(path, part)
            .filter(({ builds }) => builds.some(({ name }) => matches(name, text)))
            .flatMap((fn) => modulesOf(this.tree, { path, fn }))
        : [],
    );
  }

  private dotted(text: string): Entry | null {
    const parts = text.split(".");
    for (let cut = parts.length - 1; cut > 0; cut--) {
      const path = this.tree.module("", 0, parts.slice(0, cut).join("."));
      if (path === null) continue;
      const name = parts.slice(cut).join(".");
      const own = this.names.functionIn(path, name);
      if (own !== null) return this.ofFunctions([own]);
      const reference = { name, at: 0, under: [], inArms: [], inElse: [], use: "call" as const };
      const fn = this.names.functionIn(path, "")?.fn;
      const through = fn === undefined ? [] : this.names.targets({ path, fn }, reference);
      if (through.length > 0) return this.ofFunctions(through);
    }
    return null;
  }

  private function(text: string): Entry | null {
    const outer: PythonNode[] = [];
    const inner: PythonNode[] = [];
    const last = text.slice(text.lastIndexOf(".") + 1);
    for (const path of this.tree.mentioning(last, "python")) {
      if (!new RegExp(`(?:def|class)[ \\t]+${last}\\b`).test(this.tree.files.text(path) ?? "")) continue;
      for (const fn of this.tree.python(path)?.functions ?? []) {
        if (fn.name === text) outer.push({ path, fn });
        else if (fn.name.endsWith(`.${text}`)) inner.push({ path, fn });
      }
    }
    const found = outer.length > 0 ? outer : inner;
    return found.length === 0 ? null : this.ofFunctions(found.slice(0, MOST_CANDIDATES));
  }

  private kernel(text: string): Entry | null {
    const last = lastPart(text);
    const nodes: CudaNode[] = [];
    for (const path of this.tree.mentioning(last, "cuda")) {
      for (const fn of this.tree.cuda(path)?.functions ?? [])
        if (fn.kind !== "macro" && (fn.name === text || lastPart(fn.name) === text)) nodes.push({ path, fn });
    }
    const own = nodes.filter(({ path }) => !this.tree.isThirdParty(path));
    const first = own[0] ?? nodes[0];
    if (first === undefined) return null;
    return {
      kind: "code",
      name: text,
      path: first.path,
      nodes: (own.length > 0 ? own : nodes).filter(({ path }) => path === first.path),
    };
  }

  /** A function that describes an extension stands for the extension, a class for what its methods do. */
  private ofFunctions(functions: readonly PythonNode[]): Entry {
    const modules = functions.flatMap((node) => modulesOf(this.tree, node));
    const [first] = functions;
    const name = first === undefined ? "" : `${this.tree.shown(first.path)}:${first.fn.name}`;
    if (modules.length > 0 && modules.length === functions.length)
      return { kind: "module", name: modules[0]?.build.name ?? name, modules };
    return { kind: "python", name, functions: functions.flatMap((node) => this.names.withMembers(node)) };
  }

  /** Sources that come by the file: itself, or those that include it, directly or not; a header that none does, itself. */
  sourcesWith(path: string): readonly string[] {
    if (!/^(?:cuh|h|hpp|hh|hxx|inl|inc|ipp|tpp)$/.test(extension(path))) return [path];
    const found = new Set([path]);
    const pending = [path];
    for (let header = pending.pop(); header !== undefined && found.size < 400; header = pending.pop()) {
      for (const file of this.tree.mentioning(basename(header), "cuda")) {
        if (found.has(file) || this.tree.rootOf(file) !== this.tree.rootOf(path)) continue;
        found.add(file);
        pending.push(file);
      }
    }
    const sources = [...found].filter(
      (file) =>
        /^(?:cu|cc|cpp|cxx|jinja)$/.test(extension(file)) && this.code.unit(file).files.includes(path),
    );
    return sources.length > 0 ? sources : [path];
  }

  /** The extensions that compile one of the sources. */
  modulesWith(sources: readonly string[]): ModuleNode[] {
    const found: ModuleNode[] = [];
    for (const source of sources) {
      for (const path of this.tree.mentioning(basename(source), "python")) {
        if (!mayBuild(this.tree.files.text(path) ?? "")) continue;
        for (const fn of this.tree.python(path)?.functions ?? []) {
          if (fn.builds.length === 0 || found.some(({ builder }) => builder.fn === fn)) continue;
          found.push(...modulesOf(this.tree, { path, fn }).filter((one) => one.sources.includes(source)));
        }
      }
    }
    return found;
  }
}

/** The longest part of a pattern that is spelled out. */
function stem(text: string): string {
  return text.split("*").sort((a, b) => b.length - a.length)[0] ?? "";
}

/** "fused_moe_120": "fused_moe". */
function shorter(part: string): string {
  return part.slice(0, Math.max(0, part.lastIndexOf("_")));
}

function matches(name: string, text: string): boolean {
  if (name === text) return true;
  if (!name.includes("*") || name.replaceAll("*", "").length < 4) return false;
  return new RegExp(
    `^${name
      .split("*")
      .map((part) => part.replace(/[.+?^${}()|[\]\\-]/g, "\\$&"))
      .join("\\w*")}$`,
  ).test(text);
}
