/** Values that double with every line are small objects with more parts than anybody can go through. */
import { describe, expect, it } from "vitest";
import { analyse } from "./parser";

const ONCE = "import torch\n\nm = torch.cuda.get_device_capability()[0]\n";
const TIMES = 60;

const DOUBLED: Readonly<Record<string, string>> = {
  "a tuple": "m = (m, m)\n".repeat(TIMES),
  "a dictionary": "m = {1: m, 2: m}\n".repeat(TIMES),
  "a list times two": "m = [m] * 2\n".repeat(TIMES),
  "a list that is put into itself": `m = [m]\n${"m.append(m)\n".repeat(TIMES)}`,
  "a comprehension": "m = [[m for a in range(200)] for b in range(200)]\n".repeat(3),
  "a function": `def f(x):\n    return (x, x)\n\n${"m = f(f(m))\n".repeat(TIMES)}`,
  "a function of functions": `def f(x):\n    return (x, x)\n\nm = ${"f(".repeat(40)}m${")".repeat(40)}\n`,
  "a partial": `import functools\n\ndef f(a, b):\n    return 1\n\n${"m = functools.partial(f, m, m)\n".repeat(TIMES)}`,
  "an object": `class A:\n    def __init__(self, a, b):\n        self.a = a\n        self.b = b\n\n${"m = A(m, m)\n".repeat(TIMES)}`,
  "an attribute": `class A:\n    pass\n\nA.x = m\n${"A.x = (A.x, A.x)\n".repeat(TIMES)}m = A.x\n`,
  "a string": 'm = f"{m}{m}"\n'.repeat(TIMES),
  "one of two": Array.from({ length: TIMES }, (_, n) => `m = (m, ${n}) if f${n} else (m, m)\n`).join(""),
  "a star": "m = (m, *m) if m else (m, m)\n".repeat(TIMES),
  "a set of sets": `m = {m}\n${"m = m | {(m, 1)}\n".repeat(TIMES)}`,
  "a set that is put into itself": `m = {m}\n${"m.add((m, 1))\n".repeat(TIMES)}`,
  "frozen sets": `m = frozenset([m])\n${"m = m ^ frozenset([(m, 1)])\n".repeat(TIMES)}`,
  "two names": `a, b = m, m\n${"a, b = (a, b), (b, a)\n".repeat(TIMES)}m = a\n`,
};

describe("what doubles", () => {
  it.each(Object.entries(DOUBLED))("comes to an end: %s", { timeout: 20_000 }, async (_, lines) => {
    const { gates } = await analyse(`${ONCE}${lines}assert m == 9\n`);
    expect(gates.length).toBeLessThanOrEqual(1);
  });

  const LONG = 2000;
  const GROWN: Readonly<Record<string, (n: number) => string>> = {
    "a list": (n) => `s = s + [${n}]\n`,
    "a set": (n) => `s = {*s, ${n}}\n`,
    "a tuple": (n) => `s = (*s, ${n})\n`,
    "a dictionary": (n) => `s = {**dict(s), ${n}: ${n}}\n`,
  };
  it.each(Object.entries(GROWN))(
    "and %s that is made anew with each line",
    { timeout: 30_000 },
    async (_, line) => {
      const lines = Array.from({ length: LONG }, (__, n) => line(n)).join("");
      const { gates } = await analyse(`${ONCE}s = [m]\n${lines}assert m in s\n`);
      expect(gates.length).toBeLessThanOrEqual(1);
    },
  );

  it("leaves long lists as they are", async () => {
    const numbers = Array.from({ length: 9000 }, (_, n) => n + 1000).join(", ");
    const { gates } = await analyse(`${ONCE}ALL = [${numbers}, 9, 10]\nassert m in ALL\n`);
    expect(gates.map(({ admission }) => admission.depends)).toEqual([[]]);
  });
});
