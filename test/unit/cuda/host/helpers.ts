import { readBodies } from "../../../../server/src/cuda/body/facts";
import { scanDirectives } from "../../../../server/src/cuda/directives";
import { analyseHost } from "../../../../server/src/cuda/host/analyse";
import { UNSEEN } from "../../../../server/src/cuda/host/view";
import type { Gate } from "../../../../server/src/gates/gate";
import { deviceMaskOf, deviceNames, devicesOf } from "../../../../server/src/logic/sets";
import { makeSource, type SourceText } from "../../../../server/src/text/source";

export function analyse(source: SourceText, near: number | null = null): Gate[] {
  return analyseHost(source, readBodies(scanDirectives(source.text)), deviceMaskOf("sm_120"), {
    ...UNSEEN,
    near,
  });
}

export function gatesOf(text: string, path = "input.cu"): Gate[] {
  return analyse(makeSource(path, text));
}

export function admitted(gate: Gate | undefined): string[] {
  if (gate === undefined) return ["no gate"];
  const { admits } = gate.admission;
  return deviceNames(gate.domain === "devices" ? admits : devicesOf(admits));
}

/** The forms and texts of the gates that are findings for the target. */
export function findings(text: string, target = "sm_120", path?: string): string[] {
  const asked = deviceMaskOf(target);
  return gatesOf(text, path)
    .filter((gate) => (gate.admission.excludes & asked) !== 0 && gate.definedAt === null)
    .filter((gate) => gate.exemptFor(asked) === null)
    .map((gate) => `${gate.form} ${gate.text}`);
}

/** A condition in a check that refuses. */
export function check(condition: string, before = "int sm = getSMVersion();"): Gate | undefined {
  return gatesOf(`void f(cudaDeviceProp prop, int arch) { ${before} CHECK(${condition}, "no"); }`).find(
    (gate) => gate.form === "check",
  );
}
