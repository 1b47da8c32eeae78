import type { Expr, Pattern, Stmt } from "./syntax";

export function childrenOf(node: Expr): readonly Expr[] {
  switch (node.kind) {
    case "name":
    case "number":
    case "constant":
      return [];
    case "string":
      return node.parts.flatMap((part) => (typeof part === "string" ? [] : [part.value]));
    case "tuple":
    case "list":
    case "set":
      return node.items;
    case "dict":
      return node.entries.flatMap(({ key, value }) => (key === null ? [value] : [key, value]));
    case "unary":
      return [node.operand];
    case "binary":
      return [node.left, node.right];
    case "bool":
    case "compare":
      return node.operands;
    case "call":
      return [node.callee, ...node.args, ...node.keywords.map(({ value }) => value)];
    case "attribute":
      return [node.object];
    case "subscript":
      return [node.object, node.index];
    case "slice":
      return node.parts.filter((part) => part !== null);
    case "conditional":
      return [node.test, node.then, node.otherwise];
    case "lambda":
      return [node.body];
    case "comprehension":
      return [
        node.element,
        ...(node.value === null ? [] : [node.value]),
        ...node.clauses.flatMap((clause) =>
          clause.kind === "if" ? [clause.test] : [clause.target, clause.iterable],
        ),
      ];
    case "walrus":
    case "starred":
      return [node.value];
    case "case":
      return [node.subject, ...valuesIn(node.pattern), ...(node.guard === null ? [] : [node.guard])];
    case "opaque":
      return node.children;
  }
}

/** The expressions in a pattern. */
function valuesIn(pattern: Pattern): readonly Expr[] {
  switch (pattern.kind) {
    case "value":
      return [pattern.value];
    case "either":
      return pattern.patterns.flatMap(valuesIn);
    case "sequence":
      return pattern.items.flatMap(valuesIn);
    case "as":
      return valuesIn(pattern.pattern);
    case "mapping":
      return pattern.entries.flatMap((entry) => [entry.key, ...valuesIn(entry.pattern)]);
    case "class":
      return [
        pattern.type,
        ...pattern.positional.flatMap(valuesIn),
        ...pattern.keywords.flatMap((keyword) => valuesIn(keyword.pattern)),
      ];
    default:
      return [];
  }
}

/** The node and everything in it, outermost first. */
export function visit(node: Expr, see: (node: Expr) => void): void {
  see(node);
  for (const child of childrenOf(node)) visit(child, see);
}

/** The expressions that stand in the statement itself, not in the statements inside it. */
export function expressionsOf(statement: Stmt): readonly Expr[] {
  switch (statement.kind) {
    case "expression":
      return [statement.value];
    case "assign":
      return statement.value === null ? statement.targets : [...statement.targets, statement.value];
    case "augmented":
      return [statement.target, statement.value];
    case "return":
    case "raise":
      return statement.value === null ? [] : [statement.value];
    case "assert":
      return statement.message === null ? [statement.test] : [statement.test, statement.message];
    case "if":
      return statement.arms.map(({ test }) => test);
    case "for":
      return [statement.target, statement.iterable];
    case "while":
      return [statement.test];
    case "with":
      return statement.items.flatMap(({ value, target }) => (target === null ? [value] : [value, target]));
    case "delete":
      return statement.targets;
    case "def":
      return [
        ...statement.decorators,
        ...statement.parameters.flatMap((parameter) =>
          parameter.default === null ? [] : [parameter.default],
        ),
      ];
    case "class":
      return [...statement.decorators, ...statement.bases];
    default:
      return [];
  }
}

/** The blocks that stand in the statement. */
export function blocksOf(statement: Stmt): readonly (readonly Stmt[])[] {
  switch (statement.kind) {
    case "if":
      return [
        ...statement.arms.map(({ body }) => body),
        ...(statement.otherwise === null ? [] : [statement.otherwise]),
      ];
    case "for":
    case "while":
      return [statement.body, statement.otherwise];
    case "try":
      return [statement.body, ...statement.handlers, statement.otherwise, statement.last];
    case "with":
    case "def":
    case "class":
      return [statement.body];
    default:
      return [];
  }
}

