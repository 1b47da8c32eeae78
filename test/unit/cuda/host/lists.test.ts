import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { admitted, findings, gatesOf } from "./helpers";

const USE = "int sm = getSMVersion();";
const refusing = (condition: string): string => `void f() { ${USE} if (${condition}) throw E("no"); run(); }`;
const ARCHS = "static const std::set<int> archs{80, 90, 100};";

describe("lists of architectures", () => {
  it.each([
    [ARCHS, "!archs.count(sm)"],
    [ARCHS, "archs.count(sm) == 0"],
    [ARCHS, "not archs.contains(getSMVersion())"],
    [ARCHS, "archs.find(sm) == archs.end()"],
    [ARCHS, "archs.find(sm) == std::end(archs)"],
    ["constexpr std::array<int, 3> archs = {80, 90, 100};", NOT_FOUND()],
    ["constexpr std::array archs = {{80, 90, 100}};", NOT_FOUND()],
    ["static const std::vector<int> archs = std::vector<int>{80, 90, 100};", NOT_FOUND()],
    ["const int archs[] = {80, 90, 100};", "std::find(archs, std::end(archs), sm) == std::end(archs)"],
    ["const int kSM_90 = 90; std::set<int> archs = {80, kSM_90, SM100};", "!archs.count(sm)"],
    ["std::set<int> archs{800, 900, 1000};", "!archs.count(sm)"],
    ["std::unordered_map<int, Fn> archs = {{80, a}, {90, b}, {100, c}};", "archs.find(sm) == archs.end()"],
  ])("say who is in them: %s %s", (list, condition) => {
    const gates = gatesOf(`${list}\n${refusing(condition)}`);
    const [found] = gates.filter(({ form }) => form === "list");
    expect(admitted(found)).toEqual(["8.0", "9.0", "10.0"]);
    expect(found?.consequence).toBe("raises");
    const use = gates.find(({ form }) => form === "refusal");
    expect(admitted(use)).toEqual(["8.0", "9.0", "10.0"]);
    expect(use?.definedAt?.span.start).toBe(found?.span.start);
    expect(findings(`${list}\n${refusing(condition)}`)).toEqual([`list ${found?.text ?? ""}`]);
  });

  it("are asked through a variable and a function as well", () => {
    const text = `${ARCHS}
      bool known(int sm) { auto it = archs.find(sm); return it != archs.end(); }
      void f() { CHECK(known(getSMVersion())); }`;
    const gates = gatesOf(text);
    expect(admitted(gates.find(({ form }) => form === "check"))).toEqual(["8.0", "9.0", "10.0"]);
    expect(gates.find(({ form }) => form === "list")?.consequence).toBe("returns false");
  });

  it.each([
    ["of something else", "static const std::set<int> tiles{64, 120, 128};", "!tiles.count(tile)"],
    ["that hold other numbers", "static const std::set<int> archs{1, 2, 3};", "!archs.count(sm)"],
    ["that are filled later", "static std::set<int> archs;", "!archs.count(sm)"],
    ["of names that say nothing", "static const std::set<int> archs{A, B};", "!archs.count(sm)"],
    ["asked for another's end", ARCHS, "archs.find(sm) == others.end()"],
    ["that start empty", "static std::map<int, M> archs = {};", "archs.find(sm) == archs.end()"],
  ])("are none where they are lists %s", (_, list, condition) => {
    expect(gatesOf(`${list}\n${refusing(condition)}`).filter(({ form }) => form === "list")).toEqual([]);
  });

  it.each([
    "archs.insert(120);",
    "archs.push_back(120);",
    "archs.emplace(120);",
    "archs.erase(80);",
    "archs = other();",
    "archs += 120;",
    "archs[1] = 120;",
    "archs.at(1) = 120;",
    "archs.front() = 120;",
    "addNewer(archs);",
    "addNewer(device, &archs);",
    "std::copy(a, b, std::inserter(archs, archs.end()));",
    "auto& others = archs; others.insert(120);",
    "for (auto& one : archs) one += 40;",
  ])("are not known where something may change them: %s", (change) => {
    const inside = `void f() { std::set<int> archs{80, 90, 100}; ${change} ${USE} if (!archs.count(sm)) throw E("no"); run(); }`;
    expect(findings(inside)).toEqual([]);
    expect(
      findings(`std::set<int> archs{80, 90, 100};\nvoid g() { ${change} }\n${refusing("!archs.count(sm)")}`),
    ).toEqual([]);
  });

  it.each([
    "log(archs.size());",
    "for (auto one : archs) log(one);",
    "for (const auto& one : archs) log(one);",
    "auto copy = archs; copy.insert(120);",
    "auto last = std::max_element(archs.begin(), archs.end());",
    "bool any = std::any_of(std::begin(archs), std::end(archs), same);",
  ])("are known where they are only read: %s", (use) => {
    const text = `void f() { std::set<int> archs{80, 90, 100}; ${use} ${USE} if (!archs.count(sm)) throw E("no"); run(); }`;
    expect(findings(text)).toEqual(["list archs{80, 90, 100"]);
  });

  it("are not changed by what is done to another of the same name", () => {
    const text = `void g() { std::set<int> archs{1, 2}; archs.insert(3); }
      void f() { std::set<int> archs{80, 90, 100}; ${USE} if (!archs.count(sm)) throw E("no"); run(); }`;
    expect(findings(text)).toEqual(["list archs{80, 90, 100"]);
  });

  it("never fail on a list that is cut or nested", () => {
    const parts = [
      "{",
      "}",
      "80",
      ",",
      "archs",
      "=",
      "std::set<int>",
      "(",
      ")",
      ".",
      "count",
      "find",
      "[",
      "]",
      ";",
    ];
    const pieces = fc.array(fc.constantFrom(...parts), { maxLength: 30 });
    fc.assert(
      fc.property(pieces, (some) => void gatesOf(`${some.join(" ")} ${refusing("!archs.count(sm)")}`)),
    );
  });
});

