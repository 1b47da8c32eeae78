/** A small serving stack of our own: an application, a library's API, its JIT list, its AOT list, a source, a header. */
import { expect } from "vitest";
import { packReport, unpackReport } from "../../../server/src/analysis/packed";
import type { FileReport } from "../../../server/src/service";
import { createService } from "../../../server/src/service";
import { nodeEngine } from "../../../server/src/workspace/node-engine";
import { ChainFolderStore } from "../../../server/src/workspace/chain-files";
import type { ChainWorkspace } from "../../../server/src/workspace/chain-files";
import { memoryFileSystem } from "../../../server/src/workspace/memory-files";
import { Overlay } from "../../../server/src/workspace/overlay";
import type { Chain } from "../../../server/src/chain/chain";
import { stateOf } from "../../../server/src/chain/chain";
import { makeSource, positionAt } from "../../../server/src/text/source";

export { createService };

export const APP = `from wavekit.ops import fused_norm
from wavekit.compute import is_sm90_supported, is_sm100_supported

def _auto_enable(view):
    if view.fused_norm_reduce_backend is None and (is_sm90_supported() or is_sm100_supported()):
        return {"fused_norm_reduce_backend": "auto"}
    return {}

def _may_fuse(args, batch):
    return (is_sm90_supported() or is_sm100_supported()) and args.fused_norm_reduce_backend is not None

class Layer:
    def forward_fused(self, args, x, residual):
        if _may_fuse(args, x.shape[0]):
            return fused_norm(x, residual)
        return x + residual
`;

export const COMPUTE = `import functools
import torch

@functools.cache
def capability():
    return torch.cuda.get_device_capability()

def is_sm90_supported():
    return capability()[0] == 9

def is_sm100_supported():
    return capability()[0] == 10

def is_sm120_supported():
    return capability()[0] == 12
`;

export const OPS = `import functools
from .jit.norm import gen_norm_module

@functools.cache
def get_norm_module():
    return gen_norm_module().build_and_load()

def fused_norm(x, residual):
    return get_norm_module().run_fused_norm(x, residual)
`;

export const jit = (majors: string): string => `from .core import gen_jit_spec, nvcc_flags, CSRC

def gen_norm_module(kind="a"):
    flags = nvcc_flags(supported_major_versions=${majors})
    return gen_jit_spec("norm", [CSRC / "norm.cu", CSRC / f"norm_{kind}.cu"], extra_cuda_cflags=flags)

def gen_plain_module():
    return gen_jit_spec("plain", [CSRC / "plain.cu"])
`;

export const CORE = `import torch

def nvcc_flags(supported_major_versions=None):
    found = {torch.cuda.get_device_capability(i) for i in range(torch.cuda.device_count())}
    wanted = [cc for cc in found if cc[0] in supported_major_versions]
    if not wanted:
        raise RuntimeError("no supported architecture")
    return wanted
`;

export const AOT = `from .jit.norm import gen_norm_module, gen_plain_module

def gen_all(capabilities):
    has_sm100 = capabilities.get("sm100", False)
    has_sm120 = capabilities.get("sm120", False)
    specs = []
    specs.append(gen_plain_module())
    if has_sm100:
        specs.append(gen_norm_module())
    return specs
`;

export const SOURCE = `#include "wavekit/norm.cuh"
void fused_norm_launcher(float* x) { wavekit::launch_fused(x); }
void other_launcher(float* x) { wavekit::launch_other(x); }
TVM_FFI_DLL_EXPORT_TYPED_FUNC(run_fused_norm, fused_norm_launcher);
TVM_FFI_DLL_EXPORT_TYPED_FUNC(run_other, other_launcher);
`;

