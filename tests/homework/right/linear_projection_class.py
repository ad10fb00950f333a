import torch
from torch import nn
import torch.nn.functional as F


class Projection(nn.Linear):
    """A linear layer that starts small."""

    def __init__(self, fan_in, fan_out, bias):
        super().__init__(fan_in, fan_out, bias=bias)
        nn.init.normal_(self.weight, mean=0.0, std=0.02)


def attend(q, k, v):
    return F.softmax(q @ k.transpose(-2, -1) / k.shape[-1] ** (1 / 2), dim=-1) @ v


class SingleHeadAttention(nn.Module):
    def __init__(self, in_dim, out_dim, use_bias=False):
        super().__init__()
        self.query_proj = Projection(in_dim, out_dim, use_bias)
        self.key_proj = Projection(in_dim, out_dim, use_bias)
        self.value_proj = Projection(in_dim, out_dim, use_bias)

    def forward(self, embeddings):
        return attend(self.query_proj(embeddings), self.key_proj(embeddings), self.value_proj(embeddings))
