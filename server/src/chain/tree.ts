/** The files of all roots, found by name: modules by their dotted path, sources and headers by the end of theirs. */
import { basename, dirname, extension, join } from "../text/paths";
import type { BuildFacts, CudaFacts, FileFacts, PythonFacts, PythonFunction } from "./facts";
import { Mentions } from "./mentions";

/** What chains are made from. Nothing changes under it while one is made. */
export interface ChainFiles {
  /** The folders that were given, in the order in which they were. */
  readonly roots: readonly string[];
  /** Every file that a front end reads, below all roots, in a fixed order. */
  readonly paths: readonly string[];
  text(path: string): string | null;
  /** Cheap test whether a piece of a file's text can decide by architecture. */
  mayDecide(path: string, text: string): boolean;
  /** Null for a file that cannot be read. */
  facts(path: string): FileFacts | null;
}

const THIRD_PARTY =
  /(?:^|\/)(?:(?:3rdparty|third[-_]?party|thirdparty|external)|include\/(?:cutlass|cute|cccl|cub|thrust|spdlog))(?:\/|$)/;
/** A library's own tree: other folders of its name may hold what a project builds with it. */
const LIBRARY_TREE = /^((?:.*\/)?(?:cutlass|cccl|cub|thrust|spdlog))\/include\//;
const LIBRARY = /\/(?:cutlass|cccl|cub|thrust)(?:\/|$)/;
const TESTS =
  /(?:^|\/)(?:tests?|testing|benchmarks?|benches|profiler|examples?|docs?|tools)(?:\/|$)|(?:^|\/)(?:test_|bench_|conftest)[^/]*$/;

const DEFINITION = /^[ \t]*(?:async[ \t]+)?def[ \t]+(\w+)/gm;

/** Folders of a root in which its packages may lie. */
const PACKAGE_ROOTS = ["", "python", "src"];

const INCLUDE_ROOTS = ["include", "csrc", "csrc/nv_internal", "csrc/nv_internal/include", "src", ""];

/** Whether a path below a project's root is that of another project's code. */
export function isThirdPartyPath(shown: string): boolean {
  return THIRD_PARTY.test(shown);
}

export class ChainTree {
  readonly files: ChainFiles;
  private readonly byName = new Map<string, string[]>();
  private readonly modules = new Map<string, string>();
  private readonly present: ReadonlySet<string>;
  /** Folders of libraries inside the roots. */
  private readonly libraries = new Set<string>();
  private readonly mentions: Mentions;
  private readonly mentioned = new Map<string, readonly string[]>();
  private readonly definitions = new Map<string, Map<string, string[]>>();
  private readonly kinds = new Map<string, readonly string[]>();

  constructor(files: ChainFiles) {
    this.files = files;
    this.mentions = new Mentions((path) => files.text(path));
    this.present = new Set(files.paths);
    for (const path of files.paths) {
      const name = basename(path);
      const same = this.byName.get(name);
      if (same === undefined) this.byName.set(name, [path]);
      else same.push(path);
      if (extension(path) === "py") this.addModule(path);
      const library = LIBRARY_TREE.exec(this.shown(path))?.[1];
      if (library !== undefined) this.libraries.add(`${join(this.rootOf(path), library)}/`);
    }
  }

  has(path: string): boolean {
    return this.present.has(path);
  }

  python(path: string): PythonFacts | null {
    const facts = this.files.facts(path);
    return facts?.language === "python" ? facts : null;
  }

  /** Functions of a Python file in whose text the name stands, and the module's own statements. */
  functionsWith(path: string, name: string): readonly PythonFunction[] {
    const text = this.files.text(path) ?? "";
    const places: number[] = [];
    for (let at = text.indexOf(name); at >= 0; at = text.indexOf(name, at + 1)) places.push(at);
    return (this.python(path)?.functions ?? []).filter(
      ({ name: own, span }) => own === "" || places.some((at) => at >= span.start && at < span.end),
    );
  }

  cuda(path: string): CudaFacts | null {
    const facts = this.files.facts(path);
    return facts?.language === "cuda" ? facts : null;
  }

  build(path: string): BuildFacts | null {
    const facts = this.files.facts(path);
    return facts?.language === "build" ? facts : null;
  }

  /** The root that holds a file. */
  rootOf(path: string): string {
    const above = this.files.roots.filter(
      (root) => path === root || path.startsWith(root.endsWith("/") ? root : `${root}/`),
    );
    return above.sort((a, b) => b.length - a.length)[0] ?? "";
  }

  /** A path as it reads below its root. */
  shown(path: string): string {
    const root = this.rootOf(path);
    return root === "" ? path : path.slice(root.length).replace(/^\/+/, "");
  }

  isThirdParty(path: string): boolean {
    if (isThirdPartyPath(this.shown(path))) return true;
    for (const tree of this.libraries) if (path.startsWith(tree)) return true;
    // A library beside the folder that is asked about first.
    const root = this.rootOf(path);
    return root !== this.files.roots[0] && LIBRARY.test(root);
  }

  isTest(path: string): boolean {
    return TESTS.test(this.shown(path));
  }

  /** The file of the module "a.b.c", asked for in `from`; `level` counts leading dots. */
  module(from: string, level: number, path: string): string | null {
    const parts = path === "" ? [] : path.split(".");
    if (level === 0) return this.modules.get(path) ?? this.beside(dirname(from), parts);
    let folder = dirname(from);
    for (let up = 1; up < level; up++) folder = dirname(folder);
    return this.beside(folder, parts);
  }

