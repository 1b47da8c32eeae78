import type { Consequence } from "../../gates/gate";
import type { Mask } from "../../logic/sets";
import type { Span } from "../../text/source";
import { changedPaths } from "../evaluate/changes";
import { leavesOf } from "../modules/leaves";
import { isOnlyGoneThrough, NAMED_LIST } from "./gate-there";
import { unitsBehind } from "./hardware";
import { joinedPieces } from "./joined-strings";
import { sourcesAround, valuesOf } from "./own-code";
import { ALWAYS, andV, notV, onDevices } from "../values/logic";
import { archLiteral, speaksForItself, type ArchLiteral } from "./members";
import { capabilityByName } from "../names/naming";
import type { ListShape } from "../shape";
import { emit, remarks } from "./finders";
import { valueOf, type Site } from "./site";
import type { Assign, Call, Expr, For } from "../syntax/syntax";
import { at, type Origin, type Unit, type Val } from "../values/values";
import { lastName } from "../syntax/walk";

const NAMED_MAJORS = /major/i;
/** The elements of a list, or the keys of a table. */
export function elementsOf(node: Expr): readonly Expr[] | null {
  if (node.kind === "list" || node.kind === "tuple" || node.kind === "set") return node.items;
  if (node.kind === "dict") {
    const keys = node.entries.map(({ key }) => key);
    return keys.every((key) => key !== null) ? keys : null;
  }
  if (
    node.kind === "call" &&
    /^(?:frozenset|set|tuple|list)$/.test(lastName(node)) &&
    node.args[0] !== undefined
  ) {
    return elementsOf(node.args[0]);
  }
  return null;
}

function literalIn(node: Expr): Expr {
  return node.kind === "call" && node.args[0] !== undefined ? literalIn(node.args[0]) : node;
}

export function readList(site: Site, node: Expr, unit: Unit | null): ArchLiteral | null {
  // What a missing comma has joined is told by itself.
  const elements = elementsOf(node)?.filter((element) => joinedPieces(element, site) === null) ?? null;
  if (elements === null) return null;
  const values = elements.map((element) => literalValue(site, element));
  if (values.some((value) => value === null)) return null;
  const plain = values.flatMap((value) => (value === null ? [] : [value]));
  return archLiteral(node, elements, plain, site.module.source.text, unit);
}

export function literalValue(site: Site, element: Expr): Val | null {
  const value = valueOf(site, element);
  return value?.length === 1 ? at(value, 0) : null;
}

export function shapeOf(node: Expr, literal: ArchLiteral): ListShape {
  const whole = literalIn(node);
  return {
    kind: "list",
    span: { start: whole.start, end: whole.end },
    members: literal.members,
    style: literal.style,
    entries:
      node.kind === "dict" ? node.entries.map(({ span, value }) => ({ span, value: plain(value) })) : null,
  };
}

interface Place {
  readonly form: string;
  readonly span: Span;
  readonly consequence: Consequence | null;
  /** Why it is no finding, where it is none. */
  readonly exempt?: string | null;
  /** What the list is called. */
  readonly names?: readonly Span[];
}

export function listGate(site: Site, node: Expr, literal: ArchLiteral, place: Place): void {
  const whole = literalIn(node);
  const last = literal.members.at(-1)?.span ?? whole;
  const exempt = place.exempt ?? null;
  emit(site, {
    instructions: unitsBehind(site, []),
    code: [...(place.names ?? []), ...valuesOf(node), ...sourcesAround(site)],
    form: place.form,
    ...(exempt === null ? {} : { exempt: () => exempt }),
    span: place.span,
    admission: onDevices(literal.mask | site.decidedBy.servedOtherwise(plain(node))),
    consequence: place.consequence,
    remarks: remarks(site, place.span, []),
    operand: () => (node.kind === "dict" ? last : { start: whole.start, end: whole.end }),
    shape: shapeOf(node, literal),
    exact: literal.exact,
  });
}

/** `served`: those who are given another one's entry. */
export function useOf(
  origin: Origin,
  consequence: Consequence,
  site: Site,
  served: Mask = 0,
): { file: string; span: Span } {
  const span = plain(origin.node);
  if (origin.module === site.module) site.decidedBy.tell({ span, consequence, by: "use", served });
  return { file: origin.module.source.path, span };
}

