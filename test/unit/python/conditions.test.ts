/** Which devices get past a condition, by its form and its polarity; what is no gate. */
import { describe, expect, it } from "vitest";
import type { Gate } from "../../../server/src/gates/gate";
import { deviceMaskOf, deviceNames } from "../../../server/src/logic/sets";
import { analyse } from "./parser";

const SETUP =
  "import torch\n\ncc = torch.cuda.get_device_capability()\nmajor, minor = cc\nsm = major * 10 + minor\n\n";

/** The body as that of a function that knows `cc`, `major`, `minor` and `sm`. */
const inFunction = (body: string): string =>
  `${SETUP}def run(x):\n${body
    .split("\n")
    .map((line) => (line === "" ? "" : `    ${line}`))
    .join("\n")}\n`;

async function gatesOf(body: string): Promise<readonly Gate[]> {
  const { gates } = await analyse(inFunction(body));
  return gates.filter(({ span }) => span.start >= SETUP.length);
}

const admits = (gate: Gate | undefined): string =>
  gate === undefined ? "no gate" : deviceNames(gate.admission.admits).join(" ");

const FROM_9 = "9.0 10.0 10.3 11.0 12.0 12.1";
const NOT_12 = "7.5 8.0 8.6 8.7 8.8 8.9 9.0 10.0 10.3 11.0";

describe("who gets past", () => {
  it.each([
    ["if major < 9:\n    raise ValueError()\nreturn x", FROM_9],
    ["if not major >= 9:\n    raise ValueError()\nreturn x", FROM_9],
    ["if major == 12:\n    return False\nreturn work(x)", NOT_12],
    ["assert major >= 9, 'too old'", FROM_9],
    ["assert not major == 12", NOT_12],
    ["if not (major == 9 or major == 12):\n    return None\nreturn work(x)", "9.0 12.0 12.1"],
    ["if major != 9 and major != 12:\n    raise ValueError()\nreturn x", "9.0 12.0 12.1"],
    ["if (9, 0) <= cc < (12, 0):\n    x = fast(x)\nreturn x", "9.0 10.0 10.3 11.0"],
    [
      "if major == 9 \\\n        or major == \\\n        12:\n    return fast(x)\nraise ValueError()",
      "9.0 12.0 12.1",
    ],
    ["if cc[ \\\n0] >= 9:\n    return fast(x)\nraise ValueError()", FROM_9],
    ["if (m := cc[0]) >= 9:\n    return fast(x, m)\nreturn None", FROM_9],
    ["return fast(x) if major >= 9 else None", FROM_9],
    ["return None if major < 9 else fast(x)", FROM_9],
    ["if any(major == m for m in (9, 12)):\n    return fast(x)\nraise ValueError()", "9.0 12.0 12.1"],
    ["if all(major != m for m in (12,)):\n    return fast(x)\nraise ValueError()", NOT_12],
    ["if sm in range(90, 120):\n    return fast(x)\nraise ValueError()", "9.0 10.0 10.3 11.0"],
    ["if sm // 10 in {9, 12}:\n    return fast(x)\nraise ValueError()", "9.0 12.0 12.1"],
    ["if f'sm_{sm}' == 'sm_120':\n    return fast(x)\nraise ValueError()", "12.0"],
    ["if str(major).startswith('1'):\n    return fast(x)\nraise ValueError()", "10.0 10.3 11.0 12.0 12.1"],
  ])("%s", async (body, expected) => {
    const gates = await gatesOf(body);
    expect(gates.map(admits)).toContain(expected);
  });
});

describe("a block that refuses for what it asks further", () => {
  const FROM_INSIDE = "if major == 12:\n    if shape != 1:\n        return False\n";
  it.each([
    `${FROM_INSIDE}    else:\n        return True\nif shape > 3:\n    return False\nreturn True`,
    `${FROM_INSIDE.replace("False", "(False, 'no')")}    else:\n        return (True, '')\nreturn (True, '')`,
    `${FROM_INSIDE}return True`,
  ])("leaves open who gets in: %s", async (body) => {
    const [gate] = await gatesOf(body);
    expect(gate && admits(gate)).toBe(NOT_12);
    expect(gate?.admission.depends).toHaveLength(1);
  });

  it.each([
    `${FROM_INSIDE}    else:\n        return None\nreturn True`,
    `${FROM_INSIDE}    elif shape == 2:\n        return False\n    else:\n        raise ValueError()\nreturn True`,
  ])("turns away where no way through it does anything else: %s", async (body) => {
    const [gate] = await gatesOf(body);
    expect(gate && admits(gate)).toBe(NOT_12);
    expect(gate?.admission.depends).toEqual([]);
  });
});

