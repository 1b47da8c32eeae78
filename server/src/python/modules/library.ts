import { makeSource } from "../../text/source";
import { openModule, type Module, type Parsed } from "./module";
import type { PythonParser } from "../syntax/parse";

/** A module as it was read last, with its parsed chunks by their text. */
interface Edition {
  readonly text: string;
  readonly module: Module;
  readonly chunks: Map<string, Parsed>;
  /** Whether other modules can have taken names from it; then it stays. */
  shared: boolean;
}

/** So many files are remembered that nobody imports so far. */
const MOST_ALONE = 16;

/** Modules by their path. Where a text changes, chunks that stay the same are not parsed again. */
export class Library {
  readonly parser: PythonParser;
  private readonly speaks: RegExp;
  private readonly editions = new Map<string, Edition>();
  private alone = 0;
  private sharedUnits = 0;

  /** `speaks`: of architectures. */
  constructor(parser: PythonParser, speaks: RegExp) {
    this.parser = parser;
    this.speaks = speaks;
  }

  /** How much text is held for others, in UTF-16 units. */
  get size(): number {
    return this.sharedUnits;
  }

  /** `shared`: for a module that others import. */
  open(path: string, text: string, shared: boolean): Module {
    const known = this.editions.get(path);
    if (known !== undefined) this.remove(path, known);
    const edition = known?.text === text ? known : this.read(path, text, known);
    edition.shared ||= shared;
    this.add(path, edition);
    return edition.module;
  }

  /** A text that is only tried out: the edition at hand remains. */
  tryOut(path: string, text: string): Module {
    const known = this.editions.get(path);
    return known?.text === text ? known.module : this.read(path, text, known).module;
  }

  private read(path: string, text: string, previous: Edition | undefined): Edition {
    const chunks = new Map<string, Parsed>();
    const cache = {
      get(chunk: string): Parsed | undefined {
        const found = chunks.get(chunk) ?? previous?.chunks.get(chunk);
        if (found !== undefined) chunks.set(chunk, found);
        return found;
      },
      set: (chunk: string, parsed: Parsed) => void chunks.set(chunk, parsed),
    };
    const module = openModule(
      makeSource(path, text),
      this.parser,
      cache,
      this.speaks,
      previous?.module ?? null,
    );
    return { text, module, chunks, shared: false };
  }

  private add(path: string, edition: Edition): void {
    this.editions.set(path, edition);
    if (edition.shared) this.sharedUnits += edition.text.length;
    else this.alone++;
    if (this.alone <= MOST_ALONE) return;
    for (const [oldest, other] of this.editions) {
      if (other.shared) continue;
      this.remove(oldest, other);
      return;
    }
  }

  private remove(path: string, edition: Edition): void {
    this.editions.delete(path);
    if (edition.shared) this.sharedUnits -= edition.text.length;
    else this.alone--;
  }
}
