/** The branches of a file as plain data: which passes compile each, under what residual, and what removes a target. */
import { isCutlassHeader } from "../arch/cutlass-macros";
import { ALL_PASSES, HOST_PASS } from "../arch/passes";
import { ALL_TARGETS } from "../logic/sets";
import type { Mask } from "../logic/sets";
import { residualOf } from "../logic/residual";
import type { Condition, Diagrams } from "../logic/diagram";
import { lineAt } from "../text/source";
import type { Span } from "../text/source";
import type { CudaFile } from "./file";
import { spell } from "./expression";
import { isGivenUp } from "./decide";
import type { Branch, BranchKind } from "./branch";
import { Explainer } from "./why";

export interface TargetAdmission {
  readonly admits: Mask;
  readonly excludes: Mask;
  readonly depends: readonly { readonly mask: Mask; readonly when: string }[];
  readonly host: boolean | string;
}

/** One `#if/#ifdef/#ifndef/#elif/#else` branch. Lines count from 0. */
export interface Region {
  readonly directive: BranchKind;
  /** The directive, from its `#` to the end of its condition. */
  readonly span: Span;
  readonly line: number;
  /** The last line before the directive that ends the branch. */
  readonly endLine: number;
  /** The condition as written, splices and comments taken out; "" for #else. */
  readonly text: string;
  /** Index, in the file's list, of the branch this one stands in. */
  readonly parent: number | null;
  readonly admission: TargetAdmission;
  /** For each excluded target: the operand that removes it. */
  readonly why: readonly { readonly mask: Mask; readonly span: Span; readonly text: string }[];
  /** What a preprocessor would report about the condition; there the branch counts as not taken. */
  readonly error: string | null;
  readonly givenUp: boolean;
  /** Assumptions that mattered: `CUDART_VERSION=13000`. */
  readonly assumed: readonly string[];
}

export function regionsOf(file: CudaFile): Region[] {
  const { branches } = file.presence;
  const index = new Map(branches.map((branch, i) => [branch, i]));
  const explainer = new Explainer(file);
  return branches.map((branch) => {
    const parent = branch.parent === null ? null : (index.get(branch.parent) ?? null);
    return regionOf(file, branch, parent, explainer);
  });
}

function regionOf(file: CudaFile, branch: Branch, parent: number | null, explainer: Explainer): Region {
  const { source, session } = file;
  const line = lineAt(source, branch.directive.start);
  const admission = admissionOf(session.diagrams, branch.presence);
  return {
    directive: branch.kind,
    span: { start: branch.directive.start, end: branch.directive.end },
    line,
    endLine: Math.max(line, lineAt(source, branch.body.end) - (isAtFileEnd(file, branch) ? 0 : 1)),
    text: branch.kind === "else" ? "" : spell(branch.tokens),
    parent,
    admission,
    why: explainer.exclusionFrom(branch),
    error: branch.error,
    givenUp: isGivenUp(branch),
    assumed: assumedFor(branch, file),
  };
}

/** Not what a header that was found says itself. */
function assumedFor(branch: Branch, { session, presence, missing }: CudaFile): string[] {
  const missesCutlass = missing.some(({ spelling }) => isCutlassHeader(spelling));
  const assumed = branch.names.map((name) => {
    const assumption = session.predefined.assumptionOf(name, missesCutlass);
    return assumption !== null && presence.table.isFirst(name, branch.at, branch.context) ? assumption : null;
  });
  return [...new Set(assumed)].filter((text) => text !== null);
}

function isAtFileEnd(file: CudaFile, branch: Branch): boolean {
  const { branches, end } = branch.chain;
  return (
    end === null && branches[branches.length - 1] === branch && branch.body.end === file.source.text.length
  );
}

/** A presence condition, target by target. */
export function admissionOf(diagrams: Diagrams, presence: Condition): TargetAdmission {
  let admits = 0;
  let excludes = 0;
  let host: boolean | string = false;
  const depends: { mask: Mask; when: string }[] = [];
  for (const { mask, node } of diagrams.partsOf(presence)) {
    const residual = residualOf(node);
    const targets = mask & ALL_TARGETS;
    if ((mask >> HOST_PASS) & 1) host = residual;
    if (targets === 0) continue;
    if (residual === true) admits |= targets;
    else if (residual === false) excludes |= targets;
    else depends.push({ mask: targets, when: residual });
  }
  return { admits: admits & ALL_PASSES, excludes, depends, host };
}
