/** The part of a chain that lies in CUDA: from an extension's sources through headers to guards and host checks. */
import type { JudgedGate } from "../gates/judgement";
import type { Step, Via } from "./chain";
import { asOthers } from "./chain";
import type { CudaCode, CudaNode, Unit } from "./cuda-code";
import type { GatesOf } from "./gates-of";
import { isForNewer, isOwn, servesOthers, within, withoutParts } from "./gates-of";
import { FileBranches } from "./file-branches";
import type { Span } from "../text/source";
import type { ChainTree } from "./tree";

export interface CodeRequest {
  readonly sources: readonly string[];
  /** The extension's name, for the steps. */
  readonly module: string | null;
  /** Names that the callers ask for; null: all that the sources have counts as reached. */
  readonly called: ReadonlySet<string> | null;
  /** Only what comes to one of these; null: no such limit. */
  readonly towards: ReadonlySet<CudaNode> | null;
  /** Sources that are compiled for other targets alone. */
  readonly others: ReadonlySet<string>;
}

export class CodeSteps {
  private readonly tree: ChainTree;
  private readonly code: CudaCode;
  private readonly gates: GatesOf;

  private readonly ownCondition: RegExp;
  /** The digits of the target's major: "12" of sm_120f. */
  private readonly major: string;

  constructor(tree: ChainTree, code: CudaCode, gates: GatesOf, target: string) {
    this.ownCondition = namesOf(target);
    this.major = (/\d+/.exec(target)?.[0] ?? "").slice(0, -1);
    this.tree = tree;
    this.code = code;
    this.gates = gates;
  }

  /** In the order of the sources; each header once, where it is met first. */
  of(request: CodeRequest): Step[] {
    const steps: Step[] = [];
    const rest: Step[] = [];
    const done = new Set<string>();
    const reached = this.reachedBy(request);
    // Where callers come in is met before what is linked with it, others' sources last.
    const { called, others } = request;
    const isAsked = (source: string): number =>
      others.has(source) ? 2 : called === null || this.asked(source, called).length === 0 ? 1 : 0;
    const sources = request.sources.filter((source) => this.tree.cuda(source) !== null);
    for (const source of [...sources].sort((a, b) => isAsked(a) - isAsked(b))) {
      const unit = this.code.unit(source);
      const own = reached.get(source) ?? null;
      if (own?.size === 0) {
        this.unit(unit, request, own, done, rest, rest);
        continue;
      }
      const before = steps.length;
      this.unit(unit, request, own, done, steps, rest);
      if (others.has(source)) steps.push(...steps.splice(before).map(asOthers));
    }
    return [...steps, ...rest.filter((step) => step.judged === null || !has(steps, step))];
  }

  /** For each source what of its code is reached; null where all is. */
  private reachedBy(request: CodeRequest): ReadonlyMap<string, Set<CudaNode>> {
    const { sources, called, towards } = request;
    if (called === null && towards === null) return new Map();
    // Whoever else asks for the same code, for another target above all, is told the same.
    const key = towards === null ? [...sources, "", ...(called ?? [])].join("\n") : null;
    const known = key === null ? undefined : this.code.reachedBefore.get(key);
    const found = known ?? this.findReached(request);
    if (key !== null) this.code.reachedBefore.set(key, found);
    return found;
  }

  private findReached({ sources, called, towards }: CodeRequest): Map<string, Set<CudaNode>> {
    const units = sources.flatMap((source) =>
      this.tree.cuda(source) === null ? [] : [this.code.unit(source)],
    );
    const names = new Map(
      units.map((unit) => [
        unit,
        towards === null ? this.asked(unit.source, called ?? new Set()) : this.namesOf(unit, towards),
      ]),
    );
    const found = this.code.reached(units, names);
    const above = towards === null ? null : this.code.callers(units, towards);
    for (const [unit, nodes] of above ?? []) found.set(unit, new Set([...nodes, ...(found.get(unit) ?? [])]));
    // Nothing could be told apart: then all of it counts.
    if ([...found.values()].every(({ size }) => size === 0)) return new Map();
    return new Map([...found].map(([{ source }, nodes]) => [source, nodes]));
  }

  /** Functions of a source that callers ask for by these names. */
  private asked(source: string, called: ReadonlySet<string>): string[] {
    const facts = this.tree.cuda(source);
    const exported = (facts?.exports ?? []).filter(({ name }) => called.has(name));
    const direct = (facts?.functions ?? []).filter(({ name }) => called.has(name));
    return [...exported.map(({ target }) => target), ...direct.map(({ name }) => name)];
  }

