import numpy as np
import torch
from torch import nn


class MutliHeadAttention(nn.Module):

    def __init__(self, d_in, d_out, num_heads):
        super().__init__()
        self.d_out = d_out
        self.nh = num_heads
        self.hd = d_out // num_heads
        self.Q_W = nn.Parameter(torch.rand(d_in, d_out))
        self.K_W = nn.Parameter(torch.rand(d_in, d_out))
        self.V_W = nn.Parameter(torch.rand(d_in, d_out))
        self.O_W = nn.Parameter(torch.rand(d_out, d_out))

    def split(self, t):
        B, T, _ = t.shape
        return t.view(B, T, self.nh, self.hd).transpose(1, 2)

    def forward(self, x):
        Q = self.split(x @ self.Q_W)
        K = self.split(x @ self.K_W)
        V = self.split(x @ self.V_W)
        scores = torch.matmul(Q, K.transpose(-2, -1))
        scores = scores / np.sqrt(self.hd)
        mask = torch.triu(torch.ones_like(scores), diagonal=1)
        scores = scores.masked_fill(mask.bool(), -np.inf)
        weights = nn.Softmax(dim=-1)(scores)
        ctx = torch.matmul(weights, V)
        ctx = ctx.transpose(1, 2).reshape(x.shape[0], x.shape[1], self.d_out)
        return ctx @ self.O_W


print("done")
