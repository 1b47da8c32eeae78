/** Forms in which Python shuts devices out beside lists and conditions, each with what looks alike and is none. */
import { describe, expect, it } from "vitest";
import { deviceNames } from "../../../server/src/logic/sets";
import { CAP, find, rulesOf } from "./python-findings";

const def = (body: string): string => `${CAP}def run(x):\n    ${body.replaceAll("\n", "\n    ")}\n`;

describe("names that are read by the places of their characters", () => {
  const flags = (num: string): string =>
    `def flags(cc, arch):\n    num = ${num}\n    return f"-gencode=arch=compute_{num},code=sm_{num}"\n`;

  it.each([
    ["two characters with the dot between them", flags("cc[0] + cc[2]")],
    ["the same inside the name", 'def flags(cc):\n    return f"-arch=sm_{cc[0]}{cc[2]}"\n'],
    ["the first two", flags("arch[:2]")],
    ["those behind the prefix", flags("arch[3:5]")],
    ["the last two", flags("arch[-2:]")],
    ["what is put together by +", 'def flags(arch):\n    return "-arch=sm_" + arch[:2]\n'],
    ["what is put together by %", 'def flags(arch):\n    return "-arch=sm_%s" % arch[:2]\n'],
    ["what is put together by format", 'def flags(arch):\n    return "-arch=sm_{}".format(arch[:2])\n'],
    [
      "a pattern of two digits",
      'import re\ndef number(arch):\n    return re.match(r"sm_(\\d)(\\d)", arch)\n',
    ],
    ["one of a whole name", 'import re\ndef number(arch):\n    return re.fullmatch(r"sm_(\\d{2})", arch)\n'],
    ["one that is kept", 'import re\nARCH = re.compile(r"compute_(\\d\\d)$")\n'],
  ])("%s", async (_, text) => {
    expect(rulesOf(await find(text))).toEqual(["reads-characters"]);
    expect(rulesOf(await find(text, "sm_90"))).toEqual([]);
  });

  it.each([
    ["what is no architecture", "def initials(cc):\n    return cc[0] + cc[2]\n"],
    [
      "a version of the toolkit",
      'def tag(cuda_version):\n    return f"sm_{cuda_version[0]}{cuda_version[2]}"\n',
    ],
    ["what goes into another name", 'def flags(cc):\n    num = cc[0] + cc[2]\n    return f"kernel_{num}"\n'],
    ["all digits", 'import re\ndef number(arch):\n    return re.match(r"sm_(\\d+)(\\d)", arch)\n'],
    [
      "two or three digits",
      'import re\ndef number(arch):\n    return re.match(r"sm_(\\d{2,3})[af]?", arch)\n',
    ],
    ["a file's name", 'import re\ndef kernel(file):\n    return re.match(r"gemm_sm(\\d\\d)_", file)\n'],
    ["one architecture", 'import re\ndef hopper(arch):\n    return re.match(r"sm_90", arch)\n'],
    ["what is behind the prefix", flags("arch[3:]")],
    ["the parts of a pair", 'def flags(cc):\n    return f"-arch=sm_{cc[0]}{cc[1]}"\n'],
    ["a pattern that costs much", 'import re\nX = re.compile(r"sm_(\\d+)+(\\d+)+$")\n'],
    ["ways that multiply", 'import re\nX = re.compile(r"sm_\\d(?:_?|x?){40}$")\n'],
    ["ways that multiply in a group", 'import re\nX = re.compile(r"sm_\\d(?:(?:_?|x?)){40}$")\n'],
    ["many that may be missing", `import re\nX = re.compile(r"sm_\\d\\d${"\\d?".repeat(20)}x$")\n`],
    ["what looks back", 'import re\nX = re.compile(r"sm_(\\d)(\\d)\\1{9}$")\n'],
  ])("not %s", async (_, text) => {
    expect(rulesOf(await find(text))).toEqual([]);
  });

  it("are split at the dot", async () => {
    const { fixed } = await find(flags("cc[0] + cc[2]"));
    expect(fixed).toEqual([flags('cc.split(".")[0] + cc.split(".")[1][0]')]);
    const inside = await find('def flags(cc):\n    return f"-arch=sm_{cc[0]}{cc[2]}"\n');
    expect(inside.fixed).toEqual([
      "def flags(cc):\n    return f\"-arch=sm_{cc.split('.')[0]}{cc.split('.')[1][0]}\"\n",
    ]);
    expect((await find(flags("arch[:2]"))).fixed).toEqual([]);
    const beside = await find('def flags(cc):\n    return \'"\' + f"sm_{cc[0]}{cc[2]}"\n');
    expect(beside.fixed[0]).toContain("{cc.split('.')[0]}");
    const nested = "def flags(cc):\n    return f'{f\"sm_{cc[0]}{cc[2]}\"}'\n";
    expect((await find(nested)).fixed).toEqual([]);
  });
});

