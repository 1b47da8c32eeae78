/** Parts of conditions, names that say nothing, variables that functions set, tests, and what is no finding. */
import { describe, expect, it } from "vitest";
import { deviceNames } from "../../../server/src/logic/sets";
import { sliceOf, makeSource } from "../../../server/src/text/source";
import { analyse } from "./parser";

const SETUP = "import torch\n\ncc = torch.cuda.get_device_capability()\nmajor, minor = cc\n\n";

async function operands(body: string): Promise<Record<string, string>> {
  const text = `${SETUP}def run(x, size, flag):\n    ${body.replaceAll("\n", "\n    ")}\n`;
  const { gates } = await analyse(text);
  const parts = gates.filter(({ form }) => form === "operand");
  return Object.fromEntries(
    parts.map(({ span, admission }) => [
      sliceOf(makeSource("x.py", text), span),
      deviceNames(admission.admits).join(" "),
    ]),
  );
}

describe("the part of a condition that the device settles", () => {
  it.each([
    [
      "if size > 192 and cc not in ((8, 0), (9, 0)):\n    raise ValueError()",
      "cc not in ((8, 0), (9, 0))",
      "8.0 9.0",
    ],
    ["if flag and major >= 10:\n    x = 4\nreturn x", "major >= 10", "10.0 10.3 11.0 12.0 12.1"],
    ["use = major >= 12 and (size > 11 or size == 7)", "major >= 12", "12.0 12.1"],
    ["return (major == 9 or major == 12) and flag", "(major == 9 or major == 12)", "9.0 12.0 12.1"],
    ["if flag and major == 12 and minor == 0:\n    x = 1", "major == 12 and minor == 0", "12.0"],
    ["if not (flag or major != 12):\n    x = 1", "major != 12", "12.0 12.1"],
    ["return 1 if flag and major == 9 else 2", "major == 9", "9.0"],
  ])("%s", async (body, part, admitted) => {
    const found = await operands(body);
    const bare = part.replace(/^\((.*)\)$/, "$1");
    expect(found[part] ?? found[bare]).toBe(admitted);
  });

  it("is no gate where the device settles all", async () => {
    expect(await operands("if major == 9 or major == 10:\n    x = 1\nreturn x")).toEqual({});
    expect(await operands("if size > 3 and flag:\n    x = 1\nreturn x")).toEqual({});
  });
});

const KINDS = `import torch
def can_run(device):
    return torch.cuda.get_device_capability(device)[0] in (9, 10)
def again(device):
    return can_run(device)
`;

describe("a name that says nothing of architectures", () => {
  it.each([
    [
      "a function of the module",
      `${KINDS}def f(x):\n    if not can_run(x):\n        raise ValueError()\n    return x\n`,
    ],
    [
      "one that asks it",
      `${KINDS}def f(x):\n    if not again(x):\n        raise ValueError()\n    return x\n`,
    ],
    [
      "a method's use",
      `${KINDS}class A:\n    def f(self, x):\n        assert can_run(x)\n        return x\n`,
    ],
    [
      "an import",
      "from .kinds import can_run\ndef sm_90(): pass\n\ndef f(x):\n    if not can_run(x):\n        raise ValueError()\n    return x\n",
    ],
    [
      "an import under another name",
      "from .kinds import (\n    can_run as ok,  # quick\n)\ndef sm_90(): pass\ndef f(x):\n    assert ok(x)\n",
    ],
    [
      "an import inside a function",
      "def sm_90(): pass\ndef f(x):\n    from .kinds import can_run\n    assert can_run(x)\n",
    ],
    [
      "one that a package passes on",
      "from .passing import can_run\ndef sm_90(): pass\ndef f(x):\n    assert can_run(x)\n",
    ],
  ])("%s", async (_, text) => {
    const { gates } = await analyse(text, {
      "@path": "/project/pkg/use.py",
      "/project/pkg/kinds.py": KINDS,
      "/project/pkg/passing/__init__.py": "from ..kinds import can_run\n",
      "/project/pkg/__init__.py": "",
    });
    const gate = gates.find(({ consequence }) => consequence === "raises");
    expect(gate && deviceNames(gate.admission.admits)).toEqual(["9.0", "10.0", "10.3"]);
  });
});