export function plain({ start, end }: Span): Span {
  return { start, end };
}

/** `-gencode` flags in a list, wherever it stands. */
export function buildList(node: Expr, site: Site, span: Span, name = ""): boolean {
  if (node.kind !== "list" && node.kind !== "tuple" && node.kind !== "set") return false;
  const literal = readBuild(node.items, node, site);
  if (literal === null) return false;
  const own = namesOneArchitecture(name)
    ? "made for one architecture, by its name"
    : (site.parts.get(node) ?? null);
  listGate(site, node, literal, { form: "gencode", span, consequence: "unbuilt", exempt: own });
  return true;
}

function readBuild(items: readonly Expr[], node: Expr, site: Site): ArchLiteral | null {
  const texts = items.flatMap((item) => {
    const value = isHandedOn(item) ? null : literalValue(site, item);
    return value?.t === "str" ? [{ item, value }] : [];
  });
  const flags = texts.filter(({ value }) => /arch=compute_\d|-arch[= ]|code=sm_/.test(value.v));
  if (flags.length === 0) return null;
  return archLiteral(
    node,
    flags.map(({ item }) => item),
    flags.map(({ value }) => value),
    site.module.source.text,
    null,
  );
}

/** `f"GENCODE={flags}"`: what the flags are stands elsewhere. */
function isHandedOn(item: Expr): boolean {
  if (item.kind !== "string") return false;
  const own = item.parts.filter((part) => typeof part === "string").join("");
  return item.parts.some((part) => typeof part !== "string") && !/compute_|arch|sm_/.test(own);
}

/** `for sm in (80, 90, 100):` goes through the architectures that something is made for; others may be made elsewhere. */
export function loopList(statement: For, site: Site): void {
  const { target, iterable } = statement;
  if (target.kind !== "name" || capabilityByName(target.id) === null) return;
  const literal = readList(site, iterable, NAMED_MAJORS.test(target.id) ? "major" : null);
  if (literal === null || literal.members.length < 2 || literal.mask === 0) return;
  listGate(site, iterable, literal, {
    form: "list",
    span: { start: statement.start, end: iterable.end },
    consequence: null,
  });
}

/** A constant or a class attribute that holds who gets in: by its name, by what it holds, or by what it decides. */
export function namedList(statement: Assign, site: Site): void {
  const { value } = statement;
  const [target] = statement.targets;
  if (value === null || target === undefined) return;
  const name = lastName(target);
  if (buildList(value, site, plain(statement), name) || /^__\w+__$/.test(name)) return;
  const decided = site.decidedBy.consequence(literalIn(value)) ?? site.decidedBy.consequence(value);
  const elements = elementsOf(value);
  if (elements === null) return;
  const values = elements.flatMap((element) => literalValue(site, element) ?? []);
  const byName = NAMED_LIST.test(name) && values.length > 0;
  if (decided === undefined && !byName && !speaksForItself(values)) return;
  const unit = NAMED_MAJORS.test(name) ? "major" : null;
  const literal = readList(site, value, unit);
  if (literal === null || literal.mask === 0 || site.decidedBy.isAskedOtherwise(value)) return;
  if (decided === undefined && literal.style === "major" && !NAMED_MAJORS.test(name)) return;
  // Who gets in is then told where it is asked.
  if (decided === undefined && isChangedIn(name, site)) return;
  listGate(site, value, literal, {
    form: value.kind === "dict" ? "table" : "list",
    span: { start: target.start, end: statement.end },
    names: [plain(target)],
    consequence: decided ?? (isOnlyGoneThrough(name, textAround(site)) ? null : undecided(value)),
    exempt:
      decided === undefined
        ? (byDesign(name) ?? onlyTexts(value) ?? onlyFacts(name, value) ?? onlyVariants(values))
        : null,
  });
}