describe("units", () => {
  it.each([
    ["arch == 12", "12.0 12.1"],
    ["arch == 120", "12.0"],
    ["arch == 1200", "12.0"],
    ["arch == (12, 0)", "12.0"],
    ["arch == '12.0'", "12.0"],
    ["arch == 'sm_120a'", "12.0"],
    ["arch == '120'", "12.0"],
    ["arch in ('sm_120a', 'sm_121a')", "12.0 12.1"],
    ["arch >= 90", FROM_9],
    ["arch // 10 == 12", "12.0 12.1"],
  ])("%s", async (test, expected) => {
    const { gates } = await analyse(`def run(arch):\n    if not (${test}):\n        raise ValueError()\n`);
    expect(gates.map(admits)).toEqual([expected]);
  });
});

describe("ladders", () => {
  const LADDER =
    "if major == 9:\n    y = a(x)\nelif major == 10:\n    y = b(x)\nelse:\n    raise ValueError()\nreturn y";

  it("have a set for each arm, and one for the whole", async () => {
    const gates = await gatesOf(LADDER);
    expect(gates.map((gate) => [gate.form, admits(gate)])).toEqual([
      ["comparison", "9.0"],
      ["comparison", "10.0 10.3"],
      ["ladder", "9.0 10.0 10.3"],
    ]);
  });

  it("of early returns count as one", async () => {
    const gates = await gatesOf(
      "if major == 9:\n    return a(x)\nif major == 10:\n    return b(x)\nraise ValueError()",
    );
    expect(gates.map((gate) => [gate.form, admits(gate)])).toContainEqual(["ladder", "9.0 10.0 10.3"]);
  });

  it("with an arm of its own are no finding", async () => {
    const gates = await gatesOf(
      "if major == 9:\n    y = a(x)\nelif major == 12:\n    y = b(x)\nelse:\n    y = c(x)\nreturn y",
    );
    expect(gates.filter((gate) => gate.exemptFor(deviceMaskOf("sm_120")) === null).map(admits)).toEqual([
      "7.5 8.0 8.6 8.7 8.8 8.9 9.0 10.0 10.3 11.0 12.0 12.1",
    ]);
  });
});

describe("whoever is not served by an early return", () => {
  it.each([
    ["raise ValueError()", "raises"],
    ["message = f'no {major}'\nraise ValueError(message)", "raises"],
    ["log(x)\nfor one in x:\n    if one: raise ValueError(one)\nimport os\nos._exit(1)", "raises"],
    ["if x: text = 'a'\nelse: text = 'b'\ndef tell(): return text\nraise ValueError(tell())", "raises"],
    ["y = slow(x)\nreturn y", "falls back"],
    ["for one in x:\n    if one: return one\nraise ValueError()", "falls back"],
    ["try:\n    return slow(x)\nexcept OSError:\n    pass\nraise ValueError()", "falls back"],
    ["with x:\n    return slow(x)\nraise ValueError()", "falls back"],
  ])("comes to what stands behind it: %j", async (rest, consequence) => {
    const [gate] = await gatesOf(`if major == 9:\n    return fast(x)\n${rest}`);
    expect(gate?.consequence).toBe(consequence);
  });
});

