import torch
import torch.nn as nn
import torch.nn.functional as F


class AttentionHead(nn.Module):
    def __init__(self, dim_in: int, dim_q: int, dim_k: int):
        super().__init__()
        self.q = nn.Linear(dim_in, dim_q)
        self.k = nn.Linear(dim_in, dim_k)
        self.v = nn.Linear(dim_in, dim_k)

    def forward(self, query, key, value):
        q, k, v = self.q(query), self.k(key), self.v(value)
        temp = q.bmm(k.transpose(1, 2))
        scale = q.size(-1) ** 0.5
        n = q.size(1)
        temp = temp.masked_fill(torch.ones(n, n).triu(1).bool(), -1e9)
        return F.softmax(temp / scale, dim=-1).bmm(v)


class MultiHeadAttention(nn.Module):
    def __init__(self, num_heads: int, dim_in: int, dim_q: int, dim_k: int):
        super().__init__()
        self.heads = nn.ModuleList([AttentionHead(dim_in, dim_q, dim_k) for _ in range(num_heads)])
        self.linear = nn.Linear(num_heads * dim_k, dim_in)

    def forward(self, query, key, value):
        return self.linear(torch.cat([h(query, key, value) for h in self.heads], dim=-1))