describe("a variable that functions set", () => {
  it.each(["None", "False", "0", '"auto"'])("is not known from what it starts with: %s", async (start) => {
    const text = `${SETUP}MODE = ${start}\n\ndef choose(mode):\n    global MODE\n    MODE = mode\n\ndef run():\n    if MODE:\n        assert major == 9\n`;
    const { gates } = await analyse(text);
    const gate = gates.find(({ consequence }) => consequence === "raises");
    expect(gate?.exemptFor(1 << 11)).toBeNull();
    expect(gate?.admission.excludes).not.toBe(0);
  });

  it.each([
    ["the one value that there is", "", "left out before this condition"],
    ["what another is given", "def choose(x):\n    global KIND\n    KIND = x\n\n", null],
  ])("is what the functions make of it: %s", async (_, another, exempt) => {
    const text = `${SETUP}KIND = None\n\ndef kind():\n    global KIND\n    if KIND is None:\n        KIND = "small"\n    return KIND\n\n${another}def run():\n    if kind() == "large":\n        assert major == 9\n`;
    const { gates } = await analyse(text);
    expect(gates.find(({ consequence }) => consequence === "raises")?.exemptFor(1 << 11)).toBe(exempt);
  });
});

describe("what is no finding", () => {
  const OUT = 1 << 10;

  it("in a test", async () => {
    const text = `${SETUP}def check():\n    assert major == 9\n`;
    const exempt = async (path: string): Promise<string | null | undefined> =>
      (await analyse(text, { "@path": path })).gates[0]?.exemptFor(OUT);
    expect(await exempt("/project/tests/helpers.py")).toBe("in a test");
    expect(await exempt("/project/pkg/test_kernels.py")).toBe("in a test");
    expect(await exempt("/project/pkg/latest_kernels.py")).toBeNull();
    expect(await exempt("/tests/project.py")).toBeNull();
  });

  it("a table that only says how things are called", async () => {
    const { gates } = await analyse('DESCRIBED_ARCHS = {90: "Hopper", 100: "Blackwell"}\n');
    expect(gates[0]?.exemptFor(OUT)).toBe("only names");
    const used = await analyse(`${SETUP}KERNELS = {9: "a", 10: "b"}\ndef f():\n    return KERNELS[major]\n`);
    expect(used.gates.some(({ form, ...gate }) => form === "table" && gate.exemptFor(OUT) === null)).toBe(
      true,
    );
  });
});

describe("what is said above a statement", () => {
  it("is about a list inside of it", async () => {
    const text =
      "# intentionally not on SM120: no kernels\nspec = build(\n    'x',\n    supported_major_versions=[9, 10],\n)\n";
    const { gates } = await analyse(text);
    expect(gates[0]?.remarks.map(({ text: remark }) => remark)).toEqual([
      "# intentionally not on SM120: no kernels",
    ]);
  });
});

describe("lines", () => {
  const TEXT = `${SETUP}def run(x):\n    # why\n    if major not in (9, 10):\n        raise ValueError()\n    return x\n`;

  it("may end with carriage returns alone", async () => {
    const plain = await analyse(TEXT);
    const { gates } = await analyse(TEXT.replaceAll("\n", "\r"));
    expect(gates.map(({ form, span, remarks }) => [form, span, remarks])).toEqual(
      plain.gates.map(({ form, span, remarks }) => [form, span, remarks]),
    );
    expect(gates.length).toBeGreaterThan(0);
  });

  it("may be continued without end", async () => {
    const { gates } = await analyse(`${"\\\n".repeat(30_000)}${TEXT}`);
    expect(gates.length).toBeGreaterThan(0);
  });

  it("that are no Python are told", async () => {
    expect((await analyse(TEXT)).fault).toBeNull();
    const broken = await analyse(TEXT.replace("raise ValueError()", "raise raise ValueError(("));
    expect(broken.fault).toMatch(/^lines? \d.*not valid Python/);
  });
});

describe("a helper that spells out who gets in", () => {
  it("is where its uses are decided, unless it is named for what it tests", async () => {
    const use = (name: string): string =>
      `${SETUP}def ${name}(x):\n    return major in (9, 10)\n\ndef f(x):\n    if not ${name}(x):\n        raise ValueError()\n    return x\n`;
    const raises = async (name: string): Promise<{ start: number } | undefined> => {
      const { gates } = await analyse(use(name));
      return gates.find(({ consequence }) => consequence === "raises")?.definedAt?.span;
    };
    expect((await raises("may_fuse"))?.start).toBe(use("may_fuse").indexOf("major in"));
    expect(await raises("is_hopper")).toBeUndefined();
  });
});
