/**
 * Follows `#include`. A header is scanned once for each text it has; what it leaves in a macro table is taken over
 * without reading it again wherever all that it asks the table is answered as before.
 */
import { isCutlassHeader } from "../arch/cutlass-macros";
import type { Condition, Diagrams, Node } from "../logic/diagram";
import type { Cancellation } from "../text/files";
import { makeSource } from "../text/source";
import type { SourceText } from "../text/source";
import type { ConditionReader } from "./conditions";
import { scanDirectives } from "./directives";
import type { Directive, DirectiveScan } from "./directives";
import type { IncludeSearch } from "./include-search";
import type { Binding, DefinitionSite, MacroDefinition, MacroTable } from "./macros";
import { walkHeader } from "./presence";
import type { WalkEnvironment } from "./presence";

export interface Header {
  readonly source: SourceText;
  readonly scan: DirectiveScan;
  readonly once: boolean;
  readonly replays: Replay[];
}

/** What one reading of a header asked and left. */
interface Replay {
  readonly presence: number;
  readonly reads: ReadonlyMap<string, Node<Binding>>;
  readonly bindings: ReadonlyMap<string, Node<Binding>>;
  readonly sites: readonly DefinitionSite[];
  /** The headers it read, itself first, and the includes for which there was none. */
  readonly headers: readonly Header[];
  readonly missing: readonly MissingInclude[];
}

export interface MissingInclude {
  readonly spelling: string;
  readonly quoted: boolean;
  readonly from: string;
}

/** Deeper than this includes go round in circles: real ones stay far below. */
const DEEPEST = 60;
/** A header is met in few states; keeping more would cost more than reading again. */
const MOST_REPLAYS = 12;

/** Headers by path, shared by all analyses of a session. */
export class HeaderStore {
  private readonly headers = new Map<string, Header>();

  get(path: string, text: string): Header {
    const known = this.headers.get(path);
    if (known?.source.text === text) return known;
    const scan = scanDirectives(text);
    const once = scan.directives.some(
      ({ keyword, tokens }) => keyword === "pragma" && tokens[0]?.text === "once",
    );
    const header: Header = { source: makeSource(path, text), scan, once, replays: [] };
    this.headers.set(path, header);
    return header;
  }
}

export interface IncluderParts {
  readonly diagrams: Diagrams;
  readonly reader: ConditionReader;
  readonly table: MacroTable;
  readonly store: HeaderStore;
  readonly search: IncludeSearch;
  readonly cancellation: Cancellation;
}

/** The includes of one file that is asked about, all the way down. */
export class Includer {
  private readonly parts: IncluderParts;
  private readonly environment: WalkEnvironment;
  private readonly found = new Set<Header>();
  private readonly lost = new Map<string, MissingInclude>();
  private readonly open: { readonly headers: Set<Header>; readonly missing: Map<string, MissingInclude> }[] =
    [];

  constructor(parts: IncluderParts) {
    this.parts = parts;
    const { diagrams, reader, table, cancellation } = parts;
    this.environment = { diagrams, reader, table, cancellation, include: this.include };
  }

  /** Every header that was read, in order. */
  get headers(): readonly Header[] {
    return [...this.found];
  }

  /** Whether a header of CUTLASS is included that cannot be found: what it defines is then taken from a table. */
  missesCutlass = false;

  /** Includes for which no file was found. */
  get missing(): readonly MissingInclude[] {
    return [...this.lost.values()];
  }

  readonly include = (directive: Directive, from: SourceText, presence: Condition, at: number): void => {
    const asked = this.spellingOf(directive, from);
    if (asked === null || presence === this.parts.diagrams.never) return;
    const found =
      this.open.length < DEEPEST ? this.parts.search.find(asked.spelling, asked.quoted, from.path) : null;
    if (found === null) this.noteMissing({ ...asked, from: from.path });
    else this.enter(this.parts.store.get(found.path, found.text), presence, at);
  };

