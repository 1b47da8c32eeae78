/**
 * Which targets have an instruction. The measured forms cannot hold every combination of types and modifiers, so
 * where no form is the instruction itself the answer comes from the nearest one, and says that it is approximate.
 *
 * Which words decide is read off the forms: where two of them differ in one word (or operand) alone and one is accepted by fewer
 * targets, that word restricts. A form stands in for an instruction only when both have the same restricting words.
 */
import { formsOf } from "../../arch/instructions";
import type { InstructionForm } from "../../arch/instructions";
import { TARGETS } from "../../arch/targets";
import { maskWhere } from "../../logic/sets";
import type { Mask } from "../../logic/sets";
import { featuresOf, isFamily, isType } from "./features";
import type { Features } from "./features";
import { parsePtx } from "./parse";
import type { PtxInstruction } from "./parse";

export interface InstructionMatch {
  /** The measured form that answered. */
  readonly form: string;
  /** Approximate answers err towards more targets. */
  readonly targets: Mask;
  readonly approximate: boolean;
}

interface KnownForm {
  readonly form: InstructionForm;
  readonly features: Features;
  readonly all: ReadonlySet<string>;
}

interface Table {
  readonly forms: readonly KnownForm[];
  readonly restricting: ReadonlySet<string>;
  readonly bySpelling: ReadonlyMap<string, readonly KnownForm[]>;
}

/** How much the instruction's type weighs against another word when the nearest form is looked for. */
const TYPE_WEIGHT = 4;

const tables = new Map<string, Table>();

/** Answers already given: sources repeat the same few hundred instructions. */
const answers = new Map<string, InstructionMatch | null>();
const MOST_ANSWERS = 4096;

/** The targets of one instruction, or null where nothing measured comes near: unknown is not evidence. */
export function matchInstruction(instruction: PtxInstruction): InstructionMatch | null {
  const features = featuresOf(instruction);
  const parts = [instruction.opcode, ...features.words, ...features.operands, ...features.constants];
  const key = `${parts.join(" ")}${instruction.open ? " open" : ""}`;
  const known = answers.get(key);
  if (known !== undefined) return known;
  const found = find(instruction, features);
  if (answers.size >= MOST_ANSWERS) answers.clear();
  answers.set(key, found);
  return found;
}

function find(instruction: PtxInstruction, features: Features): InstructionMatch | null {
  const table = tableOf(instruction.opcode, features.operation);
  if (table.forms.length === 0) return null;
  const found = instruction.open ? null : exactly(table, features);
  const near = found ?? nearest(table, instruction, features);
  const match =
    near?.approximate === true && !instruction.open
      ? (sureOf(table, features) ?? specificOf(instruction.opcode, near))
      : near;
  return match === null || match.targets === 0 ? null : match;
}

const PLAIN = maskWhere(TARGETS, ({ suffix }) => suffix === "");

/** An opcode of which no form is for a plain target is specific as a whole: no further form of it is for others. */
function specificOf(opcode: string, near: InstructionMatch): InstructionMatch {
  const targets = formsOf(opcode).reduce((mask, form) => mask | form.targets, 0);
  return targets === 0 || (targets & PLAIN) !== 0 ? near : { form: near.form, targets, approximate: false };
}

/** One form may be measured by chance with a word; of several some would be without its restriction. */
const FORMS_FOR_SURE = 2;

/**
 * No form has this combination, and yet one of its words settles it: a restricting word without which no form is known,
 * and with which all have the same targets (`.rs` of `cvt`, `.f32` of `redux`). The narrowest such word answers.
 */
function sureOf(table: Table, features: Features): InstructionMatch | null {
  let sure: InstructionMatch | null = null;
  for (const word of features.words) {
    if (!table.restricting.has(word)) continue;
    const forms = table.forms.filter((known) => known.all.has(word));
    const [first] = forms;
    if (first === undefined || forms.length < FORMS_FOR_SURE) continue;
    const { targets } = first.form;
    if (forms.some((known) => known.form.targets !== targets)) continue;
    const narrows = sure === null || (targets & sure.targets) === targets;
    if (narrows) sure = { form: first.form.name, targets, approximate: false };
  }
  return sure;
}

function tableOf(opcode: string, operation: string): Table {
  const key = `${opcode}.${operation}`;
  const known = tables.get(key);
  if (known !== undefined) return known;
  const forms: KnownForm[] = [];
  for (const form of formsOf(opcode)) {
    const parsed = parsePtx(form.ptx)[0];
    const features = parsed === undefined ? null : featuresOf(parsed);
    if (features?.operation === operation) forms.push({ form, features, all: allOf(features) });
  }
  const bySpelling = new Map<string, KnownForm[]>();
  for (const known of forms) {
    const key = spelling(known.features);
    bySpelling.set(key, [...(bySpelling.get(key) ?? []), known]);
  }
  const table = { forms, restricting: restrictingOf(forms), bySpelling };
  // A source may hold any number of made-up opcodes; only what was measured is worth keeping.
  if (forms.length > 0) tables.set(key, table);
  return table;
}

/** The words in an order of their own: PTX lets some of them change places. */
function spelling(features: Features): string {
  return [...features.words].sort().join(".");
}

function allOf(features: Features): Set<string> {
  return new Set([...features.words, ...features.operands, ...features.constants]);
}

function restrictingOf(forms: readonly KnownForm[]): Set<string> {
  const restricting = new Set<string>();
  for (const narrow of forms) {
    if (narrow.form.targets === 0) continue;
    for (const wide of forms) {
      const both = narrow.form.targets & wide.form.targets;
      if (both !== narrow.form.targets || both === wide.form.targets) continue;
      const word = decidingWord(narrow.features, wide.features);
      if (word !== null) restricting.add(word);
    }
  }
  return restricting;
}