describe("what is no gate", () => {
  it.each([
    [
      "the version of a toolkit",
      "major, minor = torch.version.cuda.split('.')\nif int(major) >= 12:\n    raise ValueError()",
    ],
    ["the version of a package", "v = Version(triton.__version__)\nif v.major >= 3:\n    return None"],
    ["the order of a matrix", "if x.layout == 'row_major':\n    return None"],
    ["the size of a tile", "if x.tile == 120:\n    raise ValueError()"],
    ["text about architectures", "'''Runs on sm_90 and sm_100 only; major == 9.'''\nreturn x"],
    ["numbers in a call", "return tile(x, 120, 90, 12)"],
    ["a comment", "# if major == 9: raise\nreturn x"],
  ])("%s", async (_, body) => {
    expect(await gatesOf(body)).toEqual([]);
  });

  it.each([
    ["a message", "if major != 9:\n    logger.warning('slow')\nreturn x"],
    ["other code", "if major == 9:\n    return fast(x)\nreturn slow(x)"],
  ])("that refuses: %s", async (_, body) => {
    const gates = await gatesOf(body);
    expect(gates.filter((gate) => gate.exemptFor(deviceMaskOf("sm_120")) === null)).toEqual([]);
  });

  it("an empty dict refuses nobody: who gets it does without", async () => {
    const gates = await gatesOf("if major == 9:\n    return {'backend': 'fast'}\nreturn {}");
    expect(gates.map(({ consequence }) => consequence)).toEqual(["skipped"]);
  });

  it("a predicate that is bound to a list by its name", async () => {
    const { gates } = await analyse(
      "is_sm90_supported = lru_cache(maxsize=1)(partial(check, device_capability_majors=[9]))\n",
    );
    expect(gates.map((gate) => [gate.form, gate.exemptFor(deviceMaskOf("sm_120"))])).toEqual([
      ["predicate", "predicate"],
    ]);
  });
});

describe("a choice for older devices alone", () => {
  it.each(["return use('ieee' if major == 7 else None)", "x = f('ieee' if major < 8 and y else None)"])(
    "shuts none of the newer ones out: %s",
    async (body) => {
      const found = (await gatesOf(body)).filter(
        ({ form }) => form === "conditional" || form === "comparison",
      );
      expect(found.map((gate) => gate.exemptFor(deviceMaskOf("sm_120")))).toEqual(["older devices only"]);
    },
  );

  it.each([
    "return load() if (major, minor) == (8, 9) else None",
    "x = load() if (major, minor) == (8, 9) else None",
  ])("leaves a function or a name with nothing: %s", async (body) => {
    const [found] = (await gatesOf(body)).filter(
      ({ form }) => form === "conditional" || form === "comparison",
    );
    expect(found?.exemptFor(deviceMaskOf("sm_120"))).toBeNull();
  });
});

describe("text that is ordered", () => {
  it.each([
    ["arch >= 'sm_89'", "8.9 9.0", "8.9 9.0 10.0 10.3 11.0 12.0 12.1"],
    ["not arch < 'sm_89'", "8.9 9.0", "8.9 9.0 10.0 10.3 11.0 12.0 12.1"],
    ["'sm_89' <= arch", "8.9 9.0", "8.9 9.0 10.0 10.3 11.0 12.0 12.1"],
    ["arch >= '9.0'", "9.0", FROM_9],
    ["ready and arch >= 'sm_90'", "", FROM_9],
    ["arch >= 'sm_100'", "7.5 8.0 8.6 8.7 8.8 8.9 9.0 10.0 10.3 11.0 12.0 12.1", "10.0 10.3 11.0 12.0 12.1"],
  ])("%s promises the order of the numbers", async (test, text, numbers) => {
    const { gates } = await analyse(
      `def run(arch, ready=True):\n    if ${test}:\n        return fast()\n    return slow()\n`,
    );
    const [gate] = gates;
    expect(gate?.form).toBe("text-comparison");
    expect(admits(gate)).toBe(text);
    expect(deviceNames(gate?.claim?.mask ?? 0).join(" ")).toBe(numbers);
  });

  it.each(["arch == 'sm_89'", "arch in ('sm_89',)", "arch >= 'volta'"])("%s orders nothing", async (test) => {
    const { gates } = await analyse(
      `def run(arch):\n    if ${test}:\n        return fast()\n    return slow()\n`,
    );
    expect(gates.filter(({ form }) => form === "text-comparison")).toEqual([]);
  });
});
