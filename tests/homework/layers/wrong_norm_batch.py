import torch
from torch import nn


class Norm(nn.Module):
    def __init__(self, width):
        super().__init__()
        self.gamma = nn.Parameter(torch.ones(width))
        self.beta = nn.Parameter(torch.zeros(width))

    def forward(self, h):
        m = h.mean(0, keepdim=True)
        v = h.var(0, keepdim=True, unbiased=False)
        return self.gamma * (h - m) / torch.sqrt(v + 1e-5) + self.beta
