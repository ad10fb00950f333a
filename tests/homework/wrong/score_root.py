from torch import nn
import torch

class SelfAttention(nn.Module):
    """self attention, second try"""
    def __init__(self, d_in, d_out, bias=False):
        super().__init__()
        self.query = nn.Linear(d_in, d_out, bias=bias)
        self.key = nn.Linear(d_in, d_out, bias=bias)
        self.value = nn.Linear(d_in, d_out, bias=bias)

    def forward(self, x):
        q = self.query(x)
        k = self.key(x)
        v = self.value(x)
        scores = q @ k.T
        weights = torch.softmax(scores / scores.shape[-1]**.5, dim=-1)
        return weights @ v
