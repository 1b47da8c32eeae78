import { valueOf, type Site } from "./site";
import type { Gate } from "../../gates/gate";
import type { Mask } from "../../logic/sets";
import { asksNothing, consequenceHere } from "./consequence";
import { culprit } from "./culprit";
import { certain, docstringOf, finish, possible, remarksAt, type Draft } from "./draft";
import { isGateThere } from "./gate-there";
import { ALWAYS, differs, notV } from "../values/logic";
import { madeForOthers } from "./own-code";
import type { ConditionShape } from "../shape";
import { oldVersionAround } from "./old-versions";
import { bindingFinder } from "./siblings";
import type { FlagBound } from "../modules/kept";
import type { Compare, Expr, Stmt } from "../syntax/syntax";
import { at, bool, perDevice, truth, type ClassInfo, type Origin, type Vec } from "../values/values";
import { lastName, visit } from "../syntax/walk";
import type { Consequence, Evidence } from "../../gates/gate";
import type { Span } from "../../text/source";

export function emit(site: Site, given: Draft): void {
  const draft: Draft =
    given.consequence === "returns false" && asksNothing(site)
      ? { ...given, consequence: "falls back", exempt: () => "nothing special is asked of it" }
      : { ...given, consequence: consequenceHere(site, given.consequence) };
  const isTests = site.inTest && draft.form !== "test-skip";
  const exempt = (excluded: Mask): string | null =>
    draft.exempt?.(excluded) ?? (isTests ? "in a test" : onlyUntilUpdated(site, draft));
  const gate = finish({ ...draft, exempt }, site.module.source);
  const code = draft.code ?? [];
  site.gates.push({
    ...gate,
    madeForOthers: (excluded) =>
      madeForOthers(site, { code, admitted: letIn(gate), place: gate.span }, excluded),
  });
}

function onlyUntilUpdated(site: Site, { span }: Draft): string | null {
  const old = oldVersionAround(site, span);
  return old === null ? null : `only where ${old}`;
}

/** Those who may get in; of an upper bound the newest, as a lower one stands elsewhere. */
function letIn({ form, admission: { admits, depends } }: Gate): Mask {
  const all = depends.reduce((mask, dependent) => mask | dependent.mask, admits);
  return form === "attribute" && all !== 0 ? 1 << (31 - Math.clz32(all)) : all;
}

/** Whether the device decides: also where all devices of today get the same answer from its capability. */
export function depends(site: Site, node: Expr): boolean {
  const value = valueOf(site, node);
  if (value === undefined) return false;
  if (differs(value)) return true;
  const only = value.length === 1 ? at(value, 0) : null;
  if (only?.t !== "bool" || !decides(node)) return false;
  let found = false;
  visit(node, (inner) => (found ||= (valueOf(site, inner)?.length ?? 1) > 1));
  return found;
}

function decides(node: Expr): boolean {
  return node.kind === "compare" || node.kind === "bool" || (node.kind === "unary" && node.op === "not");
}

export function conditionShape(
  site: Site,
  test: Expr,
  want: boolean,
  place: ConditionShape["place"] = "alone",
  arms: readonly Expr[] = [],
  refusal: Span | null = null,
): ConditionShape {
  const { values } = site.recorder;
  return {
    place,
    arms,
    refusal,
    kind: "condition",
    test,
    want,
    valueOf: (node) => values.get(node),
    sibling: site.sibling(site.definition),
    bound: bindingFinder(site.module, site.definition),
  };
}

export function operandOf(site: Site, test: Expr, want: boolean): NonNullable<Draft["operand"]> {
  return (excluded) => culprit(test, want, excluded, (node) => valueOf(site, node));
}

export function remarks(site: Site, span: Span, refusing: readonly Stmt[]): readonly Evidence[] {
  const { module, definition } = site;
  const documented = definition === null ? [] : docstringOf(module, definition.start, definition.end);
  return [...remarksAt(module, span, refusing, site.statement), ...documented];
}

/** Those for whom it is certain that they are gone do not get there; what else it takes is not this gate's. */
export function reached(live: Vec): Vec {
  return live.length === 1 && truth(at(live, 0)) !== false
    ? ALWAYS
    : perDevice((_, device) => bool(truth(at(live, device)) !== false));
}

/** The operands that decide by the device and hold no smaller one that does so by itself. */
export function atoms(site: Site, test: Expr): Expr[] {
  if (!depends(site, test)) return [];
  if (test.kind === "bool") return test.operands.flatMap((operand) => atoms(site, operand));
  if (test.kind === "unary" && test.op === "not") return atoms(site, test.operand);
  return [test];
}

