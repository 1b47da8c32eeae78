import { describe, expect, it } from "vitest";
import { MEASURED_TARGETS } from "../../../server/src/arch/instructions.generated";
import { formNamed, formsOf, INSTRUCTION_FORMS } from "../../../server/src/arch/instructions";
import { TARGETS } from "../../../server/src/arch/targets";
import { targetNames, variantMask } from "../../../server/src/logic/sets";

describe("instruction facts", () => {
  it("have their masks in the order of TARGETS", () => {
    expect(MEASURED_TARGETS).toEqual(TARGETS.map((target) => target.name));
  });

  it("say what the measurement said", () => {
    expect(targetNames(formNamed("wgmma.fence")?.targets ?? 0)).toEqual(["sm_90a"]);
    expect((formNamed("griddepcontrol.wait")?.targets ?? 0) & variantMask("sm_120")).toBe(
      variantMask("sm_120"),
    );
    expect(targetNames((formNamed("setmaxnreg.inc")?.targets ?? 0) & variantMask("sm_120"))).toEqual([
      "sm_120a",
      "sm_120f",
    ]);
    expect((formNamed("redux.sync.min.f32")?.targets ?? ~0) & variantMask("sm_121")).toBe(0);
  });

  it("hold nothing that plain sm_90 or sm_100 has and plain sm_120 lacks", () => {
    const older = variantMask("sm_90") & ~variantMask("sm_90a");
    const newer = variantMask("sm_120") & ~variantMask("sm_120a") & ~variantMask("sm_120f");
    const lost = INSTRUCTION_FORMS.filter(
      (form) => (form.targets & older) !== 0 && (form.targets & newer) === 0,
    );
    expect(lost).toEqual([]);
  });

  it("are found by opcode", () => {
    expect(formsOf("tcgen05").length).toBeGreaterThan(30);
    expect(formsOf("no_such_opcode")).toEqual([]);
    expect(formNamed("no such form")).toBeUndefined();
  });
});
