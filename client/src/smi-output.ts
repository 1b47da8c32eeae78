import type { Gpu } from "./detect-target";

/** What `nvidia-smi --query-gpu=name,compute_cap --format=csv,noheader` prints: `NVIDIA GeForce RTX 5090, 12.0`. */
export function gpusIn(output: string): Gpu[] {
  return output.split(/\r?\n/).flatMap((line) => {
    const match = /^\s*(\S.*?)\s*,\s*(\d+)\.(\d)\s*$/.exec(line);
    if (match === null) return [];
    const [, name = "", major, minor] = match;
    return [{ name, capability: Number(major) * 10 + Number(minor) }];
  });
}