  private enter(header: Header, presence: Condition, at: number): void {
    const { diagrams, table } = this.parts;
    this.noteHeader(header);
    let base = presence;
    if (header.once) {
      const mark = `#once ${header.source.path}`;
      const before = table.lookup(mark);
      base =
        diagrams.budget.attempt(() => {
          const defined = diagrams.where(before, (binding) => binding.kind === "defined");
          return diagrams.and(presence, diagrams.not(defined));
        }) ?? presence;
      if (base === diagrams.never) return;
      const site = { macro: emptyMacro(mark), file: header.source.path, span: { start: 0, end: 0 } };
      table.define({ ...site, when: base, around: null, at });
    }
    const replay = header.replays.find((one) => this.fits(one, base));
    if (replay === undefined) this.read(header, base, at);
    else {
      replay.headers.forEach((one) => this.noteHeader(one));
      replay.missing.forEach((one) => this.noteMissing(one));
      table.replay(replay.bindings, replay.sites, at);
    }
  }

  private read(header: Header, base: Condition, at: number): void {
    const { table, cancellation } = this.parts;
    const recording = table.startRecording();
    const level = { headers: new Set([header]), missing: new Map<string, MissingInclude>() };
    this.open.push(level);
    walkHeader(header.source, header.scan.directives, this.environment, base, at);
    this.open.pop();
    table.stopRecording();
    if (cancellation.cancelled()) return;
    const bindings = new Map([...recording.writes].map((name) => [name, table.lookup(name)]));
    if (header.replays.length >= MOST_REPLAYS) header.replays.shift();
    header.replays.push({
      presence: base.id,
      reads: recording.reads,
      bindings,
      sites: [...recording.sites.values()],
      headers: [...level.headers],
      missing: [...level.missing.values()],
    });
  }

  private fits(replay: Replay, base: Condition): boolean {
    if (replay.presence !== base.id) return false;
    const { table, search } = this.parts;
    for (const [name, binding] of replay.reads) if (table.lookup(name) !== binding) return false;
    if (search.checked.has(replay)) return true;
    // The files must be as they were, and those that were missing still be so.
    if (replay.headers.some(({ source }) => search.textOf(source.path) !== source.text)) return false;
    const same = replay.missing.every(
      ({ spelling, quoted, from }) => search.find(spelling, quoted, from) === null,
    );
    if (same) search.checked.add(replay);
    return same;
  }

  private noteHeader(header: Header): void {
    this.found.add(header);
    for (const level of this.open) level.headers.add(header);
  }

  private noteMissing(missing: MissingInclude): void {
    this.lost.set(missing.spelling, missing);
    this.missesCutlass ||= isCutlassHeader(missing.spelling);
    for (const level of this.open) level.missing.set(`${missing.spelling} ${missing.from}`, missing);
  }

  private spellingOf(directive: Directive, from: SourceText): { spelling: string; quoted: boolean } | null {
    const text = from.text.slice(directive.keywordSpan.end, directive.lineEnd);
    const match = /^\s*(?:\/\*[^]*?\*\/\s*)*(?:"([^"\n]+)"|<([^>\n]+)>)/.exec(text);
    if (match !== null) return { spelling: match[1] ?? match[2] ?? "", quoted: match[1] !== undefined };
    const name = directive.tokens[0];
    return name?.kind === "name" ? this.computed(name.text) : null;
  }

  /** `#include HEADER`, where the macro has one definition that names a file. */
  private computed(name: string): { spelling: string; quoted: boolean } | null {
    const binding = this.parts.table.lookup(name);
    if (binding.kind !== "leaf" || binding.value.kind !== "defined") return null;
    const body = binding.value.macro.body.map((token) => token.text).join("");
    const match = /^(?:"([^"]+)"|<([^>]+)>)$/.exec(body);
    return match === null ? null : { spelling: match[1] ?? match[2] ?? "", quoted: match[1] !== undefined };
  }
}

function emptyMacro(name: string): MacroDefinition {
  return { name, parameters: null, variadic: null, body: [] };
}
