/** What one text has in common with another. */
export interface Change {
  /** Up to here both are the same. */
  readonly start: number;
  /** From here on the new one is the old one, moved by `by`. */
  readonly end: number;
  readonly by: number;
}

/** Compared at once: far quicker than one by one. */
const BLOCK = 2048;

/** The smallest piece that was replaced; lines that end before it or begin behind it are the same in both. */
export function changeBetween(old: string, now: string): Change {
  const shorter = Math.min(old.length, now.length);
  let start = 0;
  while (start + BLOCK <= shorter && old.startsWith(now.slice(start, start + BLOCK), start)) start += BLOCK;
  while (start < shorter && old.charCodeAt(start) === now.charCodeAt(start)) start++;
  const most = shorter - start;
  const by = now.length - old.length;
  let end = now.length;
  const least = now.length - most;
  while (end - BLOCK >= least && old.startsWith(now.slice(end - BLOCK, end), end - BLOCK - by)) end -= BLOCK;
  while (end > least && old.charCodeAt(end - 1 - by) === now.charCodeAt(end - 1)) end--;
  return { start, end, by };
}
