/** Conditions in code that decide whether a line is reached: whoever asks about it has its number from a traceback. */
import { codeOf } from "../cuda/body/code";
import { conditionBefore } from "../cuda/body/statements";
import { scanDirectives } from "../cuda/directives";
import type { JudgedGate } from "../gates/judgement";
import { outline, type Line } from "../python/syntax/chunks";
import type { FileReport } from "../service";
import type { Span } from "../text/source";

/** Gates in the conditions that the line (from 0) stands under, and in the statement that it is a part of, in source order. */
export function gatesAround(report: FileReport, line: number): JudgedGate[] {
  const { source, gates, language } = report;
  const start = source.lineStarts[line];
  if (start === undefined || gates.length === 0) return [];
  const at = start + (/[ \t]*/.exec(source.text.slice(start, start + MOST_INDENT))?.[0].length ?? 0);
  const heads = language === "python" ? pythonHeads(source.text, at) : codeHeads(source.text, at);
  return gates.filter(({ gate: { span } }) =>
    heads.some((head) => head.start <= span.start && span.start < head.end),
  );
}

const MOST_INDENT = 1000;

/** The statement that holds the offset, and the lines that begin the blocks around it. */
function pythonHeads(text: string, at: number): Span[] {
  const { lines } = outline(text);
  const index = lines.findLastIndex(({ first }) => first <= at);
  const own = lines[index];
  if (own === undefined || own.end <= at) return [];
  const heads: Span[] = [own];
  let { indent } = own;
  let before = goesOn(own, text);
  for (const line of lines.slice(0, index).reverse()) {
    if (line.indent > indent || (line.indent === indent && before === null)) continue;
    if (line.indent === indent && before === "decorator" && line.kind !== "decorator") {
      before = null;
      continue;
    }
    heads.push(line);
    indent = line.indent;
    before = goesOn(line, text);
  }
  return heads;
}

/** What belongs to a line of those before it: of an arm the arms whose devices it does not get, of a definition its decorators. */
function goesOn({ kind, first, end }: Line, text: string): "arm" | "decorator" | null {
  if (kind === "def" || kind === "class" || kind === "decorator") return "decorator";
  return /^(?:elif|else)\b/.test(text.slice(first, Math.min(end, first + 8))) ? "arm" : null;
}

/** The conditions of the blocks around the offset, and the statement that holds it. */
function codeHeads(text: string, at: number): Span[] {
  const code = codeOf(scanDirectives(text));
  const { tokens } = code;
  const place = tokens.findIndex(({ end }) => end > at);
  if (place < 0) return [];
  const heads: Span[] = [];
  for (let from = 0; from < place;) {
    const condition = conditionBefore(code, from, place);
    const [first, last] = [condition?.[0], condition?.at(-1)];
    if (first === undefined || last === undefined) break;
    heads.push({ start: first.start, end: last.end });
    from = tokens.indexOf(last) + 1;
  }
  let first = place;
  while (first > 0 && !ENDS.has(tokens[first - 1]?.text ?? "")) first--;
  heads.push({ start: tokens[first]?.start ?? at, end: at });
  return heads;
}

const ENDS: ReadonlySet<string> = new Set([";", "{", "}"]);
