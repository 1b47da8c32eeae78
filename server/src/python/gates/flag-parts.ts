/**
 * Build flags that are put together piece by piece: `flags.append("-gencode")`, `flags.extend([…])`, `flags += […]`.
 * Each piece is a part of one list; who gets no code is told of the whole.
 */
import { admittedDevices, parseArchList, exactTargets, type ArchEntry } from "../../arch/arch-list";
import type { Mask } from "../../logic/sets";
import { sliceOf, type Span } from "../../text/source";
import { literalOf } from "../values/literal";
import type { ListShape, Member } from "../shape";
import { emit, remarks } from "./finders";
import type { Site } from "./site";
import type { Expr, Stmt } from "../syntax/syntax";
import { bool, perDevice, unknown } from "../values/values";
import { blocksOf, visit } from "../syntax/walk";

const FLAG = /arch=compute_\d|-arch[= ]|code=sm_/;
const GENCODE = /gencode|compute_|code=sm_/;

interface Part {
  readonly variable: string;
  /** The list literal that holds the flags; null where single ones are appended. */
  readonly list: Expr | null;
  readonly place: Span;
  readonly members: readonly Member[];
  readonly entries: readonly ArchEntry[];
  /** Flags that are worked out while the build runs. */
  readonly computed: boolean;
  /** The innermost condition that the part stands under. */
  readonly when: string | null;
  /** Where a `-gencode` of its own is appended right before. */
  readonly from: number | null;
}

/** Emits a gate for each list of several parts; the answer says of literal lists which of them are such parts. */
export function flagParts(statements: readonly Stmt[], site: Site): ReadonlyMap<Expr, string> {
  const groups = new Map<string, Part[]>();
  collect(statements, null, site, (part) => {
    const group = groups.get(part.variable);
    if (group === undefined) groups.set(part.variable, [part]);
    else group.push(part);
  });
  const parts = new Map<Expr, string>();
  for (const [variable, group] of groups) {
    const [only, ...more] = group;
    if (only === undefined || (more.length === 0 && only.list !== null)) continue;
    for (const { list } of group) {
      if (list !== null) parts.set(list, `one of the ${group.length} parts of ${variable}`);
    }
    tell(group, site);
  }
  return parts;
}

function tell(group: readonly Part[], site: Site): void {
  const place = group.at(-1)?.place;
  const always = group.filter(({ when }) => when === null).flatMap(({ entries }) => entries);
  const certain = admittedDevices(always);
  const computed = group.find((part) => part.computed);
  const possibly = group.filter(({ when }) => when !== null);
  const all = group.flatMap(({ entries }) => entries);
  if (place === undefined || all.length === 0) return;
  const conditionOf = (device: Mask): string | undefined =>
    possibly.find(({ entries }) => (admittedDevices(entries) & device) !== 0)?.when ??
    (computed === undefined ? undefined : sliceOf(site.module.source, computed.place));
  emit(site, {
    form: "gencode",
    span: place,
    admission: perDevice((_, index) => {
      const when = conditionOf(1 << index);
      return (certain >> index) & 1 ? bool(true) : when === undefined ? bool(false) : unknown(when);
    }),
    consequence: "unbuilt",
    remarks: remarks(site, place, []),
    operand: () => place,
    exact: exactTargets(all),
    shape: shapeOf(group, place),
  });
}

/** One more flag goes where nothing is asked first: into a list, else behind the last one that is appended alone. */
function shapeOf(group: readonly Part[], place: Span): ListShape {
  const free = group.filter(({ when, members }) => when === null && members.length > 0);
  const open = free.findLast(({ list }) => list !== null) ?? free.at(-1);
  const members = open?.members ?? [];
  const list: ListShape = {
    kind: "list",
    span: open?.list ?? place,
    members,
    style: "gencode",
    entries: null,
  };
  if (open?.list !== null) return list;
  return { ...list, repeats: { start: open.from ?? open.place.start, end: open.place.end } };
}

type See = (part: Part) => void;

function collect(statements: readonly Stmt[], when: string | null, site: Site, see: See): void {
  let before: Stmt | null = null;
  for (const statement of statements) {
    if (statement.kind === "def" || statement.kind === "class") continue;
    const part = partOf(statement, when, site);
    if (part !== null) see({ ...part, from: before === null ? null : flagBefore(before, part, site) });
    before = statement;
    if (statement.kind === "if") {
      for (const { test, body } of statement.arms)
        collect(body, sliceOf(site.module.source, test), site, see);
      const [first] = statement.arms;
      const text = first === undefined ? "" : sliceOf(site.module.source, first.test);
      collect(statement.otherwise ?? [], `not (${text})`, site, see);
    } else for (const block of blocksOf(statement)) collect(block, when, site, see);
  }
}

/** `flags.append("-gencode")`: the first half of what the next statement appends to the same list. */
function flagBefore(statement: Stmt, { variable }: Part, site: Site): number | null {
  const added = additionOf(statement);
  if (added === null) return null;
  const value = literalOf(added.value);
  const text = value?.t === "str" ? value.v : "";
  if (!/^--?(?:gencode|generate-code)$/.test(text)) return null;
  return sliceOf(site.module.source, added.target) === variable ? statement.start : null;
}

function partOf(statement: Stmt, when: string | null, site: Site): Part | null {
  const added = additionOf(statement);
  if (added === null) return null;
  const { target, value } = added;
  const strings = value.kind === "list" || value.kind === "tuple" ? value.items : [value];
  const flags = strings.flatMap((node) => {
    const one = literalOf(node);
    return one?.t === "str" && FLAG.test(one.v) ? [{ node, entries: parseArchList(one.v).entries }] : [];
  });
  const text = sliceOf(site.module.source, value);
  const computed = flags.length === 0 && GENCODE.test(text) && isComputed(value);
  if (flags.length === 0 && !computed) return null;
  const members = flags.map(({ node, entries }) => ({
    span: { start: node.start, end: node.end },
    text: sliceOf(site.module.source, node),
    mask: admittedDevices(entries),
  }));
  const entries = flags.flatMap((flag) => flag.entries);
  const list = value.kind === "list" || value.kind === "tuple" ? value : null;
  const variable = sliceOf(site.module.source, target);
  const place = { start: statement.start, end: statement.end };
  return { variable, list, place, members, entries, computed, when, from: null };
}

function isComputed(value: Expr): boolean {
  const found: Expr[] = [];
  visit(value, (node) => {
    if (node.kind === "string" && node.parts.some((part) => typeof part !== "string")) found.push(node);
  });
  return found.length > 0;
}

/** What a statement makes a list hold: all that it holds, or some more. */
function additionOf(statement: Stmt): { target: Expr; value: Expr } | null {
  if (statement.kind === "augmented")
    return statement.op.startsWith("+") ? { target: statement.target, value: statement.value } : null;
  if (statement.kind === "assign") {
    const [target] = statement.targets;
    return target === undefined || statement.value?.kind !== "list"
      ? null
      : { target, value: statement.value };
  }
  if (statement.kind !== "expression" || statement.value.kind !== "call") return null;
  const { callee, args } = statement.value;
  const [value] = args;
  if (callee.kind !== "attribute" || value === undefined || args.length !== 1) return null;
  return callee.name === "append" || callee.name === "extend" ? { target: callee.object, value } : null;
}