  private namesOf(unit: Unit, nodes: ReadonlySet<CudaNode>): string[] {
    return this.code
      .functionsOf(unit)
      .filter((node) => nodes.has(node))
      .map(({ fn }) => fn.name);
  }

  private unit(
    unit: Unit,
    request: CodeRequest,
    reached: Set<CudaNode> | null,
    done: Set<string>,
    into: Step[],
    rest: Step[],
  ): void {
    const start = { start: 0, end: 0 };
    const title = this.tree.shown(unit.source);
    const { module } = request;
    if (into !== rest || !done.has(unit.source))
      into.push({ path: unit.source, span: start, title, via: "source", judged: null, module });
    for (const path of unit.files) {
      if (done.has(path) && into === rest) continue;
      const found = this.inFile(unit, path, request, reached);
      if (!done.has(path)) {
        const header = found.steps.length > 0 && path !== unit.source;
        if (header)
          into.push({
            path,
            span: start,
            title: this.tree.shown(path),
            via: "includes",
            judged: null,
            module,
          });
      }
      for (const step of found.steps)
        if (step.judged === null ? !done.has(path) : !has(into, step)) into.push(step);
      for (const step of found.others) if (!has(into, step) && !has(rest, step)) rest.push(step);
      done.add(path);
    }
  }

  private inFile(
    unit: Unit,
    path: string,
    request: CodeRequest,
    reached: Set<CudaNode> | null,
  ): { steps: Step[]; others: Step[] } {
    const steps: Step[] = [];
    const others: Step[] = [];
    if (!this.tree.isThirdParty(path)) steps.push(...this.tagSteps(path, request));
    if (!this.mayDecide(path, unit)) return { steps, others };
    const thirdParty = this.tree.isThirdParty(path);
    const functions = thirdParty ? [] : (this.tree.cuda(path)?.functions ?? []);
    const mine =
      reached === null
        ? null
        : new Set([...reached].filter((node) => node.path === path).map(({ fn }) => fn));
    const report = this.gates.report(path);
    const branches = report === null ? null : new FileBranches(report);
    const isUsed = (name: string): boolean => this.code.namedIn(unit, reached).has(name);
    const candidates = withoutParts(this.gates.in(path).filter(speaks)).filter(
      ({ gate: { form } }) => form !== "else" && form !== "unguarded",
    );
    const own = new Set<number>();
    if (branches !== null)
      for (const { gate, excludesTarget } of candidates)
        if (excludesTarget !== true) own.add(branches.lineOf(gate.span.start));
    const listed = new Set<number>();
    for (const judged of candidates) {
      const { span } = judged.gate;
      const line = branches?.lineOf(span.start) ?? -1;
      const around = functions.filter(({ body }) => within(span, body));
      const isReached = mine === null || around.some((fn) => mine.has(fn));
      const add = (via: Via): void => {
        steps.push(stepOf(path, judged, via, request.module));
        listed.add(line);
      };
      const isAside = servesOthers(judged);
      // What others have in its stead is told beside the target's own arm.
      const arms = thirdParty || !isAside ? [] : (branches?.besides(line) ?? []);
      const isBeside = arms.some((one) => own.has(one));
      if (isToldBy(steps, judged)) continue;
      if (around.length > 0 && isReached) {
        if (!isAside || isBeside || (judged.gate.layer === "cuda-host" && isForNewer(judged)))
          add("launches");
      } else if (around.length === 0) {
        const via = path === unit.source ? "source" : "includes";
        const isSettled = !thirdParty && branches?.defines(line).some(isUsed) === true;
        const isSibling = isBeside && arms.some((one) => listed.has(one));
        if (
          isSettled ||
          isSibling ||
          (!isAside && this.countsAtFileScope(judged, path, branches, functions, mine, unit))
        )
          add(via);
      } else if (!isAside && request.towards === null && matters(judged))
        others.push(stepOf(path, judged, "same module", request.module));
    }
    if (!thirdParty && report !== null) {
      const isReached = (span: Span): boolean =>
        functions.some((fn) => (mine === null || mine.has(fn)) && within(span, fn.body));
      for (const { directive, text, span, line } of report.branches) {
        if (listed.has(line) || !this.asksForOwn(text) || !isReached(span)) continue;
        const title = shortened(`${directive} ${text}`);
        steps.push({ path, span, title, via: "launches", judged: null, module: request.module });
      }
      steps.sort((a, b) => a.span.start - b.span.start);
    }
    return { steps, others };
  }

