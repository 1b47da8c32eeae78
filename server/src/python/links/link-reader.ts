/** Reads, off a function's or a module's statements, what is called, built, read and set there. */
import type { PythonImport, PythonReference } from "../../chain/facts";
import type { Span } from "../../text/source";
import type { Draft } from "./link-draft";
import { draftOf, mayPass } from "./link-draft";
import { literalPath, sourcePath } from "./source-lists";
import { dottedName, isGet, isHandedOver, lookedUp, namedIn, valuesOf } from "./lookups";
import { importedLater, literal, operatorBy } from "./spelled-out";
import { waysIn } from "./ways";
import type { ClassDef, Def, Expr, Stmt } from "../syntax/syntax";
import { blocksOf, childrenOf, expressionsOf, lastName } from "../syntax/walk";

type Under = readonly number[];

const BUILDS = /^_?(?:gen|make|create|get)?_?jit_?spec$|extension$|^load_inline$|^load_jit$/i;
/** A setting's name has so many words and letters that it is about one thing. */
const OPTION = /^(?=.{16})[a-z][a-z0-9]*(?:_[a-z0-9]+){2,}$/;
/** A name by which something is registered is told from other texts by its having several words. */
const WORD = /^(?=.{6})[a-z][a-z0-9]*(?:[_-][a-z0-9]+)+$/;

/** A member of an enumeration, by the way in which its name is written. */
const MEMBER = /^[A-Z]\w*[a-z]\w*\.(?=.{4})[A-Z][A-Z0-9_]+$/;

export class LinkReader {
  readonly functions: Draft[] = [];
  readonly imports: PythonImport[] = [];
  readonly aliases: { name: string; target: string }[] = [];
  readonly tables: { name: string; members: string[]; isWhole: boolean }[] = [];
  readonly classes: { name: string; nameSpan: Span; bases: string[] }[] = [];
  readonly operators: { name: string; target: string }[] = [];
  /** The conditions in whose arms the reader is, of the function that it reads. */
  private arms: readonly number[] = [];
  /** Those in whose `else`, or in a later arm of whose ladder, it is. */
  private elses: readonly number[] = [];
  /** Where the things stand of which one is taken, while the reader is in one of them. */
  private oneOf: number | null = null;

  open(name: string, span: Span, nameSpan: Span): Draft {
    const draft = draftOf(name, span, nameSpan);
    this.functions.push(draft);
    return draft;
  }

  /** One block; what follows an early exit stands under its condition. */
  block(
    statements: readonly Stmt[],
    into: Draft,
    under: Under,
    prefix = into.name === "" ? "" : `${into.name}.`,
  ): void {
    let here = under;
    for (const statement of statements) {
      this.statement(statement, into, here, prefix);
      here = [...here, ...this.exits(statement, into)];
    }
  }

  private statement(statement: Stmt, into: Draft, under: Under, prefix: string): void {
    switch (statement.kind) {
      case "def":
        this.definition(statement, into, under, prefix);
        return;
      case "class":
        this.classDefinition(statement, into, under, prefix);
        return;
      case "import":
        for (const { path, name } of statement.names) {
          const bound = name ?? path.split(".")[0] ?? path;
          this.imports.push({ name: bound, level: 0, path: name === null ? bound : path, member: null });
          if (name === null && path !== bound)
            this.imports.push({ name: path, level: 0, path, member: null });
        }
        return;
      case "from": {
        const { level, path, names } = statement;
        if (names === null) this.imports.push({ name: "*", level, path, member: null });
        else for (const { name, as } of names) this.imports.push({ name: as, level, path, member: name });
        return;
      }
      case "if":
        this.ifStatement(statement, into, under, prefix);
        return;
      case "assign":
      case "augmented":
        this.assignment(statement, into, under);
        return;
      default: {
        const listed = statement.kind === "return" && isSequence(statement.value);
        for (const node of expressionsOf(statement)) this.expression(node, into, under, listed);
        if (statement.kind === "for" || statement.kind === "while") mayPass(statement.body, into);
        for (const block of blocksOf(statement)) this.block(block, into, under, prefix);
      }
    }
  }

