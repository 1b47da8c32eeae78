/** The project's own inputs, one construct a file, and what an editor or a file system may do to them. */
import { readdirSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";

const FOLDER = fileURLToPath(new URL("../cases/preprocessor/", import.meta.url));
const EXPANDED = fileURLToPath(new URL("../cases/expanded/", import.meta.url));

export interface Input {
  readonly name: string;
  readonly text: string;
}

export function corpus(): Input[] {
  return inputsIn(FOLDER);
}

/** Inputs whose text between directives counts: `-fdirectives-only` passes over it. */
export function expanded(): Input[] {
  return inputsIn(EXPANDED);
}

function inputsIn(folder: string): Input[] {
  return readdirSync(folder)
    .filter((name) => name.endsWith(".cuh"))
    .sort()
    .map((name) => ({ name, text: readFileSync(folder + name, "utf8") }));
}

/** The same conditionals in other bytes. */
export const DISGUISES: Readonly<Record<string, (text: string) => string>> = {
  "with CRLF": (text) => text.replaceAll("\n", "\r\n"),
  "with a byte order mark": (text) => `\uFEFF${text}`,
  "without a newline at its end": (text) => text.replace(/\n+$/, ""),
  "with CR alone": (text) => text.replaceAll("\n", "\r"),
  "with NUL bytes between its words": (text) => text.replace(/(?<=#(?:if|elif|define)) /g, " \0 "),
  "with form feeds and tabs before its directives": (text) => text.replace(/^#/gm, "\f\t \v#"),
};
