import type { JudgedGate } from "../gates/judgement";
import type { SourceText } from "../text/source";

/** As wide as a list beside the editor is. */
const NARROW = 44;
const LONGEST = 80;

/** A gate in a few words, for a narrow list: the whole condition where it is short, else the part that decides. */
export function shortGate({ gate, operand }: JudgedGate, source: SourceText): string {
  const sign = gate.layer === "cuda-preprocessor" ? "#" : "";
  const whole = sign + oneLine(gate.text);
  if (whole.length <= NARROW || operand === null) return cut(whole);
  const part = oneLine(source.text.slice(operand.start, operand.end));
  return cut(part === "" ? whole : withoutBrackets(part));
}

function oneLine(text: string): string {
  return text
    .replace(/\\?\s*[\r\n]+\s*/g, " ")
    .replace(/\s+/g, " ")
    .trim();
}

function cut(text: string): string {
  return text.length <= LONGEST ? text : `${text.slice(0, LONGEST - 1)}…`;
}

/** `(A < 3)` → `A < 3`, where the first bracket closes at the end. */
function withoutBrackets(text: string): string {
  if (!text.startsWith("(") || !text.endsWith(")")) return text;
  let depth = 0;
  for (let at = 0; at < text.length; at++) {
    if (text[at] === "(") depth++;
    else if (text[at] === ")" && --depth === 0 && at < text.length - 1) return text;
  }
  return text.slice(1, -1).trim();
}
