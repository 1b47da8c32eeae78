/** Conditions in code that decide whether a line is reached: whoever asks about it has its number from a traceback. */
import { codeOf } from "../cuda/body/code";
import { conditionBefore } from "../cuda/body/statements";
import { scanDirectives } from "../cuda/directives";
import type { JudgedGate } from "../gates/judgement";
import { outline, type Line } from "../python/syntax/chunks";
import type { FileReport } from "../service";
import type { Span } from "../text/source";

/**
 * Gates in the conditions that the line (from 0) stands under, in the statement that it is a part of, and, in Python, in
 * the checks before it that answer others than the asked, in source order.
 */
export function gatesAround(report: FileReport, line: number): JudgedGate[] {
  const { source, gates, language } = report;
  const start = source.lineStarts[line];
  if (start === undefined || gates.length === 0) return [];
  const at = start + (/[ \t]*/.exec(source.text.slice(start, start + MOST_INDENT))?.[0].length ?? 0);
  const { heads, left } =
    language === "python" ? pythonHeads(source.text, at) : { heads: codeHeads(source.text, at), left: [] };
  const stands = (spans: readonly Span[], { start: first }: Span): boolean =>
    spans.some((head) => head.start <= first && first < head.end);
  return gates.filter(
    ({ gate, asked, excludesTarget }) =>
      stands(heads, gate.span) ||
      (excludesTarget !== false && stands(left, gate.span) && gate.exemptFor(asked) === null),
  );
}

const MOST_INDENT = 1000;

/** What a branch of Python does, or that it is one; what is tested there, or answered, has a value of its own. */
const BRANCH = /^(else|return|raise|continue|break|pass)\b/;

/** On the word that a line of a branch begins with: the gate that decides who comes there. */
export function gateOfBranch(report: FileReport, line: number, offset: number): JudgedGate | undefined {
  const { source, language } = report;
  const start = source.lineStarts[line];
  if (language !== "python" || start === undefined) return undefined;
  const own = source.text.slice(start, offset + MOST_INDENT);
  const word = BRANCH.exec(own.trimStart())?.[1];
  const first = start + own.length - own.trimStart().length;
  if (word === undefined || offset < first || offset >= first + word.length) return undefined;
  // A ladder stands where its last arm does: whom no arm serves asks about the whole.
  const wantsWhole = word === "else" || word === "raise";
  const fits = ({ gate: { form } }: JudgedGate): number => Number((form === "ladder") === wantsWhole);
  return gatesAround(report, line).sort(
    (a, b) => b.gate.span.start - a.gate.span.start || fits(b) - fits(a),
  )[0];
}

interface Heads {
  /** The statement that holds the offset, and the lines that begin the blocks around it. */
  readonly heads: readonly Span[];
  /** Lines before those that begin a block which ends in an answer. */
  readonly left: readonly Span[];
}

function pythonHeads(text: string, at: number): Heads {
  const { lines } = outline(text);
  const index = lines.findLastIndex(({ first }) => first <= at);
  const own = lines[index];
  if (own === undefined || own.end <= at) return { heads: [], left: [] };
  const heads: Span[] = [own];
  const left: Span[] = [];
  let { indent } = own;
  let before = goesOn(own, text);
  for (let i = index - 1; i >= 0; i--) {
    const line = lines[i];
    if (line === undefined || line.indent > indent) continue;
    if (line.indent === indent && before === null) {
      if (isLeftBy(lines, i, text)) left.push(line);
      continue;
    }
    if (line.indent === indent && before === "decorator" && line.kind !== "decorator") {
      before = null;
      continue;
    }
    heads.push(line);
    indent = line.indent;
    before = goesOn(line, text);
  }
  return { heads, left };
}

const ANSWER = "return[ \\t]+(?!(?:None|False|0)[ \\t]*(?:[#\\r\\n]|$))[^\\s#]";
const ANSWERS = new RegExp(`^${ANSWER}`);
const ANSWERS_AT_ONCE = new RegExp(`:[ \\t]*${ANSWER}`);

/** `if ok: return run(x)`, on one line or in several: who comes to what stands behind it did not get in. */
function isLeftBy(lines: readonly Line[], index: number, text: string): boolean {
  const [line, inner] = [lines[index], lines[index + 1]];
  if (line === undefined) return false;
  const own = text.slice(line.first, line.end);
  if (!/^(?:if|elif)\b/.test(own)) return false;
  if (inner === undefined || inner.indent <= line.indent) return ANSWERS_AT_ONCE.test(own);
  let last = inner;
  for (let i = index + 1; (lines[i]?.indent ?? 0) > line.indent; i++)
    if (lines[i]?.indent === inner.indent) last = lines[i] ?? last;
  return ANSWERS.test(text.slice(last.first, last.end));
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
