import torch
import torch.nn as nn
import torch.nn.functional as F


class FeedForward(nn.Module):
    def __init__(self, dim):
        super().__init__()
        self.w_in = nn.Parameter(torch.randn(4 * dim, dim) * 0.02)
        self.b_in = nn.Parameter(torch.zeros(4 * dim))
        self.w_out = nn.Parameter(torch.randn(dim, 4 * dim) * 0.02)
        self.b_out = nn.Parameter(torch.zeros(dim))

    def forward(self, x):
        up = F.linear(x, self.w_in, self.b_in)
        return F.linear(F.gelu(up), self.w_out, self.b_out)