/** "list", "comparison", "call", "flag", or "condition" for several of them. */
export function formOf(site: Site, test: Expr): string {
  const found = atoms(site, test);
  const only = found[0];
  if (found.length !== 1 || only === undefined) return "condition";
  switch (only.kind) {
    case "compare":
      return only.ops.some(({ op }) => op.endsWith("in")) ? "list" : "comparison";
    case "call":
      return /const_?expr$/.test(lastName(only)) && only.args[0] !== undefined
        ? formOf(site, only.args[0])
        : "predicate";
    case "name":
    case "attribute":
      return "flag";
    default:
      return "condition";
  }
}

/**
 * Where the one thing that decides the condition is defined, when that place is a gate itself. A list or a flag that
 * names who is refused is no allow list: there the condition carries the finding; so it does where the flag holds
 * something else by then than what it was bound to. `live`: who gets to ask; null where nobody is turned away by it.
 */
export function definitionOf(
  site: Site,
  test: Expr,
  admission: Vec,
  consequence: Consequence | null,
  live: Vec | null,
): Gate["definedAt"] {
  const found = atoms(site, test);
  const only = found[0];
  if (found.length > 1) return lookupsAsked(site, found);
  if (only === undefined) return null;
  let origin: Origin | undefined;
  visit(only, (node) => (origin ??= site.recorder.uses.get(node)));
  if (origin !== undefined) {
    if (refusesListed(site, only, admission) || !isGateThere(origin, site.module)) return null;
    const span = { start: origin.node.start, end: origin.node.end };
    if (origin.module === site.module)
      site.decidedBy.tell({ span, consequence: consequenceHere(site, consequence), by: "condition" });
    return { file: origin.module.source.path, span };
  }
  const helper = site.recorder.helpers.get(only);
  if (helper !== undefined) {
    const { node, module } = helper;
    return { file: module.source.path, span: { start: node.start, end: node.end } };
  }
  const asked = only.kind === "compare" ? comparedWithNone(only) : only;
  if (asked?.kind !== "name" && asked?.kind !== "attribute") return null;
  const bound = site.flags.find(flagKey(asked, site.owner));
  if (bound === undefined || !holdsStill(bound, valueOf(site, asked), live ?? ALWAYS)) return null;
  const { span } = bound;
  const isReversed = asked === only && refusesListed(site, only, admission);
  // Where it takes more than the flag to be turned away, the flag alone turns nobody away.
  const turnsAway = admission.some((one) => truth(one) === false);
  if (live !== null && consequence !== null && turnsAway)
    site.decidedBy.tell({
      span,
      consequence: isReversed ? null : consequenceHere(site, consequence),
      by: "flag",
      turned: possible(live) & ~certain(admission),
    });
  return isReversed ? null : { file: site.module.source.path, span };
}

/** Whether the flag answers everybody who asks for it as what it was bound to did. */
function holdsStill({ answers }: FlagBound, value: Vec | undefined, live: Vec): boolean {
  if (answers === null) return true;
  if (value === undefined) return false;
  const changed = (certain(value) ^ answers.yes) | (certain(notV(value)) ^ answers.no);
  return (changed & possible(live)) === 0;
}

/** `if size is None or count is None:` where both have been looked up: the look-ups tell it. */
function lookupsAsked(site: Site, asked: readonly Expr[]): Gate["definedAt"] {
  const spans = asked.map((one) => {
    const name = one.kind === "compare" ? comparedWithNone(one) : null;
    return name === null ? undefined : site.flags.find(flagKey(name, site.owner))?.span;
  });
  const [first] = spans;
  if (first === undefined || spans.includes(undefined)) return null;
  return { file: site.module.source.path, span: first };
}

/** `size` of `size is None`. */
function comparedWithNone({ ops, operands }: Compare): Expr | null {
  const [left, right] = operands;
  const isNone = right?.kind === "constant" && right.value === null;
  return ops.length === 1 && ops[0]?.op.startsWith("is") === true && isNone ? (left ?? null) : null;
}

/** `size = SIZES.get(capability)`: who asks afterwards whether there is one asks for the same again. */
export function bindLookup(site: Site, target: Expr, value: Expr): void {
  const isLookup =
    value.kind === "subscript" ||
    (value.kind === "call" && value.callee.kind === "attribute" && value.callee.name === "get");
  if (isLookup && depends(site, value))
    site.flags.bind(flagKey(target, site.owner), {
      span: { start: value.start, end: value.end },
      answers: null,
    });
}

function refusesListed(site: Site, atom: Expr, admission: Vec): boolean {
  const value = valueOf(site, atom) ?? [];
  if (atom.kind === "call" || atom.kind === "name" || atom.kind === "attribute")
    return certain(value) !== 0 && (certain(value) & possible(admission)) === 0;
  if (atom.kind !== "compare") return false;
  const listed = atom.ops.some(({ op }) => op === "not in") ? certain(notV(value)) : certain(value);
  return listed !== 0 && (listed & possible(admission)) === 0;
}

export function flagKey(node: Expr, owner: ClassInfo | null): string {
  if (node.kind === "name") return node.id;
  return node.kind === "attribute" ? `${owner?.name ?? ""}.${node.name}` : "";
}
