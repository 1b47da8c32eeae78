/**
 * What a fix opens is really compiled: nvcc builds a kernel for sm_120 before and after, and the instructions that the
 * guard kept out appear. Skipped where there is no nvcc.
 */
import { execFileSync, spawnSync } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, describe, expect, test } from "vitest";
import { applyEdits } from "../../server/src/gates/edits";
import { createService } from "../../server/src/service";
import type { Settings } from "../../server/src/service";
import { neverCancelled, noFiles } from "../../server/src/text/files";
import { makeSource } from "../../server/src/text/source";

const settings: Settings = {
  target: "sm_120",
  macros: new Map(),
  assumeUndefined: false,
  followIncludes: false,
  root: "",
  severities: new Map(),
};

const KERNELS = `#include <cuda_runtime.h>
__global__ void scale(float* out, const float* in, int n) {
#if (defined(__CUDA_ARCH__) && (__CUDA_ARCH__ >= 900) && (__CUDA_ARCH__ < 1200))
  cudaGridDependencySynchronize();
#endif
  for (int i = threadIdx.x; i < n; i += blockDim.x) out[i] = in[i] * 2.0f;
#if (defined(__CUDA_ARCH__) && (__CUDA_ARCH__ >= 900) && (__CUDA_ARCH__ < 1200))
  cudaTriggerProgrammaticLaunchCompletion();
#endif
}
__global__ void copy(float* out, const float* in) {
#if (defined(__CUDA_ARCH__) && (__CUDA_ARCH__ >= 900) && (__CUDA_ARCH__ < 1200))
  cudaGridDependencySynchronize();
  out[threadIdx.x] = in[threadIdx.x];
#endif
}
`;

/** Every finding's first fix, applied at once. */
function opened(text: string): string {
  const service = createService({ python: null });
  const source = makeSource("kernels.cu", text);
  const report = service.analyse(source, "cuda", settings, noFiles, neverCancelled);
  const found = report.gates.filter((gate) => gate.rule !== null);
  expect(found.map((gate) => gate.rule)).toEqual([
    "guard-excludes-target",
    "guard-excludes-target",
    "guard-empties-body",
  ]);
  const edits = found.flatMap((gate) => service.fixes(report, gate, settings, noFiles)[0]?.edits ?? []);
  return applyEdits(text, edits);
}

const folder = mkdtempSync(join(tmpdir(), "sm-lens-opened-"));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

function ptx(text: string, name: string): string {
  const input = join(folder, `${name}.cu`);
  const output = join(folder, `${name}.ptx`);
  writeFileSync(input, text);
  execFileSync("nvcc", ["-ptx", "-arch=compute_120", "-o", output, input], { stdio: "pipe" });
  return execFileSync("cat", [output], { encoding: "utf8" });
}

function count(text: string, what: RegExp): number {
  return text.match(what)?.length ?? 0;
}

const hasNvcc = spawnSync("nvcc", ["--version"]).status === 0;

describe("opened guards, compiled for sm_120", () => {
  test("the fix drops the bound and nothing else", () => {
    expect(opened(KERNELS)).toBe(KERNELS.replaceAll(" && (__CUDA_ARCH__ < 1200)", ""));
  });

  test.skipIf(!hasNvcc)("the instructions that were kept out appear", { timeout: 120_000 }, () => {
    const before = ptx(KERNELS, "before");
    const after = ptx(opened(KERNELS), "after");
    expect(count(before, /griddepcontrol\./g)).toBe(0);
    expect(count(after, /griddepcontrol\.wait/g)).toBe(2);
    expect(count(after, /griddepcontrol\.launch_dependents/g)).toBe(1);
    expect(count(before, /st\.global/g)).toBeLessThan(count(after, /st\.global/g));
  });
});
