/** The comment that silences a finding, where `suppress.ts` looks for it and where it changes nothing else. */
import { lineAt, lineText } from "../text/source";
import type { SourceText } from "../text/source";
import type { TextEdit } from "./edits";
import type { JudgedGate } from "./judgement";

/**
 * Null where no comment would silence it: the finding has no rule, no reason is given, or there is no place for a
 * comment. The reason becomes one line.
 */
export function silencingEdit(source: SourceText, judged: JudgedGate, reason: string): TextEdit | null {
  const why = reason.replace(/\s+/g, " ").replaceAll("*/", "* /").trim();
  if (judged.rule === null || why === "") return null;
  const comment = `sm-lens: ignore[${judged.rule}] ${why}`;
  const hash = judged.gate.layer === "python" || judged.gate.layer === "build";
  const line = lineAt(source, judged.gate.span.start);
  const above = lineText(source, line - 1);
  const own = lineText(source, line);
  const start = source.lineStarts[line] ?? 0;
  const eol = source.text.includes("\r\n") ? "\r\n" : "\n";
  // A line of its own above, unless that would stand inside a continued line or push away another such comment.
  if (!above.trimEnd().endsWith("\\") && !above.includes("sm-lens:")) {
    const indentation = /^\s*/.exec(own)?.[0] ?? "";
    const newText = `${indentation}${hash ? "#" : "//"} ${comment}${eol}`;
    return { span: { start, end: start }, newText };
  }
  if (own.includes("sm-lens:") || (hash && own.trimEnd().endsWith("\\"))) return null;
  return { span: atLineEnd(own, start), newText: hash ? `  # ${comment}` : `  /* ${comment} */` };
}

/** Behind what the line says, before the backslash that continues it. */
function atLineEnd(text: string, start: number): { start: number; end: number } {
  const end = start + text.replace(/\s*\\?\s*$/, "").length;
  return { start: end, end };
}
