import type { CaseTest, Expr, Pattern } from "../../python/syntax/syntax";
import type { TextEdit } from "../edits";
import { spelled } from "./python-members";
import { missing, styleOf, type Opening } from "./python-opening";

/** `case 9 | 10:` becomes `case 9 | 10 | 12:`; where a guard decides, the guard. */
export function openCase(
  node: CaseTest,
  opening: Opening,
  openGuard: (guard: Expr) => readonly TextEdit[] | null,
): readonly TextEdit[] | null {
  if (node.guard !== null) {
    const edits = openGuard(node.guard);
    return edits === null || edits.length === 0 ? null : edits;
  }
  const { text } = opening.source;
  const model = modelOf(node.pattern, text);
  if (model === null) return null;
  const wanted = missing(opening.shape.valueOf(node) ?? [], true, opening);
  const added = spelled(model.style, model.text, wanted);
  if (added.length === 0) return null;
  const newText = added.map((one) => ` | ${one}`).join("");
  return [{ span: { start: node.end, end: node.end }, newText }];
}

function modelOf(
  pattern: Pattern,
  text: string,
): { text: string; style: NonNullable<ReturnType<typeof styleOf>> } | null {
  switch (pattern.kind) {
    case "value": {
      const { value } = pattern;
      const style = styleOf(value, text);
      return style === null ? null : { text: text.slice(value.start, value.end), style };
    }
    case "either": {
      const last = pattern.patterns.at(-1);
      return last === undefined ? null : modelOf(last, text);
    }
    case "sequence": {
      const numbers = pattern.items.map((one) => (one.kind === "value" ? one.value.kind : null));
      const isPair = numbers.length === 2 && numbers.every((kind) => kind === "number");
      return isPair ? { text: "(0, 0)", style: "tuple" } : null;
    }
    default:
      return null;
  }
}
