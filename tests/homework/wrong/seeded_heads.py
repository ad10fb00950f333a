import torch
import torch.nn as nn


class Head(nn.Module):
    def __init__(self, dim, size):
        super().__init__()
        torch.manual_seed(0)
        self.key_gen = nn.Linear(dim, size, bias=False)
        self.query_gen = nn.Linear(dim, size, bias=False)
        self.value_gen = nn.Linear(dim, size, bias=False)

    def forward(self, x):
        k, q, v = self.key_gen(x), self.query_gen(x), self.value_gen(x)
        s = q @ k.transpose(1, 2) / k.shape[2] ** 0.5
        n = k.shape[1]
        s = s.masked_fill(torch.tril(torch.ones(n, n)) == 0, float("-inf"))
        return torch.softmax(s, dim=2) @ v


class MultiHead(nn.Module):
    def __init__(self, dim, size, heads):
        super().__init__()
        self.heads = nn.ModuleList([Head(dim, size // heads) for _ in range(heads)])

    def forward(self, x):
        return torch.cat([h(x) for h in self.heads], dim=-1)
