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
