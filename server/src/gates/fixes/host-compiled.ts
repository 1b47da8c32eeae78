import { hostShape } from "../../cuda/host/shape";
import { devicesOf, targetsOf } from "../../logic/sets";
import type { Gate } from "../gate";
import type { FixKind } from "./fix-kind";

/** The same edits where a condition is settled when the code is compiled: it is written alike, but lets targets in. */
export function alsoCompiled(kind: FixKind): FixKind {
  return {
    kind: kind.kind,
    layers: [...kind.layers, "cuda-preprocessor"],
    propose(request) {
      const { gate, asked } = request;
      if (hostShape(gate.shape) === null) return [];
      if (gate.domain === "devices") return kind.propose(request);
      return kind
        .propose({ ...request, gate: overDevices(gate), asked: devicesOf(asked) })
        .map((proposal) => ({ ...proposal, mayChange: targetsOf(proposal.mayChange) }));
    },
  };
}

function overDevices(gate: Gate): Gate {
  const { admits, excludes, depends } = gate.admission;
  const admission = {
    admits: devicesOf(admits),
    excludes: devicesOf(excludes),
    depends: depends.map(({ mask, when }) => ({ mask: devicesOf(mask), when })),
  };
  // What costs to know of a gate is worked out when it is asked for: nothing of it is copied.
  return Object.create(gate, { admission: { value: admission }, domain: { value: "devices" } }) as Gate;
}
