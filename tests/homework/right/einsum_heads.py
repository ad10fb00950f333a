import torch
import torch.nn as nn


class EinsumAttention(nn.Module):
    def __init__(self, dim_in, dim_out, heads, block=128):
        super().__init__()
        self.heads = heads
        self.width = dim_out // heads
        self.to_q = nn.Linear(dim_in, dim_out, bias=False)
        self.to_k = nn.Linear(dim_in, dim_out, bias=False)
        self.to_v = nn.Linear(dim_in, dim_out, bias=False)
        self.to_out = nn.Linear(dim_out, dim_out)
        self.block = block

    def forward(self, x):
        n, length, _ = x.shape
        q = self.to_q(x).reshape(n, length, self.heads, self.width)
        k = self.to_k(x).reshape(n, length, self.heads, self.width)
        v = self.to_v(x).reshape(n, length, self.heads, self.width)

        # q: (n, query, heads, width), k: (n, key, heads, width)
        energy = torch.einsum("nqhd,nkhd->nhqk", [q, k])
        causal = torch.tril(torch.ones(length, length, device=x.device))
        energy = energy.masked_fill(causal == 0, float("-1e20"))

        attention = torch.softmax(energy / (self.width ** (1/2)), dim=3)
        out = torch.einsum("nhql,nlhd->nqhd", [attention, v])
        out = out.reshape(n, length, self.heads * self.width)
        return self.to_out(out)
