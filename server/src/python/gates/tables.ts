import { onDevices } from "../values/logic";
import type { Consequence } from "../../gates/gate";
import type { Span } from "../../text/source";
import { certain, possible, type Draft } from "./draft";
import { isGateThere } from "./gate-there";
import { elementsOf, literalValue, plain, shapeOf, useOf } from "./lists";
import { literalOf } from "../values/literal";
import { archLiteral, type ArchLiteral } from "./members";
import { compare } from "../values/operators";
import { isRefusal } from "./outcome";
import { outcomeOfException } from "./outcome-here";
import { valuesOf } from "./own-code";
import { emit, remarks } from "./finders";
import { valueOf, type Site } from "./site";
import type { Call, Expr, Subscript } from "../syntax/syntax";
import { FALSE, map2, TRUE, type Origin, type Val, type Vec } from "../values/values";

/** How an expression is reached: by whom, and whether `… or other` takes what it has nothing for. */
export interface Reached {
  readonly when: Vec;
  readonly rescue: boolean;
}

/** `TABLE[capability]`, `TABLE.get(capability)`: a device without an entry gets an exception or the default. */
export function tableLookup(node: Call | Subscript, { when, rescue }: Reached, site: Site): void {
  const consequence = rescue ? "falls back" : withoutEntry(node, site);
  const origin = site.recorder.uses.get(node);
  const literal = origin === undefined ? null : tableAt(origin, site);
  if (origin === undefined || literal === null) {
    computedTable(node, when, consequence, site);
    return;
  }
  const own = onDevices(literal.mask);
  const admission = withEntry(node, site) ?? own;
  const found = certain(admission);
  const isHere = origin.module === site.module;
  const isOwnKey = found === literal.mask;
  // Where some take another one's entry and nobody is kept from its own, the table still tells who has none.
  const isToldThere = isOwnKey || (isHere && (literal.mask & ~found) === 0);
  const served = isToldThere ? found & ~literal.mask : 0;
  if (!isOwnKey && isHere)
    site.decidedBy.tell({ span: plain(origin.node), consequence, by: "other keys", served });
  // Nobody gets there who has no entry.
  if ((possible(when) & ~found) === 0) return;
  const isInside = isHere && contains(node, origin.node);
  const definedAt =
    isToldThere && !isInside && isGateThere(origin, site.module)
      ? useOf(origin, consequence, site, served)
      : null;
  emit(site, {
    form: "table",
    span: plain(node),
    admission,
    consequence,
    definedAt,
    exempt: askedBefore(when),
    remarks: remarks(site, node, []),
    code: isHere ? valuesOf(origin.node) : [],
    shape: shapeOf(origin.node, literal),
  });
}

/** Those who have no entry do not get there. */
export function askedBefore(when: Vec): NonNullable<Draft["exempt"]> {
  return (excluded) => ((excluded & possible(when)) === 0 ? "left out before this place" : null);
}

/** What a device gets that has no entry. */
function withoutEntry(node: Call | Subscript, site: Site): Consequence {
  if (node.kind === "subscript") {
    const outcome = outcomeOfException("KeyError", site);
    return outcome === "raises" || outcome === "returns false" ? outcome : "falls back";
  }
  const fallback = node.args[1];
  const isNothing = fallback === undefined || isRefusal(fallback) || elementsOf(fallback)?.length === 0;
  return isNothing ? "returns false" : "falls back";
}

function contains(outer: Span, inner: Span): boolean {
  return outer.start <= inner.start && inner.end <= outer.end;
}

function tableAt(origin: Origin, site: Site): ArchLiteral | null {
  if (origin.node.kind !== "dict") return null;
  const nodes = origin.node.entries.flatMap(({ key }) => (key === null ? [] : [key]));
  const keys = nodes.flatMap((key) => literalValue(site, key) ?? literalOf(key) ?? []);
  if (keys.length !== nodes.length) return null;
  return archLiteral(origin.node, nodes, keys, origin.module.source.text, null);
}

/** `{sm: … for sm in (90, 100)}[sm]`: the keys are known, though no literal spells them out. */
function computedTable(node: Call | Subscript, when: Vec, consequence: Consequence, site: Site): void {
  const admission = withEntry(node, site);
  if (admission === null || admission.length === 1 || asksObject(node, site)) return;
  emit(site, {
    form: "table",
    span: plain(node),
    admission,
    consequence,
    exempt: askedBefore(when),
    remarks: remarks(site, node, []),
    shape: { kind: "list", span: plain(node), members: [], style: "tens", entries: null },
  });
}

/** `self.table[cc]` by a parameter: an object that fills its table itself is asked for what it has, not for the device. */
function asksObject(node: Call | Subscript, { definition }: Site): boolean {
  const { object, key } = partsOf(node);
  return (
    object?.kind === "attribute" &&
    object.object.kind === "name" &&
    object.object.id === definition?.parameters[0]?.name &&
    key?.kind === "name" &&
    definition.parameters.some(({ name }) => name === key.id)
  );
}

/** The table, and what is looked up in it. */
function partsOf(node: Call | Subscript): { readonly object: Expr | null; readonly key: Expr | undefined } {
  if (node.kind === "subscript") return { object: node.object, key: node.index };
  return { object: node.callee.kind === "attribute" ? node.callee.object : null, key: node.args[0] };
}

/** Who finds an entry by what the key comes to on each device: it may be bounded, or another one's; null where that is not known. */
function withEntry(node: Call | Subscript, site: Site): Vec | null {
  const { object, key } = partsOf(node);
  const table = object === null ? undefined : valueOf(site, object);
  const asked = key === undefined ? undefined : valueOf(site, key);
  if (table === undefined || asked === undefined || table.length > 1 || asked.length === 1) return null;
  const has = (one: Val, all: Val): Val => (all.t === "dict" ? compare("in", one, all, "") : FALSE);
  // Of one with a default nobody is turned away.
  const admission = map2(asked, table, (one, all) =>
    all.t === "dict" && all.fallback !== undefined && node.kind === "subscript" ? TRUE : has(one, all),
  );
  return admission.some((value) => value.t !== "bool") ? null : admission;
}
