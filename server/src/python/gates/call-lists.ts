/** Calls and decorators that are given who gets in. */
import { onDevices } from "../values/logic";
import { admittedDevices, exactTargets, parseArchList } from "../../arch/arch-list";
import type { Consequence } from "../../gates/gate";
import type { Span } from "../../text/source";
import { asksForTarget, compileTargetOf } from "../names/compile-target";
import { elementsOf, listGate, literalValue, plain, readList, shapeOf, useOf } from "./lists";
import { archLiteral, speaksForItself, type ArchLiteral } from "./members";
import { certain, possible } from "./draft";
import { isReadByName } from "./marking";
import { sourcesAround } from "./own-code";
import { emit, remarks } from "./finders";
import { valueOf, type Site } from "./site";
import type { Call, Expr } from "../syntax/syntax";
import { at, type Unit } from "../values/values";
import { lastName } from "../syntax/walk";

/** Keywords and functions whose argument is the list of who gets in, with the unit that the name tells. */
const ALLOW_KEYWORDS: readonly { readonly name: RegExp; readonly unit: Unit | null }[] = [
  { name: /^(?:supported|allowed|valid|required|enabled|target)_?majors?(?:_versions?)?$/, unit: "major" },
  { name: /^(?:device_)?(?:capability|cc|sm)_majors?$/, unit: "major" },
  {
    name: /^(?:supported|allowed|valid|admissible|compatible|required)_(?:compute_)?(?:capabilit(?:y|ies)|archs?|architectures?|sms?|ccs?|sm_versions?|sm_archs?|devices?)$/,
    unit: null,
  },
];
const ALLOW_CALLS: readonly RegExp[] = [
  /^(?:supported|requires?|allowed)_(?:compute_)?(?:capabilit(?:y|ies)|ccs?|archs?|sms?)$/,
];

/** Of an argument that lists who gets in. */
interface ListPlace {
  readonly form: string;
  readonly span: Span;
  readonly consequence: Consequence;
  readonly exempt: string | null;
  readonly names?: readonly Span[];
}

/** `f(supported_major_versions=[9, 10])`, `@supported_compute_capability([90, 100])`, `GPUArch("sm_120a")`. */
export function listsOfCall(
  call: Call,
  site: Site,
  { decorated, predicate }: { readonly decorated: Span | null; readonly predicate: boolean },
): void {
  for (const keyword of call.keywords) {
    const entry = ALLOW_KEYWORDS.find(({ name }) => name.test(keyword.name));
    if (keyword.name === "choices" && spellsOutNames(keyword.value, site)) {
      const place = { form: "list", span: keyword.span, consequence: "raises", exempt: null } as const;
      allowList(keyword.value, null, place, site);
    } else if (entry !== undefined) {
      // `is_sm100_supported = partial(check, device_capability_majors=[10])` refuses nobody: it answers.
      const exempt = predicate ? "predicate" : null;
      const [form, consequence] = predicate
        ? ["predicate", "returns false" as const]
        : ["list", "raises" as const];
      allowList(keyword.value, entry.unit, { form, span: keyword.span, consequence, exempt }, site);
    }
  }
  const name = lastName(call.callee);
  const first = call.args[0];
  const before = site.gates.length;
  if (first !== undefined) listsOfArguments(call, name, first, decorated, site);
  if (site.gates.length === before) ownDecorator(call, decorated, site);
}

/** `choices=["sm_80", "sm_90"]` */
function spellsOutNames(node: Expr, site: Site): boolean {
  const values = (elementsOf(node) ?? []).flatMap((element) => literalValue(site, element) ?? []);
  return values.every(({ t }) => t === "str") && speaksForItself(values);
}

function listsOfArguments(call: Call, name: string, first: Expr, decorated: Span | null, site: Site): void {
  if (ALLOW_CALLS.some((pattern) => pattern.test(name))) {
    if (!isReadByName(call, site) && !saysTheSame(call, first, site)) return;
    const place = {
      form: decorated === null ? "list" : "decorator",
      names: decorated === null ? [] : [decorated],
      span: plain(call),
      consequence: "rejects",
    } as const;
    const each = listArguments(call, site);
    if (each === null) allowList(first, null, { ...place, exempt: null }, site);
    else listGate(site, each.node, each.literal, place);
  } else {
    const named = compileTargetOf(call);
    if (named !== null && !asksForTarget(call)) compileTarget(named, call, site);
  }
}

