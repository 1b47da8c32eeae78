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
