# The sibling that is forgotten: asked about target sm_121.
import torch

def has_fp4():
    major, minor = torch.cuda.get_device_capability()
    return (major in (10, 12)) and minor == 0
#                                  ^^^^^^^^^^ warning[python-condition-excludes]: False or nothing for 12.1 (sm_121): only 10.0 and 12.0 get in. 💡

def tile():
    major, minor = torch.cuda.get_device_capability()
    if (major, minor) == (12, 0):
        t = 64
    elif major == 9:
        t = 128
    elif major == 10:
#   ^^^^^^^^^^^^^^^^ warning[python-condition-excludes]: Exception for 12.1 (sm_121): only 9.0–10.3 and 12.0 get in. 💡 widen-to-family
        t = 256
    return t
