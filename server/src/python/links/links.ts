/** How the functions of a module hang together: what they call, under which conditions, and what they build. */
import type { Extension, PythonFacts, PythonFunction } from "../../chain/facts";
import type { SourceText, Span } from "../../text/source";
import type { Chunk } from "../syntax/chunks";
import { outline } from "../syntax/chunks";
import { draftOf, plain } from "./link-draft";
import type { Draft } from "./link-draft";
import { LinkReader } from "./link-reader";
import { lastPart } from "./spelled-out";
import { statementsIn } from "../modules/module";
import type { PythonParser } from "../syntax/parse";

/** What stands in functions is parsed when it is asked for: a chain comes by few of them. */
export function pythonLinks(source: SourceText, parser: PythonParser): PythonFacts {
  const links = new ModuleLinks(source, parser);
  const { reader } = links;
  const whole = reader.open("", { start: 0, end: source.text.length }, NOWHERE);
  links.block(outline(source.text).chunks, whole, "");
  links.innerImports();
  return {
    language: "python",
    imports: reader.imports,
    aliases: reader.aliases,
    tables: reader.tables,
    classes: reader.classes,
    operators: reader.operators,
    functions: reader.functions.map((one) => links.lazy.get(one) ?? plain(one)),
  };
}

/** The extensions that functions of a module describe; `describes` tells by its text which can. */
export function pythonExtensions(
  source: SourceText,
  parser: PythonParser,
  describes: (text: string) => boolean,
): Extension[] {
  const { functions } = pythonLinks(source, parser);
  const constants = functions.find(({ name }) => name === "")?.sources ?? [];
  return functions.flatMap((fn) => {
    const { start, end } = fn.span;
    const [build] = describes(source.text.slice(start, end)) ? fn.builds : [];
    if (build === undefined) return [];
    const sources = (fn.sources.length > 0 ? fn.sources : constants).map(({ path }) => path);
    return [{ name: build.name, span: { start, end }, sources }];
  });
}

const NOWHERE: Span = { start: 0, end: 0 };
/** A function in it that is registered under a name is a function of its own. */
const INNER_DECORATOR = /\n[ \t]+@\w[\s\S]*?\n[ \t]+(?:async[ \t]+)?(?:def|class)\b/;
const INNER_IMPORT =
  /^[ \t]+((?:from[ \t]+[.\w]+[ \t]+import[ \t]*(?:\([^)]*\)|[^\n(]*)|import[ \t]+[\w.]+[\w., \t]*)(?:\\\r?\n[^\n]*)*)/gm;

class ModuleLinks {
  readonly reader = new LinkReader();
  /** Functions that are read later, by what stands for them until then. */
  readonly lazy = new Map<Draft, PythonFunction>();
  /** Import statements of functions that are read later. */
  private readonly imports: string[] = [];
  private readonly source: SourceText;
  private readonly parser: PythonParser;

  constructor(source: SourceText, parser: PythonParser) {
    this.source = source;
    this.parser = parser;
  }

  block(chunks: readonly Chunk[], into: Draft, prefix: string): void {
    for (const chunk of chunks) {
      if (chunk.kind === "def" && !this.hasInnerFunctions(chunk)) this.later(chunk, into.name, prefix);
      else if (chunk.kind === "class" && chunk.members.length > 0) this.members(chunk, into, prefix);
      else this.reader.block(statementsIn(this.source, chunk, this.parser), into, [], prefix);
    }
  }

  private members(chunk: Chunk, into: Draft, prefix: string): void {
    const { reader } = this;
    const statements = statementsIn(this.source, chunk, this.parser);
    reader.block(statements, into, [], prefix);
    const definition = statements.find((statement) => statement.kind === "class");
    if (definition?.kind !== "class") return;
    const name = prefix + definition.name;
    const body = reader.open(name, { start: definition.start, end: chunk.end }, definition.nameSpan);
    this.block(chunk.members, body, `${name}.`);
  }

  private hasInnerFunctions({ first, end }: Chunk): boolean {
    const text = this.source.text.slice(first, end);
    return text.includes("@") && INNER_DECORATOR.test(text.slice(text.search(/\bdef\b/)));
  }

  /** What holds the function is a class or the module itself. */
  private later(chunk: Chunk, owner: string, prefix: string): void {
    const { reader, source, parser } = this;
    const name = prefix + chunk.name;
    const head = new RegExp(`^[ \\t]*(?:async[ \\t]+)?def[ \\t]+(?=${chunk.name}\\b)`, "m");
    const text = source.text.slice(chunk.start, chunk.end);
    const match = head.exec(text);
    const start = chunk.start + (match === null ? 0 : match.index + match[0].length);
    const operator = operatorOf(text.slice(0, start - chunk.start), chunk.name);
    if (operator !== null) reader.operators.push({ name: operator, target: name });
    for (const [, statement = ""] of text.matchAll(INNER_IMPORT)) this.imports.push(statement.trim());
    const span = { start: chunk.first, end: chunk.end };
    const nameSpan = { start, end: start + chunk.name.length };
    let read: PythonFunction | undefined;
    const whole = (): PythonFunction =>
      (read ??= readOne(statementsIn(source, chunk, parser), owner, name) ?? plain(stub));
    const stub = reader.open(name, span, nameSpan);
    this.lazy.set(stub, {
      name,
      span: stub.span,
      nameSpan: stub.nameSpan,
      get conditions() {
        return whole().conditions;
      },
      get perhaps() {
        return whole().perhaps;
      },
      get references() {
        return whole().references;
      },
      get reads() {
        return whole().reads;
      },
      get writes() {
        return whole().writes;
      },
      get words() {
        return whole().words;
      },
      get sources() {
        return whole().sources;
      },
      get builds() {
        return whole().builds;
      },
      get ways() {
        return whole().ways;
      },
      get lookups() {
        return whole().lookups;
      },
    });
  }

  /** Names that functions import hold for the module too: what is bound twice to different things is rare. */
  innerImports(): void {
    if (this.imports.length === 0) return;
    const text = `${this.imports.join("\n")}\n`;
    const chunk: Chunk = { kind: "statement", name: "", start: 0, first: 0, end: text.length, members: [] };
    const statements = statementsIn({ text }, chunk, this.parser);
    const { reader } = this;
    reader.block(
      statements.filter(({ kind }) => kind === "import" || kind === "from"),
      draftOf("", NOWHERE, NOWHERE),
      [],
    );
  }
}

/** `@custom_op("library::name")` above a function; without a name it has the function's. */
function operatorOf(decorators: string, own: string): string | null {
  const match = /@[\w.]*custom_op\b\s*\(?\s*(?:["']([\w:]+)["'])?/.exec(decorators);
  return match === null ? null : lastPart(match[1] ?? own);
}

function readOne(
  statements: ReturnType<typeof statementsIn>,
  owner: string,
  name: string,
): PythonFunction | null {
  const reader = new LinkReader();
  if (owner !== "") reader.classes.push({ name: owner, nameSpan: NOWHERE, bases: [] });
  const into = draftOf(owner, NOWHERE, NOWHERE);
  reader.block(statements, into, [], owner === "" ? "" : `${owner}.`);
  const found = reader.functions.find((one) => one.name === name);
  return found === undefined ? null : plain(found);
}
