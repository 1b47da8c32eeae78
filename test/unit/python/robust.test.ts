/** Whatever the text, there is an answer, and soon. */
import { describe, expect, it } from "vitest";
import { deviceNames } from "../../../server/src/logic/sets";
import { analyse } from "./parser";

const WHOLE = `import torch

SUPPORTED_ARCHS = ["sm_90a", "sm_100a"]

class Kernel:
    MIN_CAPABILITY = 90

    def run(self, x, *args, **kw):
        major, minor = torch.cuda.get_device_capability()
        if major in (9, 10) and not (minor == 1):
            return {k: v for k, v in x.items() if major >= 9}
        elif (n := major) > 10:
            raise ValueError(f"no {n!r:>10} {'sm_%d' % n}")
        return [lambda y=major: y for _ in range(3)][0:1]
`;

describe("text that is no Python yet", () => {
  it("has an answer at every place where somebody may stop to type", async () => {
    for (let length = 0; length <= WHOLE.length; length += 3) {
      await expect(analyse(WHOLE.slice(0, length))).resolves.toBeDefined();
    }
  });

  it("has an answer with any piece missing", async () => {
    for (let start = 0; start < WHOLE.length; start += 11) {
      await expect(analyse(WHOLE.slice(0, start) + WHOLE.slice(start + 17))).resolves.toBeDefined();
    }
  });

  it.each([
    ["nothing", ""],
    ["brackets", "(".repeat(3000)],
    ["not", `x = ${"not ".repeat(2000)}sm_90\n`],
    ["binary", "sm_90\u0000\u0001\uFFFF\uD800 major == 9\n"],
    [
      "blocks without end",
      Array.from({ length: 90 }, (_, i) => `${" ".repeat(i)}if major == ${i}:`).join("\n"),
    ],
    ["words of other languages", "#if __CUDA_ARCH__ >= 900\nint major = 9;\n#endif\n"],
  ])("%s", async (_, text) => {
    await expect(analyse(text)).resolves.toBeDefined();
  });

  it("is read with tabs as with spaces", async () => {
    const spaces = await analyse(WHOLE);
    const tabs = await analyse(WHOLE.replace(/^( {4})+/gm, (indent) => "\t".repeat(indent.length / 4)));
    const seen = ({ gates }: typeof tabs): string[] =>
      gates.map((gate) => `${gate.form} ${deviceNames(gate.admission.admits).join(" ")}`);
    expect(seen(tabs)).toEqual(seen(spaces));
    expect(seen(tabs).length).toBeGreaterThan(3);
  });

  it("is read with a carriage return at each line's end", async () => {
    const plain = await analyse(WHOLE);
    const { gates } = await analyse(WHOLE.replaceAll("\n", "\r\n"));
    expect(gates.map(({ form }) => form)).toEqual(plain.gates.map(({ form }) => form));
  });
});

describe("large text", () => {
  it("a list of ten thousand numbers", async () => {
    const numbers = Array.from({ length: 10_000 }, (_, i) => 80 + (i % 40)).join(", ");
    const { gates } = await analyse(
      `SUPPORTED_ARCHS = [${numbers}]\n\ndef run(arch):\n    return arch in SUPPORTED_ARCHS\n`,
    );
    expect(gates.length).toBeGreaterThan(0);
  }, 10_000);

  it("a generated module of 400 kB", async () => {
    const one = (i: number): string =>
      `def kernel_${i}(x, device):\n    major, minor = get_compute_capability(device)\n    if major not in (9, 10):\n        raise ValueError("kernel ${i}")\n    return x\n\n`;
    const text = Array.from({ length: 2700 }, (_, i) => one(i)).join("");
    expect(text.length).toBeGreaterThan(400_000);
    const { gates } = await analyse(text);
    expect(gates.length).toBe(2700);
  }, 60_000);
});
