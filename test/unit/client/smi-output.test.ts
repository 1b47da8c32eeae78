import { describe, expect, it } from "vitest";
import { gpusIn } from "../../../client/src/smi-output";

describe("the output of nvidia-smi", () => {
  it("names each GPU with its compute capability", () => {
    expect(gpusIn("NVIDIA GeForce RTX 5090, 12.0\r\nNVIDIA H100 80GB HBM3, 9.0\n")).toEqual([
      { name: "NVIDIA GeForce RTX 5090", capability: 120 },
      { name: "NVIDIA H100 80GB HBM3", capability: 90 },
    ]);
  });

  it("is skipped where it says something else", () => {
    expect(gpusIn("No devices were found\n")).toEqual([]);
    expect(gpusIn("Tesla K80, [N/A]\n, 12.0\n\n")).toEqual([]);
    expect(gpusIn("A, B, 8.6")).toEqual([{ name: "A, B", capability: 86 }]);
  });
});
