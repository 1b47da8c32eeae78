"""What the server is told."""

from server.limits import FUSED_SUM_MAX_MB
from server.platform import get_device_capability


def largest_fused_sum(ranks: int) -> float | None:
    capability = get_device_capability()
    sizes = FUSED_SUM_MAX_MB.get(capability.to_int(), {})
    return sizes.get(ranks)
