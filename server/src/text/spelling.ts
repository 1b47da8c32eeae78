/** Names that somebody may have meant who wrote another one. */

/** How many letters have to be added, taken away or replaced. */
export function editDistance(a: string, b: string): number {
  let row = Array.from({ length: b.length + 1 }, (_, index) => index);
  for (let i = 1; i <= a.length; i++) {
    const next = [i];
    for (let j = 1; j <= b.length; j++) {
      const replaced = (row[j - 1] ?? 0) + (a[i - 1] === b[j - 1] ? 0 : 1);
      next.push(Math.min(replaced, (row[j] ?? 0) + 1, (next[j - 1] ?? 0) + 1));
    }
    row = next;
  }
  return row[b.length] ?? 0;
}

/** Longer names are no slip of a known one: nobody is to wait for the comparison. */
const LONGEST = 64;
const MOST_NAMES = 3;
/** So many letters at its start tell a word: `empty` and `empties`. */
const TELLING = 4;

/** Names of hyphenated words that say every word of `name`, nearest first: `guard-empty` means `guard-empties-body`. */
export function alike(name: string, known: readonly string[]): string[] {
  if (name.length > LONGEST) return [];
  const words = wordsOf(name);
  if (words.length === 0) return [];
  return known
    .filter((each) => words.every((word) => wordsOf(each).some((other) => isAlike(word, other))))
    .map((each) => ({ name: each, distance: editDistance(name.toLowerCase(), each) }))
    .sort((a, b) => a.distance - b.distance)
    .slice(0, MOST_NAMES)
    .map((each) => each.name);
}

function wordsOf(name: string): string[] {
  return name
    .toLowerCase()
    .split(/[^a-z0-9]+/)
    .filter((word) => word !== "");
}

function isAlike(a: string, b: string): boolean {
  const start = a.slice(0, TELLING);
  return (
    (start.length === TELLING && b.startsWith(start)) ||
    editDistance(a, b) <= Math.min(2, (a.length - 1) >> 1)
  );
}
