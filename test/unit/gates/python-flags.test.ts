/** What a flag comes to, by those who ask for it; and edits of one condition of several. */
import { describe, expect, it } from "vitest";
import { deviceNames } from "../../../server/src/logic/sets";
import { CAP, find } from "./python-findings";

const def = (body: string): string => `${CAP}def run(x):\n    ${body.replaceAll("\n", "\n    ")}\n`;

describe("a list that only chooses between two ways", () => {
  const listed = (use: string): string =>
    `${CAP}def run(mode):\n    archs = ["100a", "103a"]\n    name = f"{sm}a"\n    ${use}\n`;

  it("is told as another way", async () => {
    const { findings } = await find(listed("x = True if name in archs else False\n    return 1 if x else 2"));
    expect(findings.map(({ severity, consequence }) => [severity, consequence])).toEqual([
      ["information", "falls back"],
    ]);
  });

  it("is told as a refusal where somebody gets nothing", async () => {
    const { findings } = await find(
      listed("x = True if name in archs else False\n    return 1 if x else None"),
    );
    expect(findings.map(({ severity }) => severity)).toContain("warning");
  });
});

describe("a flag comes to what those come to who ask for it", () => {
  it.each([
    ["raises", "if not ok:\n    raise ValueError()\nreturn 1", "warning", "raises"],
    ["by an assertion", "if ok:\n    x = 2\nassert ok\nreturn x", "warning", "raises"],
    ["gives nothing", "if ok:\n    return 1\nreturn None", "warning", "returns false"],
    ["gives nothing by an expression", "return 1 if ok else None", "warning", "returns false"],
    ["hands it on", "return go(ok)", "information", "returns false"],
  ])("%s", async (_, uses, severity, consequence) => {
    const { findings } = await find(def(`ok = major in (9, 10)\n${uses}`));
    expect(findings.map((one) => [one.severity, one.consequence])).toEqual([[severity, consequence]]);
  });

  it.each([
    ["at the top", "OK = major in (9, 10)\n\ndef run():\n    if not OK:\n        raise ValueError()\n"],
    [
      "of an object",
      "class A:\n    def __init__(self):\n        self.ok = major in (9, 10)\n    def run(self):\n        if not self.ok:\n            raise ValueError()\n",
    ],
  ])("where it is bound %s", async (_, text) => {
    const { findings } = await find(CAP + text);
    expect(findings.map((one) => [one.severity, one.consequence])).toEqual([["warning", "raises"]]);
  });

  it("is none where both ways serve", async () => {
    const { findings } = await find(
      def("ok = major in (9, 10)\nif ok:\n    x = 2\nelse:\n    x = 3\nreturn x"),
    );
    expect(findings).toEqual([]);
  });

  it("is none by itself where it names who is turned away", async () => {
    const text = def("bad = major in (11, 12)\nif bad:\n    raise ValueError()\nreturn 1");
    const { findings, fixed } = await find(text);
    expect(findings.map(({ gate }) => deviceNames(gate.admission.excludes))).toEqual([
      ["11.0", "12.0", "12.1"],
    ]);
    expect(fixed).toContain(text.replace("(11, 12)", "(11,)"));
    const old = await find(def("old = major in (7, 8)\nif old:\n    raise ValueError()\nreturn 1"));
    expect(old.findings).toEqual([]);
  });
});

describe("an edit of one of two conditions", () => {
  it("leaves alone what the device may pass", async () => {
    const text = `${CAP}def run(n):\n    if n > 1 and major in (9, 10) and (n == 2 or major == 10):\n        return 1\n    raise ValueError()\n`;
    const { fixed } = await find(text);
    expect(fixed).toContain(text.replace("(9, 10)", "(9, 10, 12)"));
    expect(fixed.some((one) => one.includes("major == 12"))).toBe(false);
  });
});

describe("an edit", () => {
  it("adds one more argument to a decorator that takes who gets in one by one", async () => {
    const text = `${CAP}def requires(*majors):\n    def wrap(fn):\n        def inner(x):\n            if major not in majors:\n                raise RuntimeError()\n            return fn(x)\n        return inner\n    return wrap\n\n@requires(9, 10)\ndef run(x):\n    return x\n`;
    const { fixed } = await find(text);
    expect(fixed).toContain(text.replace("requires(9, 10)", "requires(9, 10, 12)"));
  });

  it("drops a question that all newer ones fail", async () => {
    const text = `${CAP}def has(n):\n    return sm >= n\n\ndef run(x):\n    if has(90) and not has(120):\n        return x\n    raise ValueError()\n`;
    const { fixed } = await find(text);
    expect(fixed).toContain(text.replace(" and not has(120)", ""));
  });

  it("drops no question that asks for one family", async () => {
    const text = `${CAP}def is_family(n):\n    return major == n\n\ndef run(x):\n    if sm >= 90 and not is_family(11):\n        return x\n    raise ValueError()\n`;
    const { fixed } = await find(text, "sm_110");
    expect(fixed.some((one) => !one.includes("not is_family"))).toBe(false);
  });
});

