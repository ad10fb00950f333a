import torch
import torch.nn as nn


class CausalMHA(nn.Module):
    def __init__(self, **kwargs):
        super().__init__()
        self.n_heads = kwargs["num_heads"]
        d = kwargs["d_model"]
        self.head_dim = d // self.n_heads
        self.qkv = nn.Linear(d, 3 * d, bias=kwargs.get("qkv_bias", False))
        self.drop = nn.Dropout(kwargs.get("dropout", 0.0))
        self.proj = nn.Linear(d, d)

    def forward(self, x):
        b, t, d = x.shape
        q, k, v = self.qkv(x).view(b, t, 3, self.n_heads, self.head_dim).permute(2, 0, 3, 1, 4).unbind(0)
        s = q @ k.mT / self.head_dim ** 0.5
        s.masked_fill_(torch.ones(t, t, dtype=torch.bool).triu_(1), float("-inf"))
        return self.proj((self.drop(s.softmax(-1)) @ v).transpose(1, 2).reshape(b, t, d))
