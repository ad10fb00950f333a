import math
import torch
import torch.nn as nn


class OneHead(nn.Module):
    def __init__(self, dim, size):
        super().__init__()
        self.size = size
        self.q = nn.Linear(dim, size)
        self.k = nn.Linear(dim, size)
        self.v = nn.Linear(dim, size)

    def forward(self, x):
        n = x.shape[-2]
        att = torch.matmul(self.q(x), self.k(x).transpose(-2, -1)) / math.sqrt(self.size)
        att = att.masked_fill(torch.triu(torch.ones(n, n, dtype=torch.bool), diagonal=1), float("-inf"))
        return torch.matmul(torch.softmax(att, dim=-1), self.v(x))


class StackedHeads(nn.Module):
    def __init__(self, dim, size, heads):
        super().__init__()
        self.heads = nn.ModuleList()
        for _ in range(heads):
            self.heads.append(OneHead(dim, size))

    def forward(self, x):
        results = []
        for head in self.heads:
            results.append(head(x))
        return torch.cat(results, dim=-1)