function NOT_FOUND(): string {
  return "std::find(archs.begin(), archs.end(), sm) == archs.end()";
}

describe("short functions", () => {
  it.each([
    ["int const sm = getSMVersion(); return sm == 90 || sm == 100;"],
    ["int major = 0; query(&major); int sm = getSMVersion(); if (sm == 90) return true; return sm == 100;"],
    [
      "auto sm = getSMVersion(); if (sm == 90) { return true; } if (sm == 100) { return true; } return false;",
    ],
    ["int sm = getSMVersion(); if (sm != 90 && sm != 100) return false; return true;"],
  ])("stand for what they return: %s", (body) => {
    const text = `bool isKind() { ${body} } void f() { CHECK(isKind(), "no"); }`;
    expect(admitted(gatesOf(text).find(({ form }) => form === "check"))).toEqual(["9.0", "10.0"]);
  });

  it.each([
    ["loop", "for (int i = 0; i < n(); i++) { if (sm(i) == 90) return true; } return false;"],
    [
      "change what they return",
      "int sm = getSMVersion(); switch (sm) { case 90: return true; } return false;",
    ],
    ["go on behind a return", "return getSMVersion() == 90; run();"],
  ])("are not followed where they %s", (_, body) => {
    const text = `bool isKind() { ${body} } void f() { CHECK(isKind(), "no"); }`;
    expect(gatesOf(text).filter(({ form }) => form === "check")).toEqual([]);
  });

  it("are told by their call where they leave something open", () => {
    const text =
      "bool isKind() { int sm = getSMVersion(); if (fast()) return sm == 90; return sm == 90 || sm == 100; } void f() { CHECK(isKind(), 1); }";
    const [gate] = gatesOf(text).filter(({ form }) => form === "check");
    expect(admitted(gate)).toEqual(["9.0"]);
    expect(gate?.admission.depends.map(({ when }) => when)).toEqual(["isKind()"]);
  });

  it("are told where they are used, if only what they are given tells devices apart", () => {
    const text =
      "bool isFamily(int major, int want) { return major == want; } void f(cudaDeviceProp p) { CHECK(isFamily(p.major, 9) || isFamily(p.major, 10)); }";
    expect(findings(text)).toEqual(["check CHECK(isFamily(p.major, 9) || isFamily(p.major, 10)"]);
  });

  it.each([
    ["#define IS_NEW() (getSM() == 90 || getSM() == 100)", "IS_NEW()"],
    ["#define IS_ONE_OF(sm, a, b) ((sm) == (a) || (sm) == (b))", "IS_ONE_OF(getSM(), 90, 100)"],
  ])("may be macros: %s", (macro, call) => {
    const text = `${macro}\nint getSM();\nvoid f() { CHECK(${call}); }`;
    expect(admitted(gatesOf(text).find(({ form }) => form === "check"))).toEqual(["9.0", "10.0"]);
  });

  it("may be called where they stand", () => {
    const text = `static bool const fast = [] { int d = 0; cudaDeviceProp p; get(&p, d); return p.major == 9; }();
      void f() { CHECK(fast, "no"); }`;
    expect(admitted(gatesOf(text).find(({ form }) => form === "check"))).toEqual(["9.0"]);
  });
});

describe("pairs and compiled constants", () => {
  it.each([
    ["std::pair<int, int> cc = capability(); CHECK(cc.first == 10 && cc.second == 3);", ["10.3"]],
    ["CHECK(arch::is_major_v<9> || arch::is_major_v<10>);", ["9.0", "10.0", "10.3"]],
    ["CHECK(is_match_v<103>);", ["10.3"]],
    ["CHECK(arch::is_compatible_v<103>);", ["10.3", "11.0", "12.0", "12.1"]],
  ])("are read: %s", (body, expected) => {
    expect(admitted(gatesOf(`void f() { ${body} }`).find(({ form }) => form === "check"))).toEqual(expected);
  });

  it("are left alone where the pair is another's", () => {
    expect(gatesOf("void f(int sm) { if (range.first == 10) throw 1; if (sm) g(); }")).toEqual([]);
  });
});

describe("a status that says no", () => {
  it.each([
    'return ORT_MAKE_STATUS(ONNXRUNTIME, NOT_IMPLEMENTED, "x");',
    "return absl::UnimplementedError(Msg());",
    "return Status(kInvalidArgument, msg);",
  ])("is a refusal: %s", (body) => {
    expect(findings(`Status f(int sm) { if (sm != 90) { ${body} } run(); return Ok(); }`)).toEqual([
      "refusal if (sm != 90)",
    ]);
  });
});
