"""The device that the server runs on."""

from typing import NamedTuple

import torch


class DeviceCapability(NamedTuple):
    major: int
    minor: int

    def to_int(self) -> int:
        return self.major * 10 + self.minor


def get_device_capability() -> DeviceCapability:
    major, minor = torch.cuda.get_device_capability()
    return DeviceCapability(major=major, minor=minor)
