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

/** Some names are met in file after file; others once. */
const MOST_REMEMBERED = 20_000;

/** What a name comes to by itself, worked out once for each. */
export function remembered<T extends object | boolean | null>(
  work: (name: string) => T,
): (name: string) => T {
  const known = new Map<string, T>();
  return (name) => {
    let answer = known.get(name);
    if (answer === undefined) {
      answer = work(name);
      if (known.size >= MOST_REMEMBERED) known.clear();
      known.set(ownText(name), answer);
    }
    return answer;
  };
}
