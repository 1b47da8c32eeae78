/** A flag turns nobody away who has another answer by the time it is asked, or does not get there. */
import { describe, expect, it } from "vitest";
import { hasPython, whoPasses } from "../python/against-python";
import { CAP, find } from "./python-findings";

const within = (body: string): string => `${CAP}def check():\n    ${body.replaceAll("\n", "\n    ")}\n`;
const REFUSE = "if not ok:\n    raise AssertionError()";

const LET_IN = {
  "overwritten in a branch": within(`ok = major in (9, 10)\nif major == 12:\n    ok = True\n${REFUSE}`),
  "overwritten in the other branch": within(
    `ok = major in (9, 10)\nif major < 12:\n    pass\nelse:\n    ok = True\n${REFUSE}`,
  ),
  "bound in one of two branches": within(
    `if major == 12:\n    ok = True\nelse:\n    ok = major in (9, 10)\n${REFUSE}`,
  ),
  "overwritten in a loop": within(
    `ok = major in (9, 10)\nfor one in (8, 12):\n    if one == major:\n        ok = True\n${REFUSE}`,
  ),
  "widened by |=": within(`ok = major in (9, 10)\nok |= major == 12\n${REFUSE}`),
  "widened by or": within(`ok = major in (9, 10)\nok = ok or major == 12\n${REFUSE}`),
  "bound to what a call gives": within(
    `def asked():\n    return True\nok = major in (9, 10)\nif major == 12:\n    ok = asked()\n${REFUSE}`,
  ),
  "set by a function inside": within(
    `ok = major in (9, 10)\ndef allow():\n    nonlocal ok\n    ok = True\nallow()\n${REFUSE}`,
  ),
  "left out before it is bound": within(`if major == 12:\n    return\nok = major in (9, 10)\n${REFUSE}`),
  "left out before it is asked": within(`ok = major in (9, 10)\nif major == 12:\n    return\n${REFUSE}`),
  "asked of others": within(`ok = major in (9, 10)\nif major != 12:\n    ${REFUSE.replace("\n", "\n    ")}`),
  "another of the same name": `${CAP}ok = major in (9, 10)\n\n${within(`ok = True\n${REFUSE}`).slice(CAP.length)}`,
  "of a module, left out before": `${CAP}OK = major in (9, 10)\n\ndef check():\n    if major == 12:\n        return\n    if not OK:\n        raise AssertionError()\n`,
  "of an object, set by another": `${CAP}class A:\n    def __init__(self):\n        self.ok = major in (9, 10)\n    def open(self):\n        self.ok = True\n    def run(self):\n        if not self.ok:\n            raise AssertionError()\n\ndef check():\n    a = A()\n    a.open()\n    a.run()\n`,
};

const TURNED_AWAY = {
  plain: within(`ok = major in (9, 10)\n${REFUSE}`),
  asserted: within("ok = major in (9, 10)\nassert ok"),
  "by its opposite": within("bad = major not in (9, 10)\nif bad:\n    raise AssertionError()"),
  "of a module": `${CAP}OK = major in (9, 10)\n\ndef check():\n    if not OK:\n        raise AssertionError()\n`,
  "of an object": `${CAP}class A:\n    def __init__(self):\n        self.ok = major in (9, 10)\n    def run(self):\n        if not self.ok:\n            raise AssertionError()\n\ndef check():\n    A().run()\n`,
  "overwritten for others": within(`ok = major in (9, 10)\nif major == 8:\n    ok = True\n${REFUSE}`),
  "where others are left out before": within(`ok = major in (9, 10)\nif major == 8:\n    return\n${REFUSE}`),
  "at the second of two places": within(
    `ok = major in (9, 10)\nif major == 8:\n    ${REFUSE.replace("\n", "\n    ")}\n${REFUSE}`,
  ),
};

const severities = async (text: string): Promise<string[]> =>
  (await find(text)).findings.map(({ severity }) => severity).filter((one) => one === "warning");

describe("no flag turns away", () => {
  it.each(Object.entries(LET_IN))("who gets in: %s", async (_, text) => {
    expect(await severities(text)).toEqual([]);
  });

  it("who may get in by something else", async () => {
    const text = `${CAP}def check(force):\n    ok = major in (9, 10)\n    if force:\n        ok = True\n    if not ok:\n        raise AssertionError()\n`;
    expect(await severities(text)).toEqual([]);
  });
});

describe("a flag turns away", () => {
  it.each(Object.entries(TURNED_AWAY))("who gets no further: %s", async (_, text) => {
    expect(await severities(text)).toEqual(["warning"]);
  });
});

describe.runIf(hasPython)("Python", () => {
  it("lets in and turns away the same", () => {
    const passes = (texts: readonly string[]): boolean[] =>
      whoPasses(texts).map((names) => names.includes("12.0"));
    expect(passes(Object.values(LET_IN))).toEqual(Object.values(LET_IN).map(() => true));
    expect(passes(Object.values(TURNED_AWAY))).toEqual(Object.values(TURNED_AWAY).map(() => false));
  });
});
