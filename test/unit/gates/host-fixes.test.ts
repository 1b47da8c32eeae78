import { describe, expect, it } from "vitest";
import { applyEdits } from "../../../server/src/gates/edits";
import { FIX_KINDS } from "../../../server/src/gates/fixes/registry";
import { verify } from "../../../server/src/gates/fixes/verify";
import { deviceMaskOf } from "../../../server/src/logic/sets";
import { makeSource } from "../../../server/src/text/source";
import { analyse } from "../cuda/host/helpers";

const HEAD =
  "template <int... A> bool is_one_of(int sm) { return ((sm == A) || ...); } " +
  "void f(int sm, const char* arch, cudaDeviceProp p) { ";

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
      "switch (sm) { case 90: a(); break; case 120: case 121: b(); break; default: throw 1; }",
    ],
    [
      'if (strcmp(arch, "sm_90") != 0) throw 1;',
      "sm_120",
      'if (strcmp(arch, "sm_90") != 0 && strcmp(arch, "sm_120") != 0) throw 1;',
    ],
    ['CHECK(!strcmp(arch, "9.0"));', "sm_120", 'CHECK(!strcmp(arch, "9.0") || !strcmp(arch, "12.0"));'],
    [
      'CHECK(arch.starts_with("sm_9") || arch.starts_with("sm_10"));',
      "sm_120",
      'CHECK(arch.starts_with("sm_9") || arch.starts_with("sm_10") || arch.starts_with("sm_12"));',
    ],
    [
      'if (!arch.starts_with("9.")) throw 1;',
      "sm_120",
      'if (!arch.starts_with("9.") && !arch.starts_with("12.")) throw 1;',
    ],
    [
      'if (arch.find("sm_90a") == std::string::npos) throw 1;',
      "sm_120",
      'if (arch.find("sm_90a") == std::string::npos && arch.find("sm_120a") == std::string::npos) throw 1;',
    ],
    [
      'CHECK(arch.rfind("sm_90", 0) == 0);',
      "sm_120",
      'CHECK(arch.rfind("sm_90", 0) == 0 || arch.rfind("sm_120", 0) == 0);',
    ],
    ["CHECK(is_one_of<90, 100>(sm));", "sm_120", "CHECK(is_one_of<90, 100, 120, 121>(sm));"],
    ["CHECK(!x && is_one_of<900>(sm * 10));", "sm_121", "CHECK(!x && is_one_of<900, 1210>(sm * 10));"],
    ["CHECK(sm >= 90 && sm != 120);", "sm_120", "CHECK(sm >= 90);"],
    ["CHECK(sm >= 90 && sm != 120 && sm != 121);", "sm_120", "CHECK(sm >= 90);"],
    ["if (sm < 90 || sm == 120) throw 1;", "sm_120", "if (sm < 90) throw 1;"],
    ["CHECK(!(sm < 90 || sm == 120));", "sm_120", "CHECK(!(sm < 90));"],
    [
      "std::set<int> a{80, 90}; CHECK(a.count(sm));",
      "sm_120",
      "std::set<int> a{80, 90, 120, 121}; CHECK(a.count(sm));",
    ],
    [
      "std::set<int> a{800, 900}; CHECK(a.count(sm));",
      "sm_121",
      "std::set<int> a{800, 900, 1210}; CHECK(a.count(sm));",
    ],
    [
      "const int a[] = {9, 10}; CHECK(std::find(a, std::end(a), p.major) != std::end(a));",
      "sm_120",
      "const int a[] = {9, 10, 12}; CHECK(std::find(a, std::end(a), p.major) != std::end(a));",
    ],
    [
      "const int kSM_120 = 120; std::set<int> a{SM_80, SM_90}; CHECK(a.count(sm));",
      "sm_120",
      "const int kSM_120 = 120; std::set<int> a{SM_80, SM_90, 120}; CHECK(a.count(sm));",
    ],
    ["CHECK(cc.first == 12 && cc.second == 0);", "sm_121", "CHECK(cc.first == 12);"],
    // Refusals and negations: what lets the device in.
    ["if (!(sm >= 90 && sm < 120)) throw 1;", "sm_120", "if (!(sm >= 90)) throw 1;"],
    ["if (sm < 90 || sm >= 120) throw 1;", "sm_120", "if (sm < 90) throw 1;"],
    ["if (sm < 90 || sm >= 120) throw 1;", "sm_120", "if (sm < 90 || sm >= 130) throw 1;"],
    ["if (sm < 90 or (sm >= 120)) throw 1;", "sm_120", "if (sm < 90) throw 1;"],
    [
      "if (!(sm == 90 || sm == 100)) throw 1;",
      "sm_120",
      "if (!(sm == 90 || sm == 100 || sm == 120)) throw 1;",
    ],
    ["CHECK(!(sm != 90 && sm != 100));", "sm_120", "CHECK(!(sm != 90 && sm != 100 && sm != 120));"],
    ["CHECK(!(sm != 90));", "sm_120", "CHECK(!(sm != 90 && sm != 120));"],
    [
      "if (p.major != 10 || p.minor != 0) throw 1;",
      "sm_120",
      "if ((p.major != 10 || p.minor != 0) && p.major != 12) throw 1;",
    ],
    ["if (p.major != 12 || p.minor != 0) throw 1;", "sm_121", "if (p.major != 12) throw 1;"],
    [
      "if (!(p.major == 9 && p.minor == 0)) throw 1;",
      "sm_120",
      "if (!((p.major == 9 && p.minor == 0) || p.major == 12)) throw 1;",
    ],
    ["CHECK(sm < 120);", "sm_120", "CHECK(sm < 130);"],
    // Macros that compare.
    ["CHECK_EQ(sm, 90);", "sm_120", "CHECK(sm == 90 || sm == 120 || sm == 121);"],
    ['X_ICHECK_EQ(sm, 90) << "no";', "sm_120", 'X_ICHECK(sm == 90 || sm == 120) << "no";'],
    ["CHECK_EQ(p.major, 9);", "sm_120", "CHECK(p.major == 9 || p.major == 12);"],
    ["CHECK_LT(sm, 120);", "sm_120", "CHECK_LT(sm, 130);"],
    ["CHECK_LE(p.major, 11);", "sm_120", "CHECK_LE(p.major, 12);"],
    // Types that stand for architectures.
    [
      "if constexpr (std::is_same_v<ArchTag, arch::Sm90>) a(); else throw 1;",
      "sm_120",
      "if constexpr (std::is_same_v<ArchTag, arch::Sm90> || std::is_same_v<ArchTag, arch::Sm120>) a(); else throw 1;",
    ],
    [
      "if (!is_same<ArchTag, Sm90>::value && p.x) throw 1;",
      "sm_120",
      "if (!is_same<ArchTag, Sm90>::value && !is_same<ArchTag, Sm120>::value && p.x) throw 1;",
    ],
    [
      'static_assert(is_same_v<ArchTag, Sm90>, "no");',
      "sm_120",
      'static_assert(is_same_v<ArchTag, Sm90> || is_same_v<ArchTag, Sm120>, "no");',
    ],
    // One case alone serves devices.
    [
      "switch (sm) {\n  case 90:\n  case 100:\n    a(); break;\n  default: throw 1; }",
      "sm_120",
      "switch (sm) {\n  case 90:\n  case 100:\n  case 120:\n  case 121:\n    a(); break;\n  default: throw 1; }",
    ],
    [
      "switch (p.major) { case 9: case 10: a(); break; default: throw 1; }",
      "sm_120",
      "switch (p.major) { case 9: case 10: case 12: a(); break; default: throw 1; }",
    ],
    // Beside a negated name what is added stands outside of the negation.
    [
      "const bool a = sm == 90; if (!a) throw 1;",
      "sm_120",
      "const bool a = sm == 90; if (!a && sm < 90) throw 1;",
    ],
    [
      "const bool a = sm == 90; if (x || !a) throw 1;",
      "sm_120",
      "const bool a = sm == 90; if (x || (!a && sm < 90)) throw 1;",
    ],
    // What stands under an #if in the middle of a condition is not for others.
    [
      "if (sm == 100\n#if X\n || sm == 103\n#endif\n) a(); else throw 1;",
      "sm_120",
      "if (sm == 100 || sm == 120\n#if X\n || sm == 103\n#endif\n) a(); else throw 1;",
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

  it.each([
    "const bool a = p.major == 9; const bool b = p.major == 12; if (!a) { if (!b) throw 1; }",
    "const bool a = p.major == 12; if (!a) throw 1;",
    "const bool a = p.major != 12; if (a) throw 1;",
    "CHECK(sm == 90 || sm == 120);",
  ])("take nobody asked for out of what lets them in: %s", (body) => {
    const text = `${HEAD}${body} }`;
    const source = makeSource("input.cu", text);
    const asked = deviceMaskOf("sm_120");
    const titles = analyse(source).flatMap((gate) => {
      const request = { source, gate, target: "sm_120", asked };
      return FIX_KINDS.filter((kind) => kind.layers.includes("cuda-host"))
        .flatMap((kind) => kind.propose(request))
        .map((proposal) => verify(request, proposal, analyse)?.title ?? "");
    });
    expect(titles.filter((title) => title.includes("takes out"))).toEqual([]);
  });
});
