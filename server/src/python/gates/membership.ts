/** Calls that raise an exception for whom is no member: `ARCHS.index(sm)`, `Arch(sm)` of an enumeration. */
import { isEnumeration } from "../evaluate/enums";
import { compare } from "../values/operators";
import { certain, possible } from "./draft";
import { isGateThere } from "./gate-there";
import { elementsOf, literalValue, plain, shapeOf, useOf } from "./lists";
import { archLiteral, type ArchLiteral } from "./members";
import { literalOf } from "../values/literal";
import { consequenceOf } from "./outcome";
import { outcomeOfException } from "./outcome-here";
import { askedBefore } from "./tables";
import { emit, remarks } from "./finders";
import { valueOf, type Site } from "./site";
import type { Call } from "../syntax/syntax";
import { at, bool, map, type Origin, type Val, type Vec } from "../values/values";

export function membership(node: Call, when: Vec, site: Site): void {
  const [key, ...more] = node.args;
  const asked = key === undefined ? undefined : valueOf(site, key);
  if (asked === undefined || asked.length === 1 || more.length > 0) return;
  const list = listAsked(node, site);
  const admission =
    list === null ? membersAsked(node, site) : map(asked, (one) => compare("in", one, list, ""));
  if (admission === null || admission.length === 1 || admission.some(({ t }) => t !== "bool")) return;
  // `if sm in ARCHS: return ARCHS.index(sm)`
  if ((possible(when) & ~certain(admission)) === 0) return;
  const consequence = consequenceOf(outcomeOfException("ValueError", site));
  const origin = list?.origin;
  const isHere = origin?.module === site.module;
  const literal = origin === undefined || !isHere ? null : listAt(origin, site);
  const isInside = isHere && node.start <= origin.node.start && origin.node.end <= node.end;
  const definedAt =
    origin === undefined || isInside || literal === null || !isGateThere(origin, site.module)
      ? null
      : useOf(origin, consequence, site);
  const span = plain(node);
  emit(site, {
    form: "list",
    span,
    admission,
    consequence,
    definedAt,
    exempt: askedBefore(when),
    remarks: remarks(site, span, []),
    shape:
      origin === undefined || literal === null
        ? { kind: "list", span, members: [], style: "tens", entries: null }
        : shapeOf(origin.node, literal),
  });
}

/** The list of `list.index(one)`; null for other calls. */
function listAsked({ callee }: Call, site: Site): Extract<Val, { t: "seq" }> | null {
  if (callee.kind !== "attribute" || callee.name !== "index") return null;
  const value = valueOf(site, callee.object);
  const one = value?.length === 1 ? at(value, 0) : null;
  return one?.t === "seq" && one.kind !== "set" ? one : null;
}

/** The list as it is written, in whatever part of the file. */
function listAt({ node, module }: Origin, site: Site): ArchLiteral | null {
  const nodes = elementsOf(node) ?? [];
  const values = nodes.flatMap((one) => literalValue(site, one) ?? literalOf(one) ?? []);
  return values.length < nodes.length ? null : archLiteral(node, nodes, values, module.source.text, null);
}

/** Whose number a member of the enumeration holds; null for other calls, and where it makes something of the rest. */
function membersAsked(node: Call, site: Site): Vec | null {
  const callee = valueOf(site, node.callee);
  const type = callee?.length === 1 ? at(callee, 0) : null;
  if (type === null || !isEnumeration(type) || type.info.block.find("_missing_").length > 0) return null;
  const found = valueOf(site, node);
  return found?.some(({ t }) => t === "enum") === true ? map(found, ({ t }) => bool(t === "enum")) : null;
}
