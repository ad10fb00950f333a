import math

import torch
import torch.nn as nn


class BaseAttention(nn.Module):
    """Everything but the question who may see whom."""

    def __init__(self, d_in, d_out, num_heads, dropout=0.0, qkv_bias=False):
        super().__init__()
        self.h = num_heads
        self.d_k = d_out // num_heads
        self.linears = nn.ModuleList([nn.Linear(d_in, d_out, bias=qkv_bias) for _ in range(3)])
        self.fc_out = nn.Linear(d_out, d_out)
        self.dropout = nn.Dropout(dropout)

    def hide(self, scores):
        return scores

    def split(self, t):
        b, n, _ = t.size()
        return t.view(b, n, self.h, self.d_k).transpose(1, 2)

    def merge(self, t):
        b, h, n, d = t.size()
        return t.transpose(1, 2).contiguous().view(b, n, h * d)

    def forward(self, x):
        query, key, value = [self.split(lin(x)) for lin in self.linears]
        scores = torch.matmul(query, key.transpose(-2, -1)) / math.sqrt(self.d_k)
        p = torch.softmax(self.hide(scores), dim=-1)
        return self.fc_out(self.merge(torch.matmul(self.dropout(p), value)))


class CausalMultiHead(BaseAttention):
    def hide(self, scores):
        n = scores.size(-1)
        keep = torch.tril(torch.ones(n, n, device=scores.device)).bool()
        return scores.masked_fill(~keep, float("-inf"))
