import { analyseBuild } from "../../../server/src/build/analyse";
import type { Gate } from "../../../server/src/gates/gate";
import { deviceMaskOf, deviceNames } from "../../../server/src/logic/sets";
import { makeSource } from "../../../server/src/text/source";

export function gatesOf(text: string, path = "CMakeLists.txt"): Gate[] {
  return analyseBuild(makeSource(path, text));
}

export function admitted(gate: Gate | undefined): string[] {
  return gate === undefined ? ["no gate"] : deviceNames(gate.admission.admits);
}

/** Null where the gate is a finding for the target's device; else why it is none. */
export function whyNoFinding(gate: Gate | undefined, target: string): string | null {
  const asked = deviceMaskOf(target);
  if (gate === undefined) return "no gate";
  return (gate.admission.excludes & asked) === 0 ? "not excluded" : gate.exemptFor(asked);
}

/** The texts of the gates that are findings for the target. */
export function findings(text: string, target: string, path?: string): string[] {
  return gatesOf(text, path)
    .filter((gate) => whyNoFinding(gate, target) === null)
    .map((gate) => gate.text);
}
