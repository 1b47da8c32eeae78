/** What a function template is given: `is_sm<90, 100>()`. */
import { firstTokenAt, type Code } from "../body/code";
import type { FunctionBody } from "../body/functions";
import { FOLDED, numberOf, type Expression } from "./expression";
import { archInName } from "./names";
import { everywhere, type Values } from "./values";

/** Where names of enumerators are looked up. */
interface Scope {
  enumeratorOf(name: string): number | null;
}

export interface TemplateParameter {
  readonly name: string;
  /** `int... Versions`: it takes all that is left. */
  readonly isPack: boolean;
}

/** Longer lists of parameters are not read. */
const MOST_TOKENS = 200;

/** The parameters of the template that a function is; none of a plain one. */
export function templateParametersOf(code: Code, { start }: FunctionBody): TemplateParameter[] {
  const { tokens, partners } = code;
  const first = firstTokenAt(tokens, start);
  if (tokens[first]?.text !== "template" || tokens[first + 1]?.text !== "<") return [];
  const found: TemplateParameter[] = [];
  let last = { name: "", isPack: false };
  let isDefault = false;
  let depth = 0;
  for (let at = first + 1; at < tokens.length && at - first < MOST_TOKENS; at++) {
    const token = tokens[at];
    const text = token?.text ?? "";
    const ends = text === ">" && depth === 1;
    if (ends || (text === "," && depth === 1)) {
      if (last.name !== "") found.push(last);
      last = { name: "", isPack: false };
      isDefault = false;
      if (ends) return found;
    } else if (text === "<") depth++;
    else if (text === ">") depth--;
    else if (text === ">>") return [];
    else if (text === "=") isDefault = true;
    else if (text === "...") last = { ...last, isPack: true };
    else if (token?.kind === "name" && !isDefault) last = { ...last, name: text };
    const partner = partners[at] ?? -1;
    if (partner > at) at = partner;
  }
  return [];
}

/** What the packs of a template stand for. */
export type Packs = ReadonlyMap<string, readonly Values[]>;

type Given = ReadonlyMap<string, () => Values>;

/** What a call gives the parameters of a template, and its packs: numbers, and names that stand for an architecture. */
export function bound(
  template: readonly TemplateParameter[],
  callee: Expression,
  scope: Scope,
): { readonly single: Given; readonly packs: Packs } {
  const generic = callee.kind === "path" ? callee.generic : "";
  const given = generic === "" || /[<>()]/.test(generic) ? [] : generic.split(",");
  const values = given.map((text) => everywhere(valueOf(text, scope) ?? { unknown: text }));
  const single = new Map<string, () => Values>();
  const packs = new Map<string, readonly Values[]>();
  template.forEach(({ name, isPack }, index) => {
    const one = values[index];
    if (isPack) packs.set(name, values.slice(index));
    else if (one !== undefined) single.set(name, () => one);
  });
  return { single, packs };
}

function valueOf(text: string, scope: Scope): number | null {
  const name = text.split("::").at(-1) ?? "";
  return numberOf(text) ?? scope.enumeratorOf(name) ?? archInName(name);
}

/** The part that a fold repeats: `sm == Archs` of `((sm == Archs) || ...)`; null where it is none. */
export function foldedIn({ operator, left, right }: Expression & { kind: "binary" }): Expression | null {
  if (operator !== "&&" && operator !== "||") return null;
  const isRest = (one: Expression): boolean => one.kind === "path" && one.parts[0] === FOLDED;
  if (isRest(left)) return right;
  return isRest(right) ? left : null;
}

/** What the names of packs stand for, each time that a fold repeats its part. */
export function roundsOf(packs: Packs): Given[] {
  const most = Math.max(0, ...[...packs.values()].map((pack) => pack.length));
  return Array.from({ length: most }, (_, index) => {
    const round = new Map<string, () => Values>();
    for (const [name, pack] of packs) {
      const one = pack[index];
      if (one !== undefined) round.set(name, () => one);
    }
    return round;
  });
}
