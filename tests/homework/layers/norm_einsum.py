import math

import torch
from torch import nn


class TokenNorm(nn.Module):
    def __init__(self, width, eps=1e-5):
        super().__init__()
        self.width, self.eps = width, eps
        self.scale, self.shift = nn.Parameter(torch.ones(width)), nn.Parameter(torch.zeros(width))

    def forward(self, x):
        centred = x - torch.einsum("...d->...", x)[..., None] / self.width
        length = torch.linalg.norm(centred, dim=-1, keepdim=True)
        std = torch.sqrt(length ** 2 / self.width + self.eps)
        return torch.einsum("d,...d->...d", self.scale, centred / std) + self.shift
