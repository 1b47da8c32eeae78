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
