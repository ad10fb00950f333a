import torch
import torch.nn as nn


class Head(nn.Module):
    def __init__(self, d_model, d_head, max_len, dropout):
        super().__init__()
        self.key = nn.Linear(d_model, d_head, bias=False)
        self.query = nn.Linear(d_model, d_head, bias=False)
        self.value = nn.Linear(d_model, d_head, bias=False)
        mask = torch.arange(max_len)[None, :] > torch.arange(max_len)[:, None]
        self.register_buffer("mask", mask)
        self.dropout = nn.Dropout(dropout)
        self.scale = d_head ** -0.5

    def forward(self, x):
        length = x.shape[1]
        scores = self.query(x) @ self.key(x).transpose(1, 2) * self.scale
        scores = scores.masked_fill(self.mask[:length, :length], float("-inf"))
        return self.dropout(scores.softmax(dim=-1)) @ self.value(x)


class Heads(nn.ModuleList):
    """A list that can be called."""

    def __init__(self, d_model, d_head, max_len, dropout, n_heads):
        super().__init__([Head(d_model, d_head, max_len, dropout) for _ in range(n_heads)])

    def forward(self, x):
        outs = torch.stack([head(x) for head in self], dim=2)   # (b, t, h, d)
        return outs.flatten(2)
