/** What "no" comes to by the kind of function that says it: not everybody who hears it goes without. */
import type { Consequence } from "../../gates/gate";
import type { Site } from "./site";
import type { Def, If, Stmt } from "../syntax/syntax";
import { lastName, visitStatements } from "../syntax/walk";

/** `get_required_layout`: who gets None is asked nothing special. */
const DEMAND =
  /^_*(?:get_)?(?:required?|preferred|default|forced?|extra|additional|overrid(?:e|den)|optional|suggested|recommended)(?:_|$)/;

/** `should_use_x`, `can_use_x`, `use_x`, `prefers_x`, `swap_ab`: who gets no for an answer is served another way. */
const CHOICE = /^_*(?:uses?|should|can_use|prefers?)_|fast_?path|(?:^|_)swap_?ab(?:_|$)/;

/** `fast_math_flags`: who gets none of them does without; of flags that name architectures that is no code at all. */
const OPTIONS = /_(?:flags|options|opts|args|kwargs|defines|macros)$/;

export function asksNothing({ definition, recorder }: Site): boolean {
  if (definition === null || !DEMAND.test(definition.name)) return false;
  const exits = recorder.results.get(definition)?.exits ?? [];
  return !exits.some(({ value }) => value?.some((one) => one.t === "bool") === true);
}

export function consequenceHere({ definition }: Site, consequence: Consequence | null): Consequence | null {
  if (consequence !== "returns false" || definition === null) return consequence;
  const { name } = definition;
  const isExtra = OPTIONS.test(name) && !/arch|gencode/.test(name);
  return CHOICE.test(name) || isExtra ? "falls back" : consequence;
}

/** Whether the block leaves a function that gives nothing back to anybody, without a word: a step is passed over. */
export function passesOver({ definition, module }: Site, body: readonly Stmt[]): boolean {
  const [only] = body;
  if (definition === null || body.length !== 1 || only?.kind !== "return" || only.value !== null)
    return false;
  let known = procedures.get(definition);
  if (known === undefined) {
    known = isProcedure(definition, module.source.text);
    procedures.set(definition, known);
  }
  return known;
}

const procedures = new WeakMap<Def, boolean>();

/** An object that is not wholly set up answers later. */
function isProcedure(definition: Def, text: string): boolean {
  if (definition.name === "__init__" || /\byield\b/.test(text.slice(definition.start, definition.end)))
    return false;
  let answers = false;
  visitStatements(definition.body, (statement) => {
    answers ||= statement.kind === "return" && statement.value !== null;
  });
  return !answers;
}

/** `_validate_head_dims(…)`: refuses or lets go on, and answers nothing; not `subprocess.check_call`. */
const CHECKS = /^_*(?:validate|verify|check)(?!_(?:call|output|run|and)(?:_|$))(?:_|$)/;

/** `if arch not in (8, 12): validate(shape)`: who does not get in goes on without the check. */
export function isOnlyCheck({ arms, otherwise }: If): boolean {
  return (
    otherwise === null &&
    arms.every(({ body }) =>
      body.every(
        (one) => one.kind === "expression" && one.value.kind === "call" && CHECKS.test(lastName(one.value)),
      ),
    )
  );
}