describe("architectures inside one string", () => {
  it.each([
    ['os.environ["TORCH_CUDA_ARCH_LIST"] = "8.0;9.0"', 'os.environ["TORCH_CUDA_ARCH_LIST"] = "8.0;9.0;12.0"'],
    [
      'os.environ.setdefault("TORCH_CUDA_ARCH_LIST", "8.0 9.0")',
      'os.environ.setdefault("TORCH_CUDA_ARCH_LIST", "8.0 9.0 12.0")',
    ],
    [
      'archs = os.getenv("TORCH_CUDA_ARCH_LIST", "9.0a").split(";")',
      'archs = os.getenv("TORCH_CUDA_ARCH_LIST", "9.0a;12.0a").split(";")',
    ],
    ['env = {"NVCC_ARCHS": "80-real;90-real"}', 'env = {"NVCC_ARCHS": "80-real;90-real;120-real"}'],
    [
      'args = ["-DCMAKE_CUDA_ARCHITECTURES=80-real;90-real"]',
      'args = ["-DCMAKE_CUDA_ARCHITECTURES=80-real;90-real;120-real"]',
    ],
  ])("%s", async (line, better) => {
    const found = await find(`import os\n${line}\n`);
    expect(rulesOf(found)).toEqual(["arch-list-unbuilt"]);
    expect(found.fixed[0]).toBe(`import os\n${better}\n`);
  });

  it.each([
    ["PTX that serves what is newer", 'os.environ["TORCH_CUDA_ARCH_LIST"] = "8.0;9.0+PTX"'],
    ["one among several", 'if hopper:\n    os.environ["TORCH_CUDA_ARCH_LIST"] = "9.0a"'],
    ["another variable", 'os.environ["PYTHON_VERSIONS"] = "3.8;3.9"'],
    ["what is not spelled out", 'os.environ["TORCH_CUDA_ARCH_LIST"] = f"{major}.{minor}"'],
    ["one with the device's own", 'os.environ["TORCH_CUDA_ARCH_LIST"] = "9.0;12.0"'],
  ])("not %s", async (_, lines) => {
    expect(rulesOf(await find(`import os\n${lines}\n`))).toEqual([]);
  });
});

describe("who is left out by what is written around", () => {
  const ranged =
    'def sm_range(lo, hi):\n    def wrap(f):\n        def inner(*args):\n            if sm < lo or sm > hi:\n                raise RuntimeError("no")\n            return f(*args)\n        return inner\n    return wrap\n\n';

  it("a decorator of the project's own", async () => {
    const text = `${CAP}${ranged}@sm_range(80, 103)\ndef attn(q):\n    return q\n`;
    const { findings, fixed } = await find(text);
    const gate = findings.find(({ rule }) => rule === "python-decorator-excludes");
    expect(deviceNames(gate?.gate.admission.admits ?? 0).at(0)).toBe("8.0");
    expect(deviceNames(gate?.gate.admission.excludes ?? 0).slice(-2)).toEqual(["12.0", "12.1"]);
    expect(fixed.some((one) => one.includes("@sm_range(80, 121)"))).toBe(true);
  });

  it("not one that refuses nobody", async () => {
    const plain = `${CAP}def sm_logged(f):\n    def inner(*args):\n        print(sm, major == 9)\n        return f(*args)\n    return inner\n\n@sm_logged\ndef attn(q):\n    return q\n`;
    expect(rulesOf(await find(plain))).toEqual([]);
  });

  it.each([
    [
      "a list that any device is compared with",
      `${CAP}LIST = [(9, 0), (10, 0)]\ndef ok():\n    return any(cc == one for one in LIST)\n`,
      "LIST = [(9, 0), (10, 0), (12, 0), (12, 1)]",
    ],
    [
      "one in place",
      def("if not any(major == m for m in (9, 10)):\n    raise ValueError()"),
      "for m in (9, 10, 12)",
    ],
    [
      "each of several devices",
      def(
        "assert all(torch.cuda.get_device_capability(i)[0] in (9, 10) for i in range(torch.cuda.device_count()))",
      ),
      "in (9, 10, 12)",
    ],
    [
      "a version",
      `${CAP}from packaging.version import Version\ndef ok():\n    return Version(f"{major}.{minor}") < Version("10.0")\n`,
      'Version("13.0")',
    ],
    ["choices", 'p.add_argument("--arch", choices=["sm_80", "sm_90"])\n', '"sm_90", "sm_120"'],
    [
      "a set of versions",
      'KNOWN = {"8.0", "8.6", "8.9", "9.0"}\ndef archs(asked):\n    return set(asked) & KNOWN\n',
      '"9.0", "12.0"',
    ],
    [
      "what the driver says",
      'import subprocess\ndef ok():\n    out = subprocess.check_output(["nvidia-smi", "--query-gpu=compute_cap", "--format=csv,noheader"], text=True)\n    return out.strip() in ("8.0", "9.0")\n',
      '"9.0", "12.0"',
    ],
  ])("%s", async (_, text, edit) => {
    const { findings, fixed } = await find(text);
    expect(findings.length).toBeGreaterThan(0);
    expect(fixed.some((one) => one.includes(edit))).toBe(true);
  });

  it.each([
    [
      "a function that is given the family",
      `import torch\ndef is_family(n):\n    return torch.cuda.get_device_capability()[0] == n // 10\n\ndef go():\n    assert is_family(90) or is_family(100)\n`,
    ],
    [
      "a set in a set",
      def("have = {cc}\nif not have <= {(9, 0), (10, 0), (10, 3)}:\n    raise ValueError()"),
    ],
    [
      "a decimal number",
      def('from decimal import Decimal\nassert Decimal("9.0") <= Decimal("%d.%d" % cc) < Decimal("11.0")'),
    ],
    [
      "a ladder in a loop over what is there",
      def(
        'caps = set()\nfor i in range(torch.cuda.device_count()):\n    caps.add(f"{major}.{minor}")\nfor cap in caps:\n    if cap.startswith("9."):\n        n = 9\n    elif cap.startswith("10."):\n        n = 10\n    else:\n        raise ValueError(cap)',
      ),
    ],
  ])("%s", async (_, text) => {
    const { findings } = await find(text);
    expect(findings.map(({ gate }) => deviceNames(gate.admission.admits))).toContainEqual([
      "9.0",
      "10.0",
      "10.3",
    ]);
  });

  it("not who is in a list of the refused", async () => {
    const text = `${CAP}BLOCKED = [(7, 5), (8, 0)]\ndef check():\n    if any(cc == one for one in BLOCKED):\n        raise ValueError()\n`;
    expect(rulesOf(await find(text))).toEqual([]);
  });
});

