import math
import torch
import torch.nn as nn


def my_softmax(z):
    z = z - z.max(dim=-1, keepdim=True).values
    e = torch.exp(z)
    return e / e.sum(dim=-1, keepdim=True)


class HandMade(nn.Module):
    def __init__(self, d_in, d_out, num_heads):
        super().__init__()
        self.num_heads = num_heads
        self.W_q = nn.Linear(d_in, d_out)
        self.W_k = nn.Linear(d_in, d_out)
        self.W_v = nn.Linear(d_in, d_out)
        self.W_o = nn.Linear(d_out, d_out)

    def forward(self, x):
        bs, n, _ = x.shape
        h = self.num_heads
        q = self.W_q(x)
        k = self.W_k(x)
        v = self.W_v(x)
        d = q.shape[-1] // h
        q = q.view(bs, n, h, d).permute(0, 2, 1, 3)
        kt = k.view(bs, n, h, d).permute(0, 2, 3, 1)
        v = v.view(bs, n, h, d).permute(0, 2, 1, 3)
        scores = torch.matmul(q, kt)
        scores = scores * (1 / math.sqrt(d))
        m = torch.arange(n)
        causal = m[None, :] > m[:, None]
        scores = scores.masked_fill(causal, -1e9)
        w = my_softmax(scores)
        c = torch.matmul(w, v)
        c = c.permute(0, 2, 1, 3).contiguous()
        c = c.view(bs, n, h * d)
        return self.W_o(c)
