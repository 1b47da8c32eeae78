/** Which ways lead through a function: its blocks and exits, what it raises, and what it catches. */
import type { Handled, PythonWays, Raise, TryBlock } from "../../chain/facts";
import type { Span } from "../../text/source";
import { raisedBy, suppressed } from "../evaluate/exceptions";
import { outcomeOf, outcomeOfRest } from "../gates/outcome";
import { flowOf } from "./flow";
import type { Stmt } from "../syntax/syntax";
import { blocksOf, expressionsOf, visit, visitStatements } from "../syntax/walk";

type Block = readonly Stmt[];

/** What comes behind a block: in the block of a loop first the loop's own rest, then what follows the loop. */
interface Behind {
  readonly here: () => Block;
  readonly loop: (() => Block) | null;
}

export function waysIn(body: Block): PythonWays {
  const ways = new Ways();
  ways.block(body, { here: () => [], loop: null });
  const { tries, raises } = ways;
  return { tries, raises, flow: flowOf(body) };
}

class Ways {
  readonly tries: TryBlock[] = [];
  readonly raises: Raise[] = [];

  block(statements: Block, behind: Behind): void {
    statements.forEach((statement, index) => {
      // Few ask for it: most blocks are long, and hold no `try`.
      const here = (): Block => [...statements.slice(index + 1), ...behind.here()];
      this.statement(statement, { ...behind, here });
    });
  }

  private statement(statement: Stmt, behind: Behind): void {
    const before = this.tries.length;
    if (statement.kind === "raise" || statement.kind === "assert")
      this.raises.push({ name: raisedBy(statement), at: statement.start });
    if (statement.kind === "try") {
      const handlers = statement.handlers.map((body, index) =>
        handled(statement.catches[index] ?? [], body, statement.body, behind, statement),
      );
      this.tried(statement.body, handlers);
    } else if (statement.kind === "with") {
      for (const { value } of statement.items) {
        const catches = suppressed(value);
        if (catches !== null && catches.length > 0)
          this.tried(statement.body, [handled(catches, [], statement.body, behind, value)]);
      }
    }
    for (const block of blocksOf(statement)) this.block(block, behindOf(statement, behind));
    // What a loop goes through is called in its body: `for load in (fast, slow): try: return load()`.
    if (statement.kind === "for") this.goesThrough(statement, this.tries.slice(before));
  }

  private tried(body: Block, handlers: readonly Handled[]): void {
    const place = spanOf(body);
    if (place !== null && handlers.length > 0) this.tries.push({ places: [place], handlers });
  }

  private goesThrough(loop: Extract<Stmt, { kind: "for" }>, tries: readonly TryBlock[]): void {
    const { target, iterable, body } = loop;
    if (target.kind !== "name") return;
    const uses: Span[] = [];
    visitStatements(body, (statement) => {
      for (const node of expressionsOf(statement))
        visit(node, (one) => {
          if (one.kind === "name" && one.id === target.id) uses.push(one);
        });
    });
    const around = tries.find(({ places: [place] }) =>
      uses.every(({ start }) => place !== undefined && start >= place.start && start < place.end),
    );
    if (around === undefined || uses.length === 0) return;
    const places = [...around.places, { start: iterable.start, end: iterable.end }];
    this.tries[this.tries.indexOf(around)] = { ...around, places };
  }
}

function behindOf(statement: Stmt, behind: Behind): Behind {
  if (statement.kind === "for" || statement.kind === "while") return { here: () => [], loop: behind.here };
  return statement.kind === "def" || statement.kind === "class" ? { here: () => [], loop: null } : behind;
}

/** What becomes of whoever comes to a handler. */
function handled(
  catches: readonly string[],
  body: Block,
  tried: Block,
  behind: Behind,
  { start, end }: Span,
): Handled {
  const span = spanOf(body) ?? { start, end };
  return { catches, span, then: afterwards(body, tried, behind) };
}

function afterwards(body: Block, tried: Block, { here, loop }: Behind): Handled["then"] {
  const outcome = outcomeOf(body);
  if (outcome === "raises" || outcome === "skips test" || outcome === "returns false") return "ends";
  if (body.some((statement) => blocksOf(statement).some(mayRaise))) return "may end";
  const last = body.at(-1)?.kind;
  if (last === "return") return "goes on";
  const isNext = last === "continue" || last === "break";
  const rest = isNext ? [] : here();
  if (rest.length === 0 && loop !== null) return refuses(loop(), tried) ? "next turn" : "goes on";
  if (refuses(rest, tried)) return "ends";
  return asksLater(rest, namesSetIn([...tried, ...body])) ? "may end" : "goes on";
}

/** Whether all that is left is to be refused, or to get nothing where the block would have given something. */
function refuses(rest: Block, tried: Block): boolean {
  if (rest.length === 0) return givesBack(tried);
  const outcome = outcomeOfRest(rest, true);
  return outcome === "raises" || (outcome === "returns false" && givesBack(tried));
}

function givesBack(tried: Block): boolean {
  let gives = false;
  visitStatements(tried, (statement) => {
    gives ||= statement.kind === "return" && statement.value !== null;
  });
  return gives;
}

function mayRaise(block: Block): boolean {
  let raises = false;
  visitStatements(block, (statement) => {
    raises ||= statement.kind === "raise" || statement.kind === "assert";
  });
  return raises;
}

/** `if module is None: raise …`: what was tried is asked for later. */
function asksLater(rest: Block, names: ReadonlySet<string>): boolean {
  let asks = false;
  visitStatements(rest, (statement) => {
    const isAsked = statement.kind === "assert" || (statement.kind === "if" && mayRaise([statement]));
    if (!isAsked) return;
    for (const node of expressionsOf(statement))
      visit(node, (one) => {
        asks ||= one.kind === "name" && names.has(one.id);
      });
  });
  return asks;
}

function namesSetIn(block: Block): Set<string> {
  const names = new Set<string>();
  visitStatements(block, (statement) => {
    if (statement.kind !== "assign") return;
    for (const target of statement.targets)
      visit(target, (one) => {
        if (one.kind === "name") names.add(one.id);
      });
  });
  return names;
}

function spanOf(block: Block): Span | null {
  const [first, last] = [block[0], block.at(-1)];
  return first === undefined || last === undefined ? null : { start: first.start, end: last.end };
}