export function visitStatements(statements: readonly Stmt[], see: (statement: Stmt) => void): void {
  for (const statement of statements) {
    see(statement);
    for (const block of blocksOf(statement)) visitStatements(block, see);
  }
}

/** The last of the names by which something is called or read. */
export function lastName(node: Expr): string {
  if (node.kind === "name") return node.id;
  if (node.kind === "attribute") return node.name;
  return node.kind === "call" ? lastName(node.callee) : "";
}

/** The names that the statements set, themselves and not in the blocks inside them. */
export function namesSet(statements: readonly Stmt[]): Set<string> {
  const names = new Set<string>();
  for (const statement of statements) {
    const targets: readonly Expr[] =
      statement.kind === "assign" ? statement.targets : statement.kind === "for" ? [statement.target] : [];
    for (const target of targets) visit(target, (node) => node.kind === "name" && names.add(node.id));
    if (statement.kind === "from") for (const { as } of statement.names ?? []) names.add(as);
    if (statement.kind === "def" || statement.kind === "class") names.add(statement.name);
  }
  return names;
}

function captured(pattern: Pattern): readonly string[] {
  switch (pattern.kind) {
    case "capture":
      return pattern.name === null ? [] : [pattern.name];
    case "either":
      return pattern.patterns.flatMap(captured);
    case "sequence":
      return pattern.items.flatMap(captured);
    case "as":
      return [pattern.name, ...captured(pattern.pattern)];
    case "mapping": {
      const names = pattern.entries.flatMap((entry) => captured(entry.pattern));
      return pattern.rest === null ? names : [...names, pattern.rest];
    }
    case "class":
      return [...pattern.positional, ...pattern.keywords.map((keyword) => keyword.pattern)].flatMap(captured);
    default:
      return [];
  }
}

/** All names, and attributes of names, that may be something else once the statements were carried out; "*": any may. */
export function namesChanged(statements: readonly Stmt[]): Set<string> {
  const names = new Set<string>();
  const changed = (node: Expr): void => {
    if (node.kind === "name") names.add(node.id);
    else if (node.kind === "attribute" && node.object.kind === "name")
      names.add(`${node.object.id}.${node.name}`);
    else for (const child of childrenOf(node)) changed(child);
  };
  visitStatements(statements, (statement) => {
    for (const name of namesSet([statement])) names.add(name);
    if (statement.kind === "assign") for (const target of statement.targets) changed(target);
    if (statement.kind === "augmented") changed(statement.target);
    if (statement.kind === "with")
      for (const { target } of statement.items) if (target !== null) changed(target);
    if (statement.kind === "delete") for (const target of statement.targets) changed(target);
    if (statement.kind === "from" && statement.names === null) names.add("*");
    if (statement.kind === "import")
      for (const { path, name } of statement.names) names.add(name ?? path.split(".")[0] ?? path);
    for (const node of expressionsOf(statement)) {
      visit(node, (inner) => {
        if (inner.kind === "walrus") names.add(inner.name);
        if (inner.kind === "case") for (const name of captured(inner.pattern)) names.add(name);
        if (inner.kind === "call" && inner.callee.kind === "attribute") changed(inner.callee.object);
      });
    }
  });
  return names;
}

/** `bool(major == 9)`, or `int` of it, asks what `major == 9` does; null for what else is there. */
export function inBool(node: Expr): Expr | null {
  const isBool = node.kind === "call" && node.callee.kind === "name" && /^(?:bool|int)$/.test(node.callee.id);
  const [inner] = isBool && node.args.length === 1 ? node.args : [];
  return inner?.kind === "compare" || inner?.kind === "bool" ? inner : null;
}
