import { describe, expect, it } from "vitest";
import { verdict } from "../../../server/src/display/verdict";
import { plainText } from "../../../server/src/display/words";
import { deviceMaskOf, variantMask } from "../../../server/src/logic/sets";

const mask = (...names: string[]): number => names.reduce((bits, name) => bits | lone(name), 0);
/** The one target of that name: a plain name's mask without its variants. */
const lone = (name: string): number =>
  /\d$/.test(name) ? variantMask(name) & -variantMask(name) : variantMask(name);

const words = (admits: number, depends: { mask: number; when: string }[] = [], target = "sm_120"): string =>
  plainText(verdict(target, variantMask(target), "targets", { admits, depends }));

describe("the verdict on a target", () => {
  it("is about all its variants", () => {
    expect(words(variantMask("sm_120"))).toBe("compiles this");
    expect(words(variantMask("sm_121"))).toBe("does not compile this");
  });

  it("names the variants where they differ", () => {
    expect(words(mask("sm_120a"))).toBe("compiles this only as sm_120a");
    expect(words(mask("sm_120a", "sm_120f"))).toBe("compiles this only as sm_120a, sm_120f");
    expect(words(mask("sm_120", "sm_120a"))).toBe("compiles this, but not as sm_120f");
    expect(words(mask("sm_120a"), [], "sm_120a")).toBe("compiles this");
    expect(words(mask("sm_120a"), [], "sm_120f")).toBe("does not compile this");
  });

  it("names the residual where one decides", () => {
    const all = variantMask("sm_120");
    expect(words(0, [{ mask: all, when: "defined(X)" }])).toBe("compiles this if defined(X)");
    expect(words(0, [{ mask: mask("sm_120f"), when: "X" }])).toBe("compiles this as sm_120f if X");
    expect(words(mask("sm_120"), [{ mask: mask("sm_120a", "sm_120f"), when: "X" }])).toBe(
      "compiles this; as sm_120a, sm_120f if X",
    );
  });

  it("speaks of devices getting in", () => {
    const asked = deviceMaskOf("sm_120");
    expect(plainText(verdict("12.0", asked, "devices", { admits: asked, depends: [] }))).toBe("gets in here");
    expect(plainText(verdict("12.0", asked, "devices", { admits: 0, depends: [] }))).toBe(
      "does not get in here",
    );
  });
});