  /** A module inside the package whose `__init__` the file is. */
  submodule(file: string, name: string): string | null {
    return basename(file) === "__init__.py" ? this.beside(dirname(file), [name]) : null;
  }

  private beside(folder: string, parts: readonly string[]): string | null {
    const base = parts.reduce((path, part) => join(path, part), folder);
    const candidates = parts.length === 0 ? [] : [`${base}.py`];
    return [...candidates, join(base, "__init__.py")].find((path) => this.has(path)) ?? null;
  }

  private addModule(path: string): void {
    const root = this.rootOf(path);
    const bases = PACKAGE_ROOTS.map((folder) => (folder === "" ? root : join(root, folder)));
    for (const base of [...bases, this.abovePackage(path)]) {
      if (!path.startsWith(`${base}/`)) continue;
      const dotted = path
        .slice(base.length + 1)
        .replace(/\.py$/, "")
        .replace(/\/__init__$/, "")
        .replaceAll("/", ".");
      if (!this.modules.has(dotted)) this.modules.set(dotted, path);
    }
  }

  /** The folder that holds the outermost package of a module: a root may hold several projects. */
  private abovePackage(path: string): string {
    let folder = dirname(path);
    while (this.has(join(folder, "__init__.py"))) folder = dirname(folder);
    return folder;
  }

  /**
   * The file that a source list or a command line means by the end of its path; "*" stands for anything within one
   * name. Of several those in the asker's own root come first, then those with the shortest path.
   */
  bySuffix(suffix: string, from: string): readonly string[] {
    const plain = suffix.replace(/^(?:\.{0,2}\/)+/, "");
    const name = basename(plain);
    if (name.includes("*")) return this.byPattern(plain, from);
    const found = (this.byName.get(name) ?? []).filter(
      (path) => path === suffix || path.endsWith(`/${plain}`),
    );
    return this.nearest(found, from);
  }

  private byPattern(pattern: string, from: string): readonly string[] {
    // Nothing but an ending would be every file there is.
    if (basename(pattern).replace(/\*|\.\w+$/g, "").length < 4) return [];
    const escaped = pattern.split("*").map((part) => part.replace(/[.+?^${}()|[\]\\]/g, "\\$&"));
    const test = new RegExp(`(?:^|/)${escaped.join("[^/]*")}$`);
    const root = this.rootOf(from);
    return this.files.paths.filter((path) => this.rootOf(path) === root && test.test(path));
  }

  private nearest(found: readonly string[], from: string): readonly string[] {
    const root = this.rootOf(from);
    const own = found.filter((path) => this.rootOf(path) === root);
    const all = own.length > 0 ? own : found;
    const product = all.filter((path) => !this.isTest(path));
    return [...(product.length > 0 ? product : all)].sort((a, b) => a.length - b.length || (a < b ? -1 : 1));
  }

  /** The header that a spelling means where it is included. */
  include(spelling: string, quoted: boolean, from: string): string | null {
    const beside = join(dirname(from), spelling);
    if (quoted && this.has(beside)) return beside;
    const root = this.rootOf(from);
    for (const folder of INCLUDE_ROOTS) {
      const path = folder === "" ? join(root, spelling) : join(root, `${folder}/${spelling}`);
      if (this.has(path)) return path;
    }
    if (!spelling.includes("/") && !quoted) return null;
    return this.bySuffix(spelling, from)[0] ?? null;
  }

  /** Files of a language in whose text the name stands, tests and benchmarks left out; of all roots or of one. */
  mentioning(name: string, kind: Kind, root: string | null = null): readonly string[] {
    const key = `${kind} ${root ?? ""} ${name}`;
    let found = this.mentioned.get(key);
    if (found === undefined) {
      found = this.product(kind, root).filter((path) => this.mentions.has(path, name));
      this.mentioned.set(key, found);
    }
    return found;
  }

  /** Names of functions that Python files define, tests left out. */
  definedNames(): readonly string[] {
    return [...new Set(this.files.roots.flatMap((root) => [...this.definitionsIn(root).keys()]))];
  }

  /** Python files of a root in which a function of this name is defined, tests left out. */
  defining(name: string, root: string): readonly string[] {
    return this.definitionsIn(root).get(name) ?? [];
  }

  private definitionsIn(root: string): ReadonlyMap<string, readonly string[]> {
    let index = this.definitions.get(root);
    if (index === undefined) {
      this.definitions.set(root, (index = new Map<string, string[]>()));
      for (const path of this.product("python", root)) {
        for (const [, own = ""] of this.files.text(path)?.matchAll(DEFINITION) ?? []) {
          const known = index.get(own);
          if (known === undefined) index.set(own, [path]);
          else if (known[known.length - 1] !== path) known.push(path);
        }
      }
    }
    return index;
  }

  /** The files of a language, tests and benchmarks left out. */
  private product(kind: Kind, root: string | null): readonly string[] {
    const key = `${kind} ${root ?? ""}`;
    let found = this.kinds.get(key);
    if (found === undefined) {
      found = this.files.paths.filter(
        (path) =>
          kindOf(path) === kind && !this.isTest(path) && (root === null || this.rootOf(path) === root),
      );
      this.kinds.set(key, found);
    }
    return found;
  }
}

type Kind = "python" | "cuda" | "build";

function kindOf(path: string): Kind {
  const ending = extension(path);
  if (ending === "py" || ending === "pyi") return "python";
  return ending === "cmake" || ending === "txt" ? "build" : "cuda";
}
