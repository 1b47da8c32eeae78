# Conditions on versions around conditions on the device.
import torch
import triton

CAPABILITY = torch.cuda.get_device_capability()


def old_package_alone(library_version):
    if library_version < (6, 0, 0):
        if CAPABILITY >= (9, 0):
            raise RuntimeError("update the library")
    return True


def in_the_other_arm(cuda_version):
    if cuda_version >= (12, 8):
        return True
    else:
        if CAPABILITY[0] != 9:
            return False
    return True


def of_the_new_one(cuda_version):
    if cuda_version >= (12, 8):
        if CAPABILITY[0] not in (9, 10):
#                               ^^^^^^^ warning[python-list-excludes]: Exception for 12.0 (sm_120): only 9.0–10.3 get in 💡 add-family
            raise RuntimeError("not supported")
    return True


def for_versions_that_are_no_bound(cuda_version):
    if cuda_version != (12, 8):
        if CAPABILITY[0] not in (9, 10):
#                               ^^^^^^^ warning[python-list-excludes]: Exception for 12.0 (sm_120): only 9.0–10.3 get in 💡 add-family
            raise RuntimeError("not supported")
    return True


def by_the_package(x):
    if triton.__version__ < "3.2":
        if CAPABILITY[0] > 9:
            raise RuntimeError("triton is too old")
    return x


def no_version_of_software(sm_version, x):
    if x.tile_version < 3:
        if CAPABILITY[0] != 9:
#          ^^^^^^^^^^^^^^^^^^ warning[python-condition-excludes]: Exception for 12.0 (sm_120): only 9.0 gets in 💡 add-family
            raise RuntimeError("no tile")
    return x