describe("a family of which one is named", () => {
  it.each([
    ["a value for one", def('return "fp4" if sm == 120 else "int4"'), "sm in (120, 121)"],
    ["code for one", def("if sm == 120:\n    x = 1\nelse:\n    x = 2\nreturn x"), "sm in (120, 121)"],
    ["a refusal of one", def("if sm == 120:\n    return False\nreturn sm >= 90"), "sm in (120, 121)"],
  ])("%s", async (_, text, edit) => {
    const { findings, fixed } = await find(text, "sm_121");
    expect(findings.map(({ severity }) => severity)).toEqual(["information"]);
    expect(fixed.some((one) => one.includes(edit))).toBe(true);
  });

  it.each([
    [
      "the newer one has code of its own",
      def("if sm == 121:\n    x = 1\nelse:\n    x = 2\nreturn x"),
      "sm_120",
    ],
    ["all that is older is refused", def("if sm <= 120:\n    return False\nreturn True"), "sm_121"],
    ["both are refused", def("if sm in (120, 121):\n    x = 1\nelse:\n    x = 2\nreturn x"), "sm_121"],
    ["other chips are told apart", def("if sm == 80:\n    x = 1\nelse:\n    x = 2\nreturn x"), "sm_89"],
  ])("not where %s", async (_, text, target) => {
    expect(rulesOf(await find(text, target))).toEqual([]);
  });
});

describe("exceptions that are caught", () => {
  it.each([
    [
      "by the function itself",
      def('try:\n    if major != 9:\n        raise ValueError("no")\nexcept ValueError:\n    pass'),
    ],
    [
      "by one further up",
      def(
        'try:\n    if major != 9:\n        raise NotImplementedError("no")\nexcept RuntimeError:\n    x = 1\nreturn x',
      ),
    ],
    ["by all", def("try:\n    assert major == 9\nexcept:\n    x = 1\nreturn x")],
    [
      "by suppress",
      `import contextlib\n${def("with contextlib.suppress(AssertionError):\n    assert major == 9")}`,
    ],
  ])("%s", async (_, text) => {
    expect(rulesOf(await find(text))).toEqual([]);
  });

  it.each([
    [
      "of another class",
      def('try:\n    if major != 9:\n        raise ValueError("no")\nexcept ImportError:\n    pass'),
    ],
    [
      "and raised again",
      def(
        'try:\n    if major != 9:\n        raise ValueError("no")\nexcept ValueError as e:\n    raise RuntimeError("no") from e',
      ),
    ],
    [
      "outside of the try",
      def('try:\n    import fast\nexcept ImportError:\n    pass\nif major != 9:\n    raise ValueError("no")'),
    ],
  ])("not those %s", async (_, text) => {
    expect(rulesOf(await find(text))).toEqual(["python-condition-excludes"]);
  });
});