  /** Functions inside functions that are registered under a name are reached by it; others belong to the outer one. */
  private definition(definition: Def, into: Draft, under: Under, prefix: string): void {
    for (const node of expressionsOf(definition))
      if (!definition.decorators.includes(node)) this.expression(node, into, under);
    const isInner = into.name !== "" && !this.isClass(into.name);
    if (isInner && definition.decorators.length === 0) {
      this.block(definition.body, into, under, prefix);
      return;
    }
    const span = { start: definition.decorators[0]?.start ?? definition.start, end: definition.end };
    const own = this.open(prefix + definition.name, span, definition.nameSpan);
    const [arms, elses] = [this.arms, this.elses];
    [this.arms, this.elses] = [[], []];
    own.ways = waysIn(definition.body);
    for (const node of definition.decorators) this.expression(node, own, []);
    this.block(definition.body, own, []);
    [this.arms, this.elses] = [arms, elses];
  }

  private classDefinition(definition: ClassDef, into: Draft, under: Under, prefix: string): void {
    const isInner = into.name !== "" && !this.isClass(into.name);
    for (const node of expressionsOf(definition)) this.expression(node, into, under);
    if (isInner) {
      for (const statement of definition.body)
        if (statement.kind === "def") this.block(statement.body, into, under, prefix);
        else this.statement(statement, into, under, prefix);
      return;
    }
    const name = prefix + definition.name;
    const bases = definition.bases.flatMap((base) => dottedName(base) ?? []);
    this.classes.push({
      name,
      nameSpan: { start: definition.nameSpan.start, end: definition.nameSpan.end },
      bases,
    });
    // The members of a class at module level are chunks of their own.
    if (definition.body.some((statement) => statement.kind !== "pass")) {
      const own = this.open(name, definition, definition.nameSpan);
      this.block(definition.body, own, []);
    }
  }

  private isClass(name: string): boolean {
    return this.classes.some((one) => one.name === name);
  }

  private ifStatement(
    statement: Extract<Stmt, { kind: "if" }>,
    into: Draft,
    under: Under,
    prefix: string,
  ): void {
    let here = under;
    const elses = this.elses;
    for (const { test, body, head } of statement.arms) {
      const condition = this.condition(head, into);
      this.expression(test, into, [...here, condition]);
      here = [...here, condition];
      const outer = this.arms;
      this.arms = [...outer, condition];
      mayPass(body, into);
      this.block(body, into, here, prefix);
      this.arms = outer;
      this.elses = [...this.elses, condition];
    }
    if (statement.otherwise !== null) {
      mayPass(statement.otherwise, into);
      this.block(statement.otherwise, into, here, prefix);
    }
    this.elses = elses;
  }

  private assignment(
    statement: Extract<Stmt, { kind: "assign" | "augmented" }>,
    into: Draft,
    under: Under,
  ): void {
    const targets = statement.kind === "assign" ? statement.targets : [statement.target];
    const { value } = statement;
    for (const target of targets) {
      if (target.kind === "name" && value !== null) {
        if (statement.kind === "assign") into.locals.set(target.id, value);
        const written = dottedName(value);
        const alias = written === null ? null : withoutOverload(written);
        if (into.name === "" && alias !== null) this.aliases.push({ name: target.id, target: alias });
        const later = into.name === "" ? importedLater(value) : null;
        if (later !== null) this.imports.push({ name: target.id, level: 0, ...later });
        const named = into.name === "" ? namedIn(value) : null;
        if (named !== null && named.members.length > 0) this.tables.push({ name: target.id, ...named });
      } else if (target.kind === "attribute" && OPTION.test(target.name)) {
        const decides = value === null ? null : dottedName(value);
        into.writes.push({ name: target.name, at: target.start, under, value: decides });
      } else this.expression(target, into, under);
    }
    if (value !== null) this.expression(value, into, under, statement.kind === "augmented");
  }

