/** Whether a container still holds what it was made of: one that anything else than a plain read is done to may not. */
import type { Code } from "../body/code";
import type { Binding } from "./assignments";
import type { Scope } from "./scope";

const READS =
  /^(?:count|contains|find|c?r?begin|c?r?end|size|empty|at|front|back|length|data|lower_bound|upper_bound|equal_range|max_size|capacity|first|second)$/;
/** Functions that only look at what they are given. */
const LOOKS =
  /^(?:find\w*|c?r?begin|c?r?end|s?size|empty|any_of|all_of|none_of|count\w*|binary_search|lower_bound|upper_bound|max_element|min_element|accumulate|equal|includes|distance|next|sizeof|decltype|join|to_string|print\w*|format|contains|isin|is_in)$/i;
const ASSIGNS = /^(?:[-+*/%|&^]|<<|>>)?=$|^(?:\+\+|--)$/;

interface Uses {
  /** By name, the tokens that are more than a read of it. */
  readonly byName: ReadonlyMap<string, readonly number[]>;
  /** By name, the bindings that those mean. */
  readonly changed: Map<string, ReadonlySet<number>>;
}

const known = new WeakMap<Scope, Uses>();

/** Whether any use of the name that is meant by this binding may change what it holds. */
export function mayChange(scope: Scope, { name, at, constant }: Binding): boolean {
  if (constant) return false;
  let uses = known.get(scope);
  if (uses === undefined) known.set(scope, (uses = { byName: writesIn(scope.code), changed: new Map() }));
  let changed = uses.changed.get(name);
  if (changed === undefined) {
    changed = new Set(
      (uses.byName.get(name) ?? []).flatMap((place) => {
        const meant = scope.bindingOf(name, place + 1);
        return meant === null || meant.at === place ? [] : [meant.at];
      }),
    );
    uses.changed.set(name, changed);
  }
  return changed.has(at);
}

/** All at once: it keeps the work linear. */
function writesIn(code: Code): Map<string, number[]> {
  const found = new Map<string, number[]>();
  code.tokens.forEach((token, at) => {
    if (token.kind !== "name" || isRead(code, at)) return;
    const places = found.get(token.text);
    if (places === undefined) found.set(token.text, [at]);
    else places.push(at);
  });
  return found;
}

function isRead(code: Code, at: number): boolean {
  const { tokens, partners } = code;
  const text = (index: number): string => tokens[index]?.text ?? "";
  const [before, next] = [text(at - 1), text(at + 1)];
  if (next === "." || next === "->") return READS.test(text(at + 2)) && !isWritten(code, at + 2);
  if (next === "[") return !ASSIGNS.test(text((partners[at + 1] ?? at) + 1));
  if (ASSIGNS.test(next) || before === "++" || before === "--") return false;
  // `[&archs]` of a lambda: what that does with it is seen where it does
  if (before === "&") return text(at - 2) === "[";
  // `for (auto& arch : archs)`
  if (before === ":") return text(at - 3) !== "&" || text(at - 5) === "const";
  // `auto& others = archs`
  if (before === "=") return text(at - 3) !== "&" && text(at - 3) !== "*";
  if (before === ">>") return false;
  if (/^[(,]$/.test(before) && /^[,)]$/.test(next)) return LOOKS.test(calleeOf(code, at));
  return true;
}

/** `archs.at(90) = f`, `archs.front()++`. */
function isWritten({ tokens, partners }: Code, member: number): boolean {
  const close = tokens[member + 1]?.text === "(" ? (partners[member + 1] ?? -1) : -1;
  return close > member && ASSIGNS.test(tokens[close + 1]?.text ?? "");
}

/** How far back in an argument list its function is looked for. */
const REACH = 60;

function calleeOf({ tokens, partners }: Code, at: number): string {
  for (let back = at - 1; back > at - REACH && back > 0; back--) {
    const text = tokens[back]?.text ?? "";
    if (text === "(") return tokens[back - 1]?.text ?? "";
    if (text === ";" || text === "{") return "";
    const partner = partners[back] ?? -1;
    if (partner >= 0 && partner < back) back = partner;
  }
  return "";
}
