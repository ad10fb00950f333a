import torch
import torch.nn as nn
import torch.nn.functional as F


def one_head(q, k, v):
    n = q.size(1)
    s = torch.bmm(q, k.transpose(1, 2)) / q.size(2) ** 0.5
    ahead = torch.ones(n, n, dtype=torch.bool).triu(1)
    return torch.bmm(F.softmax(s.masked_fill(ahead, -float("inf")), dim=2), v)


class ChunkedHeads(nn.Module):
    def __init__(self, d_in, d_out, h):
        super().__init__()
        self.h = h
        self.q = nn.Linear(d_in, d_out)
        self.k = nn.Linear(d_in, d_out)
        self.v = nn.Linear(d_in, d_out)
        self.o = nn.Linear(d_out, d_out, bias=False)

    def forward(self, x):
        qs = torch.chunk(self.q(x), self.h, dim=-1)
        ks = torch.chunk(self.k(x), self.h, dim=-1)
        vs = torch.chunk(self.v(x), self.h, dim=-1)
        heads = [one_head(q, k, v) for q, k, v in zip(qs, ks, vs)]
        return self.o(torch.cat(heads, 2))
