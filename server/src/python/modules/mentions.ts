import { changeBetween } from "../../text/change";
import type { Span } from "../../text/source";
import { endOfString, type Line, type Outline } from "../syntax/chunks";

export interface Mentions {
  /** Whether the code between the offsets speaks of architectures; what is only said about code does not count. */
  readonly any: (span: Span) => boolean;
  /** Where the text does, in comments too, in ascending order. */
  readonly places: () => readonly number[];
}

/** What is known of an earlier text of the same file. */
export interface Earlier {
  readonly source: { readonly text: string };
  readonly mentioned: () => readonly number[];
}

/** One pass over the text, the first time that somebody asks; over the changed lines, where an earlier text was read. */
export function mentionsIn(outline: Outline, speaks: RegExp, earlier: Earlier | null): Mentions {
  const { text } = outline;
  let known = earlier === null ? null : changedPlaces(text, speaks, earlier.source.text, earlier.mentioned());
  const places = (): readonly number[] => (known ??= placesIn(text, speaks));
  let inCode: readonly number[] | null = null;
  return {
    places,
    any: ({ start, end }) => {
      inCode ??= codeOnly(places(), outline);
      return (inCode[firstFrom(inCode, start)] ?? Infinity) < end;
    },
  };
}

/** The place of the first of the ascending numbers that is not below the least; their count where there is none. */
export function firstFrom(places: readonly number[], least: number): number {
  let low = 0;
  let high = places.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((places[middle] ?? 0) < least) low = middle + 1;
    else high = middle;
  }
  return low;
}

/** Without those in comments, and in strings that stand alone, as what documents a function does. */
function codeOnly(places: readonly number[], { text, comments, lines }: Outline): number[] {
  const code: number[] = [];
  let comment = 0;
  let line = 0;
  let isProse: boolean | null = null;
  for (const place of places) {
    while ((comments[comment]?.end ?? Infinity) <= place) comment++;
    if ((comments[comment]?.start ?? Infinity) <= place) continue;
    while ((lines[line]?.end ?? Infinity) <= place) {
      line++;
      isProse = null;
    }
    const around = lines[line];
    if (around === undefined || place < around.start) continue;
    isProse ??= isStringAlone(text, around);
    if (!isProse) code.push(place);
  }
  return code;
}

/** Not one with values in it: those are code. */
const PREFIX = /(?:rb?|br?|u)?(?=["'])/iy;
const NOTHING_MORE = /[ \t]*(?:#[^\r\n]*)?[\r\n]*$/y;

function isStringAlone(text: string, { first, end }: Line): boolean {
  PREFIX.lastIndex = first;
  if (!PREFIX.test(text)) return false;
  const last = endOfString(text, PREFIX.lastIndex);
  NOTHING_MORE.lastIndex = 0;
  return last <= end && NOTHING_MORE.test(text.slice(last, end));
}

function placesIn(text: string, speaks: RegExp): number[] {
  return [...text.matchAll(new RegExp(speaks, "gi"))].map(({ index }) => index);
}

function changedPlaces(
  text: string,
  speaks: RegExp,
  old: string,
  places: readonly number[],
): readonly number[] {
  const { start, end, by } = changeBetween(old, text);
  const from = text.lastIndexOf("\n", start - 1) + 1;
  const next = text.indexOf("\n", end);
  const to = next < 0 ? text.length : next;
  return [
    ...places.slice(0, firstFrom(places, from)),
    ...placesIn(text.slice(from, to), speaks).map((place) => place + from),
    ...places.slice(firstFrom(places, to - by)).map((place) => place + by),
  ];
}
