import math
import torch
import torch.nn as nn


class MultiHead(nn.Module):
    def __init__(self, in_dim, out_dim, n_heads, max_len, p=0.1, bias=True):
        super().__init__()
        assert out_dim % n_heads == 0
        self.n_heads = n_heads
        self.proj = nn.ModuleDict({
            name: nn.Linear(in_dim, out_dim, bias=bias) for name in ("query", "key", "value")
        })
        self.proj["out"] = nn.Linear(out_dim, out_dim)
        self.drop = nn.Dropout(p)
        self.register_buffer("mask", torch.ones(max_len, max_len, dtype=torch.bool).tril(), persistent=False)

    def heads_of(self, name, x):
        y = self.proj[name](x)
        b, t, d = y.shape
        return y.view(b, t, self.n_heads, d // self.n_heads).permute(0, 2, 1, 3)

    def forward(self, x):
        t = x.shape[1]
        q, k, v = (self.heads_of(name, x) for name in ("query", "key", "value"))
        att = torch.matmul(q, k.mT) / math.sqrt(k.shape[-1])
        att.masked_fill_(~self.mask[:t, :t], -math.inf)
        att = self.drop(att.softmax(-1))
        out = torch.matmul(att, v).permute(0, 2, 1, 3).flatten(start_dim=2)
        return self.proj["out"](out)


if __name__ == "__main__":
    torch.manual_seed(123)
    mha = MultiHead(6, 8, 2, 10, p=0.0)
    out = mha(torch.rand(2, 4, 6))
    print(out.shape)
    assert out.shape == (2, 4, 8)
