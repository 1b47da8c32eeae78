import { handlerOf, suppressed } from "../evaluate/exceptions";
import { outcomeOf, type Outcome } from "./outcome";
import type { Handler, Site } from "./site";
import type { Stmt } from "../syntax/syntax";

type Around = Pick<Site, "handlers">;

/** What becomes of a device that gets into a block, where exceptions may be caught around it. */
export function outcomeHere(body: readonly Stmt[], around: Around): Outcome {
  const outcome = outcomeOf(body);
  const last = body.at(-1);
  return last !== undefined && outcome === "raises" ? outcomeOfRaise(last, around) : outcome;
}

/** What becomes of a device for which an `assert` fails, or that comes to a `raise`. */
export function outcomeOfRaise(statement: Stmt, { handlers: [inner, ...outer] }: Around): Outcome {
  if (inner === undefined) return "raises";
  const place = handlerOf(
    statement,
    inner.map(({ catches }) => catches),
  );
  const handler = inner[place];
  // What the handler raises is caught by those further out.
  return handler === undefined
    ? outcomeOfRaise(statement, { handlers: outer })
    : outcomeHere(handler.body, { handlers: outer });
}

/** The handlers that a statement puts around its first block. */
export function handlersIn(statement: Stmt): readonly Handler[] {
  if (statement.kind === "try") {
    return statement.handlers.map((body, index) => ({ catches: statement.catches[index] ?? [], body }));
  }
  if (statement.kind !== "with") return [];
  const catches = statement.items.flatMap(({ value }) => suppressed(value) ?? []);
  return catches.length === 0 ? [] : [{ catches, body: [] }];
}
