import { counted } from "../logic/names";
import type { SourceText } from "../text/source";
import { UsageError } from "./io";

export interface Location {
  readonly file: string;
  /** From 0; undefined for the whole file. */
  readonly line: number | undefined;
  /** From 0, in UTF-16 units. */
  readonly column: number | undefined;
}

/** `FILE:LINE` or `FILE:LINE:COLUMN`, counting from 1 as every other line of output does. */
export function locationOf(argument: string): Location {
  const match = /^(.+?)(?::(\d+))?(?::(\d+))?$/s.exec(argument);
  const [, file = argument, line, column] = match ?? [];
  if (line === "0" || column === "0") throw new UsageError(`'${argument}': lines and columns count from 1`);
  return {
    file,
    line: line === undefined ? undefined : Number(line) - 1,
    column: column === undefined ? undefined : Number(column) - 1,
  };
}

/** Throws where the file has no such line or column; a column behind the last character is still one of the line's. */
export function checkLocation({ line, column }: Location, source: SourceText, shown: string): void {
  const lines = source.lineStarts.length;
  if (line === undefined) return;
  if (line >= lines)
    throw new UsageError(`${shown} has ${counted(lines, "line")}; there is no line ${line + 1}`);
  const text = source.text.slice(source.lineStarts[line], source.lineStarts[line + 1]).replace(/\r?\n$/, "");
  if (column !== undefined && column > text.length)
    throw new UsageError(
      `line ${line + 1} of ${shown} has ${counted(text.length, "character")}; there is no column ${column + 1}`,
    );
}
