import torch
import torch.nn as nn


class Norm(nn.Module):
    def __init__(self, d_model):
        super().__init__()
        self.eps = 1e-6
        self.g = nn.Parameter(torch.ones(d_model))
        self.b = nn.Parameter(torch.zeros(d_model))

    def forward(self, h):
        n = h.size(-1)
        centred = h - h.sum(-1, keepdim=True) / n
        spread = (centred * centred).sum(-1, keepdim=True) / n
        return centred / (spread + self.eps) ** 0.5 * self.g + self.b