  /** Conditions under which nothing behind the statement is come by, or only under them. */
  private exits(statement: Stmt, into: Draft): number[] {
    if (statement.kind === "assert") return [this.condition(statement, into)];
    if (statement.kind !== "if") return [];
    return statement.arms.filter(({ body }) => leaves(body)).map(({ head }) => this.condition(head, into));
  }

  private condition(span: Span, into: Draft): number {
    const known = into.conditions.findIndex(({ start, end }) => start === span.start && end === span.end);
    if (known >= 0) return known;
    return into.conditions.push({ start: span.start, end: span.end }) - 1;
  }

  private expression(node: Expr, into: Draft, under: Under, listed = false): void {
    if (this.source(node, into)) return;
    switch (node.kind) {
      case "name":
        this.refer(node.id, node, into, under, "value");
        return;
      case "attribute": {
        if (OPTION.test(node.name)) into.reads.push({ name: node.name, at: node.start, under, value: null });
        const name = dottedName(node);
        if (name !== null && MEMBER.test(name))
          into.words.push({ text: name, at: node.start, under: [...under] });
        if (name !== null) this.refer(name, node, into, under, "value");
        else {
          this.refer(`.${node.name}`, node, into, under, "value");
          this.expression(node.object, into, under);
        }
        return;
      }
      case "call":
        this.call(node, into, under, listed);
        return;
      case "string": {
        const text = literal(node);
        if (text !== null && WORD.test(text)) into.words.push({ text, at: node.start, under: [...under] });
        for (const child of childrenOf(node)) this.expression(child, into, under, listed);
        return;
      }
      case "bool": {
        let here = under;
        for (const operand of node.operands) {
          this.expression(operand, into, here);
          here = [...here, this.condition(operand, into)];
        }
        return;
      }
      case "compare": {
        // Whether there is a function by a name says nothing of what it does.
        const isPresence = node.ops.every(({ op }) => op === "is" || op === "is not");
        for (const operand of node.operands)
          if (!isPresence || operand.kind !== "name") this.expression(operand, into, under);
        return;
      }
      case "conditional":
        this.expression(node.test, into, under);
        this.conditional(node, into, under, listed);
        return;
      case "dict":
        for (const { key, value } of node.entries) {
          const name = key?.kind === "string" ? literal(key) : null;
          if (name !== null && OPTION.test(name))
            into.writes.push({ name, at: value.start, under, value: dottedName(value) });
          if (key !== null) this.expression(key, into, under);
          this.expression(value, into, under, listed);
        }
        return;
      case "subscript":
        this.members(node.object, node.start, into, under);
        this.expression(node.index, into, under);
        return;
      case "list":
      case "tuple":
      case "set":
        for (const item of node.items) this.expression(item, into, under, listed);
        return;
      case "opaque":
        // A generator hands over what is to be built as well as a list does.
        for (const child of node.children) this.expression(child, into, under, true);
        return;
      default:
        for (const child of childrenOf(node)) this.expression(child, into, under, listed);
    }
  }

  /** Things of which one is taken, where they are written beside that; anything else as ever. */
  private members(node: Expr, at: number, into: Draft, under: Under): void {
    const values = valuesOf(node);
    if (values.length === 0) this.expression(node, into, under);
    const keys = node.kind === "dict" ? node.entries.flatMap(({ key }) => key ?? []) : [];
    for (const key of keys) this.expression(key, into, under);
    for (const value of values) this.member(value, at, into, under);
  }

  private member(value: Expr, at: number, into: Draft, under: Under): void {
    const outer = this.oneOf;
    this.oneOf = isHandedOver(value) ? at : outer;
    this.expression(value, into, under);
    this.oneOf = outer;
  }

  private conditional(
    { test, then, otherwise }: Extract<Expr, { kind: "conditional" }>,
    into: Draft,
    under: Under,
    listed: boolean,
  ): void {
    const condition = this.condition(test, into);
    const outer = this.arms;
    this.arms = [...outer, condition];
    this.expression(then, into, [...under, condition], listed);
    this.arms = outer;
    const elses = this.elses;
    this.elses = [...elses, condition];
    this.expression(otherwise, into, [...under, condition], listed);
    this.elses = elses;
  }

