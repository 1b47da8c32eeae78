"""How modules are built."""

import torch
from torch.utils.cpp_extension import load


class JitSpec:
    def __init__(self, name, sources, extra_cuda_cflags):
        self.name = name
        self.sources = sources
        self.flags = extra_cuda_cflags

    def build_and_load(self):
        return load(self.name, self.sources, extra_cuda_cflags=self.flags)


def gen_jit_spec(name, sources, extra_cuda_cflags):
    return JitSpec(name, sources, extra_cuda_cflags)


def nvcc_flags_for(supported_major_versions):
    major, minor = torch.cuda.get_device_capability()
    if major not in supported_major_versions:
        raise RuntimeError("no build for this device")
    return [f"-gencode=arch=compute_{major}{minor},code=sm_{major}{minor}"]
