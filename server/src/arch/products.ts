/**
 * The names people know the targets by.
 *
 * Source: NVIDIA's list of CUDA GPUs by compute capability (developer.nvidia.com/cuda-gpus); the best known few.
 */
const PRODUCTS: ReadonlyMap<number, readonly string[]> = new Map([
  [75, ["RTX 20xx", "T4", "Quadro RTX"]],
  [80, ["A100", "A30"]],
  [86, ["RTX 30xx", "A40", "A10", "RTX A6000"]],
  [87, ["Jetson Orin"]],
  [88, []],
  [89, ["RTX 40xx", "L40S", "L4", "RTX 6000 Ada"]],
  [90, ["H100", "H200", "GH200"]],
  [100, ["B200", "GB200"]],
  [103, ["B300", "GB300"]],
  [110, ["Jetson Thor"]],
  [120, ["RTX 50xx", "RTX PRO 6000 Blackwell"]],
  [121, ["DGX Spark", "GB10"]],
]);

/** Products of a compute capability (120), best known first; empty where none is widely known. */
export function productsOf(capability: number): readonly string[] {
  return PRODUCTS.get(capability) ?? [];
}

/** What may stand around a product's name, as drivers and shops write it. */
const AROUND =
  /\b(?:nvidia|geforce|tesla|gpu|super|ti|laptop|mobile|max-?q|workstation|server|edition|blackwell|superchip|sxm\d?|pcie|nvl|\d+\s?gb)\b/g;

/** The compute capability (120) of a product, however it is written: "RTX 5090", "GeForce rtx5070ti"; null: not known. */
export function capabilityOfProduct(text: string): number | null {
  const asked = bare(text);
  if (asked === "") return null;
  for (const [capability, names] of PRODUCTS)
    if (names.some((name) => patternOf(name).test(asked))) return capability;
  return null;
}

/** All products, with the capability of each. */
export function allProducts(): { readonly name: string; readonly capability: number }[] {
  return [...PRODUCTS].flatMap(([capability, names]) => names.map((name) => ({ name, capability })));
}

function bare(text: string): string {
  const spaced = text
    .toLowerCase()
    .slice(0, 80)
    .replace(/(?<=\d)(?=ti\b|super\b)/g, " ");
  return spaced.replace(AROUND, "").replace(/[^a-z0-9]/g, "");
}

/** "RTX 50xx" is a series: the last digits of its members are 50 to 90. Its maker's line is often left out: "5090". */
function patternOf(name: string): RegExp {
  const said = bare(name).replace("xx", "[5-9]0d?");
  return new RegExp(`^${said.replace(/^(?:rtx(?=\d\d\[)|jetson|dgx)/, "(?:$&)?")}$`);
}
