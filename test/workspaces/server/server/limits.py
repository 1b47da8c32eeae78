"""Up to which size a sum is fused, in MB, by capability and number of ranks."""

FUSED_SUM_MAX_MB: dict[int, dict[int, float]] = {
    90: {2: 32, 4: 4},
    100: {2: 32, 4: 16},
    103: {2: 32, 4: 32},
}
