"""tilefuse: fused collectives, compiled when they are first used."""
