"""nn.Linear, of which most layers are made, nn.LazyLinear and nn.Identity."""

import math

import torch
from torch.nn import functional as F
from torch.nn import init
from torch.nn.modules.module import Module
from torch.nn.parameter import Parameter


class Linear(Module):
    """x @ weight.T + bias: (*, in_features) -> (*, out_features).

    The weight is (out_features, in_features): each row of it makes one
    number of the output.
    """

    def __init__(self, in_features, out_features, bias=True, device=None,
                 dtype=None):
        super().__init__()
        factory = {"device": device, "dtype": dtype}
        self.in_features = in_features
        self.out_features = out_features
        weight = torch.empty((out_features, in_features), **factory)
        self.weight = Parameter(weight)
        if bias:
            self.bias = Parameter(torch.empty(out_features, **factory))
        else:
            self.register_parameter("bias", None)
        self.reset_parameters()

    def reset_parameters(self):
        """First the weight, then the bias: uniform numbers between
        -1/sqrt(in_features) and 1/sqrt(in_features). With a=sqrt(5) that is
        what kaiming_uniform_ comes to."""
        init.kaiming_uniform_(self.weight, a=math.sqrt(5))
        if self.bias is not None:
            fan_in, _ = init._calculate_fan_in_and_fan_out(self.weight)
            bound = 1 / math.sqrt(fan_in) if fan_in > 0 else 0
            init.uniform_(self.bias, -bound, bound)

    def forward(self, input):     # (*, in_features) -> (*, out_features)
        return F.linear(input, self.weight, self.bias)

    def extra_repr(self):
        return (f"in_features={self.in_features}, "
                f"out_features={self.out_features}, "
                f"bias={self.bias is not None}")


class NonDynamicallyQuantizableLinear(Linear):
    """A Linear under another name: the output layer of nn.MultiheadAttention."""


class Identity(Module):
    """Returns its input. It takes any arguments, so that it can stand in for any layer."""

    def __init__(self, *args, **kwargs):
        super().__init__()

    def forward(self, input):
        return input


class UninitializedParameter(Parameter):
    """A parameter whose shape is not known yet."""

    def __new__(cls, device=None, dtype=None):
        return super().__new__(cls, torch.empty(0, device=device, dtype=dtype))

    def materialize(self, shape):
        self.data = torch.empty(shape, dtype=self.dtype)
        self.__class__ = Parameter

    def numel(self):
        raise ValueError(
            "Attempted to use an uninitialized parameter in <method 'numel' of "
            "'torch._C._TensorBase' objects>. This error happens when you are using a "
            "`LazyModule` or explicitly manipulating `torch.nn.parameter.UninitializedParameter` "
            "objects. When using LazyModules Call `forward` with a dummy batch to initialize the "
            "parameters before calling torch functions")

    @property
    def shape(self):
        raise RuntimeError(
            "Can't access the shape of an uninitialized parameter or buffer. This error usually "
            "happens in `load_state_dict` when trying to load an uninitialized parameter into an "
            "initialized one. Call `forward` to initialize the parameters before accessing their "
            "attributes.")

    def __repr__(self):
        return "<UninitializedParameter>"


class LazyLinear(Linear):
    """A Linear that takes in_features from its first input, and from then on is a Linear."""

    def __init__(self, out_features, bias=True, device=None, dtype=None):
        super().__init__(0, 0, False)
        self.out_features = out_features
        self.weight = UninitializedParameter(device, dtype)
        if bias:
            self.bias = UninitializedParameter(device, dtype)

    def has_uninitialized_params(self):
        return isinstance(self.weight, UninitializedParameter)

    def reset_parameters(self):
        """Nothing before the first input."""
        if self.in_features != 0:
            super().reset_parameters()

    def forward(self, input):
        if self.has_uninitialized_params():
            self.in_features = input.shape[-1]
            self.weight.materialize((self.out_features, self.in_features))
            if self.bias is not None:
                self.bias.materialize((self.out_features,))
            self.reset_parameters()
        self.__class__ = Linear
        return F.linear(input, self.weight, self.bias)
