"""The extension with the warp-group GEMM."""

from .spec import CSRC, JitSpec, nvcc_flags


def gen_gemm_module() -> JitSpec:
    return JitSpec(
        "gemm_sm90",
        sources=[CSRC / "gemm_sm90.cu"],
        # Hopper only, on purpose: nothing else has wgmma.
        cuda_flags=nvcc_flags(supported_major_versions=[9]),
    )
