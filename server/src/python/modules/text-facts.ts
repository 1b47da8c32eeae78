import type { SourceText } from "../../text/source";
import type { Chunk } from "../syntax/chunks";

/** What is found out about pieces of a module by their text alone, made once for as long as a piece stays as it is. */
export class TextFacts {
  private earlier: TextFacts | null;
  private readonly known = new Map<(text: string) => unknown, Map<string, unknown>>();

  /** `earlier`: of another text of the same file. */
  constructor(earlier: TextFacts | null) {
    this.earlier = earlier;
    // Only the edition just before is of use: an older one would live on in it.
    if (earlier !== null) earlier.earlier = null;
  }

  of<T extends object>(work: (text: string) => T, text: string): T {
    let facts = this.known.get(work) as Map<string, T> | undefined;
    if (facts === undefined) this.known.set(work, (facts = new Map<string, T>()));
    const found =
      facts.get(text) ?? (this.earlier?.known.get(work)?.get(text) as T | undefined) ?? work(text);
    facts.set(text, found);
    return found;
  }
}

interface Pieces {
  readonly chunks: readonly Chunk[];
  readonly source: SourceText;
  readonly facts: TextFacts;
}

/** Of each function, statement and head of a class, in source order. */
export function factsOfPieces<T extends object>(module: Pieces, work: (text: string) => T): T[] {
  const found: T[] = [];
  const visit = ({ start, end, members }: Chunk): void => {
    found.push(module.facts.of(work, module.source.text.slice(start, members[0]?.start ?? end)));
    for (const member of members) visit(member);
  };
  for (const chunk of module.chunks) visit(chunk);
  return found;
}