describe("a flag that one arm of a ladder asks for", () => {
  it.each([
    "if x == 3 and major in (9, 10):\n        return 1\n    ",
    "if x == 4 and major == 9:\n        return 1\n    ",
  ])("is told once, at the ladder: %s", async (first) => {
    const found = await find(
      `${CAP}def f(x):\n    fast = x == 1 and major in (9, 10)\n    ${first}if fast:\n        return 2\n    raise AssertionError()\n`,
    );
    const told = found.findings.map(({ gate, severity }) => `${severity} ${gate.form}`);
    expect(told.filter((one) => one.startsWith("warning"))).toEqual(["warning ladder"]);
  });

  it("is told itself where it is asked alone", async () => {
    const found = await find(
      `${CAP}def f(x):\n    fast = x == 1 and major in (9, 10)\n    if fast:\n        return 2\n    raise AssertionError()\n`,
    );
    expect(found.findings.map(({ severity }) => severity)).toEqual(["warning"]);
  });
});

describe("an extension that is built with flags named for others", () => {
  const FLAGS = '["-gencode=arch=compute_100a,code=sm_100a"]';
  const build = (flags: string, name = "third", source = "gemm.cu"): string =>
    `def gen_${name}():\n    return gen_jit_spec("${name}", ["${source}"], extra_cuda_cflags=${flags})\n`;
  const lines = async (text: string): Promise<(number | undefined)[]> => {
    const { findings } = await find(text);
    return findings.map(({ gate }) => text.slice(0, gate.span.start).split("\n").length);
  };

  it.each([
    ["a list", `sm100_flags = ${FLAGS}\n${build("sm100_flags")}`, 3],
    ["a list put together", `c = ["-A"]\nsm100_flags = ${FLAGS} + c\n${build('["-B"] + sm100_flags')}`, 4],
    ["a list of another name", `flags = ${FLAGS}\n${build("flags")}`, 1],
    ["a list of another name put together", `c = ["-A"]\nflags = ${FLAGS} + c\n${build("flags")}`, 2],
    [
      "a list of the function",
      `def gen_third():\n    sm100_flags = ${FLAGS}\n    return gen_jit_spec("third", extra_cuda_cflags=sm100_flags)\n`,
      3,
    ],
    ["no function", `sm100_flags = ${FLAGS}\nk = load("third", extra_cuda_cflags=sm100_flags)\n`, 2],
  ])("is told of once: %s", async (_, text, line) => {
    expect(await lines(text)).toEqual([line]);
  });

  it.each([
    ["the function", build("sm100_flags", "third_sm100")],
    ["the extension", build("sm100_flags").replace('"third"', '"third_100"')],
    ["the source", build("sm100_flags", "third", "gemm_sm100.cu")],
    ["one of several ways", 'if x:\n    k = load("third", extra_cuda_cflags=sm100_flags)\n'],
  ])("is not told of where that is there for one architecture: %s", async (_, use) => {
    expect(await lines(`sm100_flags = ${FLAGS}\n${use}`)).toEqual([]);
    expect(await lines(`sm100_flags = ${FLAGS} + ["-A"]\n${use}`)).toEqual([]);
  });

  const FAMILY = '["-gencode=arch=compute_100f,code=sm_100f"]';
  const TWO = `sm100a_flags = ${FLAGS}\nsm100f_flags = ${FAMILY}\n`;
  const wide = '["-gencode=arch=compute_120f,code=sm_120f"]';
  it.each([
    ["by a name that says for whom", "use_sm_100f", "sm100f_flags", "sm100a_flags"],
    ["by a name that says nothing", "fast", "sm100f_flags", "sm100a_flags"],
    ["that are the same", "fast", "sm100a_flags", "sm100a_flags"],
  ])("is told of where it is one of two lists, %s", async (_, flag, one, other) => {
    const choice = `${one} if ${flag} else ${other}`;
    for (const flags of [`["-X"] + (${choice})`, choice, `(${choice}) + ["-X"]`]) {
      const text = `${TWO}def gen_third(${flag}=False):\n    flags = ${flags}\n    return gen_jit_spec("third", ["gemm.cu"], extra_cuda_cflags=flags)\n`;
      expect(await lines(text), flags).toEqual([5]);
    }
  });

  it.each([
    ["one builds for the target", `any_flags = ${wide}\n`, "any_flags if fast else sm100a_flags"],
    ["one is not known", "", "others() if fast else sm100a_flags"],
  ])("is no warning where %s", async (_, lists, choice) => {
    const text = `${TWO}${lists}def gen_third(fast=False):\n    flags = ["-X"] + (${choice})\n    return gen_jit_spec("third", ["gemm.cu"], extra_cuda_cflags=flags)\n`;
    const { findings } = await find(text);
    expect(findings.filter(({ severity }) => severity === "warning")).toEqual([]);
  });

  it("says where the flags are listed", async () => {
    const text = `sm100_flags = ${FLAGS} + ["-A"]\n${build("sm100_flags")}`;
    const { findings } = await find(text);
    expect(findings[0]?.related.map((one) => text.slice(one.span.start, one.span.end))).toEqual([FLAGS]);
  });
});
