# What the names of predicates promise.
import torch

major, minor = torch.cuda.get_device_capability()


def is_sm120(device):
    return torch.cuda.get_device_capability(device)[0] == 12


def is_sm121(device):
    return torch.cuda.get_device_capability(device)[0] == 12
#          ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^ information[name-disagrees]: "is_sm121" says 12.1, but 12.0 gets in as well


def is_sm120_family(device):
    return torch.cuda.get_device_capability(device) == (12, 0)
#          ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^ information[name-disagrees]: "is_sm120_family" says 12.0–12.1, but 12.1 does not get in 💡 widen-to-family


def is_sm120_or_so(device):
    return torch.cuda.get_device_capability(device)[0] >= 12


def is_known_non_sm120(device):
    return torch.cuda.get_device_capability(device)[0] != 12


def is_sm100(device):
    return torch.cuda.get_device_capability(device)[0] >= 10
#          ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^ information[name-disagrees]: 12.0–12.1 gets in as well
