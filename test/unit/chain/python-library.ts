/** A library with one function, and applications that use it. */
import { chainIn, COMPUTE, CORE, told, workspaceOf } from "./library";

export const LIBRARY = {
  "/lib/pyproject.toml": "",
  "/lib/wavekit/__init__.py": "from .ops import fused_norm\n",
  "/lib/wavekit/compute.py": COMPUTE,
  "/lib/wavekit/core.py": CORE,
  "/lib/wavekit/ops.py": `from .core import gen_jit_spec, nvcc_flags

def gen_norm_module():
    flags = nvcc_flags(supported_major_versions=[9, 10, 12])
    return gen_jit_spec("norm", ["norm.cu"], extra_cuda_cflags=flags)

def fused_norm(x):
    return gen_norm_module().build().run(x)
`,
  "/lib/csrc/norm.cu": "void run(float* x) {}\n",
};

export const GUARDED = `from wavekit.compute import is_sm90_supported
`;

/** The gates on the way to an entry, those of the library itself left out. */
export async function stepsOf(app: Record<string, string>, entry = "fused_norm"): Promise<string[]> {
  const contents = { ...LIBRARY, "/app/pyproject.toml": "", "/app/serving/__init__.py": "", ...app };
  const workspace = await workspaceOf(contents);
  return told(workspace, chainIn(workspace, entry)).filter((line) => !line.startsWith("ops.py"));
}
