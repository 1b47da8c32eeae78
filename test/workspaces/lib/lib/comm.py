"""Kernels that talk to other ranks."""

from lib.jit.comm import build_comm
from lib.support import supported_compute_capability


@supported_compute_capability([90, 100])
def fused_sum(x, weight, backend):
    return build_comm().fused_sum(x, weight, backend)
