/**
 * The reference with includes followed: g++ reads a file where it lies in a copy of its tree, the branches marked, with
 * the same search folders as the analysis. No header of the installation is read (`-nostdinc`): what neither the tree
 * nor the search folders hold is an empty file for both.
 */
import {
  copyFileSync,
  linkSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { ALL_PASSES } from "../../server/src/arch/passes";
import { diagnoseFile, type Mode, type Surroundings } from "./gpp";
import { PASSES, VARYING_MACROS } from "./passes";
import { mark, type Reference } from "./reference";

/** Deep enough that `../../x.h`, looked for from here, stays inside. */
const STUBS_BELOW = "stubs/a/b/c/d/e/f";
const MOST_MISSING = 2000;

export class IncludedTree {
  private readonly folder: string;
  private readonly roots: readonly string[];
  private readonly stubs: string;
  private readonly around: Surroundings;
  private readonly stubbed = new Set<string>();
  private readonly mentions = new Map<string, Mentions>();

  /** @param roots absolute; @param includes search folders in order, absolute, each under one of the roots. */
  constructor(roots: readonly string[], includes: readonly string[]) {
    this.folder = mkdtempSync(path.join(tmpdir(), "sm-lens-tree-"));
    this.roots = roots;
    this.stubs = path.join(this.folder, STUBS_BELOW);
    mkdirSync(this.stubs, { recursive: true });
    for (const root of roots) linkTree(root, this.copyOf(root));
    const search = [...includes.map((folder) => this.copyOf(folder)), this.stubs];
    this.around = { flags: ["-nostdinc", ...search.flatMap((folder) => ["-I", folder])] };
  }

  remove(): void {
    rmSync(this.folder, { recursive: true, force: true });
  }

  /** How g++ looks for the headers of this file's own conditions. */
  surroundings(file: string): Surroundings {
    return { ...this.around, folder: path.dirname(this.copyOf(file)) };
  }

  /** @param missing what is known to be found nowhere. */
  async reference(file: string, text: string, missing: readonly string[], whole = false): Promise<Reference> {
    missing.forEach((spelling) => this.stub(spelling));
    const marked = await mark(text, true);
    const mode: Mode = whole ? "whole" : marked.mode;
    const passes = new Array<number>(marked.count).fill(0);
    if (marked.count > 0) {
      const copy = this.copyOf(file);
      replace(copy, marked.text);
      try {
        for (let again = true, tries = 0; again && tries < MOST_MISSING; tries++) {
          passes.fill(0);
          again = !(await this.run(copy, mode, (said, mask) => {
            for (const branch of marked.standing(said)) passes[branch] = (passes[branch] ?? 0) | mask;
          }));
        }
      } finally {
        replace(copy, text);
      }
    }
    return { mode, asked: ALL_PASSES, branches: marked.branches((branch) => passes[branch] ?? 0) };
  }

  /** Runs every pass, passes that cannot differ once; false where a header was missing, which is there from now on. */
  private async run(copy: string, mode: Mode, take: (said: string, mask: number) => void): Promise<boolean> {
    const left = new Set(PASSES.keys());
    const listed = path.join(this.folder, "read.d");
    for (const index of left) {
      const macros = PASSES[index]?.macros ?? {};
      const flags = [...(this.around.flags ?? []), "-MD", "-MF", listed];
      const said = await diagnoseFile(copy, macros, mode, { ...this.around, flags });
      const lost = /: fatal error: (.*): No such file or directory$/m.exec(said)?.[1];
      if (lost !== undefined) {
        this.stub(lost);
        return false;
      }
      const broken = /^.*(?:fatal error|internal compiler error).*$/m.exec(said);
      if (broken !== null) throw new Error(`g++ gave up: ${broken[0]}`);
      const asked = this.mentionedIn(filesListed(listed));
      const alike = [...left].filter((other) =>
        asked.every((name) => PASSES[other]?.macros[name] === macros[name]),
      );
      alike.forEach((other) => left.delete(other));
      take(
        said,
        alike.reduce((mask, other) => mask | (1 << other), 0),
      );
    }
    return true;
  }

  private stub(spelling: string): void {
    const file = path.join(this.stubs, spelling);
    if (this.stubbed.has(file)) return;
    if (!file.startsWith(this.folder)) throw new Error(`'${spelling}' cannot be stood in for`);
    this.stubbed.add(file);
    mkdirSync(path.dirname(file), { recursive: true });
    writeFileSync(file, "");
  }

  private copyOf(file: string): string {
    const index = this.roots.findIndex((root) => file === root || file.startsWith(`${root}/`));
    const root = this.roots[index];
    if (root === undefined) throw new Error(`${file} is in none of ${this.roots.join(", ")}`);
    return path.join(this.folder, String(index), path.relative(root, file));
  }

  /** The macros that passes differ in and that these files can ask for: spelt out, or put together by `##`. */
  private mentionedIn(files: readonly string[]): string[] {
    const all = files.map((file) => this.mentionsOf(file));
    const words = new Set(all.flatMap((mentions) => [...mentions.words]));
    const pastes = all.some((mentions) => mentions.pastes);
    return VARYING_MACROS.filter((name) => words.has(name) || (pastes && isMadeOf(name, words)));
  }

  private mentionsOf(file: string): Mentions {
    let known = this.mentions.get(file);
    if (known === undefined) {
      const text = readFileSync(file, "latin1").replace(/\\[ \t\v\f]*(?:\r\n?|\n)/g, "");
      const words = (text.match(/\w+/g) ?? []).filter((word) =>
        VARYING_MACROS.some((name) => name.includes(word)),
      );
      known = { words: new Set(words), pastes: /##|%:%:/.test(text) };
      this.mentions.set(file, known);
    }
    return known;
  }
}

interface Mentions {
  /** Parts of the names of varying macros. */
  readonly words: ReadonlySet<string>;
  readonly pastes: boolean;
}

/** Whether a name can be put together from these words. */
function isMadeOf(name: string, words: ReadonlySet<string>): boolean {
  const reached = [true];
  for (let end = 1; end <= name.length; end++) {
    for (let start = 0; start < end; start++) {
      if (reached[start] === true && words.has(name.slice(start, end))) reached[end] = true;
    }
  }
  return reached[name.length] === true;
}

/** The files of a list as make reads it. */
function filesListed(list: string): string[] {
  const text = readFileSync(list, "utf8").replace(/\\\n/g, " ");
  const names = text.slice(text.indexOf(": ") + 2).match(/(?:\\.|\S)+/g) ?? [];
  return names.map((name) => name.replace(/\\([ #])/g, "$1").replaceAll("$$", "$"));
}

/** Never written through: the tree's own files may be links to the original ones. */
function replace(file: string, text: string): void {
  const beside = `${file}.sm-lens-new`;
  writeFileSync(beside, text);
  renameSync(beside, file);
}

function linkTree(from: string, to: string): void {
  mkdirSync(to, { recursive: true });
  for (const entry of readdirSync(from)) {
    if (entry === ".git" || entry === "node_modules") continue;
    const [source, copy] = [path.join(from, entry), path.join(to, entry)];
    const stat = statSync(source, { throwIfNoEntry: false });
    if (stat?.isDirectory() === true) linkTree(source, copy);
    else if (stat?.isFile() === true) linkFile(source, copy);
  }
}

function linkFile(source: string, copy: string): void {
  try {
    linkSync(source, copy);
  } catch {
    copyFileSync(source, copy);
  }
}
