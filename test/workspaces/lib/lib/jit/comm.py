"""Builds the kernels when they are first asked for."""

from lib.jit.core import gen_jit_spec, nvcc_flags_for


def build_comm():
    flags = nvcc_flags_for(supported_major_versions=[9, 10])
    return gen_jit_spec("comm", ["csrc/comm.cu"], extra_cuda_cflags=flags).build_and_load()
