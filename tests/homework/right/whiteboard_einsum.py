# interview notes: b = batch, s/t = positions, h = heads, e = d_model, k = head size
import torch
from torch import nn


class MHA(nn.Module):
    def __init__(self, num_heads: int, d_in: int, head_size: int):
        super().__init__()
        self.Wq = nn.Parameter(torch.empty(num_heads, d_in, head_size))
        self.Wk = nn.Parameter(torch.empty(num_heads, d_in, head_size))
        self.Wv = nn.Parameter(torch.empty(num_heads, d_in, head_size))
        self.Wo = nn.Parameter(torch.empty(num_heads, head_size, d_in))
        for p in self.parameters():
            nn.init.normal_(p, std=0.02)

    def forward(self, x):
        q = torch.einsum("bse,hek->bhsk", x, self.Wq)
        k = torch.einsum("bse,hek->bhsk", x, self.Wk)
        v = torch.einsum("bse,hek->bhsk", x, self.Wv)

        logits = torch.einsum("bhsk,bhtk->bhst", q, k) * q.shape[-1] ** -0.5
        s = torch.arange(x.shape[1])
        allowed = s[:, None] >= s[None, :]
        logits = torch.where(allowed, logits, torch.full_like(logits, float("-inf")))

        probs = torch.exp(logits - torch.logsumexp(logits, dim=-1, keepdim=True))
        o = torch.einsum("bhst,bhtk->bhsk", probs, v)
        return torch.einsum("bhsk,hke->bse", o, self.Wo)
