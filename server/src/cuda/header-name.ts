/** What an `#include` asks for: spelt out, or put together by macros, perhaps differently in each pass. */
import type { Condition, Diagrams, Node } from "../logic/diagram";
import type { SourceText } from "../text/source";
import type { ConditionReader } from "./conditions";
import type { Directive } from "./directives";
import { spell } from "./expression";
import { takeOutSplices } from "./lexer";
import type { Token } from "./lexer";
import type { MacroTable } from "./macros";

export interface HeaderName {
  readonly spelling: string;
  readonly quoted: boolean;
}

/** A name, and where it is the one that is asked for. */
export interface AskedHeader {
  readonly name: HeaderName;
  readonly when: Condition;
}

const SPELT_OUT = /^\s*(?:\/\*[^]*?\*\/\s*)*(?:"([^"\n]+)"|<([^>\n]+)>)/;

export class HeaderNames {
  private readonly diagrams: Diagrams;
  private readonly reader: ConditionReader;
  private readonly table: MacroTable;

  constructor(diagrams: Diagrams, reader: ConditionReader, table: MacroTable) {
    this.diagrams = diagrams;
    this.reader = reader;
    this.table = table;
  }

  /** None where no name can be made out, or too many. */
  askedBy(directive: Directive, from: SourceText, presence: Condition): AskedHeader[] {
    const text = takeOutSplices(from.text.slice(directive.keywordSpan.end, directive.lineEnd)).text;
    const literal = nameIn(SPELT_OUT.exec(text));
    if (literal !== null) return [{ name: literal, when: presence }];
    if (directive.tokens[0]?.kind !== "name") return [];
    return this.diagrams.budget.attempt(() => this.computed(directive.tokens, presence)) ?? [];
  }

  private computed(tokens: readonly Token[], presence: Condition): AskedHeader[] {
    const names = this.reader.expandEach(tokens, this.table, presence, (expanded) =>
      this.diagrams.leaf<string>(`header ${spell(expanded)}`, spell(expanded)),
    );
    const asked: AskedHeader[] = [];
    for (const text of this.diagrams.leavesOf(names)) {
      const name = nameIn(/^(?:"([^"]+)"|<([^>]+)>)/.exec(text));
      const when = this.diagrams.and(presence, this.where(names, text));
      if (name !== null && when !== this.diagrams.never) asked.push({ name, when });
    }
    return asked;
  }

  private where(names: Node<string>, text: string): Condition {
    return this.diagrams.where(names, (other) => other === text);
  }
}

function nameIn(match: RegExpExecArray | null): HeaderName | null {
  if (match === null) return null;
  return { spelling: match[1] ?? match[2] ?? "", quoted: match[1] !== undefined };
}
