import torch
from torch import nn


def self_attention(x, query_layer, key_layer, value_layer):
    """Layers are handed in, the function only wires them."""
    q, k, v = query_layer(x), key_layer(x), value_layer(x)
    w = torch.softmax(q @ k.transpose(-2, -1) / k.shape[-1] ** 0.5, -1)
    return w @ v


class Attention(nn.Module):
    def __init__(self, d_in, d_out):
        super().__init__()
        self.q = nn.Linear(d_in, d_out, bias=False)
        self.k = nn.Linear(d_in, d_out, bias=False)
        self.v = nn.Linear(d_in, d_out, bias=False)

    def forward(self, x):
        return self_attention(x, self.q, self.k, self.v)
