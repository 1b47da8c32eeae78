/** Which words make a piece of code worth reading. */
import { describe, expect, it } from "vitest";
import { mentionsIn } from "../../../server/src/python/modules/mentions";
import { MENTIONS_ARCHITECTURE } from "../../../server/src/python/names/naming";
import { outline } from "../../../server/src/python/syntax/chunks";
import { analyse } from "./parser";

describe("words that speak of architectures", () => {
  it.each([
    "sm_version >= 90",
    "sm_arch in (90, 100)",
    "cc_major == 9",
    "device_major >= 8",
    "self._major",
    "major, minor = caps",
    "capability.major < 9",
    "prop.major_version",
    "num_sms, sm = query()",
    "target_sm == 120",
    "MAJOR == 12",
    "isAmpere",
    "GemmAmpere()",
    "pytest.mark.skipif(arch < 9)",
  ])("%s", (text) => {
    expect(MENTIONS_ARCHITECTURE.test(text)).toBe(true);
  });

  it.each([
    "sm_scale * x",
    "num_sm // 2",
    "blocks_per_sm",
    "sm_count - 4",
    "a_row_major",
    "is_k_major",
    "WeightLayout.MajorK",
    "scale_major_mode",
    "mn_major_layout",
    "MajorTypeAB",
    "the majority",
    "major_axis",
    "cute.arch.thread_idx()",
    "@pytest.mark.arch_blackwell",
    "is_current_stream_capturing()",
    "asm_dialect",
    "ssm_state",
    "MmaMPerEpiM",
  ])("of a layout, a scale or a number of multiprocessors is none: %s", (text) => {
    expect(MENTIONS_ARCHITECTURE.test(text)).toBe(false);
  });
});

describe("what is only said about code", () => {
  const speaks = (text: string): boolean =>
    mentionsIn(outline(text), MENTIONS_ARCHITECTURE, null).any({ start: 0, end: text.length });

  it.each([
    ["a comment", "x = 1  # for Hopper\n"],
    ["a comment between lines", "x = 1\n# for Hopper\ny = 2\n"],
    ["a comment inside brackets", "x = f(\n  # for Hopper\n  1,\n)\n"],
    ["what documents a function", 'def f():\n    """For Hopper.\n\n    And sm_90.\n    """\n    return 1\n'],
    ["in single quotes", "def f():\n    'for Hopper'\n    return 1\n"],
    ["a raw string", 'def f():\n    r"""for\r\nHopper"""  # so\r\n    return 1\r\n'],
    ["at the end of the text", 'def f():\n    """for Hopper"""'],
  ])("does not count: %s", (_, text) => {
    expect(speaks(text)).toBe(false);
  });

  it.each([
    ["a string that is given", 'f("hopper")\n'],
    ["a string that is bound", 'x = """hopper"""\n'],
    ["a string with values in it", 'f"{capability}"\n'],
    ["a string that something is done with", '"""hopper""".upper()\n'],
    ["strings side by side", '"a" "hopper"\n'],
    ["code behind a string", '"""text"""; x = capability\n'],
    ["code on the line of a comment", "if capability < 9:  # old\n    pass\n"],
    ["what looks like a comment in a string", 'x = "# hopper"\n'],
  ])("counts: %s", (_, text) => {
    expect(speaks(text)).toBe(true);
  });

  it("is told apart again with every letter", () => {
    const before = 'def f():\n    """for Hopper"""\n    return 1\n';
    const after = before.replace('    """for', '    x = """for');
    const first = mentionsIn(outline(before), MENTIONS_ARCHITECTURE, null);
    const module = { source: { text: before }, mentioned: first.places };
    const second = mentionsIn(outline(after), MENTIONS_ARCHITECTURE, module);
    expect(first.any({ start: 0, end: before.length })).toBe(false);
    expect(second.any({ start: 0, end: after.length })).toBe(true);
  });
});

