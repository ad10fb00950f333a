"""Layers that give each token's numbers the same size."""

import torch
from torch.nn import functional as F
from torch.nn import init
from torch.nn.modules.module import Module
from torch.nn.parameter import Parameter


class _Norm(Module):
    """What both share: the sizes normalised over, eps, and a weight of ones."""

    def __init__(self, normalized_shape, eps, elementwise_affine, factory):
        super().__init__()
        if isinstance(normalized_shape, int):
            normalized_shape = (normalized_shape,)
        self.normalized_shape = tuple(normalized_shape)
        self.eps = eps
        self.elementwise_affine = elementwise_affine
        self._add("weight", torch.ones, elementwise_affine, factory)

    def _add(self, name, fill, wanted, factory):
        parameter = Parameter(fill(self.normalized_shape, **factory)) if wanted else None
        self.register_parameter(name, parameter)

    def reset_parameters(self):
        for name, p in self.named_parameters():
            init.ones_(p) if name == "weight" else init.zeros_(p)

    def extra_repr(self):
        return (f"{self.normalized_shape}, eps={self.eps}, "
                f"elementwise_affine={self.elementwise_affine}")


class LayerNorm(_Norm):
    """(x - mean) / sqrt(var + eps) * weight + bias, over the last dimensions."""

    def __init__(self, normalized_shape, eps=1e-5, elementwise_affine=True, bias=True,
                 device=None, dtype=None):
        factory = {"device": device, "dtype": dtype}
        super().__init__(normalized_shape, eps, elementwise_affine, factory)
        self._add("bias", torch.zeros, elementwise_affine and bias, factory)

    def forward(self, input):
        return F.layer_norm(input, self.normalized_shape, self.weight, self.bias, self.eps)


class RMSNorm(_Norm):
    """x / sqrt(mean(x ** 2) + eps) * weight: no mean is taken off."""

    def __init__(self, normalized_shape, eps=None, elementwise_affine=True, device=None,
                 dtype=None):
        factory = {"device": device, "dtype": dtype}
        super().__init__(normalized_shape, eps, elementwise_affine, factory)

    def forward(self, x):
        return F.rms_norm(x, self.normalized_shape, self.weight, self.eps)