  private source(node: Expr, into: Draft): boolean {
    if (node.kind !== "string" && node.kind !== "binary" && node.kind !== "call") return false;
    const path = sourcePath(node, into.locals);
    if (path === null) return false;
    into.sources.push({ path, span: { start: node.start, end: node.end } });
    return true;
  }

  private call(node: Extract<Expr, { kind: "call" }>, into: Draft, under: Under, listed: boolean): void {
    const name = dottedName(node.callee);
    const last = lastName(node.callee);
    const use = listed ? "listed" : "call";
    if (name !== null) this.refer(name, node, into, under, use);
    else if (node.callee.kind === "attribute") {
      this.refer(`.${node.callee.name}`, node, into, under, "call");
      if (isGet(node)) this.members(node.callee.object, node.start, into, under);
      else this.expression(node.callee.object, into, under);
    } else this.expression(node.callee, into, under);
    const table = lookedUp(node.callee, into.locals);
    if (table !== null) into.lookups.push({ name: table, at: node.start });
    // What a class is only compared with is neither called nor made.
    const args = last === "isinstance" || last === "issubclass" ? node.args.slice(0, 1) : node.args;
    const collects = last === "append" || last === "extend" || last === "list";
    const [, other] = isGet(node) ? args : [];
    for (const argument of [...args, ...node.keywords.map(({ value }) => value)])
      if (argument === other) this.member(argument, node.start, into, under);
      else this.expression(argument, into, under, collects);
    if (last === "getattr" || last === "hasattr") this.readByText(node, into, under);
    this.build(node, last, into);
    const operator = /register\w*op$|custom_op$/.test(last) ? operatorBy(node) : null;
    if (operator !== null) this.operators.push(operator);
  }

  private readByText(node: Extract<Expr, { kind: "call" }>, into: Draft, under: Under): void {
    const name = node.args[1]?.kind === "string" ? literal(node.args[1]) : null;
    if (name === null) return;
    const object = node.args[0] === undefined ? null : dottedName(node.args[0]);
    if (object !== null && lastName(node.callee) === "getattr")
      this.refer(`${object}.${name}`, node, into, under, "value");
    if (OPTION.test(name)) into.reads.push({ name, at: node.start, under, value: null });
  }

  private build(node: Extract<Expr, { kind: "call" }>, last: string, into: Draft): void {
    const lists = node.keywords.some((keyword) =>
      /^(?:sources|cuda_files|cpp_files|cuda_sources)$/.test(keyword.name),
    );
    if (!lists && !BUILDS.test(last)) return;
    const named = node.keywords.find((keyword) => keyword.name === "name")?.value ?? node.args[0];
    const text = named === undefined ? null : literalPath(named, into.locals);
    const isName = text !== null && /^[\w*.:-]+$/.test(text);
    into.builds.push({ name: isName ? text : "*", span: { start: node.start, end: node.end } });
  }

  private refer(name: string, node: Span, into: Draft, under: Under, use: PythonReference["use"]): void {
    if (name === "self" || name === "cls") return;
    name = withoutOverload(name);
    into.references.push({
      name,
      at: node.start,
      under: [...under],
      inArms: this.arms,
      inElse: this.elses,
      use,
      ...(this.oneOf !== null && { oneOf: this.oneOf }),
    });
  }
}

/** `torch.ops.library.name.default` is one of the forms of `torch.ops.library.name`. */
function withoutOverload(name: string): string {
  return name.startsWith("torch.ops.") ? name.split(".").slice(0, 4).join(".") : name;
}

function isSequence(node: Expr | null): boolean {
  return node?.kind === "list" || node?.kind === "tuple";
}

/** Whether whoever gets into the block does not get behind it. */
function leaves(body: readonly Stmt[]): boolean {
  const last = body[body.length - 1];
  return last?.kind === "return" || last?.kind === "raise" || last?.kind === "continue";
}
