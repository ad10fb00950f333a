import torch
import torch.nn as nn


def subsequent_mask(size):
    "Mask out subsequent positions."
    attn_shape = (1, size, size)
    mask = torch.triu(torch.ones(attn_shape), diagonal=1).type(torch.uint8)
    return mask == 0


class MHSA(nn.Module):
    def __init__(self, d_model, heads, p=0.0):
        super().__init__()
        self.h, self.d_k = heads, d_model // heads
        self.proj = nn.ModuleList(nn.Linear(d_model, d_model) for _ in range(4))
        self.p = nn.Dropout(p)

    def forward(self, x, mask=None):
        if mask is None:
            mask = subsequent_mask(x.size(1))
        nb = x.size(0)
        q, k, v = [f(x).view(nb, -1, self.h, self.d_k).transpose(1, 2) for f in self.proj[:3]]
        s = torch.einsum("bhid,bhjd->bhij", q, k) / self.d_k ** 0.5
        s = s.masked_fill(mask.unsqueeze(1) == 0, -1e9)
        a = self.p(s.softmax(dim=-1))
        y = torch.einsum("bhij,bhjd->bihd", a, v).contiguous().view(nb, -1, self.h * self.d_k)
        return self.proj[-1](y)
