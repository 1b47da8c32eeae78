"""What the machine can do."""

from functools import lru_cache, partial

import torch


def _majors_with_toolkit(majors: list[int], toolkit: tuple[int, int]) -> bool:
    if not torch.cuda.is_available():
        return False
    have = tuple(map(int, torch.version.cuda.split(".")[:2]))
    return torch.cuda.get_device_capability()[0] in majors and have >= toolkit


is_sm90_supported = lru_cache(maxsize=1)(partial(_majors_with_toolkit, majors=[9], toolkit=(12, 3)))
is_sm100_supported = lru_cache(maxsize=1)(partial(_majors_with_toolkit, majors=[10], toolkit=(12, 8)))
