import { spawnSync } from "node:child_process";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { DEVICES } from "../../../server/src/arch/devices";
import { deviceNames } from "../../../server/src/logic/sets";
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

const RUNNER = `
import json, sys, types
job = json.load(sys.stdin)
out = []
for capability in job["devices"]:
    torch = types.ModuleType("torch")
    torch.cuda = types.SimpleNamespace(get_device_capability=lambda *_: tuple(capability))
    sys.modules["torch"] = torch
    scope = {}
    exec(job["setup"], scope)
    out.append([bool(eval(text, dict(scope))) for text in job["conditions"]])
print(json.dumps(out))
`;

const hasPython = spawnSync("python3", ["--version"]).status === 0;

describe("conditions over the device's capability", () => {
  it.skipIf(!hasPython)(
    "hold for exactly the devices for which Python says so",
    { timeout: 120_000 },
    async () => {
      const conditions = fc.sample(condition, { numRuns: 400, seed: 12_120 });
      const job = { setup: SETUP, conditions, devices: DEVICES.map(({ major, minor }) => [major, minor]) };
      const run = spawnSync("python3", ["-c", RUNNER], { input: JSON.stringify(job), encoding: "utf8" });
      expect(run.stderr).toBe("");
      const answers = JSON.parse(run.stdout) as boolean[][];
      for (const [index, text] of conditions.entries()) {
        const { gates } = await analyse(`${SETUP}\ndef check():\n    assert ${text}\n`);
        const truth = DEVICES.filter((_, device) => answers[device]?.[index]).map(({ name }) => name);
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