describe("arms that only pass", () => {
  it.each([
    ["beside a refusal", def("if major in (9, 10):\n    pass\nelse:\n    raise ValueError()")],
    [
      "of a match",
      def("match major:\n    case 9 | 10:\n        pass\n    case _:\n        raise ValueError()"),
    ],
    [
      "of a match that names the rest",
      def(
        "match major:\n    case 9 | 10:\n        x = 1\n    case other:\n        raise ValueError(other)\nreturn x",
      ),
    ],
    ["with a message", def('if major in (9, 10):\n    print("fine")\nelse:\n    return False\nreturn True')],
  ])("%s", async (_, text) => {
    expect((await find(text)).findings.length).toBeGreaterThan(0);
  });

  it("not where nothing is refused", async () => {
    expect(rulesOf(await find(def('if major in (9, 10):\n    pass\nelse:\n    print("slow")')))).toEqual([]);
  });
});

describe("what a list holds that is changed by another name", () => {
  const check = "\n\ndef check():\n    assert major in A\n";

  it.each([
    ["another name or a new list", "A = [9]\nB = A or []\nB.append(12)"],
    ["two names at once", "A = B = [9]\nB.append(12)"],
    ["a loop over it", "A = [9]\nfor B in (A,):\n    B.append(12)"],
    ["a walrus", "A = [9]\nprint(B := A)\nB.append(12)"],
    ["inside a branch", "A = [9]\nif True:\n    B = A\n    B.append(12)"],
    ["a function's other name for it", "A = [9]\ndef f():\n    b = A\n    b.append(12)\nf()"],
    ["a function's default", "A = [9]\ndef f(x=A):\n    x.append(12)\nf()"],
    ["white space and brackets", "A = [9]\ndef f():\n    (A) \\\n        .append(12)\nf()"],
    ["the method of the class", "A = [9]\ndef f():\n    list.append(A, 12)\nf()"],
    ["a heap", "import heapq\nA = [9]\ndef f():\n    heapq.heappush(A, 12)\nf()"],
    ["the method by itself", "A = [9]\ngrow = A.append\ngrow(12)"],
    ["its name as a text", 'A = [9]\ndef f():\n    globals()["A"].append(12)\nf()'],
    ["several sets", "A = {9}\nA.update([10], [12])"],
    ["a difference", "A = {9}\nA.symmetric_difference_update({12})"],
  ])("%s", async (_, lines) => {
    expect(rulesOf(await find(`${CAP}${lines}${check}`))).toEqual([]);
  });

  it.each([
    ["a copy", "A = [9]\nB = list(A)\nB.append(12)"],
    ["what is only read", "A = [9]\nB = len(A)\nC = [*A, 12]\nC.append(13)"],
    ["another list of a function", "A = [9]\ndef f():\n    b = [10]\n    b.append(12)\n    return b"],
    ["a set that is fixed", "A = frozenset({9})\nB = A\nB |= {12}"],
  ])("not of %s", async (_, lines) => {
    expect((await find(`${CAP}${lines}${check}`)).findings.length).toBeGreaterThan(0);
  });

  it.each([
    ["T.ok |= major == 12", "T.ok"],
    ["T.ok, x = True, 1", "T.ok"],
    ['setattr(T, "ok", True)', "T.ok"],
    ["def f():\n    T.ok = True\nf()", "T.ok"],
    ["t = T\nt.ok = True", "T.ok"],
  ])("an attribute that is set: %s", async (line, asked) => {
    const text = `${CAP}class T:\n    ok = major == 9\n${line}\n\ndef check():\n    assert ${asked}\n`;
    expect(rulesOf(await find(text))).toEqual([]);
  });

  it("an attribute that nothing sets", async () => {
    const text = `${CAP}class T:\n    ok = major == 9\n\nclass U:\n    def __init__(self):\n        self.ok = 1\n\ndef check():\n    assert T.ok\n`;
    expect((await find(text)).findings.length).toBeGreaterThan(0);
  });

  it.each(["ok = True", "ok, x = True, 1", "def ok(): pass", "for ok in (True,): pass", "del ok\nok = True"])(
    "a flag that is given another value before it is read: %s",
    async (line) => {
      expect(rulesOf(await find(def(`ok = major in (9, 10)\n${line}\nassert ok`)))).toEqual([]);
    },
  );

  it("a variable that is declared global over two lines", async () => {
    const text = `${CAP}X = major\ndef init():\n    global Y, \\\n        X\n    X = 9\ninit()\n\ndef check():\n    assert X in (9, 10)\n`;
    expect(rulesOf(await find(text))).toEqual([]);
  });
});
