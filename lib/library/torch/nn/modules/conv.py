"""nn.Conv1d and nn.Conv2d: the same small matrix at every place of a text or a picture."""

import math

import torch
from torch.nn import functional as F
from torch.nn import init
from torch.nn.modules.module import Module
from torch.nn.modules.utils import _ntuple
from torch.nn.parameter import Parameter
from _tutor import refuse


class _ConvNd(Module):
    """The weight is (out_channels, in_channels / groups, *kernel_size)."""

    def __init__(self, in_channels, out_channels, kernel_size, stride=1, padding=0, dilation=1,
                 groups=1, bias=True, padding_mode="zeros", device=None, dtype=None):
        super().__init__()
        for name, channels in (("in", in_channels), ("out", out_channels)):
            if channels % groups != 0:
                raise ValueError(f"{name}_channels must be divisible by groups")
        self.in_channels, self.out_channels = in_channels, out_channels
        numbers = _ntuple(self._dimensions)
        self.kernel_size, self.stride = numbers(kernel_size), numbers(stride)
        self.padding = padding if isinstance(padding, str) else numbers(padding)
        self.dilation = numbers(dilation)
        self.transposed, self.output_padding = False, numbers(0)
        self.groups, self.padding_mode = groups, padding_mode
        if padding not in ("same", "valid") and isinstance(padding, str):
            raise ValueError(f"Invalid padding string {padding!r}, should be one of {{'valid', 'same'}}")
        if padding_mode != "zeros":
            refuse(f"a convolution with padding_mode={padding_mode!r}", "F.pad() the input before it")
        factory = {"device": device, "dtype": dtype}
        shape = (out_channels, in_channels // groups, *self.kernel_size)
        self.weight = Parameter(torch.empty(shape, **factory))
        if bias:
            self.bias = Parameter(torch.empty(out_channels, **factory))
        else:
            self.register_parameter("bias", None)
        self.reset_parameters()

    def reset_parameters(self):
        """As nn.Linear: uniform numbers up to 1 / sqrt(fan_in)."""
        init.kaiming_uniform_(self.weight, a=math.sqrt(5))
        fan_in, _ = init._calculate_fan_in_and_fan_out(self.weight)
        if self.bias is not None and fan_in != 0:
            init.uniform_(self.bias, -1 / math.sqrt(fan_in), 1 / math.sqrt(fan_in))

    def forward(self, input):     # (batch, in_channels, *) -> (batch, out_channels, *)
        conv = F.conv1d if len(self.kernel_size) == 1 else F.conv2d
        return conv(input, self.weight, self.bias, self.stride, self.padding, self.dilation, self.groups)

    def extra_repr(self):
        text = (f"{self.in_channels}, {self.out_channels}, kernel_size={self.kernel_size}, "
                f"stride={self.stride}")
        n = self._dimensions
        for name, usual in (("padding", (0,) * n), ("dilation", (1,) * n), ("groups", 1)):
            if getattr(self, name) != usual:
                text += f", {name}={getattr(self, name)}"
        if self.bias is None:
            text += ", bias=False"
        return text


class Conv1d(_ConvNd):
    """A kernel of numbers for each output channel, moved along the length:
    (batch, in_channels, length) -> (batch, out_channels, places)."""

    _dimensions = 1


class Conv2d(_ConvNd):
    """A kernel for each output channel, moved over height and width:
    (batch, in_channels, height, width) -> (batch, out_channels, rows, columns)."""

    _dimensions = 2
