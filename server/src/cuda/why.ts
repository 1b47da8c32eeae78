/** Why a branch leaves targets out: the operand, of this condition or of one it stands under, that removes them. */
import { ALL_TARGETS } from "../logic/sets";
import type { Mask } from "../logic/sets";
import type { Condition, Diagrams, Node } from "../logic/diagram";
import { sliceOf } from "../text/source";
import type { Span } from "../text/source";
import type { Branch, Verdict } from "./branch";
import { parseExpression } from "./expression";
import type { Expression } from "./expression";
import type { CudaFile } from "./file";
import type { Token } from "./lexer";

export interface Explanation {
  readonly mask: Mask;
  readonly span: Span;
  readonly text: string;
}

/** The targets (not the host) in which `condition` can never hold. */
function impossibleIn(diagrams: Diagrams, condition: Condition): Mask {
  return ALL_TARGETS & ~diagrams.possibleIn(condition);
}

/** Explains the branches of one file; what is said of an outer branch is said of the inner ones too, and kept. */
export class Explainer {
  private readonly file: CudaFile;
  private readonly known = new Map<Branch, readonly Explanation[]>();

  constructor(file: CudaFile) {
    this.file = file;
  }

  /** For each target that the branch leaves out: the operand that removes it. Asked from the outside inwards. */
  exclusionFrom(branch: Branch): readonly Explanation[] {
    let explanations = this.known.get(branch);
    if (explanations === undefined) {
      explanations = this.explain(branch);
      this.known.set(branch, explanations);
    }
    return explanations;
  }

  private explain(branch: Branch): Explanation[] {
    const { diagrams } = this.file.session;
    const excluded = impossibleIn(diagrams, branch.presence);
    if (excluded === 0) return [];
    const { parent } = branch;
    const byParent = parent === null ? 0 : impossibleIn(diagrams, parent.presence);
    const explanations = parent === null || byParent === 0 ? [] : [...this.exclusionFrom(parent)];
    // Taken by an earlier branch of the chain, whatever the own condition says.
    const bySibling = impossibleIn(diagrams, branch.context) & excluded & ~byParent;
    if (bySibling !== 0) explanations.push(...explainSiblings(this.file, branch, bySibling));
    const byItself = excluded & ~byParent & ~bySibling;
    for (const { mask, span } of excludingOperands(this.file, branch, byItself)) {
      explanations.push({ mask, span, text: sliceOf(this.file.source, span) });
    }
    return explanations;
  }
}

function explainSiblings(file: CudaFile, branch: Branch, excluded: Mask): Explanation[] {
  const { diagrams } = file.session;
  const explanations: Explanation[] = [];
  let rest = excluded;
  for (const sibling of branch.chain.branches) {
    if (sibling === branch || rest === 0) break;
    const taken = rest & ~impossibleIn(diagrams, sibling.presence);
    rest &= ~taken;
    const span = conditionSpan(sibling);
    if (taken !== 0) explanations.push({ mask: taken, span, text: sliceOf(file.source, span) });
  }
  return explanations;
}

/** From the first token of the condition to its last; the keyword where there is none. */
export function conditionSpan(branch: Branch): Span {
  const first = branch.tokens[0];
  const last = branch.tokens[branch.tokens.length - 1];
  return first === undefined || last === undefined
    ? branch.directive.keywordSpan
    : { start: first.start, end: last.end };
}

export interface ExcludingOperand {
  readonly mask: Mask;
  readonly span: Span;
}

/** For each of `excluded`, the smallest operand of the branch's own condition that keeps it out, grouped by operand. */
export function excludingOperands(file: CudaFile, branch: Branch, excluded: Mask): ExcludingOperand[] {
  if (excluded === 0) return [];
  const expression = sourceExpression(branch);
  if (expression === null) return [{ mask: excluded, span: conditionSpan(branch) }];
  const found = file.session.diagrams.budget.attempt(() => {
    const operands: ExcludingOperand[] = [];
    descend(file, branch, expression, excluded, true, operands);
    return operands;
  }, branch.tokens.length);
  return found ?? [{ mask: excluded, span: conditionSpan(branch) }];
}

/** The operand that keeps all of `excluded` out; where it takes several, the condition as a whole. */
export function excludingOperand(file: CudaFile, branch: Branch, excluded: Mask): Span {
  const operands = excludingOperands(file, branch, excluded);
  const only = operands[0];
  return operands.length === 1 && only !== undefined ? only.span : conditionSpan(branch);
}

/** The condition as written, macros not expanded; null where that is no expression by itself. */
export function sourceExpression(branch: Branch): Expression | null {
  if (branch.kind !== "if" && branch.kind !== "elif") return null;
  const expression = parseExpression(branch.tokens);
  return "fault" in expression ? null : expression;
}

/** Follows the sides that decide; `wanted` is what the expression would have to be for the targets to get in. */
function descend(
  file: CudaFile,
  branch: Branch,
  expression: Expression,
  excluded: Mask,
  wanted: boolean,
  found: ExcludingOperand[],
  negated: Expression = expression,
): void {
  if (expression.kind === "unary" && expression.operator === "!") {
    descend(file, branch, expression.operand, excluded, !wanted, found, negated);
    return;
  }
  let rest = excluded;
  for (const side of sidesOf(expression, wanted ? "&&" : "||")) {
    const refused = rest === 0 ? 0 : targetsRefusedBy(file, branch, side, wanted) & rest;
    rest &= ~refused;
    if (refused !== 0) descend(file, branch, side, refused, wanted, found);
  }
  // Of `!(x >= 1200)` it is the negation that keeps them out, not the test in it.
  if (rest !== 0) found.push({ mask: rest, span: { start: negated.start, end: negated.end } });
}

/** `a`, `b` and `c` of `a && b && c`; none where the expression is no such chain. */
function sidesOf(expression: Expression, operator: string): Expression[] {
  const sides: Expression[] = [];
  const pending = [expression];
  for (let at = pending.pop(); at !== undefined; at = pending.pop()) {
    if (at.kind === "binary" && at.operator === operator) pending.push(at.right, at.left);
    else sides.push(at);
  }
  return sides.length > 1 ? sides : [];
}

/** The targets for which this part of the condition, by itself, is never what it would have to be. */
export function targetsRefusedBy(file: CudaFile, branch: Branch, part: Expression, wanted: boolean): Mask {
  const { diagrams } = file.session;
  const verdict = readPart(file, branch, part);
  return impossibleIn(
    diagrams,
    diagrams.where(verdict, (value) => (value === true) === wanted),
  );
}

/** What a part of a branch's condition comes to, wherever the branch is looked at. */
export function readPart(file: CudaFile, branch: Branch, part: Expression): Node<Verdict> {
  const { session, presence } = file;
  const tokens = branch.tokens.slice(
    indexFrom(branch.tokens, part.start),
    indexFrom(branch.tokens, part.end),
  );
  return session.reader.read(tokens, presence.table, branch.context, branch.at).verdict;
}

/** The index of the first token that starts at `offset` or after it. */
function indexFrom(tokens: readonly Token[], offset: number): number {
  let low = 0;
  let high = tokens.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((tokens[middle]?.start ?? 0) < offset) low = middle + 1;
    else high = middle;
  }
  return low;
}
