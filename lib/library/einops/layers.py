"""Patterns as layers. Those for torch are in einops.layers.torch."""