/** Words decide before operands do, which only add what a word asks for (`.cache_hint`, `.rs`). */
function decidingWord(narrow: Features, wide: Features): string | null {
  const byWord = theOneDifference(narrow.words, wide.words);
  if (byWord !== null || missingFrom(new Set(narrow.words), wide.words).length > 0) return byWord;
  return theOneDifference([...narrow.operands, ...narrow.constants], [...wide.operands, ...wide.constants]);
}

/** The one member that `narrow` has and `wide` has not, where `wide` has at most one of its own. */
function theOneDifference(narrow: readonly string[], wide: readonly string[]): string | null {
  const extra = missingFrom(new Set(wide), narrow);
  const word = extra[0];
  return extra.length === 1 && word !== undefined && missingFrom(new Set(narrow), wide).length <= 1
    ? word
    : null;
}

function missingFrom(set: ReadonlySet<string>, of: Iterable<string>): string[] {
  return [...of].filter((member) => !set.has(member));
}

/** Forms with the very same words; where they differ in operands, those with the same operands. */
function exactly(table: Table, features: Features): InstructionMatch | null {
  let same = table.bySpelling.get(spelling(features)) ?? [];
  if (same.length === 0) return null;
  const own = allOf(features);
  const asRestricted = same.filter((known) => agree(table.restricting, known.all, own));
  if (asRestricted.length > 0) same = asRestricted;
  if (same.some((known) => known.form.targets !== same[0]?.form.targets)) same = leastDistant(same, own);
  const masks = new Set(same.map((known) => known.form.targets));
  return {
    form: same[0]?.form.name ?? "",
    targets: unionOf(same),
    approximate: asRestricted.length === 0 || masks.size > 1,
  };
}

function agree(
  restricting: ReadonlySet<string>,
  one: ReadonlySet<string>,
  other: ReadonlySet<string>,
): boolean {
  for (const word of restricting) if (one.has(word) !== other.has(word)) return false;
  return true;
}

function nearest(table: Table, instruction: PtxInstruction, features: Features): InstructionMatch | null {
  const own = allOf(features);
  if (instruction.open) return answer(withAllOf(table, features.words));
  const candidates = table.forms.filter((known) => agree(table.restricting, known.all, own));
  const closest = leastDistant(candidates, own);
  if (closest.length > 0 && (isFamily(instruction.opcode) || sameTypes(closest, features)))
    return answer(closest);
  return narrowestBound(table, own) ?? sharedAnswer(table, instruction);
}

/** Part of the instruction is not known: any form that has all the known words may be the one. */
function withAllOf(table: Table, words: readonly string[]): KnownForm[] {
  const attested = words.filter((word) => table.forms.some((known) => known.all.has(word)));
  return table.forms.filter((known) => attested.every((word) => known.all.has(word)));
}

function leastDistant(candidates: readonly KnownForm[], own: ReadonlySet<string>): KnownForm[] {
  let best = Infinity;
  let closest: KnownForm[] = [];
  for (const known of candidates) {
    const distance = distanceOf(known.all, own);
    if (distance < best) closest = [];
    if (distance <= best) closest.push(known);
    best = Math.min(best, distance);
  }
  return closest;
}

function distanceOf(one: ReadonlySet<string>, other: ReadonlySet<string>): number {
  let distance = 0;
  for (const word of one) if (!other.has(word)) distance += weightOf(word);
  for (const word of other) if (!one.has(word)) distance += weightOf(word);
  return distance;
}

function weightOf(word: string): number {
  return isType(word) ? TYPE_WEIGHT : 1;
}

/** Another type may well be another instruction, unless the opcode is one that comes as a whole. */
function sameTypes(closest: readonly KnownForm[], features: Features): boolean {
  const typesOf = (words: readonly string[]): string => words.filter(isType).join();
  return closest.some((known) => typesOf(known.features.words) === typesOf(features.words));
}

/**
 * No form has this combination: for each restricting word, and each two of them, the instruction needs a target that
 * has them somewhere.
 */
function narrowestBound(table: Table, own: ReadonlySet<string>): InstructionMatch | null {
  const words = [...own].filter((word) => table.restricting.has(word) || word.includes("::"));
  let targets: Mask = ~0;
  let tightest: readonly KnownForm[] = [];
  words.forEach((word, index) => {
    for (const other of words.slice(index)) {
      if (other !== word && !word.includes("::") && !other.includes("::")) continue;
      const forms = table.forms.filter((known) => known.all.has(word) && known.all.has(other));
      if (forms.length === 0 || (targets & unionOf(forms)) === targets) continue;
      targets &= unionOf(forms);
      tightest = forms;
    }
  });
  const first = tightest[0];
  return first === undefined ? null : { form: first.form.name, targets, approximate: true };
}

/** All forms of a family agree: so does one more of them. */
function sharedAnswer(table: Table, instruction: PtxInstruction): InstructionMatch | null {
  const masks = new Set(table.forms.map((known) => known.form.targets));
  return masks.size === 1 && isFamily(instruction.opcode) ? answer(table.forms) : null;
}

function answer(forms: readonly KnownForm[]): InstructionMatch | null {
  const first = forms[0];
  return first === undefined ? null : { form: first.form.name, targets: unionOf(forms), approximate: true };
}

function unionOf(forms: readonly KnownForm[]): Mask {
  return forms.reduce((mask, known) => mask | known.form.targets, 0);
}
