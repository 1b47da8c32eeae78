import { describe, expect, it } from "vitest";
import { applyEdits } from "../../../server/src/gates/edits";
import { FIX_KINDS } from "../../../server/src/gates/fixes/registry";
import { verify } from "../../../server/src/gates/fixes/verify";
import { deviceMaskOf } from "../../../server/src/logic/sets";
import { makeSource } from "../../../server/src/text/source";
import { analyse } from "../cuda/host/helpers";

const HEAD = "void f(int sm, cudaDeviceProp p) { ";

/** What each verified edit makes of the condition, and who gets in then. */
function edited(body: string, target: string): string[] {
  const source = makeSource("input.cu", `${HEAD}${body} }`);
  const asked = deviceMaskOf(target);
  return analyse(source).flatMap((gate) => {
    const request = { source, gate, target, asked };
    return FIX_KINDS.filter((kind) => kind.layers.includes("cuda-host"))
      .flatMap((kind) => kind.propose(request))
      .filter((proposal) => verify(request, proposal, analyse) !== null)
      .map((proposal) => applyEdits(source.text, proposal.edits).slice(HEAD.length, -2));
  });
}

describe("fixes of host checks", () => {
  it.each([
    ["CHECK(sm == 90 || sm == 100);", "sm_120", "CHECK(sm == 90 || sm == 100 || sm == 120 || sm == 121);"],
    ["CHECK(sm == 90 or sm == 100);", "sm_120", "CHECK(sm == 90 or sm == 100 or sm == 120);"],
    [
      "CHECK(p.major == 9 || p.major == 10);",
      "sm_120",
      "CHECK(p.major == 9 || p.major == 10 || p.major == 12);",
    ],
    ["CHECK(p.major == 12 && p.minor == 0);", "sm_121", "CHECK(p.major == 12);"],
    [
      "CHECK((sm == 90 || sm == 120) && p.x);",
      "sm_121",
      "CHECK((sm == 90 || sm == 120 || sm == 121) && p.x);",
    ],
    ["CHECK(sm == 120 && p.x);", "sm_121", "CHECK((sm == 120 || sm == 121) && p.x);"],
    ["CHECK(sm == 120);", "sm_121", "CHECK(sm >= 120 && sm < 130);"],
    ["CHECK(sm >= 90 && sm < 120);", "sm_120", "CHECK(sm >= 90);"],
    ["CHECK(sm >= 90 && sm < 120);", "sm_120", "CHECK(sm >= 90 && sm < 130);"],
    ["CHECK(sm == 90 || sm == 100);", "sm_120", "CHECK(sm == 90 || sm >= 100);"],
    ["if (sm != 90) throw 1;", "sm_120", "if (sm != 90 && sm != 120) throw 1;"],
    [
      "const bool is_sm120 = p.major == 12 && p.minor == 0; CHECK(is_sm120);",
      "sm_121",
      "const bool is_sm120 = p.major == 12 && p.minor == 0; CHECK(is_sm120 || (p.major == 12 && p.minor == 1));",
    ],
    [
      "switch (sm) { case 90: a(); break; case 120: b(); break; default: throw 1; }",
      "sm_121",
      "switch (sm) { case 90: a(); break; case 120:\ncase 121: b(); break; default: throw 1; }",
    ],
  ])("%s for %s", (body, target, expected) => {
    expect(edited(body, target)).toContain(expected);
  });

  it.each([
    ["choose no arm of a ladder", "if (sm == 90) a(); else if (sm == 100) b(); else throw 1;", "sm_120"],
    [
      "choose no case",
      "switch (sm) { case 90: a(); break; case 100: b(); break; default: throw 1; }",
      "sm_120",
    ],
    ["leave other numbers alone", "CHECK(sm == 90 && p.width == 64 || sm == 100 && p.width == 96);", "sm_89"],
  ])("%s", (_, body, target) => {
    expect(
      edited(body, target).filter((text) => /width == 8|case 12/.test(text) || !body.startsWith("CHECK")),
    ).toEqual([]);
  });
});