export const HEADER = `#pragma once
#include "norm.cuh"
namespace wavekit {
__global__ void fused_kernel(float* x) {
#if (defined(__CUDA_ARCH__) && (__CUDA_ARCH__ >= 900) && (__CUDA_ARCH__ < 1200))
  x[threadIdx.x] += 1.0f;
#endif
}
__global__ void other_kernel(float* x) {
#if (defined(__CUDA_ARCH__) && (__CUDA_ARCH__ >= 900) && (__CUDA_ARCH__ < 1200))
  x[threadIdx.x] -= 1.0f;
#endif
}
inline void launch_fused(float* x) { fused_kernel<<<1, 32>>>(x); }
inline void launch_other(float* x) { other_kernel<<<1, 32>>>(x); }
}
`;

export const files = (majors: string, header = HEADER): Record<string, string> => ({
  "/app/pyproject.toml": "",
  "/app/serving/engine.py": APP,
  "/lib/pyproject.toml": "",
  "/lib/wavekit/__init__.py": "",
  "/lib/wavekit/compute.py": COMPUTE,
  "/lib/wavekit/ops.py": OPS,
  "/lib/wavekit/aot.py": AOT,
  "/lib/wavekit/jit/__init__.py": "",
  "/lib/wavekit/jit/core.py": CORE,
  "/lib/wavekit/jit/norm.py": jit(majors),
  "/lib/csrc/norm.cu": SOURCE,
  "/lib/csrc/plain.cu": "__global__ void plain(float* x) { x[0] = 1; }\n",
  "/lib/include/wavekit/norm.cuh": header,
});

/** The workspace over both folders; `immediate: false` is an editor whose files are loaded first. */
export async function workspaceOf(
  contents: Record<string, string>,
  { folders = ["/app", "/lib"], immediate = true, target = "sm_120" } = {},
): Promise<ChainWorkspace> {
  const disk = memoryFileSystem(contents, { immediate });
  const store = new ChainFolderStore({
    engine: nodeEngine(new URL("../../../dist/", import.meta.url)),
    disk,
    overlay: new Overlay(disk),
    folders,
    target,
    settingsFor: (root) => ({
      target,
      macros: new Map(),
      assumeUndefined: false,
      followIncludes: true,
      root,
      severities: new Map(),
    }),
  });
  return store.open();
}

export function chainIn(workspace: ChainWorkspace, entry: string): Chain {
  const { maker } = workspace;
  const found = maker.entries.find(entry);
  if (found === null) throw new Error(`nothing is called ${entry}`);
  const chain = maker.chain(found);
  const kept = new Map<string, FileReport | null>();
  const reportOf = (path: string): FileReport | null => {
    const known = kept.has(path) ? (kept.get(path) ?? null) : asKept(maker.gates.report(path));
    kept.set(path, known);
    return known;
  };
  const again = maker.forTarget(chain.target, reportOf).chain(found);
  expect(tellingOf(workspace, again), "from what is kept").toEqual(tellingOf(workspace, chain));
  return chain;
}

/** A report as the next chain has it, from an index: without syntax. */
function asKept(report: FileReport | null): FileReport | null {
  return (
    report &&
    unpackReport(
      packReport(report, () => null, true),
      () => report.source,
    )
  );
}

function tellingOf(workspace: ChainWorkspace, chain: Chain): unknown {
  const { firstClosed, halfOpen, noGate, openWays, unknown } = chain;
  const steps = told(workspace, chain, true).map((line, index) => {
    const { isOthers, isPerhaps, isOneOf } = chain.steps[index] ?? {};
    return { line, isOthers, isPerhaps, isOneOf };
  });
  return { firstClosed, halfOpen, noGate, openWays, unknown, steps };
}

/** "norm.py:4 builds excludes": gates alone, or with `all` every step. */
export function told(workspace: ChainWorkspace, chain: Chain, all = false): string[] {
  return chain.steps
    .filter(({ judged }) => all || judged !== null)
    .map((step) => {
      const source = makeSource(step.path, workspace.files.text(step.path) ?? "");
      const name = step.path.slice(step.path.lastIndexOf("/") + 1);
      return `${name}:${positionAt(source, step.span.start).line + 1} ${step.via} ${stateOf(step)}`;
    });
}
