/**
 * The same text, by itself. Engines of JavaScript cut a name out of a file as a view of the file's text: a table that
 * keeps such names for long keeps every text alive that any of them was met in.
 */
export function ownText(text: string): string {
  // Short ones are copied anyhow. A view of a text that was just put together keeps no more than that alive.
  return text.length < SHORTEST_VIEW ? text : ` ${text}`.slice(1);
}

/** In V8. */
const SHORTEST_VIEW = 13;