describe("a function of a module that is imported whole counts, whatever is said around its use", () => {
  const files = {
    "/project/pkg/__init__.py": "",
    "/project/pkg/ops.py":
      "import torch\n\ndef usable():\n    if torch.cuda.get_device_capability()[0] != 9:\n        return False, 'no'\n    return True, None\n",
  };
  it.each([
    ["import pkg.ops as o", "o"],
    ["import pkg.ops", "pkg.ops"],
    ["from pkg import ops", "ops"],
    ["from . import ops as o", "o"],
  ])("%s", async (line, name) => {
    const text = `def run():\n    ${line}\n    ok, why = ${name}.usable()\n    if not ok:\n        raise ValueError(why)\n    return 1\n\n# sm_90\n`;
    const { gates } = await analyse(text, { "@path": "/project/pkg/use.py", ...files });
    expect(gates).toHaveLength(1);
  });
});

describe("what a class of another module answers counts, by whatever name an instance of it is reached", () => {
  const device = "torch.cuda.get_device_capability()[0]";
  const files = {
    "/project/pkg/__init__.py": "from .u import Info as Given\n",
    "/project/pkg/u.py": `import torch

class Info:
    LEVEL = ${device}
    def __init__(self):
        self.level = ${device}
    def gen(self):
        return ${device}
    @property
    def stage(self):
        return ${device}
    @staticmethod
    def rank():
        return ${device}
    @classmethod
    def tier(cls):
        return ${device}

info = Info()

def fetch():
    return info

def probe():
    return ${device}
`,
    "/project/pkg/v.py": "from .u import Info\nother = Info()\n",
  };
  const gatesIn = async (text: string): Promise<unknown[]> => {
    const { gates } = await analyse(`${text}# sm_90\n`, { "@path": "/project/pkg/use.py", ...files });
    return [...gates];
  };
  const refused = "        raise ValueError('no')\n";

  const members = ["LEVEL", "level", "gen()", "stage", "rank()", "tier()"];
  const instances = ["Info()", "info", "fetch()"].flatMap((root) => members.map((name) => `${root}.${name}`));
  it.each([...instances, "Info.LEVEL", "Info.rank()", "Info.tier()"])("%s", async (asked) => {
    const [root = ""] = /^\w+/.exec(asked) ?? [];
    for (const [line, value] of [
      ["from . import u", `u.${asked}`],
      ["import pkg.u as w", `w.${asked}`],
      [`from .u import ${root}`, asked],
    ]) {
      const text = `${line ?? ""}\n\ndef run():\n    if ${value ?? ""} not in (9, 10):\n${refused}`;
      expect(await gatesIn(text), text).toHaveLength(1);
    }
  });

  it.each([
    ["a name of its own", "from . import u\nm = u\ndef run():\n    if m.probe() not in (9, 10):\n" + refused],
    [
      "a local name",
      "from . import u\ndef run():\n    i = u.Info()\n    if i.gen() not in (9, 10):\n" + refused,
    ],
    [
      "an instance made elsewhere",
      "from .v import other\ndef run():\n    if other.gen() not in (9, 10):\n" + refused,
    ],
    ["a star", "from .u import *\ndef run():\n    if info.gen() not in (9, 10):\n" + refused],
    ["a class given on", "from . import Given\ndef run():\n    if Given().stage not in (9, 10):\n" + refused],
  ])("through %s", async (_, text) => {
    expect(await gatesIn(text)).toHaveLength(1);
  });

  it.each(["u.probe()", "u.info.gen()", "u.info.level", "u.Info().stage"])(
    "an attribute that the constructor binds to %s",
    async (value) => {
      const text = `from . import u\nclass A:\n    def __init__(self):\n        self.i = ${value}\n    def go(self):\n        if self.i not in (9, 10):\n    ${refused}`;
      expect(await gatesIn(text)).toHaveLength(1);
    },
  );

  it.each(["u.info", "u.Info()", "u.fetch()"])(
    "an instance that the constructor keeps: %s",
    async (value) => {
      const text = `from . import u\nclass A:\n    def __init__(self):\n        self.i = ${value}\n    def go(self):\n        if self.i.gen() not in (9, 10):\n    ${refused}`;
      expect(await gatesIn(text)).toHaveLength(1);
    },
  );

  it("by inheritance", async () => {
    const text = `from . import u\nclass A(u.Info):\n    def go(self):\n        if self.gen() not in (9, 10):\n    ${refused}`;
    expect(await gatesIn(text)).toHaveLength(1);
  });
});
