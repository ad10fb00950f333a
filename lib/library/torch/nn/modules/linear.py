"""nn.Linear: y = x @ weight.T + bias."""

import math

import torch
from torch.nn import functional as F
from torch.nn import init
from torch.nn.modules.module import Module
from torch.nn.parameter import Parameter


class Linear(Module):
    """The weight is (out_features, in_features), so that each of its rows makes one
    number of the output."""

    def __init__(self, in_features, out_features, bias=True, device=None, dtype=None):
        super().__init__()
        factory = {"device": device, "dtype": dtype}
        self.in_features = in_features
        self.out_features = out_features
        self.weight = Parameter(torch.empty((out_features, in_features), **factory))
        self.register_parameter(
            "bias", Parameter(torch.empty((out_features,), **factory)) if bias else None)
        self.reset_parameters()

    def reset_parameters(self):
        """Both uniform between -1/sqrt(in_features) and 1/sqrt(in_features), drawn in the
        order weight, bias. (sqrt(5) makes the general rule give just that.)"""
        init.kaiming_uniform_(self.weight, a=math.sqrt(5))
        if self.bias is not None:
            fan_in, _ = init._calculate_fan_in_and_fan_out(self.weight)
            bound = 1 / math.sqrt(fan_in) if fan_in > 0 else 0
            init.uniform_(self.bias, -bound, bound)

    def forward(self, input):
        return F.linear(input, self.weight, self.bias)

    def extra_repr(self):
        return (f"in_features={self.in_features}, out_features={self.out_features}, "
                f"bias={self.bias is not None}")


class NonDynamicallyQuantizableLinear(Linear):
    """What nn.MultiheadAttention makes its output layer of; a Linear but for its name."""


class Identity(Module):
    """Gives back what it gets, whatever it was made with."""

    def __init__(self, *args, **kwargs):
        super().__init__()

    def forward(self, input):
        return input
