"""The patterns of einops as layers: those of torch are in einops.layers.torch."""
