# What Python asks of a device, and builds for it.
import os
import torch
from torch.utils.cpp_extension import CUDAExtension

def plan(q):
    cap = torch.cuda.get_device_capability(q.device)
    assert cap in {(9, 0), (10, 0), (10, 3)}, f"unsupported {cap}"
#                 ^^^^^^^^^^^^^^^^^^^^^^^^^^ warning[python-list-excludes]: Exception for 12.0 (sm_120): only 9.0–10.3 get in. 💡 add-family, add-target
    return q

BLOCKS = {(8, 0): 64, (8, 6): 32, (9, 0): 128}
#                                 ^^^^^^ warning[python-list-excludes]: No entry for 12.0 (sm_120): only 8.0–8.6, 9.0 have one. 💡

def block():
    size = BLOCKS.get(torch.cuda.get_device_capability())
    if size is None:
        raise RuntimeError("no block size")
    return size

class Backend:
    @classmethod
    def get_max_capability(cls) -> int:
        return 109
#              ^^^ warning[python-list-excludes]: Refused: 12.0 (sm_120): only 7.5–10.3 get in. 💡 raise-upper-bound

    @classmethod
    def get_min_capability(cls) -> int:
        return 90

def in_range():
    major, minor = torch.cuda.get_device_capability()
    sm = 10 * major + minor
    if not (80 <= sm < 120):
#                    ^^^^^ warning[python-condition-excludes]: False or nothing for 12.0 (sm_120): only 8.0–11.0 get in. 💡 drop-upper-bound, raise-upper-bound
        return False
    return True

def enabled():
    if os.environ.get("FAST") != "1":
        return False
    cc = torch.cuda.get_device_capability()
    return cc == (9, 0) or cc[0] == 10
#          ^^^^^^^^^^^^^^^^^^^^^^^^^^^ warning[python-condition-excludes]: False or nothing for 12.0 (sm_120): only 9.0–10.3 get in. 💡 add-family

def arch_name():
    major, minor = torch.cuda.get_device_capability()
    return f"sm_{major}{minor}"

def fast():
    return arch_name() >= "sm_80"
#          ^^^^^^^^^^^^^^^^^^^^^^ warning[compares-as-text]: ordered as numbers it would be let in. 💡 compare-numbers

ext = CUDAExtension("x", ["x.cu"], extra_compile_args={"nvcc": ["-O3", "-gencode=arch=compute_90a,code=sm_90a", "-gencode=arch=compute_100a,code=sm_100a"]})
#                                                              ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^ warning[arch-list-unbuilt]: No code built for 12.0 (sm_120): only 9.0–10.0 get in. 💡 add-family, add-target
