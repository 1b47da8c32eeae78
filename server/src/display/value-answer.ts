import { DEVICES } from "../arch/devices";
import { maskInWords } from "../logic/names";
import { deviceMaskOf, maskWhere } from "../logic/sets";
import type { Mask } from "../logic/sets";
import type { Explanation } from "../service";
import { basename } from "../text/paths";
import { lineAt } from "../text/source";
import type { SourceOf } from "./gate-answer";
import type { Answer, Detail, Piece, Sentence } from "./words";
import { code, detail } from "./words";

type Note = Explanation["notes"][number];

/** Of a long list of definitions the first say where to look. */
const MOST_NOTES = 6;

/** What a name or an expression in the file `path` comes to on the target's device and on the others, and why. */
export function valueAnswer(value: Explanation, path: string, target: string, sourceOf: SourceOf): Answer {
  const asked = deviceMaskOf(target);
  const who = `${maskInWords(asked, "devices")} (${target})`;
  const groups = groupsOf(value);
  const own = groups.filter(({ mask }) => (mask & asked) !== 0);
  const [only] = own;
  const headline: Sentence =
    own.length === 1 && only !== undefined
      ? [code(value.text), " is ", only.says, ` on ${who}.`]
      : [code(value.text), " depends on the device."];
  const others = groups.filter(({ mask }) => own.length > 1 || (mask & asked) === 0);
  return {
    headline,
    details: [
      ...others.map(({ mask, says }) => detail("value", `${maskInWords(mask, "devices")}: `, says, ".")),
      ...notesOf(value, path, sourceOf),
    ],
  };
}

/** Devices with the same value together. */
function groupsOf({ values }: Explanation): { mask: Mask; says: Piece }[] {
  return values.map(({ devices, value }) => ({
    mask: maskWhere(DEVICES, ({ name }) => devices.includes(name)),
    says: code(value),
  }));
}

function notesOf({ notes, span }: Explanation, path: string, sourceOf: SourceOf): Detail[] {
  const isItself = (note: Note): boolean => note.file === path && note.span?.start === span.start;
  return notes
    .filter((note) => !isItself(note))
    .slice(0, MOST_NOTES)
    .map((note) => detail("why", ...noteSentence(note, sourceOf)));
}

function noteSentence(note: Note, sourceOf: SourceOf): Sentence {
  switch (note.kind) {
    case "definition":
      return [code(note.text), " is defined at ", placeOf(note, sourceOf), "."];
    case "source":
      return ["The capability comes from ", code(note.text), "."];
    case "name":
      return ["No definition was found; read from its name: ", code(note.text), "."];
    case "assumption":
      return ["Assumed: ", code(note.text), "."];
  }
}

function placeOf({ file = "", span }: Note, sourceOf: SourceOf): Piece {
  const source = sourceOf(file);
  if (source === null || span === undefined) return basename(file);
  const line = lineAt(source, span.start);
  return { place: { path: file, line }, text: `${basename(file)}:${line + 1}` };
}
