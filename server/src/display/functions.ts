/** Functions by their findings: what stands above a kernel, or above a function that builds one. */
import type { JudgedGate } from "../gates/judgement";
import type { FileReport } from "../service";
import type { SourceText } from "../text/source";
import { lineAt, lineText } from "../text/source";

export interface FunctionFindings {
  readonly name: string;
  /** Offset of the name. */
  readonly nameAt: number;
  /** The line, from 0, above which it is told. */
  readonly line: number;
  /** Findings in it that leave the target out, in source order; at least one. */
  readonly closed: readonly JudgedGate[];
}

interface Holder {
  readonly name: string;
  readonly nameAt: number;
  readonly line: number;
}

/** Functions with at least one finding that leaves the target out; the innermost around each. */
export function functionsWithFindings(report: FileReport): FunctionFindings[] {
  const closed = report.gates.filter((judged) => judged.rule !== null && judged.excludesTarget === true);
  const groups = new Map<string, { holder: Holder; closed: JudgedGate[] }>();
  for (const judged of closed) {
    const holder = holderOf(report, judged.gate.span.start);
    if (holder === null) continue;
    const key = `${holder.nameAt}`;
    const group = groups.get(key);
    if (group === undefined) groups.set(key, { holder, closed: [judged] });
    else group.closed.push(judged);
  }
  return [...groups.values()].map((group) => ({ ...group.holder, closed: group.closed }));
}

function holderOf(report: FileReport, offset: number): Holder | null {
  if (report.language === "python") return pythonHolder(report.source, offset);
  const around = report.outline.functions.filter(({ body }) => body.start <= offset && offset <= body.end);
  const innermost = around[around.length - 1];
  if (innermost === undefined) return null;
  const { name, nameSpan, start } = innermost;
  return { name, nameAt: nameSpan.start, line: lineAt(report.source, start) };
}

const DEFINITION = /^(\s*)(?:async\s+)?def\s+(\w+)/;

/**
 * The function whose definition stands above at less indentation. Lines are enough: a text in quotes that looks like
 * a definition would cost a name that is beside the point, and no more.
 */
function pythonHolder(source: SourceText, offset: number): Holder | null {
  const from = lineAt(source, offset);
  let indentation = indentationOf(lineText(source, from));
  for (let line = from; line >= 0 && indentation > 0; line--) {
    const text = lineText(source, line);
    if (text.trim() === "" || indentationOf(text) >= indentation) continue;
    const match = DEFINITION.exec(text);
    if (match !== null) {
      const nameAt =
        (source.lineStarts[line] ?? 0) + text.indexOf(match[2] ?? "", match[0].indexOf("def") + 3);
      return { name: match[2] ?? "", nameAt, line };
    }
    // A bracket closed at less indentation than it was opened is no block.
    if (/^\s*[)\]}]/.test(text)) continue;
    indentation = indentationOf(text);
  }
  return null;
}

const indentationOf = (text: string): number => text.length - text.trimStart().length;
