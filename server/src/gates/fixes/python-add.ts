import { DEVICES } from "../../arch/devices";
import { isPythonShape, type ConditionShape, type ListShape } from "../../python/shape";
import type { Expr } from "../../python/syntax/syntax";
import { at, truth } from "../../python/values/values";
import type { FixKind, FixRequest, Proposal } from "./fix-kind";
import { applyEdits, type TextEdit } from "../edits";
import {
  goalsFor,
  inWords,
  insertMembers,
  maskOf,
  spelled,
  tableEntries,
  type Device,
} from "./python-members";
import { openCondition } from "./python-open";

/** Adds the target's whole family: to the list, or as one more alternative of the condition. */
export const pythonAddFamily: FixKind = {
  kind: "add-family",
  layers: ["python"],
  propose: (request) => {
    const { family } = goalsFor(request.target);
    return forgetsSibling(request, family) ? [] : propose(request, "add-family", family);
  },
};

/** Adds the one device. */
export const pythonAddTarget: FixKind = {
  kind: "add-target",
  layers: ["python"],
  propose: (request) => {
    const { one, family } = goalsFor(request.target);
    return family.length === one.length || forgetsSibling(request, family)
      ? []
      : propose(request, "add-target", one);
  },
};

/** Adds the sibling that was forgotten: the family has one member in already. */
export const pythonAddSibling: FixKind = {
  kind: "widen-to-family",
  layers: ["python"],
  propose: (request) => {
    const { family } = goalsFor(request.target);
    return forgetsSibling(request, family) ? propose(request, "widen-to-family", family) : [];
  },
};

function forgetsSibling({ gate }: FixRequest, family: readonly Device[]): boolean {
  const { excludes } = gate.admission;
  const out = family.filter((device) => (maskOf([device]) & excludes) !== 0);
  return out.length > 0 && out.length < family.length;
}

function propose(request: FixRequest, kind: string, goal: readonly Device[]): readonly Proposal[] {
  const edits = kind === "add-target" && isCoarse(request) ? null : editsFor(request, goal);
  if (edits === null || edits.length === 0) return [];
  const out = goal.filter((device) => (maskOf([device]) & request.gate.admission.excludes) !== 0);
  const what = kind === "widen-to-family" ? inWords(out) : inWords(goal);
  const added = edits.some(({ newText }) => newText.trim() !== "");
  const title = added ? `Add ${what}: '${result(request, edits)}'` : `Drop '${removed(request, edits)}'`;
  return [
    {
      kind,
      title,
      edits,
      mayChange: maskOf(isBuildFlag(request) ? goalsFor(request.target).family : goal),
      ...movesTo(request, edits),
    },
  ];
}

/** The gate of flags that are appended one by one stands at the last of them: then that is the one added. */
function movesTo({ gate }: FixRequest, [edit]: readonly TextEdit[]): Pick<Proposal, "movesTo"> {
  const { shape } = gate;
  if (edit === undefined || !isPythonShape(shape) || shape.kind !== "list" || shape.repeats === undefined)
    return {};
  if (gate.span.end !== shape.repeats.end) return {};
  const { newText, span } = edit;
  const line = newText.lastIndexOf("\n") + 1;
  return { movesTo: span.start + line + newText.slice(line).search(/\S|$/) };
}

const LONGEST_SHOWN = 90;

/** What stands there afterwards: the new text where nothing else is touched, else the changed part as a whole. */
function result({ source, gate }: FixRequest, edits: readonly TextEdit[]): string {
  const here = edits.filter(({ span }) => span.start >= gate.span.start && span.end <= gate.span.end);
  const shown = here.length > 0 ? here : edits;
  const start = Math.min(...shown.map(({ span }) => span.start));
  const last = Math.max(...shown.map(({ span }) => span.end));
  const cut = source.text.slice(start, last);
  const open = (cut.match(/[([{]/g)?.length ?? 0) - (cut.match(/[)\]}]/g)?.length ?? 0);
  const closers =
    new RegExp(`^[)\\]}]{0,${Math.max(0, open)}}`).exec(source.text.slice(last, last + 8))?.[0] ?? "";
  const end = last + closers.length;
  const moved = shown.map(({ span, newText }) => ({
    newText,
    span: { start: span.start - start, end: span.end - start },
  }));
  const whole = onOneLine(applyEdits(source.text.slice(start, end), moved));
  if (whole.length <= LONGEST_SHOWN) return whole;
  return `${onOneLine(shown.map(({ newText }) => newText).join(" … ")).slice(0, LONGEST_SHOWN)}…`;
}

function onOneLine(text: string): string {
  return text
    .trim()
    .replace(/^,\s*|\s*,$/g, "")
    .replace(/\s+/g, " ")
    .replace(/([([{]) | (?=[)\]}])/g, "$1");
}

/** What an edit takes away that adds nothing: `and minor == 0`, the number in a list of the refused. */
function removed({ source }: FixRequest, edits: readonly TextEdit[]): string {
  const texts = edits.map(({ span }) => source.text.slice(span.start, span.end));
  return texts.map(onOneLine).join(" … ").slice(0, LONGEST_SHOWN);
}

/** Plain machine code of 12.0 serves 12.1 as well. */
function isBuildFlag({ gate }: FixRequest): boolean {
  return isPythonShape(gate.shape) && gate.shape.kind === "list" && gate.shape.style === "gencode";
}

/** A list of majors can only take in the whole family. */
function isCoarse({ gate }: FixRequest): boolean {
  return isPythonShape(gate.shape) && gate.shape.kind === "list" && gate.shape.style === "major";
}

function editsFor({ gate, source }: FixRequest, goal: readonly Device[]): readonly TextEdit[] | null {
  const { shape } = gate;
  if (!isPythonShape(shape)) return null;
  if (shape.kind === "condition") {
    const test = testToOpen(shape, goal);
    const definedElsewhere = gate.definedAt !== null;
    return test === null
      ? null
      : openCondition(test, shape.want, { source, shape, goal, strategy: "add", definedElsewhere });
  }
  return shape.kind === "list" ? extendList(shape, source, goal) : null;
}

/**
 * Of a ladder, the arm that serves a sibling already: which other arm would suit the device is not for an edit to say.
 * Who stands at one arm has chosen it.
 */
function testToOpen(shape: ConditionShape, goal: readonly Device[]): Expr | null {
  if (shape.place !== "ladder") return shape.test;
  const serving = shape.arms.find((test) => {
    const value = shape.valueOf(test);
    return value !== undefined && goal.some((device) => truth(at(value, DEVICES.indexOf(device))) === true);
  });
  return serving ?? null;
}

function extendList(
  list: ListShape,
  source: FixRequest["source"],
  goal: readonly Device[],
): readonly TextEdit[] | null {
  const listed = list.members.reduce((mask, member) => mask | member.mask, 0);
  const wanted = goal.filter((device) => (maskOf([device]) & listed) === 0);
  if (wanted.length === 0) return null;
  if (list.entries !== null) {
    const entries = tableEntries(source, list, wanted);
    return entries === null ? null : insertMembers(source, list, entries);
  }
  return insertMembers(source, list, spelled(list.style, list.members.at(-1)?.text ?? "", wanted));
}
