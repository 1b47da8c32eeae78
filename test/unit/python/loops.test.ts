/** Loops that look for something that serves the device. */
import { describe, expect, it } from "vitest";
import { deviceNames } from "../../../server/src/logic/sets";
import { analyse } from "./parser";

const SETUP = "import torch\nmajor, minor = torch.cuda.get_device_capability()\n\n";

async function told(body: string): Promise<string[]> {
  const text = `${SETUP}def pick(x, known):\n    ${body.replaceAll("\n", "\n    ")}\n`;
  const { gates } = await analyse(text);
  return gates
    .filter((gate) => gate.admission.excludes !== 0 && gate.exemptFor(gate.admission.excludes) === null)
    .map(
      ({ form, consequence, admission }) =>
        `${form}: ${consequence ?? "nothing"} for others than ${deviceNames(admission.admits).join(" ")}`,
    );
}

describe("who is served by no turn of a loop", () => {
  it.each([
    ["for k in (9, 10):\n    if major == k:\n        return k\nraise ValueError()", "raises"],
    ["for k in (9, 10):\n    if major == k:\n        return k\nreturn None", "returns false"],
    ["for k in (9, 10):\n    if major == k:\n        return\nraise ValueError()", "raises"],
    [
      "for k in (9, 10):\n    if major == k:\n        break\nelse:\n    raise ValueError()\nreturn k",
      "raises",
    ],
    [
      "for k, f in {9: a, 10: b}.items():\n    if x:\n        x += 1\n    if major == k:\n        return f(x)\nraise ValueError()",
      "raises",
    ],
  ])("is refused behind it: %s", async (body, consequence) => {
    expect(await told(body)).toEqual([`loop: ${consequence} for others than 9.0 10.0 10.3`]);
  });

  it.each([
    ["goes on", "for k in (9, 10):\n    if major == k:\n        x = k\nreturn x"],
    ["gets something else", "for k in (9, 10):\n    if major == k:\n        return k\nreturn 8"],
    [
      "is served after all",
      "for k in (9, 10, 12):\n    if major <= k:\n        return k\nraise ValueError()",
    ],
    ["is not known", "for k in known:\n    if major == k:\n        return k\nraise ValueError()"],
    [
      "is turned away whatever it is",
      "for k in (9, 10):\n    if major == k:\n        x = k\nraise ValueError()",
    ],
  ])("is no finding where it %s", async (_, body) => {
    expect(await told(body)).toEqual([]);
  });

  it("is told once where a condition in the loop tells it", async () => {
    const found = await told(
      "for i in range(torch.cuda.device_count()):\n    if torch.cuda.get_device_capability(i)[0] not in (9, 10):\n        raise ValueError()\nreturn x",
    );
    expect(found).toHaveLength(1);
  });
});

describe("a decorator of which nothing is told by its name", () => {
  it.each([
    ["*majors", "9, 10"],
    ["majors", "(9, 10)"],
    ["first, second=10", "9"],
  ])("is read by what it puts around a function: %s", async (parameters, given) => {
    const majors = parameters.startsWith("first") ? "(first, second)" : "majors";
    const text = `import torch, functools\n\ndef requires(${parameters}):\n    def around(fn):\n        @functools.wraps(fn)\n        def inner(*args, **more):\n            if torch.cuda.get_device_capability()[0] not in ${majors}:\n                raise RuntimeError()\n            return fn(*args, **more)\n        return inner\n    return around\n\n@requires(${given})\ndef fused(x):\n    return x\n`;
    const { gates } = await analyse(text);
    const found = gates.filter(({ form }) => form === "decorator");
    expect(found.map(({ admission }) => deviceNames(admission.admits).join(" "))).toEqual(["9.0 10.0 10.3"]);
  });
});

describe("what a `while` changes", () => {
  it.each([
    "m = major\nwhile m > 10:\n    m -= 1\nif m not in (9, 10):\n    raise ValueError()",
    "m = major\nwhile m not in known:\n    m -= 1\nif m != 9:\n    raise ValueError()",
    "i = 0\nfound = False\nwhile i < 3:\n    if known[i] == major:\n        found = True\n    i += 1\nif not found:\n    raise ValueError()",
    "i = 0\nfound = False\nwhile i < 3 and not found:\n    found = (9, 10, 12)[i] == major\n    i += 1\nif not found:\n    raise ValueError()",
    "m = major\nwhile m > 8:\n    m -= 1\n    if m in (9, 10):\n        break\nelse:\n    raise ValueError()",
  ])("is not known of those who enter: %s", async (body) => {
    const { gates } = await analyse(`${SETUP}def pick(x, known):\n    ${body.replaceAll("\n", "\n    ")}\n`);
    const out = gates.filter(({ admission }) => deviceNames(admission.excludes).includes("12.0"));
    expect(out.filter(({ consequence }) => consequence === "raises").map(({ text }) => text)).toEqual([]);
  });

  it("stays as it was for those who do not", async () => {
    const text = `${SETUP}def pick():\n    m = major\n    while m > 10:\n        m -= 1\n    if m in (8, 9):\n        raise ValueError()\n`;
    const { gates } = await analyse(text);
    const [gate] = gates.filter(({ text: shown }) => shown.includes("m in (8, 9)"));
    expect(gate && deviceNames(gate.admission.admits)).toEqual(["7.5", "10.0", "10.3"]);
    expect(gate?.admission.depends.map(({ mask }) => deviceNames(mask).join(" "))).toEqual([
      "11.0 12.0 12.1",
    ]);
  });
});
