"""How an extension is described and which architectures it is compiled for."""

from dataclasses import dataclass, field
from pathlib import Path

import torch

CSRC = Path(__file__).parents[2] / "csrc"


@dataclass(frozen=True)
class JitSpec:
    name: str
    sources: list[Path]
    cuda_flags: list[str] = field(default_factory=list)


def nvcc_flags(supported_major_versions: list[int]) -> list[str]:
    """Flags for the devices of this machine that the extension supports."""
    found = {torch.cuda.get_device_capability(i) for i in range(torch.cuda.device_count())}
    wanted = sorted(cc for cc in found if cc[0] in supported_major_versions)
    if not wanted:
        raise RuntimeError(f"No supported CUDA architectures found for {supported_major_versions}")
    return [f"-gencode=arch=compute_{a}{b},code=sm_{a}{b}" for a, b in wanted]
