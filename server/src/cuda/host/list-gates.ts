/** Containers of architectures as gates: the list carries the finding, what asks it is a use. */
import { DEVICES } from "../../arch/devices";
import { CONSEQUENCES, type Consequence, type Gate } from "../../gates/gate";
import { isPredicateName } from "./claims";
import { makeGate } from "./host-gate";
import type { ArchList } from "./lists";
import { constantLike, ownCode, remarksFor, type HostReader } from "./reader";
import type { HostListShape } from "./shape";
import { truthSets, type Values } from "./values";

/** One gate for each list that one of `gates` asks. */
export function listGates(reader: HostReader, gates: readonly Gate[]): Gate[] {
  return [...reader.evaluator.lists.values()].flatMap(({ list, values }) => {
    const name = reader.code.tokens[list.binding.at];
    if (name === undefined) return [];
    const uses = gates.filter(({ definedAt }) => definedAt?.span.start === name.start);
    return uses.length === 0 ? [] : [gateOf(reader, list, values, name.start, uses)];
  });
}

function gateOf(
  reader: HostReader,
  list: ArchList,
  looked: Values,
  start: number,
  uses: readonly Gate[],
): Gate {
  const numbers = new Set(list.items.map(({ value }) => value));
  const values = looked.map((value) => numbers.has(Number(value)));
  const admitted = truthSets(values).yes;
  const { at, name } = list.binding;
  const gate = makeGate(reader, {
    form: "list",
    span: { start, end: list.end },
    condition: null,
    values,
    negated: false,
    consequence: worstOf(uses),
    remarks: [...remarksFor(reader, { start, end: list.end }), ...uses.flatMap(({ remarks }) => remarks)],
    claim: null,
    definedAt: null,
    shape: list.isMap ? null : shapeOf(reader, list, looked),
    code: [],
    exempt: (excluded) => (isPredicateName(name) ? "predicate" : ownCode(reader, at, admitted, excluded)),
  });
  return {
    ...gate,
    get instructions() {
      return uses.flatMap(({ instructions }) => instructions);
    },
    madeForOthers: (excluded) => uses.flatMap((use) => use.madeForOthers?.(excluded) ?? []),
  };
}

function worstOf(uses: readonly Gate[]): Consequence | null {
  const known = uses.flatMap(({ consequence }) => (consequence === null ? [] : [consequence]));
  return known.sort((a, b) => CONSEQUENCES.indexOf(a) - CONSEQUENCES.indexOf(b))[0] ?? null;
}

function shapeOf(reader: HostReader, { items, binding }: ArchList, looked: Values): HostListShape {
  return {
    kind: "host list",
    items,
    valueFor: (device) => Number(looked[DEVICES.indexOf(device)]),
    constantFor: (model, capability) => constantLike(reader, model, capability, binding.at),
  };
}
