import type { Span } from "../text/source";

/** How an answer came about: for hovers, and to say that a name alone was read. */
export interface Note {
  readonly kind: "definition" | "source" | "name" | "assumption";
  readonly text: string;
  readonly file?: string;
  readonly span?: Span;
}

/** An answer that took more than these is not explained in full. */
const MOST_NOTES = 60;
const MOST_IN_ALL = 5000;

/** Adds the notes of a result that was found earlier. */
export function addNotes(notes: Note[], more: readonly Note[]): void {
  if (more.length === 0 || notes.length >= MOST_IN_ALL) return;
  for (const note of more) notes.push(note);
}

export function addNote(notes: Note[], note: Note): void {
  if (notes.length < MOST_IN_ALL) notes.push(note);
}

/** Each once, the first of them. */
export function distinct(notes: readonly Note[]): readonly Note[] {
  if (notes.length < 2) return notes;
  const seen = new Map<string, Note>();
  for (const note of notes) {
    const key = `${note.kind} ${note.text} ${note.file ?? ""}`;
    if (!seen.has(key)) seen.set(key, note);
    if (seen.size === MOST_NOTES) break;
  }
  return [...seen.values()];
}
