import torch
import torch.nn as nn
import torch.nn.functional as F


class CachedAttention(nn.Module):
    def __init__(self, dim, n_heads, n_kv_heads=None, bias=False):
        super().__init__()
        self.n_heads = n_heads
        self.n_kv_heads = n_heads if n_kv_heads is None else n_kv_heads
        self.head_dim = dim // n_heads
        self.wq = nn.Linear(dim, n_heads * self.head_dim, bias=bias)
        self.wk = nn.Linear(dim, self.n_kv_heads * self.head_dim, bias=bias)
        self.wv = nn.Linear(dim, self.n_kv_heads * self.head_dim, bias=bias)
        self.wo = nn.Linear(n_heads * self.head_dim, dim, bias=bias)

    def forward(self, x, past=None, use_cache=False):
        b, t, _ = x.shape
        q = self.wq(x).view(b, t, self.n_heads, self.head_dim).transpose(1, 2)
        k = self.wk(x).view(b, t, self.n_kv_heads, self.head_dim).transpose(1, 2)
        v = self.wv(x).view(b, t, self.n_kv_heads, self.head_dim).transpose(1, 2)
        if past is not None:
            k = torch.cat([past[0], k], dim=2)
            v = torch.cat([past[1], v], dim=2)
        groups = self.n_heads // self.n_kv_heads
        k_all = k.repeat_interleave(groups, dim=1)
        v_all = v.repeat_interleave(groups, dim=1)
        total = k_all.shape[2]
        scores = q @ k_all.transpose(-2, -1) * self.head_dim ** -0.5
        rows = torch.arange(total - t, total)[:, None]
        cols = torch.arange(total)[None]
        scores = scores.masked_fill(cols > rows, float("-inf"))
        out = (F.softmax(scores, dim=-1) @ v_all).transpose(1, 2).reshape(b, t, -1)
        out = self.wo(out)
        return (out, (k, v)) if use_cache else out
