import { onDevices } from "../values/logic";
import { parseArchList } from "../../arch/arch-list";
import { maskOfText } from "./members";
import { emit } from "./finders";
import type { Site } from "./site";
import type { Expr } from "../syntax/syntax";

/** A comma forgotten between two strings of a list makes one string of them, and two architectures are lost. */
export function joinedStrings(items: readonly Expr[], site: Site): void {
  for (const item of items) {
    const pieces = joinedPieces(item, site);
    if (item.kind !== "string" || pieces === null) continue;
    const { text } = site.module.source;
    const members = item.pieces.map(({ start, end }, i) => ({
      span: { start, end },
      text: text.slice(start, end),
      mask: maskOfText(pieces[i] ?? ""),
    }));
    const span = { start: item.start, end: item.end };
    emit(site, {
      form: "joined-strings",
      span,
      admission: onDevices(0),
      consequence: "unbuilt",
      operand: () => span,
      shape: { kind: "list", span, members, style: "text", entries: null },
    });
  }
}

/** The architectures that stand side by side in one string; null where there are none. */
export function joinedPieces(item: Expr, { module }: Site): readonly string[] | null {
  if (item.kind !== "string" || item.pieces.length < 2) return null;
  const { text } = module.source;
  const pieces = item.pieces.map((piece) =>
    text.slice(piece.start, piece.end).replace(/^\w*["']+|["']+$/g, ""),
  );
  return pieces.every(isOneArchitecture) ? pieces : null;
}

/** Pieces with a space or a separator at an end are meant to be one text. */
function isOneArchitecture(piece: string): boolean {
  const { entries, foreign } = parseArchList(piece);
  return entries.length === 1 && foreign.length === 0 && !/^[\s;,]|[\s;,]$/.test(piece);
}
