import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { HOST_PASS, PASS_COUNT } from "../../../server/src/arch/passes";
import { Diagrams } from "../../../server/src/logic/diagram";
import type { Condition, Node } from "../../../server/src/logic/diagram";

/** A formula that can be evaluated by hand: over the pass and two macros, one of which may be undefined. */
type Formula =
  | { kind: "passes"; mask: number }
  | { kind: "least"; name: string; value: bigint }
  | { kind: "defined"; name: string }
  | { kind: "not"; of: Formula }
  | { kind: "and" | "or"; of: [Formula, Formula] };

type World = { pass: number; values: Record<string, bigint | undefined> };

const NAMES = ["A", "B", "C"];
const VALUES = [undefined, -1n, 0n, 1n, 2n];

const { formula } = fc.letrec<{ formula: Formula }>((tie) => ({
  formula: fc.oneof(
    { maxDepth: 4 },
    fc.record({ kind: fc.constant("passes" as const), mask: fc.nat(2 ** PASS_COUNT - 1) }),
    fc.record({
      kind: fc.constant("least" as const),
      name: fc.constantFrom(...NAMES),
      value: fc.constantFrom(0n, 1n, 2n),
    }),
    fc.record({ kind: fc.constant("defined" as const), name: fc.constantFrom(...NAMES) }),
    fc.record({ kind: fc.constant("not" as const), of: tie("formula") }),
    fc.record({
      kind: fc.constantFrom("and" as const, "or" as const),
      of: fc.tuple(tie("formula"), tie("formula")),
    }),
  ),
}));

function holds(given: Formula, world: World): boolean {
  switch (given.kind) {
    case "passes":
      return ((given.mask >> world.pass) & 1) === 1;
    case "least":
      return (world.values[given.name] ?? 0n) >= given.value;
    case "defined":
      return world.values[given.name] !== undefined;
    case "not":
      return !holds(given.of, world);
    case "and":
      return given.of.every((one) => holds(one, world));
    case "or":
      return given.of.some((one) => holds(one, world));
  }
}

function build(diagrams: Diagrams, given: Formula): Condition {
  const { always, never } = diagrams;
  switch (given.kind) {
    case "passes":
      return diagrams.inPasses(given.mask);
    case "least": {
      const symbol = diagrams.symbol(given.name, true);
      return diagrams.bySymbol(symbol, given.value <= 0n ? always : never, [given.value], [never, always]);
    }
    case "defined":
      return diagrams.bySymbol(diagrams.symbol(given.name, true), never, [], [always]);
    case "not":
      return diagrams.not(build(diagrams, given.of));
    case "and":
      return diagrams.and(build(diagrams, given.of[0]), build(diagrams, given.of[1]));
    case "or":
      return diagrams.or(build(diagrams, given.of[0]), build(diagrams, given.of[1]));
  }
}

function valueIn<T>(diagrams: Diagrams, given: Node<T>, world: World): T {
  let node = diagrams.inPass(given, world.pass);
  for (;;) {
    if (node.kind === "leaf") return node.value;
    if (node.kind === "passes") throw new Error("passes under passes");
    const value = world.values[node.symbol.text];
    const at = value === undefined ? -1 : node.cuts.filter((cut) => cut <= value).length;
    node = at < 0 ? node.undefinedCase : (node.cases[at] ?? node.undefinedCase);
  }
}

function* worlds(): Generator<World> {
  for (const pass of [0, 7, HOST_PASS])
    for (const a of VALUES)
      for (const b of VALUES) for (const c of VALUES) yield { pass, values: { A: a, B: b, C: c } };
}

describe("a diagram", () => {
  it("is what its formula is, in every world", () => {
    fc.assert(
      fc.property(formula, (given) => {
        const diagrams = new Diagrams();
        const condition = build(diagrams, given);
        for (const world of worlds()) expect(valueIn(diagrams, condition, world)).toBe(holds(given, world));
      }),
      { numRuns: 60 },
    );
  });

  it("obeys the laws, by being the same node", () => {
    fc.assert(
      fc.property(formula, formula, formula, (x, y, z) => {
        const diagrams = new Diagrams();
        const [a, b, c] = [build(diagrams, x), build(diagrams, y), build(diagrams, z)];
        const { and, or, not } = {
          and: (p: Condition, q: Condition) => diagrams.and(p, q),
          or: (p: Condition, q: Condition) => diagrams.or(p, q),
          not: (p: Condition) => diagrams.not(p),
        };
        expect(not(not(a))).toBe(a);
        expect(and(a, b)).toBe(and(b, a));
        expect(or(a, or(b, c))).toBe(or(or(a, b), c));
        expect(and(a, or(b, c))).toBe(or(and(a, b), and(a, c)));
        expect(not(and(a, b))).toBe(or(not(a), not(b)));
        expect(and(a, not(a))).toBe(diagrams.never);
        expect(or(a, not(a))).toBe(diagrams.always);
        expect(or(a, and(a, b))).toBe(a);
        expect(diagrams.choose(a, b, c)).toBe(or(and(a, b), and(not(a), c)));
      }),
      { numRuns: 100 },
    );
  });

  it("is one node for one function, however it is put together", () => {
    const diagrams = new Diagrams();
    const symbol = diagrams.symbol("M", true);
    const { always, never } = diagrams;
    const least = (value: bigint): Condition => diagrams.bySymbol(symbol, never, [value], [never, always]);
    expect(diagrams.and(least(3n), least(5n))).toBe(least(5n));
    expect(diagrams.or(diagrams.inPasses(5), diagrams.inPasses(2))).toBe(diagrams.inPasses(7));
    expect(diagrams.bySymbol(symbol, always, [1n, 9n], [always, always, always])).toBe(always);
  });

  it("is given up where it would hold too many symbols, and only within an attempt's bounds", () => {
    const diagrams = new Diagrams();
    const all = (count: number): Condition | null =>
      diagrams.budget.attempt(() => {
        let sum = diagrams.always;
        for (let i = 0; i < count; i++) sum = diagrams.and(sum, diagrams.unknown(`U${i}`));
        return sum;
      });
    expect(all(100)).not.toBeNull();
    expect(all(1000)).toBeNull();
    expect(diagrams.and(diagrams.unknown("U1"), diagrams.unknown("U2"))).not.toBe(diagrams.never);
  });

  it("is given up where its size explodes", () => {
    const diagrams = new Diagrams();
    const pairs = diagrams.budget.attempt(() => {
      for (let i = 0; i < 50; i++) diagrams.unknown(`A${i}`);
      let sum = diagrams.never;
      for (let i = 0; i < 50; i++)
        sum = diagrams.or(sum, diagrams.and(diagrams.unknown(`A${i}`), diagrams.unknown(`B${i}`)));
      return sum;
    });
    expect(pairs).toBeNull();
  });
});
