"""The extension with the fused allreduce kernels."""

from .spec import CSRC, JitSpec, nvcc_flags


def gen_allreduce_module() -> JitSpec:
    return JitSpec(
        "allreduce",
        sources=[CSRC / "allreduce.cu"],
        cuda_flags=nvcc_flags(supported_major_versions=[9, 10]),
    )
