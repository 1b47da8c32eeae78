import type { Consequence } from "../../gates/gate";
import type { Expr, Stmt } from "../syntax/syntax";
import { blocksOf } from "../syntax/walk";

/** What becomes of a device that gets into a block. */
export type Outcome =
  | "raises"
  | "returns false"
  | "skips test"
  /** `continue`, or a flag set to False: the feature is passed over. */
  | "disables"
  /** Nothing but a log line. */
  | "message"
  /** Real code that leaves the function. */
  | "serves and leaves"
  | "serves";

const LOGGING = /^(?:logger|logging|log|warnings|print|_logger|LOG|rank_zero_\w+)\b/;
const SKIPPING = /^(?:pytest\.(?:skip|xfail)|(?:self\.)?skipTest|unittest\.skip)$/;
const LEAVING = /^(?:sys\.exit|os\._exit|exit|quit|pytest\.fail)$/;

function calleeText(node: Expr): string {
  if (node.kind === "name") return node.id;
  return node.kind === "attribute" ? `${calleeText(node.object)}.${node.name}` : "";
}

function callee(statement: Stmt): string {
  return statement.kind === "expression" && statement.value.kind === "call"
    ? calleeText(statement.value.callee)
    : "";
}

function isMessage(statement: Stmt): boolean {
  if (statement.kind === "pass" || statement.kind === "import" || statement.kind === "from") return true;
  if (statement.kind === "if") {
    const bodies = [...statement.arms.map(({ body }) => body), statement.otherwise ?? []];
    return bodies.every((body) => body.every(isMessage));
  }
  if (statement.kind !== "expression") return false;
  return statement.value.kind === "string" || LOGGING.test(callee(statement));
}

/** A result that says no: False, None, nothing, (False, reason), an empty list; an empty dict only changes nothing. */
export function isRefusal(value: Expr | null): boolean {
  if (value === null) return true;
  switch (value.kind) {
    case "constant":
      return value.value === false || value.value === null;
    case "tuple":
      return (
        value.items.length > 0 &&
        value.items[0] !== undefined &&
        isRefusal(value.items[0]) &&
        value.items[0].kind === "constant"
      );
    case "list":
    case "set":
      return value.items.length === 0;
    default:
      return false;
  }
}

/** An empty dict of settings or options: whoever gets it does without. */
function changesNothing(value: Expr | null): boolean {
  return value?.kind === "dict" && value.entries.length === 0;
}

function disables(statement: Stmt): boolean {
  return (
    statement.kind === "continue" ||
    (statement.kind === "assign" &&
      statement.value?.kind === "constant" &&
      (statement.value.value === false || statement.value.value === null))
  );
}

export function outcomeOf(body: readonly Stmt[]): Outcome {
  const statements = body.filter((statement) => !isMessage(statement));
  const last = statements.at(-1);
  if (last === undefined) return "message";
  if (SKIPPING.test(callee(last))) return "skips test";
  if (last.kind === "raise" || LEAVING.test(callee(last))) return "raises";
  if (last.kind === "assert" && isFalse(last.test)) return "raises";
  if (last.kind === "return") {
    if (changesNothing(last.value)) return "disables";
    return statements.length <= 2 && isRefusal(last.value) ? "returns false" : "serves and leaves";
  }
  if (statements.every(disables)) return "disables";
  if (last.kind === "if" && statements.length === 1) return outcomeOfIf(last);
  return leaves(last) ? "serves and leaves" : "serves";
}

function isFalse(test: Expr): boolean {
  return test.kind === "constant" && test.value === false;
}

/** A block that only asks something more and then refuses, refuses. */
function outcomeOfIf(statement: Extract<Stmt, { kind: "if" }>): Outcome {
  const outcomes = statement.arms.map((arm) => outcomeOf(arm.body));
  const refusing = outcomes.find(isRefusing);
  const rest = statement.otherwise === null ? "message" : outcomeOf(statement.otherwise);
  if (refusing !== undefined && outcomes.every((one) => isRefusing(one))) {
    const trivial = rest === "message" || isRefusing(rest) || returnsTrue(statement.otherwise ?? []);
    if (trivial) return refusing;
  }
  return leaves(statement) ? "serves and leaves" : "serves";
}

function returnsTrue(body: readonly Stmt[]): boolean {
  const only = body[0];
  if (body.length !== 1 || only?.kind !== "return" || only.value === null) return false;
  const value = only.value.kind === "tuple" ? only.value.items[0] : only.value;
  return value?.kind === "constant" && value.value === true;
}

function leaves(statement: Stmt): boolean {
  if (statement.kind === "return" || statement.kind === "raise" || statement.kind === "continue") return true;
  if (statement.kind === "with") return leavesAll(statement.body);
  if (statement.kind !== "if" || statement.otherwise === null) return false;
  return statement.arms.every((arm) => leavesAll(arm.body)) && leavesAll(statement.otherwise);
}

function leavesAll(body: readonly Stmt[]): boolean {
  const last = body.at(-1);
  return last !== undefined && leaves(last);
}

export function isRefusing(outcome: Outcome): boolean {
  return (
    outcome === "raises" || outcome === "returns false" || outcome === "skips test" || outcome === "disables"
  );
}

export function consequenceOf(outcome: Outcome): Consequence {
  switch (outcome) {
    case "raises":
      return "raises";
    case "returns false":
      return "returns false";
    case "skips test":
    case "disables":
    case "message":
      return "skipped";
    case "serves":
    case "serves and leaves":
      return "falls back";
  }
}

/** What follows a block in its sequence: what those get who pass it by. */
export function outcomeOfRest(rest: readonly Stmt[], tailIsFunction: boolean): Outcome {
  const next = rest.find((statement) => !isMessage(statement));
  if (next === undefined) return tailIsFunction ? "returns false" : "serves";
  if (next.kind === "raise" || LEAVING.test(callee(next))) return "raises";
  if (next.kind === "return" && changesNothing(next.value)) return "disables";
  if (next.kind === "return") return isRefusal(next.value) ? "returns false" : "serves";
  if (SKIPPING.test(callee(next))) return "skips test";
  const way = rest.find((statement) => !isPassed(statement));
  return way !== undefined && (way.kind === "raise" || LEAVING.test(callee(way))) ? "raises" : "serves";
}

/** `message = f"…"` before a `raise`: whoever comes to the statement comes to the next one too, or is refused in it. */
function isPassed(statement: Stmt): boolean {
  switch (statement.kind) {
    case "assign":
    case "augmented":
    case "import":
    case "from":
    case "outer":
    case "delete":
    case "pass":
    case "def":
    case "class":
      return true;
    case "expression":
      return !SKIPPING.test(callee(statement)) && !LEAVING.test(callee(statement));
    case "if":
    case "for":
      return blocksOf(statement).every((block) =>
        block.every((inner) => inner.kind === "raise" || isPassed(inner)),
      );
    default:
      return false;
  }
}