  /** Architectures by name, each once. */
  private tagSteps(path: string, { module }: CodeRequest): Step[] {
    const steps: Step[] = [];
    for (const { text, span } of this.tree.cuda(path)?.tags ?? [])
      if (!steps.some(({ title }) => title === text))
        steps.push({ path, span, title: text, via: "names", judged: null, module });
    return steps;
  }

  /** A guard outside functions counts where it holds reached code, or says something of the target alone. */
  private countsAtFileScope(
    judged: JudgedGate,
    path: string,
    branches: FileBranches | null,
    functions: readonly { readonly body: { readonly start: number; readonly end: number } }[],
    mine: ReadonlySet<unknown> | null,
    unit: Unit,
  ): boolean {
    if (this.tree.isThirdParty(path))
      return judged.gate.text.includes("ARCH") && (isOwn(judged) || this.definesForOwn(judged, path));
    const region = branches?.heldBy(branches.lineOf(judged.gate.span.start)) ?? null;
    if (region === null) return matters(judged) || path === unit.source;
    const held = functions.filter(({ body }) => within(body, region));
    if (held.length === 0) return matters(judged) || isOwn(judged);
    return mine === null || held.some((fn) => mine.has(fn));
  }

  /**
   * Whether a condition outside functions depends on what is named after the target's own architectures alone:
   * `CUTLASS_ARCH_MMA_SM120_ENABLED`.
   */
  private definesForOwn({ gate, excludesTarget }: JudgedGate, path: string): boolean {
    if (excludesTarget !== "depends" || !this.asksForOwn(gate.text)) return false;
    return !(this.tree.cuda(path)?.functions ?? []).some(({ body }) => within(gate.span, body));
  }

  /** Whether a condition names the target's own architectures and no others: `ENABLE_FP4_SM120`. */
  private asksForOwn(condition: string): boolean {
    const named = [...condition.matchAll(/SM_?(\d+)/g)].map(([, digits = ""]) => digits.slice(0, -1));
    return named.length > 0 && named.every((one) => one === this.major);
  }

  /** A cheap look at the text before a file is analysed. */
  private mayDecide(path: string, unit: Unit): boolean {
    const text = this.tree.files.text(path) ?? "";
    if (!this.tree.isThirdParty(path)) return true;
    if (path === unit.source) return true;
    return this.ownCondition.test(text);
  }
}

/** What a condition of a library has in it that is about this target alone: most of their headers have none. */
function namesOf(target: string): RegExp {
  const digits = /\d+/.exec(target)?.[0] ?? "";
  return new RegExp(`^[ \\t]*#[ \\t]*(?:if|elif)[^\\n]*ARCH[^\\n]*${digits}`, "m");
}

/** A guard that a file repeats counts once on a way, wherever on it that is. */
function isToldBy(steps: readonly Step[], { toldWith, gate }: JudgedGate): boolean {
  if (toldWith === null) return false;
  return steps.some(({ judged }) => judged?.rule === toldWith && judged.gate.text === gate.text);
}

function matters({ rule, severity }: JudgedGate): boolean {
  return rule !== null && (severity === "error" || severity === "warning");
}

function has(steps: readonly Step[], { path, judged }: Step): boolean {
  return steps.some((other) => other.path === path && other.judged === judged);
}

export function stepOf(path: string, judged: JudgedGate, via: Via, module: string | null): Step {
  return { path, span: judged.operand ?? judged.gate.span, title: titleOf(judged), via, judged, module };
}

/** A ladder has the place of its last arm, and its text; the answer is the whole ladder's. */
function titleOf({ gate: { form, layer, text } }: JudgedGate): string {
  return form === "ladder" && layer === "python"
    ? `the ladder that ends with ${shortened(text)}`
    : shortened(text);
}

/** A chain of branches as a whole is told of where that is a finding; else each branch tells of itself. */
function speaks({ gate, rule }: JudgedGate): boolean {
  return gate.layer !== "cuda-preprocessor" || gate.form !== "ladder" || rule !== null;
}

const MOST_CHARACTERS = 100;

export function shortened(text: string): string {
  const line = text.replace(/\s*\\?\s*[\r\n]+\s*/g, " ").trim();
  return line.length <= MOST_CHARACTERS ? line : `${line.slice(0, MOST_CHARACTERS - 1)}…`;
}
