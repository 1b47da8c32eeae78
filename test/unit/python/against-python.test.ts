import { readFileSync } from "node:fs";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { DEVICES } from "../../../server/src/arch/devices";
import { deviceNames } from "../../../server/src/logic/sets";
import { hasPython, whoPasses } from "./against-python";
import { analyse } from "./parser";

/** Conditions over the device's capability as programs write them, with the ways of getting it. */
const SETUP = `
import torch

cc = torch.cuda.get_device_capability()
major, minor = cc
sm = major * 10 + minor
name = f"sm_{major}{minor}"
dotted = "%d.%d" % cc
digits = "{}{}".format(*cc)
`;

const number = fc.constantFrom(7, 8, 9, 10, 11, 12, 13);
const tens = fc.constantFrom(75, 80, 89, 90, 100, 103, 110, 120, 121);
const pair = fc.tuple(number, fc.constantFrom(0, 1, 3, 5)).map(([a, b]) => `(${a}, ${b})`);
const order = fc.constantFrom("<", "<=", ">", ">=", "==", "!=");
const member = fc.constantFrom("in", "not in");
const listOf = (item: fc.Arbitrary<string | number>): fc.Arbitrary<string> =>
  fc
    .tuple(fc.array(item, { minLength: 1, maxLength: 4 }), fc.constantFrom("[]", "()", "{}"))
    .map(([items, brackets]) => {
      const comma = brackets === "()" ? "," : "";
      return `${brackets[0] ?? ""}${items.join(", ")}${comma}${brackets[1] ?? ""}`;
    });
const quoted = tens.map((n) => `"sm_${n}"`);
const version = tens.map((n) => `"${Math.floor(n / 10)}.${n % 10}"`);

const atom = fc.oneof(
  fc.tuple(fc.constantFrom("major", "cc[0]", "sm // 10"), order, number).map((parts) => parts.join(" ")),
  fc.tuple(fc.constant("sm"), order, tens).map((parts) => parts.join(" ")),
  fc.tuple(fc.constant("cc"), order, pair).map((parts) => parts.join(" ")),
  fc
    .tuple(pair, fc.constantFrom("<=", "<"), fc.constant("cc"), fc.constantFrom("<=", "<"), pair)
    .map((parts) => parts.join(" ")),
  fc.tuple(fc.constant("major"), member, listOf(number)).map((parts) => parts.join(" ")),
  fc.tuple(fc.constant("cc"), member, listOf(pair)).map((parts) => parts.join(" ")),
  fc
    .tuple(
      fc.constant("name"),
      fc.oneof(
        order,
        member.map(() => "=="),
      ),
      quoted,
    )
    .map((parts) => parts.join(" ")),
  fc.tuple(fc.constant("dotted"), order, version).map((parts) => parts.join(" ")),
  fc.tuple(fc.constant("name"), member, listOf(quoted)).map((parts) => parts.join(" ")),
  fc
    .tuple(
      fc.constant("sm"),
      member,
      tens.map((n) => `range(80, ${n})`),
    )
    .map((parts) => parts.join(" ")),
  tens.map((n) => `{80: 1, ${n}: 2}.get(sm, 0)`).map((text) => `${text} == 2`),
  fc.constantFrom("1", "12", "10").map((text) => `digits.startswith("${text}")`),
  fc
    .array(number, { minLength: 1, maxLength: 3 })
    .map((items) => `any(major == n for n in [${items.join(", ")}])`),
  fc.tuple(number, tens).map(([a, b]) => `max(major, ${a}) * 10 % 7 == ${b} % 7`),
  number.map((n) => `(x := minor + ${n}) > 12`),
  tens.map((n) => `int("".join(str(i) for i in cc)) >= ${n}`),
  tens.map((n) => `(sm if major < 10 else ${n}) == sm`),
);
const { condition } = fc.letrec<{ condition: string }>((tie) => ({
  condition: fc.oneof(
    { maxDepth: 3, withCrossShrink: true },
    atom,
    fc
      .tuple(tie("condition"), fc.constantFrom("and", "or"), tie("condition"))
      .map(([a, op, b]) => `(${a} ${op} ${b})`),
    tie("condition").map((inner) => `not (${inner})`),
  ),
}));

describe("conditions over the device's capability", () => {
  it.skipIf(!hasPython)(
    "hold for exactly the devices for which Python says so",
    { timeout: 120_000 },
    async () => {
      const conditions = fc.sample(condition, { numRuns: 400, seed: 12_120 });
      const programs = conditions.map((text) => `${SETUP}\ndef check():\n    assert ${text}\n`);
      const truths = whoPasses(programs);
      for (const [index, text] of conditions.entries()) {
        const { gates } = await analyse(programs[index] ?? "");
        const truth = truths[index] ?? [];
        const gate = gates.find(({ consequence }) => consequence === "raises");
        if (gate === undefined) {
          // What is the same for all devices need not be a gate.
          expect([text, truth.length % DEVICES.length]).toEqual([text, 0]);
          continue;
        }
        const { admits, depends } = gate.admission;
        expect([text, deviceNames(admits), depends]).toEqual([text, truth, []]);
      }
    },
  );
});

/** Ways in which a capability, or a list of them, comes to be bound to a name. */
function readForms(name: "exact" | "open"): string[] {
  const path = new URL(`../../cases/python-bindings/${name}.txt`, import.meta.url);
  return readFileSync(path, "utf8").split(/^---\n/m);
}

describe("what names are bound to", () => {
  const numbers = [
    [9, 10],
    [10, 9],
    [12, 9],
    [8, 12],
    [7, 8],
    [12, 13],
  ] as const;
  /** `MAJOR` and `CAPABILITY` stand for calls that give it, `<a>` and `<b>` for two numbers. */
  const written = (name: "exact" | "open"): string[] =>
    readForms(name).flatMap((form) =>
      numbers.map(([a, b]) =>
        `import torch\n${form}`
          .replaceAll("<a>", String(a))
          .replaceAll("<b>", String(b))
          .replaceAll("MAJOR", "torch.cuda.get_device_capability()[0]")
          .replaceAll("CAPABILITY", "torch.cuda.get_device_capability()"),
      ),
    );

  it.skipIf(!hasPython)("is followed as Python does", { timeout: 120_000 }, async () => {
    const programs = written("exact");
    for (const [index, truth] of whoPasses(programs).entries()) {
      const text = programs[index] ?? "";
      const { gates } = await analyse(text);
      const gate = gates.find(({ consequence }) => consequence === "raises");
      if (gate === undefined) expect([text, truth.length % DEVICES.length]).toEqual([text, 0]);
      else {
        const { admits, depends } = gate.admission;
        expect([text, deviceNames(admits), depends]).toEqual([text, truth, []]);
      }
    }
  });

  it.skipIf(!hasPython)("is left open where it is not followed", { timeout: 120_000 }, async () => {
    const programs = written("open");
    for (const [index, truth] of whoPasses(programs).entries()) {
      const text = programs[index] ?? "";
      const { gates } = await analyse(text);
      const gate = gates.find(({ consequence }) => consequence === "raises");
      const { admits = 0, excludes = 0 } = gate?.admission ?? {};
      const wrong = [
        ...deviceNames(admits).filter((name) => !truth.includes(name)),
        ...deviceNames(excludes).filter((name) => truth.includes(name)),
      ];
      expect([text, wrong]).toEqual([text, []]);
    }
  });
});
