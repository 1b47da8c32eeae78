/**
 * Build flags that a call is given by name: `extra_cuda_cflags=sm90a_nvcc_flags`. A list that is named for one
 * architecture turns nobody away by itself; what is built with it alone does, unless that is named for one as well.
 */
import { admittedDevices, exactTargets, parseArchList, type ArchEntry } from "../../arch/arch-list";
import { bool, perDevice, unknown, type Origin, type Val, type Vec } from "../values/values";
import type { Evidence } from "../../gates/gate";
import { basename, dirname } from "../../text/paths";
import type { Span } from "../../text/source";
import { alternatives } from "../values/logic";
import { originsOf } from "../values/operators";
import { emit, remarks } from "./finders";
import { nameBefore, namesOneArchitecture, plain } from "./lists";
import { valueOf, type Site } from "./site";
import type { Call, Expr, Stmt } from "../syntax/syntax";
import { blocksOf, visit } from "../syntax/walk";

const FLAGS_KEYWORD = /^(?:extra_)?(?:cuda|nvcc)_?(?:c?flags|options|(?:compile_)?args)$/;
const FLAG = /arch=compute_\d|-arch[= ]|code=sm_/;

export function namedFlags(call: Call, site: Site): void {
  for (const { name, value, span } of call.keywords) {
    if (!FLAGS_KEYWORD.test(name) || !isNamed(value) || !isOnlyWay(site)) continue;
    const lists = listsOf(value, site);
    const ways = [...new Set(lists.flat())].map(entriesIn);
    if (ways.length === 0 || ways.some(({ length }) => length === 0)) continue;
    const origin = originIn(value, site);
    const isTold = origin !== undefined && !namesOneArchitecture(nameBefore(origin));
    if (isTold && isOwn(origin, site)) continue;
    const list = origin ?? { module: site.module, node: value };
    const at = { file: list.module.source.path, span: plain(list.node) };
    const isElsewhere = isTold || origin === undefined || isNamedForOne(call, site);
    emit(site, {
      form: "gencode",
      span: plain(span),
      admission: builtFor(lists, value, site),
      consequence: "unbuilt",
      // A list that is named for one architecture carries no finding, so what is built with it does.
      ...(isElsewhere ? { definedAt: at } : { listedAt: listedAt(at, site) }),
      remarks: remarks(site, span, []),
      operand: () => plain(value),
      exact: exactTargets(ways.flat()),
      shape: { kind: "list", span: plain(value), members: [], style: "gencode", entries: null },
    });
  }
}

function listedAt({ file, span }: { file: string; span: Span }, { module }: Site): Evidence {
  const text = "these flags are listed here";
  return file === module.source.path ? { span, text } : { file, span, text };
}

const SOURCE_OR_NAME = /(["'])([\w./{}-]+)\1/g;
/** `gemm_90`, `fused_moe_100.cu`: names that end in an architecture. */
const ENDS_IN_ONE = /_(?:75|8[0679]|90|1[0-2][013])[af]?(?:\.|$)/;

/** Whether the function, its file, or what it builds is named for one architecture: it is there for that one alone. */
function isNamedForOne(call: Call, { definition, owner, module }: Site): boolean {
  const { path, text } = module.source;
  // Flags name architectures in any case.
  const others = call.keywords.filter(({ name }) => !FLAGS_KEYWORD.test(name)).map(({ value }) => value);
  const given = [...call.args, ...others].map(({ start, end }) => text.slice(start, end));
  const quoted = definition === null ? given : [text.slice(definition.start, call.start), ...given];
  const named = quoted.flatMap((piece) => [...piece.matchAll(SOURCE_OR_NAME)].map(([, , word = ""]) => word));
  return [definition?.name ?? "", owner?.name ?? "", basename(path), basename(dirname(path)), ...named].some(
    (name) => namesOneArchitecture(name) || ENDS_IN_ONE.test(name),
  );
}

/** A name, names and lists put together, or a copy of these; a list alone tells of itself. */
function isNamed(node: Expr): boolean {
  if (node.kind === "name" || node.kind === "attribute") return true;
  if (node.kind === "list" || node.kind === "tuple")
    return node.items.some((item) => item.kind === "starred" && isNamed(item.value));
  if (node.kind === "call") {
    const { callee, args } = node;
    if (callee.kind === "attribute") return callee.name === "copy" && isNamed(callee.object);
    return callee.kind === "name" && /^(?:list|tuple)$/.test(callee.id) && args.some(isNamed);
  }
  if (node.kind === "conditional") return isNamed(node.then) && isNamed(node.otherwise);
  return node.kind === "binary" && node.op === "+" && (isNamed(node.left) || isNamed(node.right));
}

/** Whether the function comes by in any case, and makes nothing else: what one of several ways is built with is its own. */
function isOnlyWay({ definition, statement, module }: Site): boolean {
  // Of a module what stands in no block comes by.
  if (definition === null)
    return statement !== null && (statement === 0 || module.source.text[statement - 1] === "\n");
  const { body } = definition;
  return body.some(({ start }) => start === statement) && !body.some(returnsInside);
}

function returnsInside(statement: Stmt): boolean {
  if (statement.kind === "def" || statement.kind === "class") return false;
  return blocksOf(statement).some((block) =>
    block.some((inner) => (inner.kind === "return" && inner.value !== null) || returnsInside(inner)),
  );
}

/** A list that the function spells out tells of itself. */
function isOwn({ module, node }: Origin, { definition, module: here }: Site): boolean {
  return (
    definition !== null && module === here && node.start >= definition.start && node.end <= definition.end
  );
}

type List = Extract<Val, { t: "seq" }>;

/** For each device all that the list can be (`a + (b if fast else c)`); none at all where one is not known as a whole. */
function listsOf(node: Expr, site: Site): readonly (readonly List[])[] {
  const value = valueOf(site, node) ?? [];
  const all = value.map(alternatives);
  return all.every((some) => some.every(isList)) ? all : [];
}

function isList(value: Val): value is List {
  return value.t === "seq";
}

function entriesIn({ items }: List): readonly ArchEntry[] {
  return items.flatMap((item) =>
    item.t === "str" && FLAG.test(item.v) ? parseArchList(item.v).entries : [],
  );
}

/** Whether a device's own list builds for it; where that is one of several: whether all of them do, or some. */
function builtFor(lists: readonly (readonly List[])[], { start, end }: Expr, { module }: Site): Vec {
  const text = `${module.source.text.slice(start, end)} builds for it`;
  return perDevice((_, index) => {
    const own = (lists.length === 1 ? lists[0] : lists[index]) ?? [];
    const built = own.filter((list) => (admittedDevices(entriesIn(list)) >> index) & 1);
    return built.length === 0 || built.length === own.length ? bool(built.length > 0) : unknown(text);
  });
}

function holdsFlag({ module, node }: Origin): boolean {
  return FLAG.test(module.source.text.slice(node.start, node.end));
}

/** Where the list of flags among the names is written. */
function originIn(node: Expr, site: Site): Origin | undefined {
  let origin: Origin | undefined;
  visit(node, (inner) => {
    if (inner.kind !== "name" && inner.kind !== "attribute") return;
    for (const list of listsOf(inner, site).flat()) origin ??= originsOf(list).find(holdsFlag);
  });
  return origin;
}
