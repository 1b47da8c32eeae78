import { ownText } from "../../text/own-text";

/** Names repeat; so many answers are kept. */
const MOST_KEPT = 4_000;

/** The same function of a text, which is asked about each text once. */
export function byText<T>(answer: (text: string) => T): (text: string) => T {
  const kept = new Map<string, { readonly value: T }>();
  return (text) => {
    const known = kept.get(text);
    if (known !== undefined) return known.value;
    const value = answer(text);
    if (kept.size >= MOST_KEPT) kept.clear();
    kept.set(ownText(text), { value });
    return value;
  };
}
