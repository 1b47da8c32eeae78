import { handlerOf, raisedBy, suppressed } from "../evaluate/exceptions";
import { outcomeOf, type Outcome } from "./outcome";
import type { Handler, Site } from "./site";
import type { Stmt } from "../syntax/syntax";

type Around = Pick<Site, "handlers" | "module" | "recorder">;

/** What becomes of a device that gets into a block, where exceptions may be caught around it. */
export function outcomeHere(body: readonly Stmt[], around: Around): Outcome {
  const outcome = outcomeOf(body);
  const last = body.at(-1);
  return last !== undefined && outcome === "raises" ? outcomeOfRaise(last, around) : outcome;
}

/** `if ok: return`, and everybody else is refused: who returns with nothing is who got past. */
export function outcomeAmong(body: readonly Stmt[], others: Outcome, around: Around): Outcome {
  const outcome = outcomeHere(body, around);
  const isQuiet = outcome === "returns false" || outcome === "disables";
  return isQuiet && others === "raises" && endsHere(body) ? "serves and leaves" : outcome;
}

/** Whether a block leaves what it stands in, without an exception. */
export function endsHere(body: readonly Stmt[]): boolean {
  const kind = body.at(-1)?.kind;
  return kind === "return" || kind === "continue";
}

/** What becomes of a device for which an `assert` fails, or that comes to a `raise`. */
export function outcomeOfRaise(statement: Stmt, around: Around): Outcome {
  return outcomeOfException(raisedBy(statement), around, around.recorder.raised.get(statement));
}

/** What becomes of a device for which an exception of this class is raised; null: of one that is not told. */
export function outcomeOfException(
  raised: string | null,
  around: Around,
  classes: readonly string[] = [],
): Outcome {
  const { handlers, module } = around;
  const [inner, ...outer] = handlers;
  if (inner === undefined) return "raises";
  const place = handlerOf(
    raised,
    inner.map(({ catches }) => catches),
    (name) => module.find(name),
    classes,
  );
  const handler = inner[place];
  // What the handler raises is caught by those further out.
  return handler === undefined
    ? outcomeOfException(raised, { ...around, handlers: outer }, classes)
    : outcomeHere(handler.body, { ...around, handlers: outer });
}

/** The site inside a statement's block of this place: the first one may stand under handlers. */
export function insideBlock(statement: Stmt, index: number, site: Site): Site {
  const around = index === 0 ? handlersIn(statement) : [];
  return around.length === 0 ? site : { ...site, handlers: [around, ...site.handlers] };
}

/** The handlers that a statement puts around its first block. */
function handlersIn(statement: Stmt): readonly Handler[] {
  if (statement.kind === "try") {
    return statement.handlers.map((body, index) => ({ catches: statement.catches[index] ?? [], body }));
  }
  if (statement.kind !== "with") return [];
  const catches = statement.items.flatMap(({ value }) => suppressed(value) ?? []);
  return catches.length === 0 ? [] : [{ catches, body: [] }];
}