/** Whether the list lets in whom the definition at hand does: then an edit of it does what its name promises. */
function saysTheSame(call: Call, first: Expr, site: Site): boolean {
  const admission = site.recorder.decorated.get(call);
  const literal = elementsOf(first) === null ? null : readList(site, first, null);
  if (admission === undefined || literal === null) return false;
  return certain(admission) === literal.mask && possible(admission) === literal.mask;
}

/** `@sm_range(80, 103)`, where what it puts around the function turns others away. */
function ownDecorator(call: Call, decorated: Span | null, site: Site): void {
  const admission = site.recorder.decorated.get(call);
  if (admission === undefined) return;
  const values = [...call.args, ...call.keywords.map(({ value }) => value)];
  const newest = values.filter(({ kind }) => kind === "number" || kind === "tuple").at(-1);
  const span = plain(call);
  // Where the arguments are who gets in, one more of them is one more that does.
  const each = listArguments(call, site);
  const isList = each !== null && each.literal.mask === certain(admission);
  emit(site, {
    form: "decorator",
    span,
    admission,
    consequence: "rejects",
    code: [...(decorated === null ? [] : [decorated]), ...sourcesAround(site)],
    remarks: remarks(site, span, []),
    operand: () => span,
    shape: isList
      ? shapeOf(each.node, each.literal)
      : newest === undefined
        ? { kind: "list", span, members: [], style: "tens", entries: null }
        : { kind: "bound", value: newest },
  });
}

/** `@requires_capability((9, 0), (10, 0))`, `@supported_archs(90, 100)`: each argument is one. */
function listArguments({ args }: Call, site: Site): { node: Expr; literal: ArchLiteral } | null {
  const [first] = args;
  const last = args.at(-1);
  if (first === undefined || last === undefined || elementsOf(first)?.length === 0) return null;
  if (first.kind !== "number" && first.kind !== "string" && first.kind !== "tuple") return null;
  const node: Expr = { kind: "tuple", start: first.start, end: last.end, items: args };
  const literal = readList(site, node, null);
  return literal === null || literal.mask === 0 ? null : { node, literal };
}

function allowList(value: Expr, unit: Unit | null, place: ListPlace, site: Site): void {
  const { form, consequence, exempt } = place;
  const span = plain(place.span);
  const literal = readList(site, value, unit);
  if (literal !== null) {
    listGate(site, value, literal, { ...place, span });
    return;
  }
  const list = valueOf(site, value);
  const one = list?.length === 1 ? at(list, 0) : null;
  if (one?.t !== "seq" || one.items.length === 0) return;
  const named = archLiteral(
    value,
    one.items.map(() => value),
    one.items,
    site.module.source.text,
    unit,
  );
  if (named === null) return;
  const definedAt = one.origin === undefined ? null : useOf(one.origin, consequence, site);
  emit(site, {
    form,
    span,
    ...(exempt === null ? {} : { exempt: () => exempt }),
    admission: onDevices(named.mask),
    consequence,
    definedAt,
    remarks: remarks(site, span, []),
    operand: () => plain(value),
    shape: { kind: "list", span: plain(value), members: [], style: named.style, entries: null },
  });
}

function compileTarget(argument: Expr, call: Call, site: Site): void {
  const value = literalValue(site, argument);
  if (value?.t !== "str") return;
  const { entries } = parseArchList(value.v);
  if (entries.length === 0) return;
  emit(site, {
    form: "compile-target",
    span: plain(call),
    admission: onDevices(admittedDevices(entries)),
    consequence: "unbuilt",
    remarks: remarks(site, call, []),
    operand: () => plain(argument),
    exact: exactTargets(entries),
    shape: {
      kind: "list",
      span: plain(argument),
      members: [{ span: plain(argument), text: value.v, mask: admittedDevices(entries) }],
      style: "text",
      entries: null,
    },
  });
}
