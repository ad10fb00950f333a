"""Averages over a length or a picture, however long it is."""

from torch.nn import functional as F
from torch.nn.modules.module import Module


class _AdaptiveAvgPoolNd(Module):
    def __init__(self, output_size):
        super().__init__()
        self.output_size = output_size

    def extra_repr(self):
        return f"output_size={self.output_size}"


class AdaptiveAvgPool1d(_AdaptiveAvgPoolNd):
    """(batch, channels, length) -> (batch, channels, output_size)"""

    def forward(self, input):
        return F.adaptive_avg_pool1d(input, self.output_size)


class AdaptiveAvgPool2d(_AdaptiveAvgPoolNd):
    """(batch, channels, height, width) -> (batch, channels, *output_size)"""

    def forward(self, input):
        return F.adaptive_avg_pool2d(input, self.output_size)
