import { describe, expect, it } from "vitest";
import fc from "fast-check";
import { HOLE, nameOf, parsePtx } from "../../../../server/src/cuda/ptx/parse";

const names = (text: string): string[] => parsePtx(text).map(nameOf);

const PIECES = fc.constantFrom(...'{ } [ ] ( ) ; : . , @ % ! / * a b z 0 1 _ $ \uFFFC " \n'.split(" "), " ");

describe("parsePtx", () => {
  it("reads statements, leaving out scopes, declarations, labels, predicates and comments", () => {
    const text = `{
      .reg .pred done; // one flag
      RETRY:
      mbarrier.try_wait.parity.shared::cta.b64 done, [%0], %1;
      @done bra.uni OUT; @!done bra RETRY; /* again */
      OUT: %=:
      @%p3 st.global.v4.f32 [%2], {%3, %4, %5, %6};
    }`;
    expect(names(text)).toEqual([
      "mbarrier.try_wait.parity.shared::cta.b64",
      "bra.uni",
      "bra",
      "st.global.v4.f32",
    ]);
  });

  it("splits operands outside brackets", () => {
    const [instruction] = parsePtx(
      "cp.async.bulk.tensor.2d.global.shared::cta.bulk_group [%0, {%1, %2}], [%3];",
    );
    expect(instruction?.operands).toEqual(["[%0, {%1, %2}]", "[%3]"]);
    expect(instruction?.modifiers).toEqual([
      "async",
      "bulk",
      "tensor",
      "2d",
      "global",
      "shared::cta",
      "bulk_group",
    ]);
  });

  it("lets the words of one instruction stand on several lines", () => {
    expect(
      names("wgmma.mma_async.sync.aligned\n  .m64n8k16.f32.f16.f16 {%0}, %1, %2, p, 1, 1, 0, 0;"),
    ).toEqual(["wgmma.mma_async.sync.aligned.m64n8k16.f32.f16.f16"]);
  });

  it("gives the offsets of the words alone", () => {
    const text = "  griddepcontrol.wait ;";
    expect(parsePtx(text).map(({ start, end }) => text.slice(start, end))).toEqual(["griddepcontrol.wait"]);
  });

  it("marks what is not known", () => {
    const [instruction] = parsePtx(`mma.sync.aligned.m16n8k16.row.col.${HOLE}.f32 {%0}, {%1}, {%2}, {%3};`);
    expect(instruction?.open).toBe(true);
    expect(instruction?.modifiers).not.toContain(HOLE);
    expect(parsePtx(`${HOLE}; ${HOLE}`)).toEqual([]);
  });

  it("ends a statement at the end of its scope where the semicolon is missing", () => {
    expect(names("{ mov.b64 {%0, %1}, %2 } add.u32 %0, %1, %2")).toEqual(["mov.b64", "add.u32"]);
  });

  it("takes any text and advances", () => {
    fc.assert(
      fc.property(
        fc.array(PIECES).map((pieces) => pieces.join("")),
        (text) => {
          for (const { start, end } of parsePtx(text)) expect(start < end && end <= text.length).toBe(true);
        },
      ),
    );
  });
});
