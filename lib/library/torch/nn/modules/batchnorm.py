"""Layers that bring the numbers of each channel, over the whole batch, to the same size."""

import torch
from torch.nn import functional as F
from torch.nn import init
from torch.nn.modules.module import Module
from torch.nn.parameter import Parameter
from _tutor import refuse


class _BatchNorm(Module):
    """While training, each channel's mean and variance are the batch's, and the running ones move
    towards them; after eval() the running ones count."""

    def __init__(self, num_features, eps=1e-5, momentum=0.1, affine=True,
                 track_running_stats=True, device=None, dtype=None):
        super().__init__()
        if momentum is None:
            refuse("a batch norm with momentum=None", "give a number: 0.1 is the usual one")
        self.num_features, self.eps, self.momentum = num_features, eps, momentum
        self.affine, self.track_running_stats = affine, track_running_stats
        factory = {"device": device, "dtype": dtype}
        for name in ("weight", "bias"):
            made = Parameter(torch.empty(num_features, **factory)) if affine else None
            self.register_parameter(name, made)
        tracked = track_running_stats
        self.register_buffer("running_mean", torch.zeros(num_features, **factory) if tracked else None)
        self.register_buffer("running_var", torch.ones(num_features, **factory) if tracked else None)
        self.register_buffer("num_batches_tracked", torch.tensor(0) if tracked else None)
        self.reset_parameters()

    def reset_running_stats(self):
        if self.track_running_stats:
            self.running_mean.zero_()
            self.running_var.fill_(1)
            self.num_batches_tracked.zero_()

    def reset_parameters(self):
        """At first they change nothing: the weight is 1, the bias 0."""
        self.reset_running_stats()
        if self.affine:
            init.ones_(self.weight)
            init.zeros_(self.bias)

    def forward(self, input):     # (batch, num_features, *), kept
        self._check_input_dim(input)
        if self.training and self.track_running_stats:
            self.num_batches_tracked.add_(1)
        own = self.training or not self.track_running_stats
        running = self.training and self.track_running_stats or not own
        return F.batch_norm(input, self.running_mean if running else None,
                            self.running_var if running else None, self.weight, self.bias, own,
                            self.momentum, self.eps)

    def extra_repr(self):
        return (f"{self.num_features}, eps={self.eps}, momentum={self.momentum}, "
                f"affine={self.affine}, track_running_stats={self.track_running_stats}")


class BatchNorm1d(_BatchNorm):
    """(batch, num_features) or (batch, num_features, length), kept."""

    def _check_input_dim(self, input):
        if input.dim() not in (2, 3):
            raise ValueError(f"expected 2D or 3D input (got {input.dim()}D input)")


class BatchNorm2d(_BatchNorm):
    """(batch, num_features, height, width), kept."""

    def _check_input_dim(self, input):
        if input.dim() != 4:
            raise ValueError(f"expected 4D input (got {input.dim()}D input)")
