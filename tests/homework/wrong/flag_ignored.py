import torch
import torch.nn as nn


class SelfAttention(nn.Module):
    def __init__(self, d_in, d_out, scaled=True):
        super().__init__()
        self.scaled = scaled
        self.Wq = nn.Parameter(torch.randn(d_in, d_out))
        self.Wk = nn.Parameter(torch.randn(d_in, d_out))
        self.Wv = nn.Parameter(torch.randn(d_in, d_out))

    def forward(self, x):
        queries = x @ self.Wq
        keys = x @ self.Wk
        values = x @ self.Wv
        scores = queries @ keys.T
        weights = torch.softmax(scores, dim=-1)
        return weights @ values
