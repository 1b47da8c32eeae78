import { describe, expect, it } from "vitest";
import { allProducts, capabilityOfProduct } from "../../../server/src/arch/products";

describe("a product's name", () => {
  it("is known as it is listed", () => {
    for (const { name, capability } of allProducts())
      expect(capabilityOfProduct(name.replace("xx", "90")), name).toBe(capability);
  });

  it.each([
    ["RTX 5090", 120],
    ["rtx5070ti", 120],
    ["GeForce RTX 5060 Ti 16GB", 120],
    ["NVIDIA RTX PRO 6000 Blackwell Workstation Edition", 120],
    ["rtx pro 6000", 120],
    ["NVIDIA GeForce RTX 4090 Laptop GPU", 89],
    ["RTX 4090D", 89],
    ["RTX 3080 Ti", 86],
    ["NVIDIA H100 80GB PCIe", 90],
    ["H100-SXM5", 90],
    ["Tesla T4", 75],
    ["RTX 6000 Ada", 89],
    ["DGX-Spark", 121],
    ["5090", 120],
    ["5070 Ti", 120],
    ["4090", 89],
    ["Thor", 110],
    ["Spark", 121],
  ])("is known as people write it: %s", (text, capability) => {
    expect(capabilityOfProduct(text)).toBe(capability);
  });

  it.each([
    "",
    "RTX",
    "RTX 5000",
    "RTX 5000 Ada",
    "RTX 4000",
    "RTX 9090",
    "6000",
    "5000",
    "9090",
    "PRO 6000x",
    "xx",
    "RTX 50xx0",
    "é",
    "RTX PRO",
  ])("is not guessed: %s", (text) => {
    expect(capabilityOfProduct(text)).toBeNull();
  });
});
