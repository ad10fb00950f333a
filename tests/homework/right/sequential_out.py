import torch
from torch import nn
from einops import rearrange


class CausalSelfAttention(nn.Module):
    def __init__(self, dim, heads=8, dim_head=64, attn_dropout=0., bias=False):
        super().__init__()
        inner = heads * dim_head
        self.heads, self.scale = heads, dim_head ** -0.5
        self.to_q = nn.Linear(dim, inner, bias=bias)
        self.to_kv = nn.Linear(dim, inner * 2, bias=bias)
        self.attn_dropout = nn.Dropout(attn_dropout)
        self.to_out = nn.Sequential(nn.Linear(inner, dim), nn.Dropout(attn_dropout))

    def forward(self, x):
        n, device = x.shape[1], x.device
        qkv = (self.to_q(x), *self.to_kv(x).chunk(2, dim=-1))
        q, k, v = map(lambda t: rearrange(t, "b n (h d) -> b h n d", h=self.heads), qkv)
        q = q * self.scale

        sim = torch.einsum("b h i d, b h j d -> b h i j", q, k)
        i = torch.arange(n, device=device)
        causal_mask = i[:, None] < i[None, :]
        sim = sim.masked_fill(causal_mask, -torch.finfo(sim.dtype).max)

        attn = sim.softmax(dim=-1)
        attn = self.attn_dropout(attn)
        out = torch.einsum("b h i j, b h j d -> b h i d", attn, v)
        return self.to_out(rearrange(out, "b h n d -> b n (h d)"))
