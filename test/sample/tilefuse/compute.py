"""What the device can do."""

import functools

import torch


@functools.cache
def compute_capability(device: torch.device) -> tuple[int, int]:
    return torch.cuda.get_device_capability(device)


def is_sm90_supported(device: torch.device) -> bool:
    major, _ = compute_capability(device)
    return major == 9


def is_sm100_supported(device: torch.device) -> bool:
    major, _ = compute_capability(device)
    return major == 10
