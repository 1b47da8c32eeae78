/** Questions that Python asks of compiled code: operators that answer whether something can be used. */
import type { Step } from "./chain";
import { stepOf } from "./code-steps";
import { lastPart } from "./cuda-code";
import type { GatesOf } from "./gates-of";
import { within, withoutParts } from "./gates-of";
import { linkedFrom } from "./linked";
import type { ChainTree } from "./tree";

/** The gates of the functions that are registered as the operator, where they answer with yes or no. */
export function queriesOf(tree: ChainTree, gates: GatesOf, operator: string): Step[] {
  const targets = new Set(
    tree
      .mentioning(operator, "cuda")
      .flatMap((path) => tree.cuda(path)?.exports ?? [])
      .flatMap(({ name, target }) => (name === operator ? [target] : [])),
  );
  return [...targets].flatMap((target) =>
    linkedFrom(tree, target, null).flatMap((path) => {
      const text = tree.files.text(path) ?? "";
      const functions = (tree.cuda(path)?.functions ?? []).filter(
        ({ name, nameSpan }) => lastPart(name) === target && ANSWERS.test(text.slice(0, nameSpan.start)),
      );
      return withoutParts(gates.in(path)).flatMap((judged) =>
        functions.some(({ body }) => within(judged.gate.span, body))
          ? [stepOf(path, judged, "decides", null)]
          : [],
      );
    }),
  );
}

/** What stands before the name of a function that answers with yes or no, its qualifiers left out. */
const ANSWERS = /\bbool\s+(?:\w+::)*$/;
