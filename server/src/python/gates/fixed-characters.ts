/**
 * Names of architectures that are read by the places of their characters: `cc[0] + cc[2]` of "12.0" is "1.". Found only
 * where what comes of it goes into the name of an architecture.
 */
import { DEVICES } from "../../arch/devices";
import type { TextEdit } from "../../gates/edits";
import { sliceOf, type Span } from "../../text/source";
import { literalOf } from "../values/literal";
import { emit, remarks } from "./finders";
import type { Site } from "./site";
import type { Call, Expr, Stmt, Str, Subscript } from "../syntax/syntax";
import { bool, perDevice } from "../values/values";
import { blocksOf, expressionsOf, lastName, visit } from "../syntax/walk";

export const FIXED_CHARACTERS = "fixed-characters";

/** Among the statements of one function, or of a module. */
export function fixedCharacters(statements: readonly Stmt[], site: Site): void {
  const own = flat(statements);
  const nodes = own.flatMap((statement) => expressionsOf(statement));
  for (const node of nodes) visit(node, (inner) => inner.kind === "call" && digitPattern(inner, site));
  // Most modules name no architecture around a value.
  const into = namedBy(nodes);
  if (into.size === 0) return;
  const tests = testsOf(own, nodes).map((test) => sliceOf(site.module.source, test));
  const cut = (node: Expr): void => {
    cutIn(node, nodes, tests, site);
  };
  const names = new Set([...into].flatMap((node) => (node.kind === "name" ? [node.id] : [])));
  for (const statement of own) {
    const value = statement.kind === "assign" ? statement.value : null;
    const isUsed =
      statement.kind === "assign" &&
      statement.targets.some((target) => target.kind === "name" && names.has(target.id));
    if (value !== null && isUsed) cut(value);
  }
  for (const node of into) if (node.kind !== "name") cut(node);
}

function flat(statements: readonly Stmt[]): Stmt[] {
  return statements.flatMap((statement) =>
    statement.kind === "def" || statement.kind === "class"
      ? []
      : [statement, ...blocksOf(statement).flatMap(flat)],
  );
}

/** What decides which way is gone. */
function testsOf(statements: readonly Stmt[], nodes: readonly Expr[]): Expr[] {
  const tests: Expr[] = [];
  for (const statement of statements) {
    if (statement.kind === "if") tests.push(...statement.arms.map(({ test }) => test));
    if (statement.kind === "assert" || statement.kind === "while") tests.push(statement.test);
  }
  for (const node of nodes) visit(node, (inner) => inner.kind === "conditional" && tests.push(inner.test));
  return tests;
}