/** `ARCHS += [120]`, `ARCHS.append(120)`: the list as it is written is not what is asked. */
function isChangedIn(name: string, { module }: Site): boolean {
  if (name === "") return false;
  const { text } = module.source;
  const isName = (path: string): boolean => path === name || path.endsWith(`.${name}`);
  // Piece by piece: what is known of those that stay is kept from letter to letter.
  return (
    leavesOf(module).some(({ start, end }) =>
      [...module.facts.of(changedPaths, text.slice(start, end))].some(isName),
    ) || new RegExp(`(?<!\\w)${name}[ \\t]*[-+|&^]=`, "u").test(text)
  );
}

/** Where the names of the place are known: its function, or the whole file. */
function textAround({ definition, module }: Site): string {
  const { text } = module.source;
  return definition === null ? text : text.slice(definition.start, definition.end);
}

/** What a list comes to that nothing in its file asks. */
function undecided(value: Expr): Consequence {
  return value.kind === "dict" ? "returns false" : "rejects";
}

const ASSIGNED_NAME = /([A-Za-z_]\w*)\s*\+?=[\s(]*(?:[\w.]+(?:\[["'\w]+\])?\s*\+\s*){0,8}$/;

/** The name in `sm90a_flags = [...] + common` and `… = common + [...]`; "" where more stands before the list. */
export function nameBefore({ node: { start }, module }: Origin): string {
  const { text } = module.source;
  return ASSIGNED_NAME.exec(text.slice(Math.max(0, start - 200), start))?.[1] ?? "";
}

/** `sm90a_nvcc_flags`, `hopper_archs`: there is one for each architecture. */
export function namesOneArchitecture(name: string): boolean {
  return /(?:sm|compute|arch|cc)_?\d{2,3}[af]?(?![0-9])|(?:^|_)(?:turing|ampere|ada|hopper|blackwell)(?:_|$)/i.test(
    name,
  );
}

/** What holds other than everybody by its very purpose, as its name says. */
function byDesign(name: string): string | null {
  if (namesOneArchitecture(name)) return "made for one architecture, by its name";
  return /(?:^|_|[a-z])(?:Names?|Labels?|Titles?)$|(?:^|_)(?:names?|labels?|titles?)$/.test(name)
    ? "only names"
    : null;
}

/** A table that nobody in sight looks a device up in, and whose entries are words: it says how things are called. */
function onlyTexts(value: Expr): string | null {
  const isTable = value.kind === "dict" && value.entries.every((entry) => entry.value.kind === "string");
  return isTable ? "only names" : null;
}

/** `SharedMemPerCC`, `CORES_PER_SM`: how much of something each has. */
const HARDWARE_FACTS =
  /smem|shared_?mem|registers|bandwidth|flops|cores|warps|threads|clock|per_?(?:sm|cc|arch)s?$/i;

/** A table of how much of something each architecture has. */
function onlyFacts(name: string, value: Expr): string | null {
  const isFacts =
    value.kind === "dict" &&
    HARDWARE_FACTS.test(name) &&
    value.entries.every((entry) => entry.value.kind === "number" || entry.value.kind === "binary");
  return isFacts ? "only numbers of the hardware" : null;
}

/** `{"sm100a": 1000, "sm100f": 100}`: by what is compiled, for a device has but one of them. */
function onlyVariants(values: readonly Val[]): string | null {
  const names = values.flatMap((value) => (value.t === "str" ? [value.v] : []));
  const plainNames = names.map((name) => name.replace(/(\d)[af]$/, "$1"));
  return new Set(names).size === names.length && new Set(plainNames).size < names.length
    ? "tells variants of one architecture apart"
    : null;
}

/** A list in a table of lists that a capability was looked up in. */
export function nestedList(node: Expr, site: Site): void {
  const literal = readList(site, node, null);
  if (literal === null || literal.mask === 0) return;
  listGate(site, node, literal, { form: "list", span: plain(node), consequence: "returns false" });
}

/** `@pytest.mark.skipif(condition, …)` */
export function skipCondition(call: Call, site: Site): { test: Expr; admission: Val[] } | null {
  const test = call.args[0];
  if (!/^skip(?:if|If)$/.test(lastName(call.callee)) || test === undefined) return null;
  const value = valueOf(site, test);
  return value === undefined || value.length === 1
    ? null
    : { test, admission: [...andV(ALWAYS, notV(value))] };
}
