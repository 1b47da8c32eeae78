/**
 * Follows `#include`. A header is scanned once for each text it has; what it leaves in a macro table is taken over
 * without reading it again wherever all that it asks the table is answered as before.
 */
import { isCutlassHeader } from "../arch/cutlass-macros";
import type { Condition, Diagrams } from "../logic/diagram";
import type { Cancellation } from "../text/files";
import { makeSource } from "../text/source";
import type { SourceText } from "../text/source";
import type { ConditionReader } from "./conditions";
import { scanDirectives } from "./directives";
import type { Directive, DirectiveScan } from "./directives";
import { HeaderNames } from "./header-name";
import type { AskedFile, IncludeSearch } from "./include-search";
import type { DefinitionSite, MacroTable, TableState } from "./macros";
import { onceMark, walkHeader } from "./presence";
import type { WalkEnvironment } from "./presence";

export interface Header {
  readonly source: SourceText;
  readonly scan: DirectiveScan;
  readonly replays: Replay[];
}

/** What one reading of a header asked and left. */
interface Replay {
  readonly presence: number;
  readonly asked: TableState;
  readonly left: TableState;
  readonly sites: readonly DefinitionSite[];
  /** The headers it read, itself first, and the includes for which there was none. */
  readonly headers: readonly Header[];
  readonly missing: readonly MissingInclude[];
}

export interface MissingInclude extends AskedFile {
  readonly from: string;
}

/** As g++ has it: deeper than this includes go round in circles. */
const DEEPEST = 200;
/** Directives of headers that are read for one file: far more than real ones come to. */
const MOST_DIRECTIVES = 1_000_000;
/** A header is met in few states; keeping more would cost more than reading again. */
const MOST_REPLAYS = 12;

/** Headers by path, shared by all analyses of a session. */
export class HeaderStore {
  private readonly headers = new Map<string, Header>();

  get(path: string, text: string): Header {
    const known = this.headers.get(path);
    if (known?.source.text === text) return known;
    const scan = scanDirectives(text);
    const header: Header = { source: makeSource(path, text), scan, replays: [] };
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

/** A header that is being read. */
interface Level {
  readonly header: Header;
  readonly headers: Set<Header>;
  readonly missing: Map<string, MissingInclude>;
  /** Whether it asks for more than is followed: how that comes out hangs on where it is included. */
  isCut: boolean;
}

/** The includes of one file that is asked about, all the way down. */
export class Includer {
  private readonly parts: IncluderParts;
  private readonly environment: WalkEnvironment;
  private readonly found = new Set<Header>();
  private readonly lost = new Map<string, MissingInclude>();
  private readonly names: HeaderNames;
  private readonly open: Level[] = [];
  private directivesLeft = MOST_DIRECTIVES;
  /** Whether includes have gone round in circles: then no header is read inside itself any more. */
  private wentRound = false;

  constructor(parts: IncluderParts) {
    this.parts = parts;
    const { diagrams, reader, table, cancellation } = parts;
    this.names = new HeaderNames(diagrams, reader, table);
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
    if (presence === this.parts.diagrams.never) return;
    const next = directive.keyword === "include_next";
    for (const { name, when } of this.names.askedBy(directive, from, presence)) {
      const asked = { ...name, next };
      const found = this.parts.search.find(asked, from.path);
      if (found === null) this.noteMissing({ ...asked, from: from.path });
      else this.enter(this.parts.store.get(found.path, found.text), when, at, directive.keyword === "import");
    }
  };

  private enter(header: Header, presence: Condition, at: number, once: boolean): void {
    const { diagrams, table } = this.parts;
    this.noteHeader(header);
    const mark = onceMark(header.source);
    const before = table.lookup(mark.name);
    const base =
      diagrams.budget.attempt(() => {
        const seen = diagrams.where(before, (binding) => binding.kind === "defined");
        return diagrams.and(presence, diagrams.not(seen));
      }) ?? presence;
    if (base === diagrams.never) return;
    if (once) table.mark(mark, base, at);
    const replay = header.replays.find((one) => this.fits(one, base));
    if (replay === undefined) this.read(header, base, at);
    else {
      replay.headers.forEach((one) => this.noteHeader(one));
      replay.missing.forEach((one) => this.noteMissing(one));
      table.replay(replay.left, replay.sites, at);
    }
  }

  private read(header: Header, base: Condition, at: number): void {
    const { diagrams, table, cancellation } = this.parts;
    this.directivesLeft -= header.scan.directives.length;
    this.wentRound ||= this.open.length >= DEEPEST;
    if (this.directivesLeft < 0 || (this.wentRound && this.open.some((level) => level.header === header))) {
      for (const level of this.open) level.isCut = true;
      return;
    }
    // Its conditions are as much text as those of the file itself.
    diagrams.budget.refill();
    const recording = table.startRecording();
    const level: Level = { header, headers: new Set([header]), missing: new Map(), isCut: false };
    this.open.push(level);
    walkHeader(header.source, header.scan.directives, this.environment, base, at);
    this.open.pop();
    table.stopRecording();
    if (cancellation.cancelled() || level.isCut) return;
    if (header.replays.length >= MOST_REPLAYS) header.replays.shift();
    header.replays.push({
      presence: base.id,
      asked: recording.asked,
      left: table.leftBy(recording),
      sites: [...recording.sites.values()],
      headers: [...level.headers],
      missing: [...level.missing.values()],
    });
  }

  private fits(replay: Replay, base: Condition): boolean {
    if (replay.presence !== base.id) return false;
    const { table, search } = this.parts;
    if (!table.answersAs(replay.asked)) return false;
    if (search.checked.has(replay)) return true;
    // The files must be as they were, and those that were missing still be so.
    if (replay.headers.some(({ source }) => search.textOf(source.path) !== source.text)) return false;
    const same = replay.missing.every((asked) => search.find(asked, asked.from) === null);
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
}