/** Asked for its length or its characters, a name is cut as it is there. */
const HANDLES = /\blen\(|startswith|endswith|\[|[=<>]|\bin\b/;

const BEFORE = /(?:^|[^A-Za-z0-9_])(?:sm|compute)_?$/;

/** `f"sm_{x}_count"` names no architecture, `f"sm_{x}a"` does. */
function goesOn(behind: string): boolean {
  return /^\w/.test(behind.replace(/^[af](?!\w)/, ""));
}

/** What names of architectures are made of: `x` of `f"sm_{x}"`, of `"compute_" + x`, of `"sm_%s" % x`. */
function namedBy(nodes: readonly Expr[]): Set<Expr> {
  const into = new Set<Expr>();
  const endsSo = (node: Expr | undefined): boolean => {
    const text = node === undefined ? null : literalOf(node);
    return text?.t === "str" && BEFORE.test(text.v);
  };
  for (const node of nodes) {
    visit(node, (inner) => {
      if (inner.kind === "string") {
        inner.parts.forEach((part, index) => {
          const next = inner.parts[index + 1];
          if (typeof part !== "string" || !BEFORE.test(part) || typeof next !== "object") return;
          const behind = inner.parts.slice(index + 1).find((one) => typeof one === "string") ?? "";
          if (goesOn(behind)) return;
          into.add(together(inner.parts.slice(index + 1)));
        });
      } else if (inner.kind === "binary" && inner.op === "+" && endsSo(inner.left)) into.add(inner.right);
      else if (inner.kind === "binary" && inner.op === "%" && inner.left.kind === "string") {
        const text = literalOf(inner.left);
        if (text?.t === "str" && /(?:sm|compute)_?%s/.test(text.v)) into.add(inner.right);
      } else if (
        inner.kind === "call" &&
        inner.callee.kind === "attribute" &&
        inner.callee.name === "format"
      ) {
        const text = literalOf(inner.callee.object);
        if (text?.t === "str" && /(?:sm|compute)_?\{\d?\}/.test(text.v))
          for (const one of inner.args) into.add(one);
      }
    });
  }
  return into;
}

/** `cc[0]` and `cc[2]` of `f"sm_{cc[0]}{cc[2]}"`: all that follows up to the next text. */
function together(parts: Str["parts"]): Expr {
  const end = parts.findIndex((part) => typeof part === "string");
  const items = parts
    .slice(0, end < 0 ? undefined : end)
    .flatMap((part) => (typeof part === "string" ? [] : [part.value]));
  const [first, last] = [items[0], items.at(-1)];
  if (first === undefined || last === undefined || first === last)
    return first ?? { kind: "opaque", start: 0, end: 0, children: [] };
  return { kind: "tuple", start: first.start, end: last.end, items };
}

/** Cuts of a text at fixed places in the expression. */
function cutIn(node: Expr, nodes: readonly Expr[], tests: readonly string[], site: Site): void {
  const subscripts: Subscript[] = [];
  visit(node, (inner) => inner.kind === "subscript" && subscripts.push(inner));
  const [first, second] = subscripts;
  if (first === undefined) return;
  const object = sliceOf(site.module.source, first.object);
  if (tests.some((test) => test.includes(object) && HANDLES.test(test))) return;
  if (second !== undefined && subscripts.length === 2 && isDotSkipped(first, second, site)) {
    tell(node, { what: object, gives: '"12.0" gives "1."' }, splitAtDot(first, second, nodes, site), site);
  } else if (subscripts.length === 1 && !isVersion(first.object, site)) {
    const gives = twoOf(first);
    if (gives !== null) tell(first, { what: object, gives }, [], site);
  }
}

/** `cc[0]` and `cc[2]`: the character between them is taken for the dot. */
function isDotSkipped(first: Subscript, second: Subscript, site: Site): boolean {
  const { source } = site.module;
  return (
    sliceOf(source, first.object) === sliceOf(source, second.object) &&
    numberOf(first.index) === 0 &&
    numberOf(second.index) === 2 &&
    !isVersion(first.object, site)
  );
}

function isVersion(node: Expr, { module }: Site): boolean {
  return /version|toolkit|nvcc|torch|driver/i.test(sliceOf(module.source, node));
}

function numberOf(node: Expr | null | undefined): number | null {
  if (node?.kind === "number") return node.value;
  return node?.kind === "unary" && node.op === "-" && node.operand.kind === "number"
    ? -node.operand.value
    : null;
}

/** `arch[:2]`, `arch[3:5]`, `arch[-2:]`: what comes of a name with two digits before the minor; null of other cuts. */
function twoOf({ index }: Subscript): string | null {
  if (index.kind !== "slice" || index.parts.length !== 2) return null;
  const [from, to] = index.parts;
  const [start, end] = [numberOf(from), numberOf(to)];
  if (from === null || start === 0) return end === 2 ? '"120" gives "12"' : null;
  if (to === null) return start === -2 ? '"120" gives "20"' : null;
  if (start === 3 && end === 5) return '"sm_120" gives "12"';
  return start === 8 && end === 10 ? '"compute_120" gives "12"' : null;
}

function splitAtDot(
  first: Subscript,
  second: Subscript,
  nodes: readonly Expr[],
  { module: { source } }: Site,
): TextEdit[] {
  const quote = quoteAt(first, nodes, source.text);
  if (quote === null) return [];
  const parts = `${sliceOf(source, first.object)}.split(${quote}.${quote})`;
  return [
    { span: { start: first.start, end: first.end }, newText: `${parts}[0]` },
    { span: { start: second.start, end: second.end }, newText: `${parts}[1][0]` },
  ];
}

/** Inside a string the other quotes are needed; inside two there are none left. */
function quoteAt({ start }: Span, nodes: readonly Expr[], text: string): string | null {
  const around: string[] = [];
  const see = (node: Expr): void => {
    if (node.kind !== "string") return;
    const piece = node.pieces.find((one) => one.start < start && start < one.end);
    if (piece !== undefined) around.push(/["']/.exec(text.slice(piece.start, piece.end))?.[0] ?? "");
  };
  for (const node of nodes) visit(node, see);
  const used = new Set(around);
  return ['"', "'"].find((quote) => !used.has(quote)) ?? null;
}

interface Reading {
  readonly what: string;
  readonly gives: string;
}

function tell(node: Span, { what, gives }: Reading, edits: readonly TextEdit[], site: Site): void {
  const span = { start: node.start, end: node.end };
  emit(site, {
    form: FIXED_CHARACTERS,
    span,
    admission: perDevice(({ major }) => bool(major < 10)),
    consequence: "unbuilt",
    remarks: remarks(site, span, []),
    operand: () => span,
    shape: { kind: "characters", edits, what, gives },
  });
}

const PATTERN = /^\^?\(?(?:\?:)?(?:sm|compute)_?[^a-z]*\\d/;

/** `re.match(r"sm_(\d)(\d)", arch)`: of "sm_120" that is 1 and 2. */
function digitPattern(call: Call, site: Site): void {
  const [first] = call.args;
  const isRegular = /^(?:match|search|fullmatch|compile|findall)$/.test(lastName(call.callee));
  const text = first === undefined || !isRegular ? null : literalOf(first);
  if (first === undefined || text?.t !== "str" || !PATTERN.test(text.v)) return;
  const whole = lastName(call.callee) === "fullmatch";
  const reads = (name: string): string | null => digitsRead(text.v, name, whole);
  if (reads("sm_86") !== "86" && reads("compute_86") !== "86") return;
  const two = DEVICES.filter(({ major }) => major >= 10);
  const isRead = ({ capability }: (typeof DEVICES)[number]): boolean =>
    [`sm_${capability}`, `compute_${capability}`].some((name) => reads(name) === String(capability));
  if (two.some(isRead)) return;
  const name = text.v.includes("compute") ? "compute_120" : "sm_120";
  const digits = reads(name);
  const gives = `"${name}" ${digits === null ? "does not fit" : `gives "${digits}"`}`;
  tell(first, { what: sliceOf(site.module.source, first), gives }, [], site);
}

const LONGEST_PATTERN = 80;
const MOST_OPTIONAL = 4;

/**
 * Single characters and digits, each at most once or a fixed number of times, anchors, and groups that are neither
 * repeated nor alternatives: of such a pattern the time is bounded. No other one of a workspace is ever carried out.
 */
const HARMLESS =
  /^(?:\^|\$|\\b|\(\?:|\((?!\?)|\)(?![?*+{])|(?:\w|-|\\d|\[[A-Za-z0-9-]+\])(?:\?|\{\d\})?(?![?*+{]))*$/;

/** The digits that the pattern's groups, or where it has none all of it, take from a name; null where it does not fit. */
function digitsRead(pattern: string, name: string, whole: boolean): string | null {
  if (pattern.length > LONGEST_PATTERN || !HARMLESS.test(pattern)) return null;
  if (pattern.replaceAll("(?", "(").split("?").length - 1 > MOST_OPTIONAL) return null;
  try {
    const match = new RegExp(whole ? `^(?:${pattern})$` : pattern).exec(name);
    if (match === null) return null;
    return (match.length === 1 ? match[0] : match.slice(1).join("")).replace(/^[a-z]+_?/, "");
  } catch {
    return null;
  }
}
