/** What decides, before a feature is used, which of several is: settings that the way reads, names that are chosen. */
import type { Step } from "./chain";
import { asOthers } from "./chain";
import { stepOf } from "./code-steps";
import type { PythonReference, WordUse } from "./facts";
import type { GatesOf } from "./gates-of";
import { overlaps } from "./gates-of";
import type { PythonNames, PythonNode } from "./python-names";
import type { ChainTree } from "./tree";

/** A setting that is spoken of in more files is no setting of one feature. */
const MOST_READERS = 30;
/** The same of a name by which something is registered. */
const MOST_CHOOSERS = 40;

/** What stands before a name in a decorator that registers what it decorates. */
const REGISTERS = /@[\w.]*regist\w*\((?:[^()]*,)?\s*(?:\w+\s*=\s*)?$/i;

export class Choices {
  private readonly tree: ChainTree;
  private readonly names: PythonNames;
  private readonly gates: GatesOf;
  /** A root and a name in it. */
  private readonly options = new Set<string>();
  private readonly words = new Set<string>();

  constructor(tree: ChainTree, names: PythonNames, gates: GatesOf) {
    this.tree = tree;
    this.names = names;
    this.gates = gates;
  }

  /** All settings that a function reads. */
  reads({ path, fn }: PythonNode): void {
    for (const { name } of fn.reads) this.options.add(`${this.tree.rootOf(path)}\n${name}`);
  }

  /** Settings that decide whether these places of a function are come by. */
  readsOver({ path, fn }: PythonNode, under: readonly number[]): void {
    const conditions = under.flatMap((index) => fn.conditions[index] ?? []);
    for (const { name, at } of fn.reads)
      if (conditions.some(({ start, end }) => at >= start && at < end))
        this.options.add(`${this.tree.rootOf(path)}\n${name}`);
  }

  /** Names by which a function is registered, for others to choose it. */
  registered({ path, fn }: PythonNode): void {
    const before = (this.tree.files.text(path) ?? "").slice(0, fn.nameSpan.start);
    for (const { text, at } of fn.words)
      if (at < fn.nameSpan.start && REGISTERS.test(before.slice(fn.span.start, at)))
        this.words.add(`${this.tree.rootOf(path)}\n${text}`);
  }

  /** Names, told apart by what a function compares, in whose arms it comes to the way. */
  chosen({ path, fn }: PythonNode, references: readonly PythonReference[]): void {
    const arms = references.flatMap(({ inArms }) => inArms.flatMap((index) => fn.conditions[index] ?? []));
    for (const { text, at } of fn.words)
      if (text.includes(".") && arms.some(({ start, end }) => at >= start && at < end))
        this.words.add(`${this.tree.rootOf(path)}\n${text}`);
  }

  /** The gates that decide over all of these; those of one file in the order of its text, as they are read there. */
  steps(): Step[] {
    const steps: Step[] = [];
    const add = (step: Step): void => {
      if (!steps.some(({ judged }) => judged === step.judged)) steps.push(step);
    };
    for (const key of this.options) this.ofOption(key, add);
    for (const key of this.words) this.ofWord(key, add);
    const paths = [...new Set(steps.map(({ path }) => path))];
    return paths.flatMap((path) =>
      steps.filter((step) => step.path === path).sort((a, b) => a.span.start - b.span.start),
    );
  }

  private ofOption(key: string, add: (step: Step) => void): void {
    const [root = "", name = ""] = key.split("\n");
    const files = this.tree.mentioning(name, "python", root);
    if (files.length > MOST_READERS) return;
    for (const path of files) {
      for (const fn of this.tree.functionsWith(path, name)) {
        const node = { path, fn };
        for (const write of fn.writes) {
          if (write.name !== name) continue;
          for (const judged of this.gates.over(node, write.under)) add(stepOf(path, judged, "sets", null));
          for (const decider of this.decidersOf(node, write.value, write.at))
            for (const judged of this.gates.ofFunction(decider))
              add(stepOf(decider.path, judged, "sets", null));
        }
      }
    }
  }

  private decidersOf(node: PythonNode, name: string | null, at: number): readonly PythonNode[] {
    return name === null
      ? []
      : this.names.targets(node, { name, at, under: [], inArms: [], inElse: [], use: "value" });
  }

  private ofWord(key: string, add: (step: Step) => void): void {
    const [root = "", text = ""] = key.split("\n");
    // A member of an enumeration stands by itself, another name in quotes.
    const files = this.tree.mentioning(text.includes(".") ? text : `${text}"`, "python", root);
    if (files.length > MOST_CHOOSERS) return;
    for (const path of files) {
      for (const fn of this.tree.functionsWith(path, text)) {
        for (const word of fn.words)
          if (word.text === text && word.at >= fn.nameSpan.start) this.ofUse({ path, fn }, word, add);
      }
    }
  }

  /** Whether a member of an enumeration is taken; one of several arguments is put before or behind others. */
  private isChosen({ path, fn }: PythonNode, { at }: WordUse): boolean {
    return TAKES.test((this.tree.files.text(path) ?? "").slice(fn.span.start, at));
  }

  /** Where a name is chosen, the gates over it; where it is asked for, those that then decide. */
  private ofUse(node: PythonNode, word: WordUse, add: (step: Step) => void): void {
    const { path, fn } = node;
    const asking = fn.conditions.flatMap((span, index) =>
      word.at >= span.start && word.at < span.end ? [index] : [],
    );
    if (asking.length === 0) {
      const isOrdered = word.text.includes(".") && !this.isChosen(node, word);
      for (const judged of this.gates.over(node, word.under)) {
        const step = stepOf(path, judged, "sets", null);
        add(isOrdered ? asOthers(step) : step);
      }
      return;
    }
    const behind = fn.references.filter(({ under }) => under.some((index) => asking.includes(index)));
    for (const judged of this.gates.ofFunction(node)) {
      const { span } = judged.gate;
      const inCondition = asking.some((index) => overlaps(fn.conditions[index] ?? NOWHERE, span));
      if (inCondition || behind.some(({ at }) => at >= span.start && at < span.end))
        add(stepOf(path, judged, "decides", null));
    }
  }
}

/** What stands before a value that is taken: `backend = `, `return `, `{"fast": `, `[`. */
const TAKES = /(?:[=:[({]|\breturn)\s*$/;

const NOWHERE = { start: 0, end: 0 };
